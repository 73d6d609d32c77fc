import { createNonce, signText } from '../auth/signature';
import type { SigningKey } from '../auth/signature';
import type { CandlePeriod } from '../marketRecords';
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

const longPeriods: Readonly<Record<string, string>> = { day: '1D', week: '1W', month: '1M', quarter: '1Q', year: '1Y' };

/** The feed's name for a candle interval. */
function feedPeriod(period: CandlePeriod): string {
  return longPeriods[period] ?? period;
}

/** The parameters are beside the action: services of this family accept them nowhere else, and IDs only as text. */
export function subscriptionFrame(id: number, action: 'subscribe' | 'unsubscribe', subscriptions: readonly FeedSubscription[]): string {
  const symbols = (kind: 'quote' | 'order_book' | 'ticker'): readonly string[] | undefined => {
    const found = subscriptions.flatMap((subscription) => (subscription.kind === kind ? [subscription.symbol] : []));
    return found.length === 0 ? undefined : found;
  };
  const kline = subscriptions.flatMap((subscription) =>
    subscription.kind === 'kline'
      ? [{ symbol: subscription.symbol, period: feedPeriod(subscription.period), adjust: subscription.adjustment }]
      : [],
  );
  return JSON.stringify({
    id: String(id),
    action,
    quote: symbols('quote'),
    order_book: symbols('order_book'),
    ticker: symbols('ticker'),
    kline: kline.length === 0 ? undefined : kline,
  });
}
