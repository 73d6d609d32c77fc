import { shownIn } from '../support/builders/lists';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OpenPlates } from '../../src/app/plates/openPlates';
import { PlateScreen } from '../../src/app/plates/plateScreen';
import { QuoteBook } from '../../src/app/quotes/quoteBook';
import type { SnapshotQuote } from '../../src/service/marketRecords';
import { parseAmount } from '../../src/domain/values/amount';
import type { PositionsState } from '../../src/app/positions/positionsBook';
import { firstFailureIn } from '../../src/app/accounts/accountBook';
import { findIndicators, IndicatorHistory } from '../../src/app/calendar/indicatorHistory';
import { TodayReleases } from '../../src/app/calendar/todayReleases';
import { searchCalendarTool } from '../../src/app/languageTools/searchCalendar';
import { readTradingDays } from '../../src/app/tradingDays/tradingDays';
import { accountTotals, defaultSort, groupByMarket } from '../../src/domain/positions/holdingGroups';
import { ApiError } from '../../src/service/errors';
import { openClient } from '../support/network/clientHarness';
import type { ClientAndSandbox } from '../support/network/clientHarness';
import { booksOf, now } from '../support/builders/books';
import { nothingElse } from '../support/builders/tools';
import { FakeAccess } from '../support/fakeAccess';
import { FakeTime } from '../support/machine/fakeTime';
import { machineClockAt } from '../support/machine/machineClockAt';
import { worlds } from '../support/sandbox/worlds';
import { MemoryLog } from '../support/machine/fakeMachine';

const { signal } = new AbortController();
/** How often the stocks of a plate were requested, by either call. */
const plateRequests = (held: ClientAndSandbox): readonly [post: number, get: number] => [
  held.sandbox.ledger.entries.filter(({ path }) => path.includes('/quote/plate/')).length,
  held.sandbox.ledger.of('GET', '/api/v1.0/quote/plate-stock').length,
];
const likeLiveMarkets = [1, 2, 3, 6, 15, 100];

