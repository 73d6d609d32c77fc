import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FundsBook } from '../../../src/app/positions/fundsBook';
import { seen } from '../../../src/service/lists/list';
import { booksOf } from '../../support/builders/books';
import { FakeAccess } from '../../support/fakeAccess';
import { FakeTime } from '../../support/machine/fakeTime';
import { openClient } from '../../support/network/clientHarness';
import type { ClientAndSandbox } from '../../support/network/clientHarness';
import { worlds } from '../../support/sandbox/worlds';

describe.each(worlds)('the funds of accounts, %s', (name, options) => {
  let held: ClientAndSandbox;
  beforeAll(async () => {
    held = await openClient('bearer', { sandbox: options });
  });
  afterAll(async () => held.close());

  it('are read for live and paper accounts, or reported as not offered', async () => {
    const configured = (): readonly { readonly id: string; readonly kind: 'live' }[] => [{ id: '8001', kind: 'live' }];
    const books = booksOf({ access: new FakeAccess(held.client), time: new FakeTime(), configured });
    const book = new FundsBook(books.parts);
    const watch = book.watch({ maxAgeMs: () => 0, changed: () => undefined });
    await watch.refresh();
    const read = watch.state.accounts ?? [];
    const found = new Set(read.map(({ account, list }) => `${account.kind} ${list?.verdict ?? 'none'}`));
    if (name === 'strict') expect([...found]).toEqual(['live notOffered']);
    else {
      expect([...found].sort()).toEqual(['live complete', 'simulated complete']);
      for (const { account, list } of read) {
        const items = list === undefined ? [] : seen(list).items;
        expect(items.length, account.id).toBe(Math.max(1, account.kind === 'live' ? 1 : account.markets.length));
        for (const { power, cash } of items) expect(`${power} ${cash}`).toMatch(/^-?[\d.]+ -?[\d.]+$/);
      }
    }
    watch.dispose();
    book.dispose();
    books.positions.dispose();
    books.orders.dispose();
  });
});
