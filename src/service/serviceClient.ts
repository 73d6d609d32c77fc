import type { ReadEndpoint, WriteEndpoint } from './endpoints/endpoint';
import type { beyondEndpoints, specifiedEndpoints } from './endpoints/table';
import type { ReadRank } from './requests/readRank';
import type { WriteOutcome } from './records';

export interface CallOptions {
  readonly signal: AbortSignal;
  /** For writes: asked right before the first byte; false proves that none was sent. */
  readonly mayStart?: (() => boolean) | undefined;
  /** For reads; `refresh` if undefined. */
  readonly rank?: ReadRank | undefined;
  /** Server codes to which the caller knows another question: a read that ends in one of them is not sent again. */
  readonly settledBy?: ReadonlySet<number> | undefined;
  /** How often a read is tried at most; as often as usual if undefined. */
  readonly tries?: number | undefined;
}

/** The method of an endpoint: its input first, where it has one. Reads reject with a {@link ServiceError}. */
type Method<E, Missing> =
  E extends WriteEndpoint<infer I>
    ? (input: I, options: CallOptions) => Promise<WriteOutcome | Missing>
    : E extends ReadEndpoint<infer I, infer O>
      ? [I] extends [undefined]
        ? (options: CallOptions) => Promise<O>
        : (query: I, options: CallOptions) => Promise<O>
      : never;

/** The methods of a table of endpoints. `Missing` is what a write ends in, beside its outcomes, where it may not be offered. */
export type Methods<Table, Missing = never> = { readonly [Name in keyof Table]: Method<Table[Name], Missing> };

/** The service does not have this write: proof that nothing was done. */
export interface NotOffered {
  readonly kind: 'notOffered';
}

/** What the specification describes, one method per endpoint (Spec, Endpoints). */
export type SpecifiedMethods = Methods<typeof specifiedEndpoints>;

/** Calls beyond the specification: a service may not offer them, `isNotOffered(error)` tells. */
export type BeyondClient = Methods<typeof beyondEndpoints, NotOffered>;

/** The methods of a table that change nothing at the service. */
type Reads<Table, M> = Pick<
  M,
  { [Name in keyof Table & keyof M]: Table[Name] extends WriteEndpoint<never> ? never : Name }[keyof Table & keyof M]
>;

/** What everybody may call: everything that the service offers but what places, changes, cancels, or confirms an order. */
export interface ReadingClient extends Reads<typeof specifiedEndpoints, SpecifiedMethods> {
  /** Base URL without trailing slash. */
  readonly baseUrl: string;
  /** Milliseconds until the next of the trading requests goes that wait for the limits of the service; undefined while none waits. */
  heldMs(): number | undefined;
  readonly beyond: Reads<typeof beyondEndpoints, BeyondClient>;
}

/** Everything the service offers, one method per endpoint of `endpoints/table.ts`. Of the program, only `OrderWriter` holds one. */
export interface ServiceClient extends ReadingClient, SpecifiedMethods {
  readonly beyond: BeyondClient;
}
