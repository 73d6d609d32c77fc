import type { ServiceClient } from '../../service/serviceClient';
import type { Reach } from '../platform/ports';
import type { ConnectionSource } from './connection';

/**
 * Gives features the client of the current connection and session.
 *
 * @throws {@link AuthError} `sign-in-required` from `client()` when not signed in or no service is chosen.
 */
export interface ServiceAccess extends ConnectionSource {
  client(): Promise<ServiceClient>;
  /** Whether the current service answers; without it, nobody watches. */
  readonly reach?: Reach | undefined;
}
