import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listOf, notOffered } from '../../../../../src/service/lists/list';
import type { Gap, List } from '../../../../../src/service/lists/list';
import { HttpError } from '../../../../../src/service/errors';
import { drawn, hoverOf } from '../../../../support/editor/drawnTree';
import { cutRows } from '../../../../support/editor/sideBar';
import { failedGap } from '../../../../support/builders/lists';
import { rowRoom } from '../../../../../src/ui/platform/trees/rowRoom';
import type { OrderRecord } from '../../../../../src/service/records';
import type { Attempt } from '../../../../../src/domain/orders/orderAttempts';
import { OrderSubject } from '../../../../../src/app/orders/ticket/ticket';
import { readCommandArgument } from '../../../../../src/ui/platform/commandArguments';
import { ModelTree, subjectOf } from '../../../../../src/ui/platform/trees/treeModel';
import type { ModelNode } from '../../../../../src/ui/platform/trees/treeModel';
import { ordersTree } from '../../../../../src/ui/orders/tree/ordersTree';
import { orderRecord } from '../../../../support/orders/orderFakes';
import { attemptOf } from '../../../../support/orders/requests';

beforeEach(() => rowRoom.measure({ width: 250, em: 13 }));
afterEach(() => rowRoom.measure(undefined));

describe('a row of the Orders view', () => {
  it.each([250, 280, 300])('cuts off no quantity and no price in a side bar of %i pixels, in a wide font', (width) => {
    rowRoom.measure({ width, em: 13 });
    const account = { id: '8001', name: 'Main', kind: 'live' as const, markets: [], source: 'service' as const };
    const types = ['LIMIT', 'MARKET', 'AUCTION', 'AUCTION_LIMIT', 'STOP', 'STOP_LIMIT', 'LIMIT_IF_TOUCHED', 'MARKET_IF_TOUCHED'];
    const values = [
      { side: 'BUY', quantity: '300', price: '562.5', auxPrice: '573.75', name: 'TENCENT' },
      { side: 'SELL', quantity: '2500', price: '27.95', auxPrice: '27.391', name: 'MTR CORPORATION' },
      { side: 'SELL_SHORT', quantity: '2', price: '12.5', auxPrice: '12.25', name: 'NVDA 281215 150.00P' },
      { side: 'BUY_BACK', quantity: '60', price: '110.4', auxPrice: '112.608', name: '迪士尼公司' },
    ];
    const orders = values.flatMap((value) =>
      types.map((orderType) => orderRecord({ ...value, orderType, orderId: `${value.side}-${orderType}` })),
    );
    const book = { accounts: [{ account, list: listOf(orders), updatedAtMs: 0 }], directory: [] };
    const rows = ordersTree({ orders: book, attempts: [], journalError: undefined, zone: 'UTC', isPrivate: false });
    expect(rows[0]?.children).toHaveLength(orders.length);
    expect(cutRows(rows[0]?.children ?? [], width, /^.*?(?= · )/, 2)).toEqual([]);
  });

  it('says in words, like its icon, that an order cannot be modified', () => {
    const account = { id: '8001', name: 'Main', kind: 'live' as const, markets: [], source: 'service' as const };
    const orders = [orderRecord({ orderId: 'OK-1', code: 'HK.00700' }), orderRecord({ orderId: 'ASHARE-1', code: 'SH.600519' })];
    const book = { accounts: [{ account, list: listOf(orders), updatedAtMs: 0 }], directory: [] };
    const rows = ordersTree({ orders: book, attempts: [], journalError: undefined, zone: 'UTC', isPrivate: false })[0]?.children ?? [];
    expect(rows.map((row) => row.item().accessibilityInformation?.label.includes('A-share orders can’t be modified'))).toEqual([
      false,
      true,
    ]);
  });

  it('opens the ticket of an open order on a click, and the security of an order that can’t be modified', () => {
    const account = { id: '8001', name: 'Main', kind: 'live' as const, markets: [], source: 'service' as const };
    const orders = [
      orderRecord({ orderId: 'OK-1', code: 'HK.00700' }),
      orderRecord({ orderId: 'ASHARE-1', code: 'SH.600519' }),
      orderRecord({ orderId: 'DONE-1', code: 'HK.00005', status: 'FILLED_ALL' }),
    ];
    const book = { accounts: [{ account, list: listOf(orders), updatedAtMs: 0 }], directory: [] };
    const rows = ordersTree({ orders: book, attempts: [], journalError: undefined, zone: 'UTC', isPrivate: false })[0]?.children ?? [];
    expect(rows.map((row) => row.item().command)).toMatchObject([
      { command: 'marketDesk.orders.modify', arguments: [{ accountId: '8001', orderId: 'OK-1' }] },
      { command: 'marketDesk.security.open', arguments: ['SH.600519'] },
      { command: 'marketDesk.security.open', arguments: ['HK.00005'] },
    ]);
  });

  it('shows the ordered values first in its hover, and no price of zero', () => {
    const account = { id: '8001', name: 'Main', kind: 'live' as const, markets: [], source: 'service' as const };
    const order = orderRecord({ orderId: 'SLOW-5', code: 'HK.00700', auxPrice: '0', dealtAveragePrice: '0.000' });
    const book = { accounts: [{ account, list: listOf([order]), updatedAtMs: 0 }], directory: [] };
    const rows = ordersTree({ orders: book, attempts: [], journalError: undefined, zone: 'UTC', isPrivate: false })[0]?.children ?? [];
    const hover = hoverOf(rows.at(-1)).replaceAll('\\', '');
    expect(hover.split('\n')[0]).toContain('BUY 100 Tencent @ 12.30');
    expect(hover).toContain('| Order ID | SLOW-5 |');
    expect(hover).not.toMatch(/Trigger price|Average fill price/);
  });
});

