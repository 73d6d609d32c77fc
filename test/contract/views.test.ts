import { shownIn } from '../support/builders/lists';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlateFeed } from '../../src/app/plates/plateFeed';
import { PositionsFeed } from '../../src/app/positions/positionsFeed';
import { TodayFeed } from '../../src/app/calendar/todayFeed';
import { readTradingDays } from '../../src/app/tradingDays/tradingDays';
import { accountTotals, defaultSort, groupByMarket } from '../../src/domain/positions/portfolio';
import { ApiError } from '../../src/service/errors';
import { openClient } from '../support/network/clientHarness';
import type { ClientAndSandbox } from '../support/network/clientHarness';
import { FakeAccess } from '../support/fakeAccess';
import { machineClockAt } from '../support/machine/machineClockAt';

const { signal } = new AbortController();
const plateRequests = (held: ClientAndSandbox): number =>
  held.sandbox.ledger.entries.filter(({ path }) => path.includes('/quote/plate/')).length;

describe.each([false, true])('the feeds of the views, service strict: %s', (strict) => {
  let held: ClientAndSandbox;
  let access: FakeAccess;
  const clock = machineClockAt(Date.UTC(2026, 10, 20, 9));

  beforeAll(async () => {
    held = await openClient('bearer', { sandbox: { strict } });
    access = new FakeAccess(held.client);
  });
  beforeEach(() => held.sandbox.reset());
  afterAll(async () => held.close());

  const positions = (): PositionsFeed =>
    new PositionsFeed({
      access,
      clock,
      configured: () => [
        { id: 'SIM-1001', kind: 'simulated' },
        { id: '8001', kind: 'live' },
      ],
      selected: () => undefined,
    });

  it('finds the accounts, from the list where there is one and from the settings otherwise', async () => {
    const feed = positions();
    await feed.refresh(signal);
    expect(feed.state.accounts?.map(({ account: { id, source }, list }) => [id, source, list?.verdict])).toEqual([
      ['SIM-1001', strict ? 'settings' : 'service', 'complete'],
      ['8001', strict ? 'settings' : 'service', strict ? 'notOffered' : 'complete'],
    ]);
    expect(shownIn(feed.state.accounts?.[0]).length).toBeGreaterThan(10);
    expect(shownIn(feed.state.accounts?.[1]).length > 0).toBe(!strict);
  });

  it('reads every ratio of the simulated accounts as the percentage it is', async () => {
    const feed = positions();
    await feed.refresh(signal);
    const ratios = shownIn(feed.state.accounts?.[0]).map(({ ratio }) => ratio);
    expect(ratios.every((ratio) => ratio.kind === 'stated' && ratio.checked)).toBe(true);
  });

  it('adds no currencies over the markets of a simulated account', async () => {
    const feed = positions();
    await feed.refresh(signal);
    const groups = groupByMarket(shownIn(feed.state.accounts?.[0]), defaultSort);
    expect(groups.length).toBeGreaterThan(1);
    expect(accountTotals(groups).subtotals.every(({ currency }) => currency !== undefined)).toBe(true);
  });

  it('filters by market through the query', async () => {
    const feed = positions();
    await feed.refresh(signal);
    const market = shownIn(feed.state.accounts?.[0])[0]?.holding.market;
    feed.setMarket(market);
    await feed.refresh(signal);
    expect(new Set(shownIn(feed.state.accounts?.[0]).map(({ holding }) => holding.market))).toEqual(new Set([market]));
    expect(held.sandbox.ledger.entries.some(({ query }) => query === `market=${String(market)}`)).toBe(true);
    feed.setMarket(123_456);
    await feed.refresh(signal);
    expect(feed.state.accounts?.[0]?.list).toMatchObject({ verdict: 'complete', items: [] });
  });

  it('sends ids with slashes, spaces, percent signs and other letters as one segment, and says what the service says', async () => {
    const feed = new PositionsFeed({
      access,
      clock,
      configured: () => [{ id: 'a/b c%20é账', kind: 'simulated' }],
      selected: () => ['a/b c%20é账'],
    });
    await expect(feed.refresh(signal)).rejects.toBeInstanceOf(ApiError);
    expect(held.sandbox.ledger.entries.at(-1)?.path).toBe('/api/v1.0/sim-trade/a%2Fb%20c%2520%C3%A9%E8%B4%A6/positions');
  });

  it('reads all 1,534 constituents in two requests, without gaps or doubles', async () => {
    const feed = new PlateFeed({ access, clock });
    const before = plateRequests(held);
    await feed.refresh('HK.BK1000');
    expect(feed.state('HK.BK1000')).toMatchObject({ list: { total: 1534 }, hasMore: true });
    for (let request = 0; request < 10; request += 1) await feed.loadMore('HK.BK1000');
    const state = feed.state('HK.BK1000');
    expect(state).toMatchObject({ list: { verdict: 'complete', total: 1534 }, error: undefined });
    expect(new Set(shownIn(state).map(({ code }) => code)).size).toBe(1534);
    expect(plateRequests(held) - before).toBe(2);
  });

  it('says so when the plate is unknown', async () => {
    const feed = new PlateFeed({ access, clock });
    await feed.refresh('HK.NOSUCH');
    expect(feed.state('HK.NOSUCH')?.error).toBeInstanceOf(ApiError);
  });

  it('reads the hot list of the day in the zone asked for', async () => {
    const feed = new TodayFeed({ access, clock, timeZone: () => 'America/New_York' });
    await feed.refresh(signal);
    expect(held.sandbox.ledger.entries.at(-1)?.query).toContain('date=20261120&timezone=America%2FNew_York');
    const times = shownIn(feed.state).map(({ time }) => time);
    expect(times.length).toBeGreaterThan(0);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(feed.state.list?.verdict).toBe('complete');
  });

  it('reads trading days, raw where the shape is not the known one', async () => {
    const december = { year: 2026, month: 12 };
    const answer = await readTradingDays(access, { market: 'HK', first: december, last: december }, { signal });
    expect(answer.kind).toBe(strict ? 'raw' : 'days');
    await expect(readTradingDays(access, { market: 'NOPE', first: december, last: december }, { signal })).rejects.toBeInstanceOf(ApiError);
  });
});
