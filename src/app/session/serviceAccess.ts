import type { ClientSource } from '../../service/endpoints/sources';
import type { ReadingClient, ServiceClient } from '../../service/serviceClient';
import type { Reach } from '../platform/ports';
import type { ConnectionSource } from './connection';

/**
 * The client for automatic, repeated requests: while the service is away, one probe replaces them all.
 *
 * @returns a source that rejects with the probe's failure, as if it had sent the request.
 */
export function quietClient(access: Pick<ServiceAccess, 'client' | 'reach'>): ClientSource {
  return async () => {
    const failure = access.reach?.failure;
    if (failure !== undefined) throw failure;
    return access.client();
  };
}

/**
 * Gives features the client of the current connection and session.
 *
 * @throws {@link AuthError} `sign-in-required` from `client()` when not signed in or no service is chosen.
 */
export interface ServiceAccess extends ConnectionSource {
  client(): Promise<ReadingClient>;
  /** Whether the current service answers; undefined if that is not watched. */
  readonly reach?: Reach | undefined;
}

/** In addition to reading: places, changes, cancels, and confirms orders. For `OrderWriter`, which asks first and keeps the journal. */
export interface WritingAccess extends ServiceAccess {
  client(): Promise<ServiceClient>;
}
