import { describe, expect, it } from 'vitest';
import type { Holding } from '../../../../src/domain/positions/holding';
import { followPrice } from '../../../../src/domain/security/lastBar';
import type { Alert, AlertRule } from '../../../../src/domain/alerts/alert';
import { priceLines } from '../../../../src/domain/security/priceLines';
import { typedCode } from '../../../../src/domain/market/typedSecurity';
import type { Candle } from '../../../../src/service/marketRecords';
import type { OrderRecord } from '../../../../src/service/records';

const holding: Holding = {
  id: '1',
  side: 'long',
  sideText: 'long',
  market: 1,
  symbol: 'HK.00700',
  name: '',
  quantity: '300',
  availableQuantity: '300',
  price: '1',
  costPrice: '500.5',
  averageBuyPrice: undefined,
  marketValue: '1',
  profit: '1',
  profitRatio: '1',
  currency: 'HKD',
  unknown: {},
};
const order: OrderRecord = {
  orderId: 'o',
  code: 'HK.00700',
  name: '',
  securityType: 'STOCK',
  side: 'BUY',
  orderType: 'LIMIT',
  status: 'SUBMITTED',
  timeInForce: 'DAY',
  currency: 'HKD',
  quantity: '100',
  price: '560',
  auxPrice: '',
  dealtQuantity: '0',
  dealtAveragePrice: '',
  createdAt: '',
  updatedAt: '',
  lastError: '',
  remark: '',
  unknown: {},
};

const of = { accountId: '8001', accountKind: 'live' as const, orderId: 'o', canModify: true };
const own = (...orders: readonly OrderRecord[]) => orders.map((order) => ({ of, order }));
const live = (of: Holding) => ({ isLive: true, holding: of });

describe('price lines across the chart', () => {
  it('are drawn at the average cost and at the prices of open orders', () => {
    expect(priceLines([live(holding)], own(order))).toEqual([
      { kind: 'cost', side: 'long', isLive: true, price: '500.5', quantity: '300' },
      { kind: 'limit', side: 'BUY', order: of, price: '560', quantity: '100' },
    ]);
  });

  it('show the trigger of an order, and no limit if it has none', () => {
    const stop = { ...order, orderType: 'STOP', price: '0', auxPrice: '480' };
    const stopLimit = { ...order, orderType: 'STOP_LIMIT', auxPrice: '480' };
    expect(priceLines([], own(stop)).map(({ kind, price }) => [kind, price])).toEqual([['trigger', '480']]);
    expect(priceLines([], own(stopLimit)).map(({ kind }) => kind)).toEqual(['limit', 'trigger']);
  });

  it('leave out ended orders, empty prices, and the same line twice', () => {
    expect(
      priceLines([live({ ...holding, costPrice: '' }), live({ ...holding, costPrice: '0' })], own({ ...order, status: 'FILLED_ALL' })),
    ).toEqual([]);
    expect(priceLines([live(holding), live(holding)], own())).toHaveLength(1);
  });

  it('distinguish the cost in real money from the cost on paper', () => {
    const lines = priceLines([live(holding), { isLive: false, holding }], own());
    expect(lines).toMatchObject([{ isLive: true }, { isLive: false }]);
  });

  it('are drawn at the prices of alerts, but not at their changes in percent', () => {
    const alert = (id: string, rule: AlertRule): Alert => ({ id, rule, firedAtMs: undefined, quietUntilMs: 0 });
    const symbol = 'HK.00700';
    const alerts = [
      alert('a', { kind: 'above', symbol, price: '600' }),
      alert('b', { kind: 'below', symbol, price: '600' }),
      alert('c', { kind: 'dayChange', symbol, percent: '5' }),
    ];
    expect(priceLines([], [], alerts)).toEqual([
      { kind: 'alert', id: 'a', when: 'above', price: '600' },
      { kind: 'alert', id: 'b', when: 'below', price: '600' },
    ]);
  });
});

describe('the last candle', () => {
  const at = Date.parse('2026-11-20T02:00:00Z');
  const candle: Candle = {
    time: at,
    date: '',
    open: '10',
    high: '11',
    low: '9',
    close: '10',
    previousClose: '',
    volume: '5',
    turnover: '',
  };
  const minute = { period: '5m', adjustment: 'forward', zone: 'Asia/Hong_Kong' } as const;

  it('follows a price from its own period', () => {
    expect(followPrice(candle, { price: '12', at: at + 1000 }, minute)).toEqual({ ...candle, close: '12', high: '12' });
    expect(followPrice(candle, { price: '8.5', at: at + 299_999 }, minute)).toEqual({ ...candle, close: '8.5', low: '8.5' });
  });

  it('stays unchanged for a price of another time, no price, or prices of another kind', () => {
    expect(followPrice(candle, { price: '12', at: at + 300_000 }, minute)).toBe(candle);
    expect(followPrice(candle, { price: '12', at: at - 1 }, minute)).toBe(candle);
    expect(followPrice(candle, { price: '', at }, minute)).toBe(candle);
    expect(followPrice(candle, { price: '12', at }, { ...minute, adjustment: 'backward' })).toBe(candle);
    expect(followPrice(candle, { price: '12', at: at + 86_400_000 }, { ...minute, period: 'day' })).toBe(candle);
    expect(followPrice(candle, { price: '12', at: at + 3_600_000 }, { ...minute, period: 'day' })).toMatchObject({ close: '12' });
  });
});

describe('a symbol typed by the user', () => {
  it.each([
    ['hk.700', 'HK.00700'],
    [' HK:00700 ', 'HK.00700'],
    ['us.aapl', 'US.AAPL'],
    ['HK.BK1000', 'HK.BK1000'],
    ['ＨＫ．７００', 'HK.00700'],
    ['US.BRK.B', 'US.BRK.B'],
    ['700', undefined],
    ['HK.', undefined],
    ['HK.00700/../x', undefined],
    ['HK.0 700', undefined],
  ])('is read from %j as %j', (typed, symbol) => {
    expect(typedCode(typed)).toBe(symbol);
  });
});
