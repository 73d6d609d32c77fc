import { describe, expect, it } from 'vitest';
import type { AccountWatch } from '../../../../src/app/accounts/accountBook';
import type { Account } from '../../../../src/app/session/accounts/accounts';
import { HttpError } from '../../../../src/service/errors';
import type { ListPage } from '../../../../src/service/schema/page';
import type { ListedAccount, Position } from '../../../../src/service/records';
import { booksOf, now, untilDone } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const account = (id: string): ListedAccount => ({ id, kind: 'simulated', title: '', markets: [] });

/** A window with a service that has two accounts without positions. */
function harness() {
  const world = { answer: async (): Promise<ListPage<Position>> => pageOf<Position>([]) };
  let asked: string[] = [];
  const client = fakeClient({
    simulatedPositions: async ({ accountId, market }) => {
      asked.push(market === undefined ? accountId : `${accountId}/${market}`);
      return world.answer();
    },
    beyond: {
      simulatedAccounts: async () => pageOf([account('S1'), account('S2')]),
      liveAccounts: async () => pageOf([]),
    },
  });
  const access = new FakeAccess(client);
  const time = new FakeTime();
  const { positions: book, log } = booksOf({ access, time });
  /** The requests until the given time has passed. */
  const askedIn = async (ms: number): Promise<readonly string[]> => {
    asked = [];
    await time.advance(ms);
    return asked.toSorted();
  };
  const watch = (seconds = 30, ...ids: readonly string[]): AccountWatch<unknown> & { told: number; readings: boolean[] } => {
    const told = { told: 0, readings: [] as boolean[] };
    const choose = (all: readonly Account[]): readonly Account[] => all.filter(({ id }) => ids.length === 0 || ids.includes(id));
    const own = book.watch({
      choose,
      maxAgeMs: () => seconds * 1000,
      changed: () => (told.told += 1),
      readingChanged: () => told.readings.push(own.isReading),
    });
    const { setOn, wantsOther, refresh, dispose } = own;
    return Object.assign(told, {
      setOn,
      wantsOther,
      refresh,
      dispose,
      get state() {
        return own.state;
      },
      get old() {
        return own.old;
      },
      get isReading() {
        return own.isReading;
      },
    });
  };
  return Object.assign(world, { access, book, time, log, askedIn, watch });
}

