import fc from 'fast-check';
import type { Listing } from '../../support/accounting';

const row = (code: string, exchange: string, currency: string, lot: number): Listing => ({
  code,
  exchange,
  currency,
  lot,
  isFuture: code.endsWith('main'),
});
export const listings = {
  '8001': [
    row('HK.00700', 'SEHK', 'HKD', 100),
    row('HK.03690', 'SEHK', 'HKD', 100),
    row('HK.00939', 'SEHK', 'HKD', 1_000),
    row('US.AAPL', 'US', 'USD', 1),
    row('US.MSFT', 'US', 'USD', 1),
    row('US.NVDA', 'US', 'USD', 1),
    row('US.KO', 'US', 'USD', 1),
    row('SG.D05', 'SGX', 'SGD', 100),
    row('US.AAPL281215C230000', 'CBOE', 'USD', 1),
  ],
  '8002': [
    row('HK.MHImain', 'HKFE', 'HKD', 1),
    row('US.ESmain', 'CME', 'USD', 1),
    row('US.CLmain', 'NYMEX', 'USD', 1),
    row('US.GCmain', 'COMEX', 'USD', 1),
  ],
} as const;
export type Account = keyof typeof listings;

const small = fc.nat({ max: 11 });
const step = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -6, max: 6 }) }, { weight: 1, arbitrary: fc.constantFrom(-80, 80) });
const placing = fc.record({
  kind: fc.constant('place' as const),
  code: small,
  side: fc.constantFrom<keyof typeof mostNames>('BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'),
  type: fc.constantFrom(
    ...(['LIMIT', 'LIMIT', 'LIMIT', 'MARKET', 'MARKET', 'STOP', 'STOP_LIMIT', 'LIMIT_IF_TOUCHED', 'MARKET_IF_TOUCHED'] as const),
    ...(['AUCTION', 'AUCTION_LIMIT'] as const),
  ),
  step,
  lots: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant('most' as const)),
  timeInForce: fc.constantFrom('DAY', 'DAY', 'GTC'),
  remark: fc.constantFrom('', '', '', '', 'REST', 'PART', 'SLOW', 'LATE', 'HANG', 'TOOLATE'),
});
export const action = fc.oneof(
  { weight: 6, arbitrary: placing },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), order: small, lots: fc.integer({ min: 1, max: 9 }), step }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: small }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fill' as const), order: small, isWhole: fc.boolean(), step }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(700, 3_000, 60_000, 3_600_000, 9 * 3_600_000, 26 * 3_600_000),
    }),
  },
);
export type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

export const hourMs = 3_600_000;
/** Hours from UTC in June, and the minute at which trading begins by the calendar. */
export const zones: Readonly<Record<string, readonly [hours: number, minute: number]>> = { HK: [8, 570], US: [-4, 570], SG: [8, 540] };

/** When the latest trading day began; there are no holidays in these days of June. One that is always open lasts until the next. */
export function openedMs(code: string, nowMs: number, alwaysOpen: boolean): number {
  const [hours, minute] = zones[code.slice(0, 2)] ?? [0, 0];
  const local = nowMs + hours * hourMs;
  for (let day = Math.floor(local / 86_400_000); ; day -= 1) {
    const startMs = day * 86_400_000 + (alwaysOpen ? 0 : minute * 60_000);
    const isTradingDay = ![0, 6].includes(new Date(day * 86_400_000).getUTCDay());
    if (isTradingDay && startMs <= local) return startMs - hours * hourMs;
  }
}

/** By the side of an order. */
export const mostNames = {
  BUY: 'max_cash_and_margin_buy',
  SELL: 'max_position_sell',
  SELL_SHORT: 'max_sell_short',
  BUY_BACK: 'max_buy_back',
} as const;
