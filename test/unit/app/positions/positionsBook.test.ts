import { describe, expect, it } from 'vitest';
import type { Account, ConfiguredAccount } from '../../../../src/app/session/accounts/accounts';
import type { ReadHolding } from '../../../../src/domain/positions/holding';
import { seen } from '../../../../src/service/lists/list';
import { fromLivePosition } from '../../../../src/app/positions/holdings';
import { aLivePosition } from '../../../support/builders/holding';
import { pageOf } from '../../../support/builders/lists';
import { chosenAccounts } from '../../../../src/app/positions/positionsBook';
import type { AccountPositions, PositionsBook, PositionsState, PositionsWatch } from '../../../../src/app/positions/positionsBook';
import { firstFailureIn } from '../../../../src/app/accounts/accountBook';
import { booksOf, now, untilDone } from '../../../support/builders/books';
import { ApiError, DecodeError, HttpError, TransportError } from '../../../../src/service/errors';
import type { ListedAccount, LivePosition, Position } from '../../../../src/service/records';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const position = (fields: Partial<Position> = {}): Position => ({
  positionId: 'p1',
  side: 'long',
  market: 1,
  symbol: 'HK.00700',
  name: 'Tencent',
  quantity: '1',
  availableQuantity: '1',
  costPrice: '1',
  averageBuyPrice: '1',
  currentPrice: '2',
  marketValue: '2',
  profit: '1',
  profitRatio: '100',
  unknown: {},
  ...fields,
});
const live = aLivePosition({ side: 'SHORT', code: 'US.AAPL', name: 'Apple' });
const account = (id: string, kind: 'simulated' | 'live', markets: readonly number[] = []): ListedAccount => ({
  id,
  kind,
  title: '',
  markets,
});
const down = new TransportError('connect-failed', { sent: 'no' });
const missing = new HttpError({ status: 404 });

interface World {
  simulated: () => Promise<readonly ListedAccount[]>;
  live: () => Promise<readonly ListedAccount[]>;
  positions: (query: { readonly accountId: string; readonly market?: number }) => Promise<readonly Position[]>;
  livePositions: () => Promise<readonly LivePosition[]>;
  configured: readonly ConfiguredAccount[];
  selected: readonly string[] | undefined;
  market: number | undefined;
}

function harness(changes: Partial<World> = {}): World & {
  readonly book: PositionsBook;
  readonly list: PositionsWatch;
  readonly access: FakeAccess;
  readonly time: FakeTime;
  readonly asked: { accountId: string; market?: number }[];
  read(): Promise<void>;
} {
  const world: World = {
    simulated: async () => [account('S1', 'simulated')],
    live: async () => [],
    positions: async () => [position()],
    livePositions: async () => [live],
    configured: [],
    selected: undefined,
    market: undefined,
    ...changes,
  };
  const asked: { accountId: string; market?: number }[] = [];
  const client = fakeClient({
    simulatedPositions: async (query) => {
      asked.push(query);
      return pageOf(await world.positions(query));
    },
    beyond: {
      simulatedAccounts: async () => pageOf(await world.simulated()),
      liveAccounts: async () => pageOf(await world.live()),
      livePositions: async () => pageOf(await world.livePositions()),
    },
  });
  const time = new FakeTime();
  const access = new FakeAccess(client);
  const book = booksOf({ access, time, configured: () => world.configured }).positions;
  const wanted = { choose: (all: readonly Account[]) => chosenAccounts(all, world.selected), market: () => world.market };
  const list = book.watch({ ...wanted, maxAgeMs: () => 30_000, changed: () => undefined });
  /** Reads as a poll does; throws the first failure. */
  const read = async (): Promise<void> => {
    const failure = firstFailureIn(await book.read({ ...wanted, ...now }, untilDone));
    if (failure !== undefined) throw failure.error;
  };
  return Object.assign(world, { book, list, access, time, asked, read });
}

