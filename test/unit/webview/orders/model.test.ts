import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import Big from 'big.js';
import { fillColumns, orderColumns } from '../../../../src/panel/orders/ordersPageColumns';
import type { FillRow, OrderPrice, OrderRow } from '../../../../src/panel/orders/ordersPageProtocol';
import { columnSpecs, gridColumn, plainCell } from '../../../../src/webview/orders/columns';
import type { ColumnContext } from '../../../../src/webview/orders/columns';
import { chosenStatus, filtered, pricedSymbols, sorted, valuesIn, withColumns } from '../../../../src/webview/orders/model';
import { parseAmount } from '../../../../src/domain/values/amount';
import { productText } from '../../../../src/webview/orders/orderFigures';
import { initialViewState, readViewState } from '../../../../src/webview/orders/viewState';

const context: ColumnContext = {
  isPrivate: false,
  isSandbox: false,
  zone: 'Asia/Hong_Kong',
  prices: new Map(),
  words: { side: { BUY: 'BUY', SELL: 'SELL' }, type: {}, briefSide: {}, briefType: {}, status: {}, timeInForce: {} },
  accounts: new Map([
    ['live:8001', { key: 'live:8001', id: '8001', name: '8001', kind: 'live' }],
    ['simulated:S', { key: 'simulated:S', id: 'S', name: 'Paper Trading', kind: 'simulated' }],
  ]),
  isNarrow: false,
  marksPaper: false,
  nowMs: Date.UTC(2025, 10, 20),
};

function fill(changes: Partial<FillRow> = {}): FillRow {
  return {
    id: 'live:8001/D1',
    account: 'live:8001',
    dealId: 'D1',
    orderId: 'O1',
    code: 'HK.00700',
    name: 'TENCENT',
    side: 'BUY',
    quantity: '100',
    price: '562.5',
    createdAt: '1763650000123456',
    updatedAt: '1763650000123456',
    counterBrokerId: '',
    counterBrokerName: '',
    currency: '',
    status: 'OK',
    unknown: {},
    ...changes,
  };
}
const ids = (rows: readonly FillRow[]): readonly string[] => rows.map(({ id }) => id);

