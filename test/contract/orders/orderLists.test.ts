import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderLists } from '../../../src/app/orders/lists/orderLists';
import { fillsCsv, listJson, ordersCsv } from '../../../src/app/orders/lists/ordersExport';
import type { ExportedAccount } from '../../../src/app/orders/lists/ordersExport';
import type { AccountItems } from '../../../src/app/accounts/accountBook';
import type { RangeChoice } from '../../../src/domain/time/historyRange';
import { seen } from '../../../src/service/lists/list';
import { booksOf } from '../../support/builders/books';
import { FakeAccess } from '../../support/fakeAccess';
import { FakeTime } from '../../support/machine/fakeTime';
import { openClient } from '../../support/network/clientHarness';
import type { ClientAndSandbox } from '../../support/network/clientHarness';
import { worlds } from '../../support/sandbox/worlds';

const all: RangeChoice = { kind: 'dates', from: '2001-01-01', to: '2037-12-31' };

/** Markets that are probably empty are read behind the others. */
function isAwaited({ list }: AccountItems<unknown>): boolean {
  return list !== undefined && seen(list).gaps.some(({ kind }) => kind === 'awaited');
}

describe.each(worlds)('the lists of the orders page, %s', (name, options) => {
  const isStrict = name === 'strict';
  let held: ClientAndSandbox;
  let books: ReturnType<typeof booksOf>;
  let lists: OrderLists;
  beforeAll(async () => {
    held = await openClient('bearer', { sandbox: { ...options, alwaysOpen: true, language: 'en' } });
    const configured = (): readonly { readonly id: string; readonly kind: 'live' }[] => [{ id: '8001', kind: 'live' }];
    books = booksOf({ access: new FakeAccess(held.client), time: new FakeTime(), configured });
    lists = new OrderLists({
      books,
      timeZone: () => 'UTC',
      maxAgeMs: () => 0,
      changed: () => undefined,
      readingChanged: () => undefined,
    });
  });
  afterAll(async () => {
    lists.dispose();
    books.positions.dispose();
    books.orders.dispose();
    await held.close();
  });

  const idle = async (): Promise<void> => {
    do await new Promise((resolve) => setTimeout(resolve, 10));
    while (lists.isReading || lists.orders('open').some(isAwaited));
  };
  const kinds = (each: readonly AccountItems<unknown>[]): readonly string[] =>
    [...new Set(each.map(({ account, list }) => `${account.kind} ${list?.verdict ?? 'none'}`))].sort();
  const asked = (path: RegExp): number => held.sandbox.ledger.entries.filter((entry) => path.test(entry.path)).length;

  it('have the open orders of live and paper accounts, and no past ones', async () => {
    lists.show('open', all);
    await lists.refresh();
    await idle();
    const open = lists.orders('open');
    if (isStrict) expect(kinds(open)).toEqual(['live notOffered']);
    else {
      expect(kinds(open)).toEqual(['live complete', 'simulated complete']);
      const statuses = new Set(open.flatMap(({ list }) => (list === undefined ? [] : seen(list).items.map(({ status }) => status))));
      expect(statuses.has('SUBMITTED')).toBe(true);
      expect(statuses.has('FILLED_ALL')).toBe(false);
    }
    expect(asked(/orders_history|history-orders|fills/)).toBe(0);
  });

  it('have all past orders of both kinds of accounts, read once for a range', async () => {
    lists.show('history', all);
    await idle();
    const history = lists.orders('history');
    expect(kinds(history)).toEqual(isStrict ? ['live notOffered'] : ['live complete', 'simulated complete']);
    if (!isStrict)
      for (const { account, list } of history) {
        const orders = list === undefined ? [] : seen(list).items;
        expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(orders.length);
        if (account.id === '8001') expect(orders.length).toBeGreaterThan(100);
      }
    const before = held.sandbox.ledger.entries.length;
    lists.show('history', all);
    await idle();
    expect(asked(/orders_history|history-orders/)).toBeGreaterThan(0);
    expect(held.sandbox.ledger.entries.length).toBe(before);
  });

  it('have fills of live accounts, including today’s, each once', async () => {
    lists.show('fills', all);
    await idle();
    const fills = lists.fills();
    expect(kinds(fills.filter(({ account }) => account.kind === 'live'))).toEqual([isStrict ? 'live notOffered' : 'live complete']);
    expect(fills.filter(({ account, list }) => account.kind === 'simulated' && list !== undefined)).toEqual([]);
    const [live] = fills.filter(({ account }) => account.id === '8001');
    const found = live?.list === undefined ? [] : seen(live.list).items;
    expect(new Set(found.map(({ dealId }) => dealId)).size).toBe(found.length);
    expect(found.length > 50).toBe(!isStrict);
  });

  it('are read anew for another range, with nothing outside it', async () => {
    if (isStrict) return;
    const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const range: RangeChoice = { kind: 'dates', from: dayAgo(30), to: dayAgo(0) };
    lists.show('history', range);
    await idle();
    const from = BigInt(lists.range?.start ?? 0);
    const orders = lists.orders('history').flatMap(({ list }) => (list === undefined ? [] : seen(list).items));
    expect(orders.length).toBeGreaterThan(0);
    expect(orders.every(({ createdAt }) => BigInt(createdAt) >= from)).toBe(true);
  });

  it('export every digit with the verdict of each list', async () => {
    lists.show('fills', all);
    await idle();
    const whole = <T>({ account, list, updatedAtMs }: AccountItems<T>): ExportedAccount<T> => ({
      ...{ account, list, updatedAtMs },
      rows: list === undefined ? [] : seen(list).items,
    });
    const fills = { name: 'fills', range: lists.range, exportedAtMs: 0, accounts: lists.fills().map(whole) } as const;
    const [header, ...lines] = fillsCsv(fills).trimEnd().split('\r\n');
    expect(header).toMatch(/^\ufeffaccountId,accountKind,dealId,orderId,code,name,side,quantity,price,createdAt,/);
    const rows = fills.accounts.flatMap((each) => each.rows);
    if (isStrict) expect(lines.join('\n')).toContain('This service does not offer this list.');
    else expect(lines.filter((line) => line.includes(',yes,'))).toHaveLength(rows.length);
    expect(lines.join('\n')).not.toContain('not read yet');
    if (!isStrict) expect(lines.join('\n')).toContain('No call lists fills of paper accounts.');
    const read: unknown = JSON.parse(listJson(fills));
    expect(JSON.stringify(read)).not.toContain('not read yet');
    expect(read).toMatchObject({ list: 'fills', from: '2001-01-01T00:00:00.000000Z', to: '2037-12-31T23:59:59.999999Z' });
    expect(ordersCsv({ name: 'openOrders', range: undefined, exportedAtMs: 0, accounts: lists.orders('open').map(whole) })).toContain(
      isStrict ? 'not offer' : ',yes,',
    );
  });
});