const holdings = (shown: AccountPositions | undefined): readonly ReadHolding[] => (shown?.list === undefined ? [] : seen(shown.list).items);
const symbols = (list: { readonly state: PositionsState }): unknown =>
  list.state.accounts?.map((shown) => holdings(shown).map(({ holding }) => holding.symbol));

it.each([
  ['hkd', 'HKD'],
  [' Usd ', 'USD'],
  ['CNH', 'CNH'],
  ['港元', '港元'],
  ['', undefined],
])('a currency %s is one with %s, so that its amounts are one sum', (sent, currency) => {
  expect(fromLivePosition(aLivePosition({ currency: sent })).currency).toBe(currency);
});

describe('the positions book', () => {
  it('starts without accounts and shows every account with its positions', async () => {
    const it = harness({ live: async () => [account('L1', 'live')] });
    expect(it.list.state.accounts).toBeUndefined();
    await it.read();
    expect(it.list.state.accounts?.map(({ account: { id } }) => id)).toEqual(['S1', 'L1']);
    expect(symbols(it.list)).toEqual([['HK.00700'], ['US.AAPL']]);
    expect(holdings(it.list.state.accounts?.[1])[0]?.holding).toMatchObject({ side: 'short', market: undefined, currency: 'USD' });
  });

  it('keeps a simulated and a live account with the same id apart', async () => {
    const it = harness({ simulated: async () => [account('1', 'simulated')], live: async () => [account('1', 'live')] });
    await it.read();
    it.positions = () => Promise.reject(down);
    it.livePositions = () => Promise.reject(down);
    await expect(it.read()).rejects.toBe(down);
    expect(symbols(it.list)).toEqual([['HK.00700'], ['US.AAPL']]);
  });

  it('uses accounts from the settings when the service lists none, and requests nothing without them', async () => {
    const it = harness({ simulated: () => Promise.reject(missing), live: () => Promise.reject(missing) });
    await it.read();
    expect(it.list.state).toMatchObject({
      accounts: [],
      directory: [{ list: { verdict: 'notOffered' } }, { list: { verdict: 'notOffered' } }],
    });
    expect(it.asked).toEqual([]);
    it.configured = [{ id: 'typed/ id%', kind: 'simulated' }];
    await it.read();
    expect(it.asked).toEqual([{ accountId: 'typed/ id%' }]);
  });

  it('says when the service has no positions of live accounts', async () => {
    const it = harness({ live: async () => [account('L1', 'live')], livePositions: () => Promise.reject(missing) });
    await it.read();
    expect(it.list.state.accounts?.[1]).toMatchObject({ list: { verdict: 'notOffered' } });
  });

  it('keeps the positions of an account whose refresh fails, and updates the others', async () => {
    const it = harness({ simulated: async () => [account('S1', 'simulated'), account('S2', 'simulated')] });
    await it.read();
    const first = it.list.state.accounts?.[0];
    await it.time.advance(30_000);
    it.positions = async ({ accountId }) => (accountId === 'S1' ? Promise.reject(down) : [position({ currentPrice: '3' })]);
    await expect(it.read()).rejects.toBe(down);
    const [failed, fresh] = it.list.state.accounts ?? [];
    expect(holdings(failed)).toEqual(holdings(first));
    expect(failed).toMatchObject({
      updatedAtMs: first?.updatedAtMs,
      list: { verdict: 'incomplete', gaps: [{ kind: 'failed', error: down, keptFromMs: first?.updatedAtMs }] },
    });
    expect(fresh).toMatchObject({ updatedAtMs: it.time.wallMs(), list: { verdict: 'complete' } });
  });

  it('keeps the shown positions after an answer without positions', async () => {
    const it = harness();
    await it.read();
    const error = new DecodeError({ path: 'data.positions', expected: 'array', got: 'undefined' });
    it.positions = () => Promise.reject(error);
    await expect(it.read()).rejects.toBe(error);
    expect(holdings(it.list.state.accounts?.[0])).toHaveLength(1);
    expect(it.list.state.accounts?.[0]?.list?.verdict).toBe('incomplete');
  });

  it('keeps the same object for every position that did not change', async () => {
    const it = harness({ positions: async () => [position(), position({ positionId: 'p2' })] });
    await it.read();
    const before = holdings(it.list.state.accounts?.[0]);
    it.positions = async () => [position(), position({ positionId: 'p2', currentPrice: '9' })];
    await it.read();
    const after = holdings(it.list.state.accounts?.[0]);
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
  });

  it('shows one account list when the other cannot be read, and requests that again next time', async () => {
    const it = harness({ live: () => Promise.reject(down) });
    await expect(it.read()).rejects.toBe(down);
    expect(it.list.state.accounts).toHaveLength(1);
    expect(it.list.state.directory).toMatchObject([
      { list: { verdict: 'complete' } },
      { kind: 'live', list: { gaps: [{ kind: 'failed', error: down }] } },
    ]);
    it.live = async () => [account('L1', 'live')];
    await it.read();
    expect(it.list.state.accounts).toHaveLength(2);
    expect(it.list.state.directory.map(({ list }) => list?.verdict)).toEqual(['complete', 'complete']);
  });

  it('reads accounts every two minutes and when the user refreshes, not at every poll', async () => {
    let lists = 0;
    const it = harness({
      simulated: async () => {
        lists += 1;
        return [account('S1', 'simulated')];
      },
    });
    await it.read();
    await it.time.advance(119_999);
    await it.read();
    expect(lists).toBe(1);
    await it.time.advance(1);
    await it.read();
    expect(lists).toBe(2);
    await it.list.refresh();
    expect(lists).toBe(3);
  });

  it('shows only the chosen accounts, or all of them when none of the chosen exists', async () => {
    const it = harness({ simulated: async () => [account('S1', 'simulated'), account('S2', 'simulated')], selected: ['S2'] });
    await it.read();
    expect(it.list.state.accounts?.map(({ account: { id } }) => id)).toEqual(['S2']);
    it.selected = ['gone'];
    await it.read();
    expect(it.list.state.accounts).toHaveLength(2);
  });

  it('sends the market filter and drops what was read without it', async () => {
    const it = harness();
    await it.read();
    it.market = 77;
    it.list.wantsOther();
    expect(it.list.state.accounts?.[0]).toMatchObject({ list: undefined, updatedAtMs: undefined });
    await it.read();
    expect(it.asked.at(-1)).toEqual({ accountId: 'S1', market: 77 });
    expect(symbols(it.book)).toEqual([['HK.00700']]);
  });

  it('names the market at once when the service has one account per market, and requests nothing without', async () => {
    const it = harness({ simulated: async () => [account('S1', 'simulated', [1]), account('S2', 'simulated', [100])] });
    await it.read();
    await it.read();
    expect(it.asked).toEqual([
      { accountId: 'S1', market: 1 },
      { accountId: 'S2', market: 100 },
      { accountId: 'S1', market: 1 },
      { accountId: 'S2', market: 100 },
    ]);
  });

  it('reads all markets when accounts may hold more than the market that they name', async () => {
    const it = harness({ simulated: async () => [account('S1', 'simulated', [1]), account('S2', 'simulated', [1])] });
    await it.read();
    expect(it.asked).toEqual([{ accountId: 'S1' }, { accountId: 'S2' }]);
  });

  it('shows each account as it arrives, while another one is still awaited', async () => {
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const it = harness({
      simulated: async () => [account('S1', 'simulated'), account('S2', 'simulated')],
      positions: async ({ accountId }) => (accountId === 'S1' ? waiting.then(() => [position()]) : [position()]),
    });
    it.list.setOn(true);
    await settle();
    expect(it.list.state.accounts?.map(({ list }) => list?.verdict)).toEqual([undefined, 'complete']);
    release();
    await settle();
    expect(it.list.state.accounts?.map(({ list }) => list?.verdict)).toEqual(['complete', 'complete']);
  });

  it('shows no refusal when it can send another kind of request', async () => {
    const backend = new ApiError({ envelope: 'quote', serverCode: -5, serverMessage: '', status: 200 });
    const verdicts: (string | undefined)[] = [];
    const it = harness({
      simulated: async () => [account('S1', 'simulated', [1, 100])],
      positions: async ({ market }) => (market === undefined ? Promise.reject(backend) : [position({ market })]),
    });
    const watch = it.book.watch({
      maxAgeMs: () => 30_000,
      changed: () =>
        verdicts.push(
          ...(watch.state.accounts ?? []).flatMap(({ list }) => (list === undefined ? [] : seen(list).gaps.map(({ kind }) => kind))),
        ),
    });
    watch.setOn(true);
    await settle();
    expect(new Set(verdicts)).toEqual(new Set(['awaited']));
    expect(watch.state.accounts?.[0]?.list?.verdict).toBe('complete');
  });

  it('reads market by market when the service requires one, and remembers that', async () => {
    const backend = new ApiError({ envelope: 'quote', serverCode: -5, serverMessage: '', status: 200 });
    const it = harness({
      simulated: async () => [account('S1', 'simulated', [1, 100])],
      positions: async ({ market }) => (market === undefined ? Promise.reject(backend) : [position({ positionId: `p${market}`, market })]),
    });
    await it.read();
    await it.read();
    expect(it.asked.map(({ market }) => market)).toEqual([undefined, 1, 100, 1, 100]);
    expect(holdings(it.list.state.accounts?.[0]).map(({ holding }) => holding.market)).toEqual([1, 100]);
  });

  it('ignores an answer of an earlier session', async () => {
    const it = harness();
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    it.positions = async () => {
      await waiting;
      return [position()];
    };
    const reading = it.read();
    await settle();
    it.access.become({ ...signedInState, session: { kind: 'signedOut' } });
    release();
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
    expect(it.list.state.accounts).toBeUndefined();
  });

  it('says why no client is available', async () => {
    const it = harness();
    const access = Object.assign(new FakeAccess(fakeClient()), { client: async () => Promise.reject(down) });
    const { directory } = await booksOf({ access, time: it.time }).positions.read(now, untilDone);
    expect(directory).toMatchObject([{ list: { gaps: [{ error: down }] } }, { list: { gaps: [{ error: down }] } }]);
  });

  it('remembers for each account of each kind that its market must be named', async () => {
    const invalid = new ApiError({ envelope: 'quote', serverCode: -3, serverMessage: '', status: 200 });
    const it = harness({
      simulated: async () => [account('1', 'simulated', [6])],
      live: async () => [account('1', 'live', [7])],
      positions: async ({ market }) => (market === undefined ? Promise.reject(invalid) : [position({ market })]),
    });
    await it.read();
    await it.read();
    expect(it.asked.map(({ market }) => market)).toEqual([undefined, 6, 6]);
    expect(symbols(it.list)).toEqual([['HK.00700'], ['US.AAPL']]);
  });

  it('keeps the readable markets of an account, names the unreadable one, and reads it again', async () => {
    const backend = new ApiError({ envelope: 'quote', serverCode: -5, serverMessage: '', status: 200 });
    const it = harness({
      simulated: async () => [account('S1', 'simulated', [1, 100])],
      positions: async ({ market }) => (market === undefined || market === 100 ? Promise.reject(backend) : [position({ market })]),
    });
    await expect(it.read()).rejects.toBe(backend);
    expect(it.list.state.accounts?.[0]?.list).toMatchObject({ verdict: 'incomplete', gaps: [{ kind: 'failed', part: '100' }] });
    expect(holdings(it.list.state.accounts?.[0])).toHaveLength(1);
    it.positions = async ({ market }) => [position({ positionId: `p${market ?? ''}`, market: market ?? 0 })];
    await it.read();
    expect(it.list.state.accounts?.[0]?.list?.verdict).toBe('complete');
    expect(holdings(it.list.state.accounts?.[0])).toHaveLength(2);
  });
});