describe.each(worlds)('the feeds of the views, %s', (world, options) => {
  let held: ClientAndSandbox;
  let access: FakeAccess;
  const strict = world === 'strict';
  const likeLive = world === 'like live';
  // Like live, IDs have 18 digits and each paper account holds one market.
  const paper = likeLive ? '281756479864562681' : 'SIM-1001';
  const clock = machineClockAt(Date.UTC(2026, 10, 20, 9));

  beforeAll(async () => {
    held = await openClient('bearer', { sandbox: options });
    access = new FakeAccess(held.client);
  });
  beforeEach(() => held.sandbox.reset());
  afterAll(async () => held.close());

  const configured = () => [
    { id: paper, kind: 'simulated' as const },
    { id: '8001', kind: 'live' as const },
  ];
  const positions = async (): Promise<PositionsState> => booksOf({ access, time: clock, configured }).positions.read(now, signal);

  it('find the accounts in the list of the service, or in the settings when it has none', async () => {
    const { accounts = [] } = await positions();
    const found = accounts.map(({ account: { id, source }, list }) => [id, source, list?.verdict]);
    expect(found).toContainEqual([paper, strict ? 'settings' : 'service', 'complete']);
    expect(found).toContainEqual(['8001', strict ? 'settings' : 'service', strict ? 'notOffered' : 'complete']);
    expect(accounts.filter(({ account }) => account.kind === 'simulated').length).toBe(likeLive ? likeLiveMarkets.length : 1);
    expect(accounts).toHaveLength(likeLive ? likeLiveMarkets.length + 1 : 2);
    expect(shownIn(accounts[0]).length).toBeGreaterThan(5);
    expect(shownIn(accounts.at(-1)).length > 0).toBe(!strict);
  });

  it('read every ratio of paper accounts as the percentage it is', async () => {
    const { accounts } = await positions();
    const ratios = shownIn(accounts?.[0]).map(({ ratio }) => ratio);
    expect(ratios.length).toBeGreaterThan(0);
    // A like-live service sends fractions, which are recognized by the amounts.
    expect(ratios.every((ratio) => (likeLive ? ratio.kind === 'fraction' : ratio.kind === 'stated' && ratio.checked))).toBe(true);
  });

  it('add up no currencies over the markets of a paper account', async () => {
    const { accounts = [] } = await positions();
    const held = accounts.filter(({ account }) => account.kind === 'simulated').map(shownIn);
    const groups = held.map((holdings) => groupByMarket(holdings, defaultSort));
    expect(groups.map(({ length }) => length > 1)).toEqual(likeLive ? likeLiveMarkets.map(() => false) : [true]);
    const totals = groups.map(accountTotals).map(({ subtotals, unnamed }) => [subtotals.length, unnamed]);
    // No record names its currency: an account of one market can have one total, an account of several has none.
    expect(totals).toEqual(held.map(({ length }) => (likeLive ? [1, 0] : [0, length])));
  });

  it('filter by market through the query', async () => {
    const book = booksOf({ access, time: clock, configured }).positions;
    const market = shownIn((await book.read(now, signal)).accounts?.[0])[0]?.holding.market;
    let wanted = market;
    const watch = book.watch({ market: () => wanted, maxAgeMs: () => 0, changed: () => undefined });
    await watch.refresh();
    expect(new Set(shownIn(watch.state.accounts?.[0]).map(({ holding }) => holding.market))).toEqual(new Set([market]));
    expect(held.sandbox.ledger.entries.some(({ query }) => query === `market=${String(market)}`)).toBe(true);
    wanted = 123_456;
    watch.wantsOther();
    await watch.refresh();
    expect(watch.state.accounts?.[0]?.list).toMatchObject({ verdict: 'complete', items: [] });
  });

  it('send ids with slashes, spaces, percent signs and other letters as one segment, and show the service’s message', async () => {
    const id = 'a/b c%20é账';
    const book = booksOf({ access, time: clock, configured: () => [{ id, kind: 'simulated' }] }).positions;
    const state = await book.read({ ...now, choose: (accounts) => accounts.filter((account) => account.id === id) }, signal);
    expect(firstFailureIn(state)?.error).toBeInstanceOf(ApiError);
    expect(held.sandbox.ledger.entries.at(-1)?.path).toBe('/api/v1.0/sim-trade/a%2Fb%20c%2520%C3%A9%E8%B4%A6/positions');
  });

  it('read all 1,534 constituents in the least number of requests, without gaps or doubles', async () => {
    const list = new OpenPlates({ access, clock });
    await list.refresh('HK.BK1000');
    expect(list.state('HK.BK1000')).toMatchObject({ list: { total: 1534 }, hasMore: true });
    for (let request = 0; request < 10; request += 1) await list.loadMore('HK.BK1000');
    const state = list.state('HK.BK1000');
    expect(state).toMatchObject({ list: { verdict: 'complete', total: 1534 }, error: undefined });
    expect(new Set(shownIn(state).map(({ code }) => code)).size).toBe(1534);
    // Like live, the call of the specification does not exist, which is found out once.
    expect(plateRequests(held)).toEqual(likeLive ? [1, 2] : [2, 0]);
  });

  it('screen all 1,534 constituents with a whole quote of each, in the least number of requests', async () => {
    const book = new QuoteBook({ timers: new FakeTime(), serverMs: () => Date.now(), onDropped: () => undefined });
    const market = { book, nowMs: () => Date.now() };
    const quoted: SnapshotQuote[] = [];
    const tells = { changed: () => undefined, quoted: (quotes: readonly SnapshotQuote[]) => quoted.push(...quotes) };
    const screen = new PlateScreen({ access, clock, market, log: new MemoryLog() }, tells);
    await screen.open('HK.BK1000');
    expect(screen.state).toMatchObject({ phase: 'idle', total: 1534, gaps: [], missing: 0, error: undefined, hasQuotes: !strict });
    expect(plateRequests(held)).toEqual(likeLive ? [1, 2] : [2, 0]);
    expect(held.sandbox.ledger.of('POST', '/api/v1.0/quote/snapshot')).toHaveLength(strict ? 1 : 4);
    expect(new Set(quoted.map(({ code }) => code)).size).toBe(strict ? 0 : 1534);
    for (const quote of quoted) {
      const { lastPrice, previousClose, volume, turnover, turnoverRate, amplitude, volumeRatio } = quote;
      const { marketValue, peRatio, pbRatio, highest52Weeks, lowest52Weeks } = quote;
      const figures = [lastPrice, previousClose, volume, turnover, turnoverRate, amplitude, volumeRatio, marketValue, peRatio, pbRatio];
      expect([...figures, highest52Weeks, lowest52Weeks].every((figure) => parseAmount(figure) !== undefined)).toBe(true);
    }
    screen.dispose();
  });

  it('say when the plate is unknown', async () => {
    const list = new OpenPlates({ access, clock });
    await list.refresh('HK.NOSUCH');
    expect(list.state('HK.NOSUCH')?.error).toBeInstanceOf(ApiError);
  });

  it('read the hot list of the day in the requested zone', async () => {
    const list = new TodayReleases({ access, clock, timeZone: () => 'America/New_York' });
    await list.refresh(signal);
    expect(held.sandbox.ledger.entries.at(-1)?.query).toContain('date=20261120&timezone=America%2FNew_York');
    const times = shownIn(list.state).map(({ time }) => time);
    expect(times.length).toBeGreaterThan(0);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(list.state.list?.verdict).toBe('complete');
  });

  it.each([
    ['Unemployment Rate', '失业率', 24],
    ['GDP YoY', 'GDP同比', 8],
  ])('find two years of past releases of %s', async (english, chinese, least) => {
    const [indicator] = (await findIndicators(access, likeLive ? chinese : english, signal)).filter(({ text }) => !text.includes('核心'));
    if (indicator === undefined) throw new Error('the sandbox has no such indicator');
    const history = new IndicatorHistory(access, clock);
    await history.show(indicator);
    const { past, next, phase, error } = history.state;
    history.dispose();
    expect([phase, error]).toEqual(['ready', undefined]);
    expect(past.length).toBeGreaterThanOrEqual(least);
    expect(past.length).toBeLessThanOrEqual(least + 2);
    expect(past.every(({ announce }) => /^-?\d+(\.\d+)?$/.test(announce ?? ''))).toBe(true);
    expect(new Set(past.map(({ country }) => country)).size).toBe(1);
    expect(next?.announce ?? null).toBeNull();
  });

  it('tell a language model when the next release of U.S. inflation is', async () => {
    const nowMs = clock.wallMs();
    const books = booksOf({ access, time: clock, configured });
    const source = { ...nothingElse, client: held.client, books, zone: 'America/New_York', nowMs, signal };
    const input = { keyword: likeLive ? '美国 CPI同比' : 'U.S. CPI YoY' };
    const { events, isComplete } = (await searchCalendarTool.answer(input, source)) as {
      readonly events: readonly { readonly time: string; readonly timeUtc: string; readonly text: string }[];
      readonly isComplete: boolean;
    };
    expect(isComplete).toBe(true);
    expect(events[0]?.text).toContain(likeLive ? 'CPI同比' : 'CPI YoY');
    expect(Date.parse(events[0]?.timeUtc ?? '')).toBeGreaterThan(Date.UTC(2026, 10, 20));
    expect(Date.parse(events[0]?.timeUtc ?? '')).toBeLessThan(Date.UTC(2026, 11, 31));
    expect(events[0]?.time).toMatch(/^2026-1[12]-\d\d 08:30$/);
  });

  it('read trading days, raw when the shape is not the known one', async () => {
    const december = { from: '2026-12-20', to: '2026-12-31' };
    const answer = await readTradingDays(access, { market: 'HK', ...december }, { signal });
    expect(answer.kind).toBe(strict ? 'raw' : 'days');
    await expect(readTradingDays(access, { market: 'NOPE', ...december }, { signal })).rejects.toBeInstanceOf(ApiError);
  });
});
