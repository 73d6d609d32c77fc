import { createNonce, signText } from '../auth/signature';
import type { SigningKey } from '../auth/signature';
import type { CandlePeriod } from '../marketRecords';
import type { FeedCredentials, FeedSubscription } from './types';

/** Text that is signed for the first frame: four lines, the method and path of a request replaced by fixed words. */
export function feedSigningText(timestampMs: string, nonce: string): string {
  return [timestampMs, nonce, 'WEBSOCKET', 'ws/auth'].join('\n');
}

/** Credentials of the key form, stamped with the corrected clock. */
export function signedFeedCredentials(key: SigningKey, nowMs: number): FeedCredentials {
  const timestampMs = String(Math.round(nowMs));
  const nonce = createNonce();
  return { type: 'appkey', appKeyId: key.appKeyId, signature: signText(key, feedSigningText(timestampMs, nonce)), timestampMs, nonce };
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
  return JSON.stringify({ id, action, data });
}

const periods: Readonly<Record<CandlePeriod, string>> = {
  '1m': '1m',
  '3m': '3m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '60m': '60m',
  '120m': '120m',
  '240m': '240m',
  day: '1D',
  week: '1W',
  month: '1M',
  quarter: '1Q',
  year: '1Y',
};

/** The feed's name for a candle interval. */
export function feedPeriod(period: CandlePeriod): string {
  return periods[period];
}

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
  const data = {
    quote: symbols('quote'),
    order_book: symbols('order_book'),
    ticker: symbols('ticker'),
    kline: kline.length === 0 ? undefined : kline,
  };
  return JSON.stringify({ id, action, data });
}
