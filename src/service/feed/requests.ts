import { createNonce, signText } from '../auth/signature';
import type { SigningKey } from '../auth/signature';
import type { FeedCredentials, FeedSubscription } from './types';

/** The text that is signed for the first frame: four lines, with fixed words in place of a request's method and path. */
export function feedSigningText(timestampMs: string, nonce: string): string {
  return [timestampMs, nonce, 'WEBSOCKET', 'ws/auth'].join('\n');
}

/** Credentials of the key form, stamped with the corrected clock. */
export function signedFeedCredentials(key: SigningKey, nowMs: number): FeedCredentials {
  const timestampMs = Math.round(nowMs);
  const nonce = createNonce();
  const signature = signText(key, feedSigningText(String(timestampMs), nonce));
  return { type: 'appkey', appKeyId: key.appKeyId, signature, timestampMs, nonce };
}

export function authFrame(id: number, action: 'auth' | 'refresh', credentials: FeedCredentials): string {
  const data =
    credentials.type === 'oauth2'
      ? { auth_type: 'oauth2', authorization: `Bearer ${credentials.token.reveal()}` }
      : {
          auth_type: 'appkey',
          credential_id: credentials.appKeyId,
          authorization: credentials.signature,
          timestamp_ms: credentials.timestampMs,
          nonce: credentials.nonce,
        };
  return JSON.stringify({ id: String(id), action, data });
}

/** The parameters are beside the action: services of this family accept them nowhere else, and IDs only as text. */
export function subscriptionFrame(id: number, action: 'subscribe' | 'unsubscribe', subscriptions: readonly FeedSubscription[]): string {
  const symbols = (kind: FeedSubscription['kind']): readonly string[] | undefined => {
    const found = subscriptions.filter((subscription) => subscription.kind === kind).map(({ symbol }) => symbol);
    return found.length === 0 ? undefined : found;
  };
  return JSON.stringify({
    id: String(id),
    action,
    quote: symbols('quote'),
    order_book: symbols('order_book'),
    ticker: symbols('ticker'),
  });
}
