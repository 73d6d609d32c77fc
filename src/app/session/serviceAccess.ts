import type { ClientSource } from '../../service/endpoints/sources';
import type { ReadingClient, ServiceClient } from '../../service/serviceClient';
import type { Reach } from '../platform/ports';
import type { ConnectionSource } from './connection';

/**
 * The client for who asks by itself, again and again: while the service is away, one question to it stands for all.
 *
 * @returns a source that rejects with what that question ended in, as if it had asked.
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
  /** Whether the current service answers; without it, nobody watches. */
  readonly reach?: Reach | undefined;
}

/** Beside reading, to place, change, cancel, and confirm orders: for `OrderWriter`, which asks first and keeps the journal. */
export interface WritingAccess extends ServiceAccess {
  client(): Promise<ServiceClient>;
}
