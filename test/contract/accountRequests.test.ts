import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountItems, AccountWatch } from '../../src/app/accounts/accountBook';
import { seen } from '../../src/service/lists/list';
import { contents, listPage } from '../../src/service/schema/page';
import type { ServiceClient } from '../../src/service/serviceClient';
import { booksOf } from '../support/builders/books';
import { FakeAccess } from '../support/fakeAccess';
import { FakeTime } from '../support/machine/fakeTime';
import { openClient } from '../support/network/clientHarness';
import type { ClientAndSandbox } from '../support/network/clientHarness';

/** The refresh interval by default. */
const intervalMs = 30_000;
const watch = { maxAgeMs: () => intervalMs, changed: () => undefined };

/** The same service for a user with a second live account. */
function withSecondLiveAccount(client: ServiceClient): ServiceClient {
  const { beyond } = client;
  const real = <Q extends { readonly accountId: string }>(query: Q): Q => ({ ...query, accountId: query.accountId.slice(0, 4) });
  return {
    ...client,
    beyond: {
      ...beyond,
      liveAccounts: async (options) => {
        const page = (await beyond.liveAccounts(options))[contents];
        return listPage({ ...page, items: page.items.flatMap((account) => [account, { ...account, id: `${account.id}-2` }]) });
      },
      livePositions: async (query, options) => beyond.livePositions(real(query), options),
      orders: async (query, options) => beyond.orders(real(query), options),
    },
  };
}

/** Markets that are probably empty are read behind the others. */
function isAwaited({ list }: AccountItems<unknown>): boolean {
  return list === undefined || seen(list).gaps.some(({ kind }) => kind === 'awaited');
}

/** Trading requests per minute that reach the service once everything is shown: those that count toward its limit. */
async function requestsAMinute(
  held: ClientAndSandbox,
  open: (books: ReturnType<typeof booksOf>) => readonly Pick<AccountWatch<unknown>, 'setOn' | 'isReading' | 'state'>[],
): Promise<number> {
  const time = new FakeTime();
  const books = booksOf({ access: new FakeAccess(withSecondLiveAccount(held.client)), time });
  const watches = open(books);
  const idle = async (): Promise<void> => {
    do await new Promise((resolve) => setTimeout(resolve, 5));
    while (watches.some(({ isReading, state }) => isReading || state.accounts === undefined || state.accounts.some(isAwaited)));
  };
  for (const each of watches) each.setOn(true);
  await idle();
  const counted = (): number => held.sandbox.ledger.entries.filter(({ path }) => /\/api\/v1\.0\/(accounts|sim-trade)\//.test(path)).length;
  // Markets without activity and account lists are read every two minutes, so two of these are counted.
  const minutes = 4;
  const before = counted();
  for (let second = 0; second < minutes * 60; second += 1) {
    await time.advance(1_000);
    await idle();
  }
  const count = counted() - before;
  books.positions.dispose();
  books.orders.dispose();
  return count / minutes;
}

describe('trading requests of one window', () => {
  let held: ClientAndSandbox;
  beforeAll(async () => {
    held = await openClient('bearer');
  });
  afterAll(async () => held.close());

  it('do not increase when the portfolio and a security page are open besides the two views', async () => {
    const views = await requestsAMinute(held, ({ positions, orders }) => [positions.watch(watch), orders.watch(watch)]);
    const all = await requestsAMinute(held, ({ positions, orders }) => [
      positions.watch(watch),
      orders.watch(watch),
      positions.watch(watch),
      positions.watch(watch),
      orders.watch(watch),
    ]);
    // Positions of three accounts and orders of two, twice a minute.
    expect(views).toBeGreaterThanOrEqual(10);
    expect(all).toBe(views);
  });
});
