// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { columnSpecs } from '../../../../src/webview/orders/columns';
import type { ColumnContext } from '../../../../src/webview/orders/columns';
import { fittedWidth, yieldingColumns } from '../../../../src/webview/orders/widths';
import { fittingColumns } from '../../../../src/webview/shared/grid/fitting';
import { LastResult } from '../../../../src/webview/shared/lastResult';
import type { FillRow, OrderRow } from '../../../../src/panel/orders/ordersPageProtocol';

const context: ColumnContext = {
  ...{
    isPrivate: false,
    isSandbox: false,
    prices: new Map(),
    zone: 'UTC',
    accounts: new Map(),
    isNarrow: false,
    marksPaper: false,
    nowMs: Date.UTC(2025, 10, 20),
  },
  words: { side: { BUY: 'BUY', BUY_BACK: 'BUY TO COVER' }, type: {}, briefSide: {}, briefType: {}, status: {}, timeInForce: {} },
};
const row = (changes: Partial<FillRow>): FillRow => ({
  ...{ id: 'a', account: '', dealId: '', orderId: '', code: '', name: '', side: 'BUY', quantity: '', price: '', createdAt: '' },
  ...{ updatedAt: '', counterBrokerId: '', counterBrokerName: '', currency: '', status: '', unknown: {} },
  ...changes,
});

function width(key: 'side' | 'symbol' | 'quantity' | 'created', rows: readonly FillRow[], isNarrow = false): number {
  const spec = columnSpecs.fills[key];
  if (spec.fit === undefined) throw new Error(`${key} has a fixed width`);
  return fittedWidth(spec, spec.fit, rows, { ...context, isNarrow });
}

/** Of orders, in a narrow page. */
function orderTimes(rows: readonly FillRow[]): number {
  const { created } = columnSpecs.orders;
  if (created.fit === undefined) throw new Error('times have a fixed width');
  return fittedWidth(created, created.fit, rows as readonly (FillRow & Partial<OrderRow>)[] as readonly OrderRow[], {
    ...context,
    isNarrow: true,
  });
}

/** Ten pixels per letter, in every font. */
beforeEach(() => {
  const measureText = (text: string): Partial<TextMetrics> => ({ width: text.length * 10 });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ measureText } as unknown as null);
});

describe('the width of a column of the orders page', () => {
  it('has room for the longest word in it, with its icon', () => {
    expect(width('side', [row({}), row({ side: 'BUY_BACK' })])).toBeGreaterThanOrEqual(12 * 10 + 16);
    expect(width('side', [row({}), row({})])).toBeLessThan(80);
  });

  it('has room for its title when the list is empty or its texts are short', () => {
    for (const rows of [[], [row({ quantity: '1' })]]) expect(width('quantity', rows)).toBeGreaterThanOrEqual(3 * 10);
  });

  it('fits the longest of very many figures, and cuts off one that would push out all others', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => row({ quantity: String(at) }));
    expect(width('quantity', [...many, row({ quantity: '1234567' })])).toBeGreaterThanOrEqual(9 * 10);
    expect(width('symbol', [row({ code: 'US.'.padEnd(60, 'A') })])).toBeLessThan(200);
  });

  it('fits the estimated value of an order without a limit price, which is the longest although its price is the shortest', () => {
    const order: OrderRow = {
      ...{ ...row({ code: 'HK.00700', quantity: '100', price: '1' }), securityType: 'STOCK', orderType: 'LIMIT', timeInForce: 'DAY' },
      ...{ currency: 'HKD', auxPrice: '', dealtQuantity: '0', dealtAveragePrice: '', lastError: '', remark: '', session: '' },
    };
    const many = Array.from({ length: 60 }, (_, at): OrderRow => ({ ...order, quantity: String(100 + at) }));
    const { value } = columnSpecs.orders;
    if (value.fit === undefined) throw new Error('the value has a fixed width');
    const stop: OrderRow = { ...order, orderType: 'STOP', quantity: '8', price: '0', auxPrice: '900' };
    expect(fittedWidth(value, value.fit, [...many, stop], context)).toBeGreaterThanOrEqual('≈ 7,200 HKD'.length * 10);
  });

  it('has room for seconds of fills, and for a year other than the current one', () => {
    const [now, before] = [row({ createdAt: '1763650000123456' }), row({ createdAt: '1703650000123456' })];
    const yesterday = row({ createdAt: '1763590000123456' });
    expect(width('created', [now])).toBeGreaterThanOrEqual(8 * 10);
    expect(width('created', [now])).toBeLessThan(14 * 10);
    expect(width('created', [now, yesterday])).toBeGreaterThanOrEqual(14 * 10);
    expect(width('created', [now, yesterday])).toBeLessThan(19 * 10);
    expect(width('created', [now, before])).toBeGreaterThanOrEqual(19 * 10);
    // Fills of one order may be seconds apart.
    expect(width('created', [now], true)).toBeGreaterThanOrEqual(8 * 10);
    expect(orderTimes([now])).toBeLessThan(8 * 10);
    expect(orderTimes([now, before])).toBeGreaterThanOrEqual(16 * 10);
  });

  it('is calculated again only when its inputs change', () => {
    const last = new LastResult<number>();
    const make = vi.fn(() => make.mock.calls.length);
    const rows = [row({})];
    expect([
      last.of([rows, true], make),
      last.of([rows, true], make),
      last.of([rows, false], make),
      last.of([[...rows], false], make),
    ]).toEqual([1, 1, 2, 3]);
  });
});

