import { expect, it } from 'vitest';
import type { AccountItems, AccountWatch, AccountWatchOptions } from '../../../../../src/app/accounts/accountBook';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import { readHolding } from '../../../../../src/domain/positions/holding';
import type { ReadHolding } from '../../../../../src/domain/positions/holding';
import { plainAmount } from '../../../../../src/domain/values/amount';
import type { OrderRecord } from '../../../../../src/service/records';
import { listOf, notOffered } from '../../../../../src/service/lists/list';
import type { List } from '../../../../../src/service/lists/list';
import { HeldPosition } from '../../../../../src/ui/orders/form/heldPosition';
import { holding } from '../../../../support/builders/holding';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { orderRecord } from '../../../../support/orders/orderFakes';

/** A book of one account, of which the test says what was read. */
class FakeBook<T> {
  isOn = false;
  #shown: readonly AccountItems<T>[] = [];
  #tell = (): void => undefined;

  constructor(private readonly time: FakeTime) {}

  watch({ choose, changed }: AccountWatchOptions): AccountWatch<T> {
    this.#tell = changed;
    const items = (): readonly AccountItems<T>[] => {
      const chosen = choose?.(this.#shown.map(({ account }) => account)) ?? [];
      return this.#shown.filter(({ account }) => chosen.includes(account));
    };
    return {
      get state() {
        return { accounts: items(), directory: [] };
      },
      old: [],
      isReading: false,
      setOn: (isOn) => (this.isOn = isOn),
      wantsOther: () => undefined,
      refresh: async () => undefined,
      dispose: () => undefined,
    };
  }

  read(list: List<T>, id = '8001', kind: 'live' | 'simulated' = 'live'): void {
    const account = { id, name: '', kind, markets: [], source: 'service' } as const;
    this.#shown = [...this.#shown.filter((shown) => shown.account.id !== id), { account, list, updatedAtMs: this.time.wallMs() }];
    this.#tell();
  }
}

const order = orderRecord({ code: 'HK.00700', quantity: '1000', dealtQuantity: '0' });

function setUp(quantity?: string) {
  const time = new FakeTime();
  let changes = 0;
  const [positions, orders] = [new FakeBook<ReadHolding>(time), new FakeBook<OrderRecord>(time)];
  const paperOrders = { find: () => undefined, onDidRead: () => ({ dispose: () => undefined }), watch: orders.watch.bind(orders) };
  const books = { positions, paperOrders, orders: { ...paperOrders, onDidChange: paperOrders.onDidRead } };
  const ticket = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', order);
  const hold = (now: string): void => positions.read(listOf([readHolding(holding({ quantity: now }))]));
  if (quantity !== undefined) hold(quantity);
  const held = new HeldPosition({ ...books, clock: time, timers: time }, ticket, () => (changes += 1));
  const known = (): string | undefined => {
    const now = held.known;
    return typeof now === 'object' ? plainAmount(now.quantity) : now;
  };
  return { held, time, positions, orders, known, hold, changes: () => changes };
}

it('the position of a form is that of its account alone', () => {
  const { positions, known, hold } = setUp();
  positions.read(listOf([readHolding(holding({ quantity: '700' }))]), '8002');
  expect(known()).toBe('unread');
  hold('200');
  expect(known()).toBe('200');
});

it('positions are read for a form that is in sight', () => {
  const { held, positions, orders } = setUp();
  expect(positions.isOn).toBe(false);
  held.setVisible(true);
  expect([positions.isOn, orders.isOn]).toEqual([true, false]);
  held.setVisible(false);
  expect(positions.isOn).toBe(false);
});

it('the position is not known from a list that lacks something', () => {
  const { positions, known } = setUp();
  positions.read(listOf<ReadHolding>([], [{ kind: 'more', part: '' }]));
  expect(known()).toBe('unclear');
  positions.read(notOffered);
  expect(known()).toBe('unclear');
  positions.read(listOf<ReadHolding>([]));
  expect(known()).toBe('0');
});

it('a position from before a fill is not known', async () => {
  const { time, orders, known, hold } = setUp();
  orders.read(listOf([order, orderRecord({ orderId: 'X', code: 'HK.00005', dealtQuantity: '10' })]));
  hold('200');
  await time.advance(1_000);
  orders.read(listOf([order, orderRecord({ orderId: 'X', code: 'HK.00005', dealtQuantity: '20' })]));
  expect(known()).toBe('200');
  orders.read(listOf([{ ...order, dealtQuantity: '300' }]));
  expect(known()).toBe('unread');
  await time.advance(1_000);
  hold('500');
  expect(known()).toBe('500');
});

it('a position that was read before the form was opened gets old', async () => {
  const { time, known, changes } = setUp('200');
  expect([known(), changes()]).toEqual(['200', 0]);
  await time.advance(151_000);
  expect([known(), changes()]).toEqual(['unread', 1]);
});

it('a form knows what is left of open orders in its security', () => {
  const { held, orders, hold, changes } = setUp();
  hold('200');
  const of = (orderId: string, change: Partial<OrderRecord>): OrderRecord =>
    orderRecord({ orderId, code: 'HK.00700', side: 'SELL', quantity: '1000', dealtQuantity: '0', ...change });
  const before = changes();
  orders.read(
    listOf([
      of('A', { dealtQuantity: '' }),
      of('B', { code: 'SEHK.00700', quantity: '500' }),
      of('C', { status: 'CANCELLED_ALL' }),
      of('D', { code: 'HK.00005' }),
      of('E', { quantity: '' }),
    ]),
  );
  const open = typeof held.known === 'object' ? held.known.open : undefined;
  expect(open?.map(({ orderId, rest }) => `${orderId} ${plainAmount(rest)}`)).toEqual(['A 1000', 'B 500']);
  expect(changes()).toBe(before + 1);
});

it('the currency of a position is what its records state, however old they are', async () => {
  const { held, time, positions } = setUp();
  const of = (symbol: string, currency: string | undefined, id = symbol): ReadHolding => readHolding(holding({ id, symbol, currency }));
  expect(held.currency).toBeUndefined();
  positions.read(listOf([of('HK.00700', 'USD'), of('HK.00005', 'HKD')], [{ kind: 'more', part: '' }]));
  await time.advance(200_000);
  expect(held.currency).toBe('USD');
  positions.read(listOf([of('HK.00700', undefined)]));
  expect(held.currency).toBeUndefined();
  positions.read(listOf([of('HK.00700', 'USD'), of('HK.00700', 'HKD', 'other')]));
  expect(held.currency).toBeUndefined();
});

it('a form is not told anything while it is made', () => {
  const time = new FakeTime();
  const [positions, orders] = [new FakeBook<ReadHolding>(time), new FakeBook<OrderRecord>(time)];
  orders.read(listOf([{ ...order, orderId: 'X', side: 'SELL' }]));
  const paperOrders = { find: () => undefined, onDidRead: () => ({ dispose: () => undefined }), watch: orders.watch.bind(orders) };
  const books = { positions, paperOrders, orders: { ...paperOrders, onDidChange: paperOrders.onDidRead } };
  let told = 0;
  new HeldPosition(
    { ...books, clock: time, timers: time },
    withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', order),
    () => (told += 1),
  );
  expect(told).toBe(0);
});