describe('a row whose menu is open while the view is read again', () => {
  const paper = { id: 'SIM-1', name: 'Paper', kind: 'simulated' as const, markets: [1, 2], source: 'service' as const };
  const show = (tree: ModelTree, orders: readonly OrderRecord[], attempts: readonly Attempt[] = []): void => {
    const book = { accounts: [{ account: paper, list: listOf(orders), updatedAtMs: 0 }], directory: [] };
    tree.show(ordersTree({ orders: book, attempts, journalError: undefined, zone: 'UTC', isPrivate: false }));
  };
  const rowOf = (tree: ModelTree, code: string): ModelNode =>
    tree.find((subject) => subject instanceof OrderSubject && subject.order.code === code) ?? expect.unreachable();
  /** What the editor gives to a command: the row that has the ID now, or the one that it still holds. */
  const given = (tree: ModelTree, held: ModelNode): unknown => {
    const below = tree.roots().flatMap((root) => [root, ...root.below]);
    return subjectOf(readCommandArgument('marketDesk.orders.cancel', [below.find(({ id }) => id === held.id) ?? held]));
  };
  const [hong, america] = [orderRecord({ orderId: '5', code: '00700' }), orderRecord({ orderId: '5', code: 'AAPL' })];

  it('gives its command the order as it is now', () => {
    const tree = new ModelTree();
    show(tree, [hong, america]);
    const held = rowOf(tree, '00700');
    show(tree, [america, { ...hong, price: '13.5' }], [attemptOf('place', false, 'applied', { resolution: undefined })]);
    expect(given(tree, held)).toMatchObject({ order: { code: '00700', price: '13.5' } });
    expect(given(tree, held)).toBe(subjectOf(held));
  });

  it('never gives it another order of the same ID, nor none when the order has gone', () => {
    const tree = new ModelTree();
    show(tree, [hong, america]);
    const held = rowOf(tree, '00700');
    show(tree, [{ ...hong, status: 'FILLED_ALL' }, america]);
    expect(given(tree, held)).toMatchObject({ order: { code: '00700', status: 'FILLED_ALL' } });
    show(tree, [america]);
    expect(given(tree, held)).toMatchObject({ account: { id: 'SIM-1' }, order: { orderId: '5', code: '00700' } });
  });
});

describe('a row of Recent Changes', () => {
  it('says of a new order what became of the request, however the order ended', () => {
    const account = { id: '8001', name: 'Main', kind: 'live' as const, markets: [], source: 'service' as const };
    const attempt = attemptOf('place', false, 'applied', { resolution: undefined });
    const order = orderRecord({ orderId: 'N-1', status: 'FAILED', lastError: 'Out of margin' });
    const placed = { ...attempt, target: { ...attempt.target, accountId: '8001', orderId: 'N-1' } };
    const book = { accounts: [{ account, list: listOf([order]), updatedAtMs: 0 }], directory: [] };
    const [row] = drawn(ordersTree({ orders: book, attempts: [placed], journalError: undefined, zone: 'UTC', isPrivate: false }));
    expect(row?.description).toContain(': placed');
  });
});

