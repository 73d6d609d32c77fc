import type { ReadEndpoint, WriteEndpoint } from './endpoints/endpoint';
import type { beyondEndpoints, specifiedEndpoints } from './endpoints/table';
import type { Asker } from './requests/asker';
import type { ReadRank } from './requests/readRank';
import type { WriteOutcome } from './records';

export interface CallOptions {
  readonly signal: AbortSignal;
  /** For writes: called right before the first byte; false proves that none was sent. */
  readonly mayStart?: (() => boolean) | undefined;
  /** For the request log; undefined for the program itself. Left out of the log where the user waits for it too. */
  readonly askedBy?: Asker | undefined;
  /** For reads; `asked` if undefined. What is read again without being asked for says `refresh`. */
  readonly rank?: ReadRank | undefined;
  /** For reads that a program asked for: they come last until this is aborted because the user waits for them too, and then have their rank. */
  readonly yieldsUntil?: AbortSignal | undefined;
  /**
   * For reads whose response the windows of a user share: milliseconds since another window may have sent the request; 0 reads it now, for the
   * others too. If undefined, it is not shared.
   */
  readonly maxAgeMs?: number | undefined;
  /** Server codes that the caller can handle with a different request: a read that ends in one of them is not sent again. */
  readonly settledBy?: ReadonlySet<number> | undefined;
  /** The maximum number of attempts of a read; the usual number if undefined. */
  readonly tries?: number | undefined;
}

/** The method of an endpoint, with its input first, if it has one. Reads reject with a {@link ServiceError}. */
type Method<E> =
  E extends WriteEndpoint<infer I>
    ? (input: I, options: CallOptions) => Promise<WriteOutcome>
    : E extends ReadEndpoint<infer I, infer O>
      ? [I] extends [undefined]
        ? (options: CallOptions) => Promise<O>
        : (query: I, options: CallOptions) => Promise<O>
      : never;

/** The methods of a table of endpoints. */
export type Methods<Table> = { readonly [Name in keyof Table]: Method<Table[Name]> };

/** The endpoints of the specification, one method per endpoint (Spec, Endpoints). */
export type SpecifiedMethods = Methods<typeof specifiedEndpoints>;

/** Calls beyond the specification: a service may not offer them, `isNotOffered(error)` tells. */
export type BeyondClient = Methods<typeof beyondEndpoints>;

/** The methods of a table that change nothing at the service. */
type Reads<Table, M> = Pick<
  M,
  { [Name in keyof Table & keyof M]: Table[Name] extends WriteEndpoint<never> ? never : Name }[keyof Table & keyof M]
>;

/** What all code may call: everything that the service offers except placing, changing, cancelling, or confirming an order. */
export interface ReadingClient extends Reads<typeof specifiedEndpoints, SpecifiedMethods> {
  /** Base URL without trailing slash. */
  readonly baseUrl: string;
  /** Milliseconds until the next trading request that waits for the limits of the service is sent; undefined while none waits. */
  heldMs(): number | undefined;
  /**
   * The same client for what a program asks: its reads come after everything of the user’s, and have a share of the service’s limits.
   *
   * @param askedBy - For the request log.
   */
  forProgram(askedBy: Asker): ReadingClient;
  readonly beyond: Reads<typeof beyondEndpoints, BeyondClient>;
}

/** Everything the service offers, one method per endpoint of `endpoints/table.ts`. In this program, only `OrderWriter` has one. */
export interface ServiceClient extends ReadingClient, SpecifiedMethods {
  /** Keeps room in the service's limits for this many writes, until the returned function is called, half a minute at most. */
  keepRoom(count: number): () => void;
  readonly beyond: BeyondClient;
}