describe('the rows of the orders page', () => {
  it('match a text in symbol, name, order ID, or a word, and every other choice', () => {
    const rows = [
      fill({ id: 'a' }),
      fill({ id: 'b', side: 'SELL', code: 'US.AAPL', name: 'APPLE', account: 'simulated:S', orderId: 'X9' }),
    ];
    const by = (change: object): readonly string[] => ids(filtered(rows, { ...initialViewState, ...change }, ({ side }) => side));
    expect(by({})).toEqual(['a', 'b']);
    for (const filter of ['aapl', ' apple ', 'x9', 'sell']) expect(by({ filter }), filter).toEqual(['b']);
    expect(by({ account: 'simulated:S' })).toEqual(['b']);
    expect(by({ side: 'BUY' })).toEqual(['a']);
    expect(by({ status: 'OK', side: 'SELL', filter: 'tencent' })).toEqual([]);
  });

  it('of past orders leave out those that work, until another status is chosen', () => {
    const rows = ['SUBMITTED', 'FILLED_PART', 'FILLED_ALL', 'CANCELLED_PART', 'HELD_BACK'].map((status) => fill({ id: status, status }));
    const by = (view: Partial<typeof initialViewState>): readonly string[] => {
      const chosen = { ...initialViewState, ...view };
      return ids(filtered(rows, { ...chosen, status: chosenStatus(chosen) }, () => ''));
    };
    expect(by({ tab: 'history' })).toEqual(['FILLED_ALL', 'CANCELLED_PART', 'HELD_BACK']);
    expect(by({ tab: 'history', pastStatus: 'SUBMITTED' })).toEqual(['SUBMITTED']);
    expect(by({ tab: 'history', pastStatus: '' })).toHaveLength(5);
    expect(by({ tab: 'open' })).toHaveLength(5);
    expect([readViewState({ pastStatus: '' }).pastStatus, readViewState({}).pastStatus]).toEqual(['', 'finished']);
  });

  it('are sorted by exact figures, with missing ones last in both directions', () => {
    const prices = ['10', '9.5', '', '9007199254740993', '9007199254740992'];
    const rows = prices.map((price, at) => fill({ id: String(at), price }));
    const spec = columnSpecs.fills.price;
    expect(ids(sorted(rows, { key: 'price', direction: 'ascending' }, spec, context))).toEqual(['1', '0', '4', '3', '2']);
    expect(ids(sorted(rows, { key: 'price', direction: 'descending' }, spec, context))).toEqual(['3', '4', '0', '1', '2']);
  });

  it('are sorted newest first when no order is chosen', () => {
    const rows = ['1763650000000001', '1763650000000003', '', '999'].map((createdAt, at) => fill({ id: String(at), createdAt }));
    expect(ids(sorted(rows, null, undefined, context))).toEqual(['1', '0', '3', '2']);
  });

  it('are filtered by values that occur, and by the chosen one', () => {
    expect(valuesIn([fill(), fill({ side: 'SELL' }), fill({ side: '' })], ({ side }) => side, 'BUY_BACK')).toEqual([
      'BUY',
      'BUY_BACK',
      'SELL',
    ]);
  });

  it('show the limit and the trigger in one column, each in its own in a file', () => {
    const shown = (order: Partial<OrderRow>): readonly string[] => {
      const row = { ...fill(), auxPrice: '', ...order } as OrderRow;
      return [columnSpecs.orders.price.text(row, context), plainCell(columnSpecs.orders.price, row, context)];
    };
    expect(shown({ orderType: 'LIMIT', price: '553.0' })).toEqual(['553.0', '553.0']);
    expect(shown({ orderType: 'STOP_LIMIT', price: '553', auxPrice: '540.5' })).toEqual(['553 · trigger 540.5', '553']);
    expect(shown({ orderType: 'STOP', price: '0', auxPrice: '96.677' })).toEqual(['trigger 96.677', '']);
    expect(shown({ orderType: 'MARKET', price: '0', auxPrice: '0' })).toEqual(['', '']);
  });

  it('tell with the type that an order outlives its day, each in its own column in a file', () => {
    const shown = (timeInForce: string): readonly string[] => {
      const row = { ...fill(), orderType: 'LIMIT', timeInForce } as FillRow & Partial<OrderRow> as OrderRow;
      return [columnSpecs.orders.type.text(row, context), plainCell(columnSpecs.orders.type, row, context)];
    };
    expect(['DAY', 'GTC', ''].map(shown)).toEqual([
      ['LIMIT', 'LIMIT'],
      ['LIMIT · GTC', 'LIMIT'],
      ['LIMIT', 'LIMIT'],
    ]);
  });

  it('show times in the zone, and an unreadable time as it came', () => {
    expect(plainCell(columnSpecs.fills.created, fill(), context)).toBe('2025-11-20 22:46:40');
    expect(plainCell(columnSpecs.fills.created, fill({ createdAt: 'yesterday' }), context)).toBe('yesterday');
  });

  it('reveal nothing about hidden figures, whose columns neither show nor sort by them', () => {
    const isPrivate = { ...context, isPrivate: true };
    const hidden = fillColumns.filter((key) => gridColumn(key, columnSpecs.fills[key], isPrivate).compare === undefined);
    expect(hidden).toEqual(['quantity', 'price', 'value']);
    for (const key of hidden) expect(plainCell(columnSpecs.fills[key], fill(), isPrivate)).toBe('•••');
    expect(plainCell(columnSpecs.fills.account, fill(), isPrivate)).toBe('LIVE •••');
    expect(plainCell(columnSpecs.fills.account, fill({ account: 'simulated:S' }), isPrivate)).toBe('paper Paper Trading');
    const hiddenOrders = orderColumns.filter((key) => gridColumn(key, columnSpecs.orders[key], isPrivate).compare === undefined);
    expect(hiddenOrders).toEqual(['quantity', 'price', 'filled', 'average', 'last', 'distance', 'value', 'message', 'trigger', 'remark']);
  });
});

const order = (changes: Partial<OrderRow> = {}): OrderRow => ({
  ...{ id: 'live:8001/O1', account: 'live:8001', orderId: 'O1', session: '', code: 'HK.00700', name: 'TENCENT', securityType: 'STOCK' },
  ...{ side: 'BUY', orderType: 'LIMIT', status: 'SUBMITTED', timeInForce: 'DAY', currency: 'HKD', quantity: '100', price: '556.38' },
  ...{ auxPrice: '', dealtQuantity: '0', dealtAveragePrice: '', createdAt: '1', updatedAt: '2', lastError: '', remark: '' },
  ...changes,
});