describe('the book of account lists', () => {
  it('reads a list once for all views that show it, and informs them all', async () => {
    const it = harness();
    const [one, two] = [it.watch(), it.watch()];
    one.setOn(true);
    two.setOn(true);
    expect(await it.askedIn(0)).toEqual(['S1', 'S2']);
    expect([one.told > 0, two.told > 0]).toEqual([true, true]);
    expect(await it.askedIn(90_000)).toEqual(['S1', 'S1', 'S1', 'S2', 'S2', 'S2']);
  });

  it('does not read for a view that opens later and finds a list that is fresh enough', async () => {
    const it = harness();
    it.watch().setOn(true);
    await it.askedIn(20_000);
    it.watch().setOn(true);
    expect(await it.askedIn(5_000)).toEqual([]);
    expect(await it.askedIn(5_000)).toEqual(['S1', 'S2']);
  });

  it('reads as often as the most demanding view of a list', async () => {
    const it = harness();
    it.watch(60).setOn(true);
    const hasty = it.watch(10, 'S2');
    hasty.setOn(true);
    await settle();
    expect(await it.askedIn(60_000)).toEqual(['S1', 'S2', 'S2', 'S2', 'S2', 'S2', 'S2']);
    hasty.setOn(false);
    expect(await it.askedIn(60_000)).toEqual(['S1', 'S2']);
  });

  it('reads nothing for hidden views, and nothing automatically for views that refresh by hand', async () => {
    const it = harness();
    const hidden = it.watch();
    const byHand = it.watch(0, 'S2');
    byHand.setOn(true);
    // Missing lists are read once.
    expect(await it.askedIn(0)).toEqual(['S2']);
    expect(await it.askedIn(600_000)).toEqual([]);
    await byHand.refresh();
    expect(await it.askedIn(0)).toEqual([]);
    hidden.setOn(true);
    expect(await it.askedIn(30_000)).toEqual(['S1', 'S1', 'S2']);
  });

  it('stops when the last view is closed or the user signs out', async () => {
    const it = harness();
    const [one, two] = [it.watch(), it.watch()];
    one.setOn(true);
    two.setOn(true);
    await settle();
    one.dispose();
    expect(await it.askedIn(30_000)).toEqual(['S1', 'S2']);
    it.access.become({ ...signedInState, session: { kind: 'signedOut' } });
    expect(await it.askedIn(600_000)).toEqual([]);
    it.access.become(signedInState);
    expect(await it.askedIn(0)).toEqual(['S1', 'S2']);
    two.dispose();
    expect(await it.askedIn(600_000)).toEqual([]);
  });

  it('reports when reading begins and ends', async () => {
    const it = harness();
    const watch = it.watch(30, 'S1');
    watch.setOn(true);
    await settle();
    expect([watch.readings[0], watch.readings.at(-1)]).toEqual([true, false]);
    expect(watch.isReading).toBe(false);
  });

  it('refreshes the visible lists by hand, once however many views ask for it together', async () => {
    const it = harness();
    const [one, two] = [it.watch(30, 'S1'), it.watch()];
    await it.askedIn(0);
    const both = Promise.all([one.refresh(), two.refresh()]);
    expect(await it.askedIn(0)).toEqual(['S1', 'S2']);
    await both;
  });

  it('returns lists that are fresh enough to a single caller, and tries again soon after a failure', async () => {
    const it = harness();
    await it.book.read({ maxAgeMs: 60_000 }, untilDone);
    await it.time.advance(59_000);
    const again = it.book.read({ maxAgeMs: 60_000 }, untilDone);
    expect(await it.askedIn(0)).toEqual([]);
    expect((await again).accounts?.map(({ list }) => list?.verdict)).toEqual(['complete', 'complete']);
    it.answer = () => Promise.reject(new HttpError({ status: 500 }));
    await it.book.read(now, untilDone);
    await it.time.advance(9_000);
    it.answer = async () => pageOf<Position>([]);
    await it.book.read({ maxAgeMs: 60_000 }, untilDone);
    expect(await it.askedIn(1_000)).toEqual([]);
    const afterFailure = it.book.read({ maxAgeMs: 60_000 }, untilDone);
    expect(await it.askedIn(0)).toEqual(['S1', 'S2']);
    expect((await afterFailure).accounts?.map(({ list }) => list?.verdict)).toEqual(['complete', 'complete']);
  });

  it('lets a caller cancel at once, and reads on for the others', async () => {
    const it = harness();
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    it.answer = async () => waiting.then(() => pageOf<Position>([]));
    const giveUp = new AbortController();
    const [patient, hasty] = [it.book.read(now, untilDone), it.book.read(now, giveUp.signal)];
    await settle();
    giveUp.abort();
    await expect(hasty).rejects.toMatchObject({ code: 'aborted' });
    release();
    expect((await patient).accounts).toMatchObject([{ list: { verdict: 'complete' } }, { list: { verdict: 'complete' } }]);
  });

  it('keeps the list of one market separate from the list of all markets', async () => {
    const it = harness();
    const whole = it.watch();
    let market: number | undefined = 7;
    const limited = it.book.watch({ market: () => market, maxAgeMs: () => 30_000, changed: () => undefined });
    whole.setOn(true);
    limited.setOn(true);
    expect(await it.askedIn(0)).toEqual(['S1', 'S1/7', 'S2', 'S2/7']);
    market = undefined;
    limited.wantsOther();
    expect(await it.askedIn(30_000)).toEqual(['S1', 'S2']);
  });

  it('logs failures that are not failures of a request, and no others', async () => {
    const it = harness();
    it.answer = () => Promise.reject(new HttpError({ status: 500 }));
    await it.book.read(now, untilDone);
    expect(it.log.lines).toEqual([]);
    it.answer = () => Promise.reject(new TypeError('a fault of the program'));
    await it.book.read(now, untilDone);
    expect(it.log.lines.join()).toContain('Positions could not be read');
  });
});