describe('the hover of an open order', () => {
  const account = { id: '8001', name: 'Main', kind: 'live' as const, markets: [], source: 'service' as const };
  const price = { symbol: 'HK.00700', last: '12.00', tick: '0.01', isOld: false, isExpired: false, note: 'as of 10:00:00' };
  const hover = (order: Partial<OrderRecord>, changes: object = {}, isPrivate = false): string => {
    const orders = [orderRecord({ orderId: 'OK-1', code: 'SEHK.700', ...order })];
    const book = { accounts: [{ account, list: listOf(orders), updatedAtMs: 0 }], directory: [] };
    const priceOf = (symbol: string): typeof price | undefined => (symbol === price.symbol ? { ...price, ...changes } : undefined);
    const state = { orders: book, attempts: [], journalError: undefined, priceOf, zone: 'UTC', isPrivate };
    return hoverOf(ordersTree(state)[0]?.children?.at(-1)).replaceAll('\\', '');
  };

  it('has the last price and the distance to it', () => {
    expect(hover({})).toContain('| Last price | 12.00, as of 10:00:00 |');
    expect(hover({})).toContain('| Distance | +2.50% (+0.30) |');
  });

  it('calculates nothing from a price that has expired, and shows neither without one', () => {
    expect(hover({}, { isExpired: true, note: 'out of date' })).toContain('| Last price | 12.00, out of date |');
    expect(hover({}, { isExpired: true })).not.toContain('Distance');
    expect(hover({}, { last: '' })).not.toMatch(/Last price|Distance/);
    expect(hover({ code: 'US.AAPL' })).not.toMatch(/Last price|Distance/);
    expect(hover({ status: 'FILLED_ALL' })).not.toMatch(/Last price|Distance/);
  });

  it('hides the distance in privacy mode, because it tells the price of the order', () => {
    expect(hover({}, {}, true)).toContain('| Distance | ••• |');
  });
});

describe('the verdict of an order list', () => {
  const account = { id: '8001', name: 'Main', kind: 'live' as const, markets: [], source: 'service' as const };
  const order = orderRecord({ orderId: 'OK-1', code: 'HK.00700' });
  const rowsOf = (list: List<OrderRecord> | undefined): ReturnType<typeof drawn> => {
    const book = { accounts: [{ account, list, updatedAtMs: list === undefined ? undefined : 0 }], directory: [] };
    return drawn(ordersTree({ orders: book, attempts: [], journalError: undefined, zone: 'UTC', isPrivate: false }));
  };

  it.each<[Gap, string]>([
    [failedGap(new HttpError({ status: 429 }), { part: 'US' }), 'United States: '],
    [failedGap(new HttpError({ status: 500 }), { part: 'US', keptFromMs: 1 }), 'Showing what was loaded before.'],
    [{ kind: 'unreadable', part: 'HK', count: 1, of: 31 }, '1 of 31 orders couldn’t be read.'],
    [
      { kind: 'contradicted', part: 'HK', orders: [order] },
      'Hong Kong: The service lists orders more than once, with different values: OK-1.',
    ],
    [{ kind: 'brokenOff', part: 'HK', page: 3, reason: 'cursor-repeated' }, 'Hong Kong: The list is incomplete'],
    [{ kind: 'brokenOff', part: '', page: 3, reason: 'end-missing' }, 'didn’t say where it ends'],
    [{ kind: 'notOffered', part: 'JP' }, 'Markets not provided by this service: Japan'],
    [{ kind: 'more', part: '' }, 'there are more pages'],
  ])('is shown above the orders: %j', (gap, text) => {
    const [row] = rowsOf(listOf([order], [gap]));
    const isKept = gap.kind === 'failed' && gap.keptFromMs !== undefined;
    expect(row?.description).toContain(isKept ? '1 open, out of date' : '1 open, incomplete');
    expect(row?.below.map(({ label }) => label)).toEqual([expect.stringContaining(text), 'B 100 Tencent']);
    expect(row?.below[0]?.command).toBe('marketDesk.orders.refresh');
  });

  it('names once what is wrong with several markets in the same way', () => {
    const gaps = ['HK', 'US', 'SG'].map((part) => failedGap(new HttpError({ status: 500 }), { part }));
    expect(rowsOf(listOf([], gaps))[0]?.below.map(({ label }) => label)).toEqual([
      expect.stringContaining('Hong Kong, United States, Singapore: '),
    ]);
  });

  it('never says that there are no orders when some are missing', () => {
    expect(JSON.stringify(rowsOf(listOf<OrderRecord>([], [failedGap()])))).not.toContain('No orders');
    expect(JSON.stringify(rowsOf(listOf<OrderRecord>([])))).toContain('No orders');
    expect(JSON.stringify(rowsOf(notOffered))).toContain('the service doesn’t list orders');
    expect(rowsOf(undefined)[0]?.below).toMatchObject([{ icon: 'loading~spin' }]);
  });

  it('shows what is missing from the account list instead of “no accounts”', () => {
    const book = { accounts: [], directory: [{ kind: 'live' as const, list: listOf([], [failedGap(undefined, { part: 'live' })]) }] };
    const rows = drawn(ordersTree({ orders: book, attempts: [], journalError: undefined, zone: 'UTC', isPrivate: false }));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ icon: 'error', command: 'marketDesk.orders.refresh' });
  });
});