describe('the distance of an open order', () => {
  const told = (changes: Partial<OrderPrice> = {}): ColumnContext => {
    const price = { symbol: 'HK.00700', last: '562.00', tick: '', isOld: false, isExpired: false, note: 'as of 10:00:00', ...changes };
    return { ...context, prices: new Map([[price.symbol, price]]) };
  };
  const { distance } = columnSpecs.orders;
  const shown = (row: OrderRow, at: ColumnContext): readonly (string | undefined)[] => [
    distance.text(row, at),
    distance.label?.(row, at),
    distance.look?.(row, at),
  ];

  it('has its sign in the cell; the tooltip has it as a price too, with what it was calculated from', () => {
    expect(shown(order(), told())).toEqual(['−1.00%', '−1.00% (−5.62), Limit price: 556.38, Last price: 562.00, as of 10:00:00', '']);
    const stop = order({ orderType: 'STOP_LIMIT', price: '570', auxPrice: '567.62' });
    expect(distance.label?.(stop, told())).toBe('+1.00% (+5.62), Trigger price: 567.62, Last price: 562.00, as of 10:00:00');
    expect(distance.text(order({ code: 'SEHK.700' }), told())).toBe('−1.00%');
  });

  it('looks old with its price, and is not calculated from one that has expired', () => {
    expect(shown(order(), told({ isOld: true }))[2]).toBe('old');
    expect(shown(order(), told({ isOld: true, isExpired: true, note: 'out of date' }))).toEqual([
      '–',
      '–, Limit price: 556.38, Last price: 562.00, out of date',
      'old',
    ]);
  });

  it('is empty where there is no price: nothing is not zero', () => {
    expect(shown(order(), context)).toEqual(['', '', '']);
    for (const last of ['', '0']) expect(shown(order(), told({ last })).slice(0, 2), last).toEqual(['', '']);
    expect(distance.text(order({ orderType: 'MARKET', price: '0' }), told())).toBe('');
    expect(distance.text(order({ price: '0' }), told())).toBe('');
  });

  it('sorts the nearest order first, whatever its sign, and those without one last', () => {
    const rows = Object.entries({ a: '500', b: '563', c: '0', d: '560' }).map(([id, price]) => order({ id, price }));
    expect(sorted(rows, { key: 'distance', direction: 'ascending' }, distance, told()).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('needs the prices of the rows on the screen, and of more only if rows are sorted by it', () => {
    const rows = [
      order({ id: 'a' }),
      order({ id: 'b', code: 'US.AAPL' }),
      order({ id: 'c', code: 'SEHK.700' }),
      order({ id: 'd', code: '700' }),
    ];
    expect(pricedSymbols(rows, new Set(['c', 'd']), false)).toEqual(['HK.00700']);
    expect(pricedSymbols(rows, new Set(['c']), true)).toEqual(['HK.00700', 'US.AAPL']);
    const many = Array.from({ length: 900 }, (_, at) => order({ id: String(at), code: `HK.${String(at).padStart(5, '0')}` }));
    expect(pricedSymbols(many, new Set(['899']), true)).toHaveLength(200);
    expect(pricedSymbols(many, new Set(['899']), true)).toContain('HK.00899');
  });
});

describe('the value of an order', () => {
  const value = (changes: Partial<OrderRow> = {}): string => columnSpecs.orders.value.text(order({ price: '562.5', ...changes }), context);

  it('is its quantity at its limit, or about that at its trigger, in its currency', () => {
    expect(value({})).toBe('56,250.00 HKD');
    expect(value({ orderType: 'STOP', price: '0', auxPrice: '540.5' })).toBe('≈ 54,050.00 HKD');
    expect(value({ orderType: 'STOP_LIMIT', price: '553', auxPrice: '540.5' })).toBe('55,300.00 HKD');
    expect(value({ code: 'US.AAPL', currency: '' })).toBe('56,250.00 USD');
  });

  it('is about that at the last price where an open order has no price of its own', () => {
    const last = { symbol: 'HK.00700', last: '552.505', tick: '0.005', isOld: false, isExpired: false, note: '' };
    const at = (changes: Partial<OrderRow>, price: Partial<typeof last> = {}): string =>
      columnSpecs.orders.value.text(order({ orderType: 'MARKET', price: '0', ...changes }), {
        ...context,
        prices: new Map([['HK.00700', { ...last, ...price }]]),
      });
    expect(at({})).toBe('≈ 55,250.50 HKD');
    expect(at({ orderType: 'LIMIT', price: '562.5' })).toBe('56,250.00 HKD');
    expect(at({ status: 'FILLED_ALL' })).toBe('');
    expect(at({}, { isExpired: true })).toBe('');
  });

  it('is unknown without a price, and for contracts, whose price is not that of one share', () => {
    for (const none of [{ orderType: 'MARKET', price: '0' }, { price: '0' }, { price: '' }, { quantity: '--' }])
      expect(value(none)).toBe('');
    expect(value({ code: 'US.AAPL281215C230000', securityType: 'OPTION' })).toBe('–');
    const option = order({ code: 'US.AAPL281215C230000', securityType: 'OPTION' });
    expect(columnSpecs.orders.value.label?.(option, context)).toMatch(/^Value unknown: .*multiplier/);
    expect(value({ code: 'US.AAPL281215C230000', securityType: 'OPTION', orderType: 'MARKET' })).toBe('');
  });

  it('of a contract is that of its shares, if the quote states how many they are', () => {
    const option = order({ ...{ code: 'US.AAPL281215C230000', securityType: 'OPTION', currency: 'USD' }, quantity: '4', price: '18.45' });
    const quote = { symbol: 'US.AAPL281215C230000', last: '18.4', tick: '0.05', isOld: false, isExpired: true, note: '' };
    const at = (contractSize: object): readonly unknown[] => {
      const known = { ...context, prices: new Map([[quote.symbol, { ...quote, ...contractSize }]]) };
      return [columnSpecs.orders.value.text(option, known), columnSpecs.orders.value.label?.(option, known)];
    };
    expect(at({ contractSize: '100' })).toEqual(['7,380.00 USD', '7,380.00 USD']);
    expect(at({})).toEqual(['–', expect.stringMatching(/^Value unknown: .*multiplier/)]);
  });
});

describe('a partially filled order', () => {
  const { status } = columnSpecs.orders;
  const partly = order({ status: 'FILLED_PART', dealtQuantity: '1000', quantity: '5000' });
  const shown = (row: OrderRow, changes: Partial<ColumnContext>): string => status.fit?.shown?.(row, { ...context, ...changes }) ?? '';

  it('has what was filled in its status where no column has it', () => {
    expect(shown(partly, {})).toBe('FILLED_PART');
    expect(shown(partly, { tellsFilled: true })).toBe('1,000/5,000');
    expect(shown(order({ status: 'SUBMITTED', dealtQuantity: '0' }), { tellsFilled: true })).toBe('SUBMITTED');
    expect(status.label?.(partly, { ...context, tellsFilled: true })).toBe('FILLED_PART, 1,000/5,000');
  });

  it('hides the quantities of its status in privacy mode', () => {
    expect(shown(partly, { tellsFilled: true, isPrivate: true })).toBe('FILLED_PART');
    expect(status.label?.(partly, { ...context, tellsFilled: true, isPrivate: true })).toBe('FILLED_PART');
  });

  it('is told apart from one of which nothing is filled', () => {
    const { look } = columnSpecs.orders.filled;
    expect([partly, order({ dealtQuantity: '0' }), order({ dealtQuantity: '' })].map((row) => look?.(row, context))).toEqual([
      '',
      'none',
      'none',
    ]);
  });
});

describe('the last price beside an open order', () => {
  it('stands in its own column, and looks old with its price', () => {
    const price = { symbol: 'HK.00700', last: '1562.00', tick: '', isOld: true, isExpired: false, note: 'as of 10:00:00' };
    const at = { ...context, prices: new Map([[price.symbol, price]]) };
    const { last } = columnSpecs.orders;
    expect([last.text(order(), at), last.label?.(order(), at), last.look?.(order(), at)]).toEqual([
      '1,562.00',
      '1,562.00, as of 10:00:00',
      'old',
    ]);
    expect([last.text(order(), context), last.label?.(order(), context)]).toEqual(['', '']);
  });
});

describe('money below each other', () => {
  it('has the decimals of its currency, and digits beyond them only where they count', () => {
    const of = (changes: Partial<OrderRow>): string => columnSpecs.orders.value.text(order({ quantity: '10', ...changes }), context);
    expect(of({ price: '5' })).toBe('50.00 HKD');
    expect(of({ price: '0.00125', quantity: '1' })).toBe('0.00125 HKD');
    expect(of({ price: '5', code: 'JP.7203', currency: 'JPY' })).toBe('50 JPY');
  });
});

it('the value of an option’s fill is by the multiplier of its quote, or unknown', () => {
  const row = fill({ code: 'HK.TCH281228C600000', currency: 'HKD', price: '31.51', quantity: '5' });
  const price: OrderPrice = { symbol: 'HK.TCH281228C600000', last: '31.51', tick: '0.01', isOld: false, isExpired: false, note: '' };
  const { text, label, sortKey } = columnSpecs.fills.value;
  const at = (prices: readonly OrderPrice[]): ColumnContext => ({ ...context, prices: new Map(prices.map((each) => [each.symbol, each])) });
  const [known, unknown] = [at([{ ...price, contractSize: '100' }]), at([price])];
  expect([text(row, known), label?.(row, known), sortKey?.(row, known)]).toEqual([
    ...['15,755.00 HKD', '15,755.00 HKD', parseAmount('15755')],
  ]);
  expect([text(row, unknown), sortKey?.(row, unknown)]).toEqual(['–', undefined]);
  expect(label?.(row, unknown)).toMatch(/^Value unknown: neither the list of fills nor the quote/);
});

describe('the status of a fill', () => {
  it('is named only for one that doesn’t count', () => {
    const { status } = columnSpecs.fills;
    expect([fill(), fill({ status: 'CANCELLED' })].map((row) => status.text(row, context))).toEqual(['', 'CANCELLED']);
  });
});

describe('the columns of a list of orders', () => {
  it('keep the place of those that only the other list has', () => {
    const isIn = (key: string): boolean => key !== 'distance';
    expect(withColumns(['created', 'side', 'distance', 'type'], ['created', 'type', 'side'], isIn)).toEqual([
      'created',
      'type',
      'distance',
      'side',
    ]);
    expect(withColumns(['created', 'distance'], ['created', 'type'], isIn)).toEqual(['created', 'distance', 'type']);
  });
});

describe('the value of a fill', () => {
  it('has its currency, and is unknown for contracts, whose price is not that of one share', () => {
    const { value } = columnSpecs.fills;
    expect(value.text(fill({ code: 'HK.00700' }), context)).toBe('56,250.00 HKD');
    expect(value.text(fill({ code: 'US.AAPL', price: '208.50', quantity: '3' }), context)).toBe('625.50 USD');
    expect(value.text(fill({ code: 'SG.S27', currency: 'USD' }), context)).toBe('56,250.00 USD');
    expect(value.text(fill({ price: '--' }), context)).toBe('');
    const option = fill({ code: 'US.NVDA281215P150000', price: '9.69', quantity: '5' });
    expect([value.text(option, context), value.sortKey?.(option, context)]).toEqual(['–', undefined]);
    expect(value.label?.(option, context)).toMatch(/^Value unknown: .*multiplier/);
  });

  it('is the exact product of price and quantity', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 9 }))
      .map(([units, places]) => new Big(units.toString()).div(new Big(10).pow(places)).toFixed(places));
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const product = new Big(one).times(other);
        expect(new Big(productText(one, other)).eq(product)).toBe(true);
        expect(productText(one, other)).toMatch(/^-?\d+(\.\d*[1-9])?$/);
      }),
    );
    expect(productText('562.50', '100')).toBe('56250');
    for (const text of ['', '--', '1e5']) expect(productText(text, '1')).toBe('');
  });
});

describe('the stored choices of the orders page', () => {
  it('are read back, with defaults for invalid ones', () => {
    const view = {
      ...initialViewState,
      tab: 'fills',
      range: { kind: 'dates', from: '2026-01-01', to: '2026-02-01' },
      sort: { key: 'price', direction: 'ascending' },
      fillColumns: ['created', 'price'],
    } as const;
    expect(readViewState(JSON.parse(JSON.stringify(view)))).toEqual(view);
    const wrong = {
      tab: 'x',
      range: { kind: 'days', days: 0 },
      sort: { key: 'x', direction: 'up' },
      orderColumns: ['symbol'],
      fillColumns: ['created', 'created'],
    };
    expect(readViewState(wrong)).toEqual(initialViewState);
    for (const nothing of [undefined, null, 'x', []]) expect(readViewState(nothing)).toEqual(initialViewState);
  });
});
