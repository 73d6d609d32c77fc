import type { SigningKey } from '../../service/auth/signature';
import type { SigningClock } from '../../service/auth/signedKey';
import type { TokenSource } from '../../service/auth/bearerAuthenticator';
import { AuthError } from '../../service/errors';
import { signedFeedCredentials } from '../../service/feed/requests';
import type { FeedCredentials } from '../../service/feed/types';
import type { Ports } from '../ports';

const patienceMs = 8_000;

/**
 * Credentials for a feed, made anew for each use with the connection's method.
 *
 * @throws {@link AuthError} `sign-in-required`
 */
export function createFeedCredentials({
  access,
  tokens,
  loadKey,
  clock,
}: Pick<Ports, 'access'> & {
  /** The signed-in user's tokens; undefined with a signed API key or when signed out. */
  readonly tokens: () => TokenSource | undefined;
  readonly loadKey: (origin: string) => Promise<SigningKey | undefined>;
  readonly clock: SigningClock;
}) {
  return async ({ isRetry }: { readonly isRetry: boolean }): Promise<FeedCredentials> => {
    const { connection, session } = access.current;
    if (connection.kind === 'none' || session.kind === 'signedOut') throw new AuthError('sign-in-required');
    const options = { signal: AbortSignal.timeout(patienceMs) };
    if (connection.authentication === 'apiKey') {
      const key = await loadKey(connection.origin);
      if (key === undefined) throw new AuthError('sign-in-required');
      // A rejected signature most likely had a wrong timestamp.
      await (isRetry ? clock.resynchronize(options) : clock.ensureFresh(options));
      return signedFeedCredentials(key, clock.nowMs());
    }
    const source = tokens();
    if (source === undefined) throw new AuthError('sign-in-required');
    const token = await source.accessToken(options);
    if (!isRetry) return { type: 'oauth2', token };
    await source.replaceToken(token, options);
    return { type: 'oauth2', token: await source.accessToken(options) };
  };
}