describe('the columns of the orders page', () => {
  const columns = [
    'created',
    'symbol',
    'name',
    'side',
    'quantity',
    'price',
    'filled',
    'status',
    'distance',
    'type',
    'value',
    'account',
  ].map((key) => ({ key, title: key, kind: 'text' as const, width: 100, grow: 0, cell: () => '' }));
  const keysAt = (width: number, list: 'orders' | 'fills' = 'orders'): readonly string[] =>
    fittingColumns(
      columns.filter(({ key }) => key in columnSpecs[list]),
      yieldingColumns(list, new Map()),
      width,
    ).map(({ key }) => key);

  it('have the space that a wider column leaves, the more important ones first', () => {
    const wide = columns.map((column) => (column.key === 'account' ? { ...column, width: 330 } : column));
    const all = columns.map(({ key }) => key).filter((key) => key !== 'account');
    const order = ['value', 'type', 'account', 'distance'];
    expect(fittingColumns(wide, order, 11 * 109 + 40).map(({ key }) => key)).toEqual(all);
    expect(fittingColumns(wide, order, 10 * 109 + 40).map(({ key }) => key)).toEqual(all.filter((key) => key !== 'value'));
  });

  it('are all shown if they have space, otherwise the least important ones leave, whole and in any width', () => {
    const all = columns.map(({ key }) => key);
    expect(keysAt(12 * 109 + 40)).toEqual(all);
    // There is one account: every row would say the same.
    expect(keysAt(12 * 109)).toEqual(all.filter((key) => key !== 'account'));
    expect(keysAt(10 * 109 + 40)).toEqual(all.filter((key) => key !== 'account' && key !== 'name'));
    expect(keysAt(8 * 109 + 40)).toEqual(['created', 'symbol', 'side', 'quantity', 'price', 'status', 'distance', 'type']);
    expect(keysAt(100)).toEqual(['symbol', 'side', 'quantity', 'price', 'status']);
    expect(keysAt(7 * 109 + 40)).toEqual(['created', 'symbol', 'side', 'quantity', 'price', 'status', 'distance']);
    // When a fill happened says more than a name beside its symbol.
    expect(keysAt(8 * 109, 'fills')).toEqual(['created', 'symbol', 'name', 'side', 'quantity', 'price', 'value']);
    expect(keysAt(6 * 109 + 40, 'fills')).toEqual(['created', 'symbol', 'side', 'quantity', 'price', 'value']);
  });

  it('never cut off the usual name of an account or a security', () => {
    const accounts = new Map([['a', { key: 'a', id: '8001', name: 'Sandbox Securities', kind: 'live' as const }]]);
    const list = [row({ account: 'a', name: 'China Merchants Bank' })];
    const of = (key: 'account' | 'name'): number => {
      const spec = columnSpecs.fills[key];
      return spec.fit === undefined ? 0 : fittedWidth(spec, spec.fit, list, { ...context, accounts });
    };
    expect(of('account')).toBeGreaterThanOrEqual(18 * 10 + 30);
    expect(of('name')).toBeGreaterThanOrEqual(20 * 10);
  });
});

it.each(['orders', 'fills'] as const)('keep the account of %s longer than names, if several exist', (list) => {
  const account = (id: string, kind: 'live' | 'simulated') => [id, { id, kind, name: id }] as const;
  const leaving = (...accounts: readonly ReturnType<typeof account>[]): readonly string[] =>
    yieldingColumns(list, new Map(accounts) as unknown as ColumnContext['accounts']).filter((key) => key === 'account' || key === 'name');
  expect(leaving(account('1', 'live'), account('S1', 'simulated'))).toEqual(['name', 'account']);
  expect(leaving(account('1', 'live'))).toEqual(['account', 'name']);
});
