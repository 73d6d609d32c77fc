import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DayReview } from '../../../src/app/security/dayReview';
import { dayEvents } from '../../../src/domain/security/day/dayEvents';
import { offsetMs } from '../../../src/domain/time/zones';
import { contents } from '../../../src/service/schema/page';
import { prepareSimulatedPlacement } from '../../../src/service/endpoints/simulated/writes';
import { dayBarsView, dayReviewView } from '../../../src/ui/security/day/dayView';
import { booksOf } from '../../support/builders/books';
import { FakeAccess } from '../../support/fakeAccess';
import { FakeTime } from '../../support/machine/fakeTime';
import { openClient } from '../../support/network/clientHarness';
import type { ClientAndSandbox } from '../../support/network/clientHarness';
import { worlds } from '../../support/sandbox/worlds';

const call = { signal: AbortSignal.timeout(60_000) };

describe.each(worlds)('the review of a day, %s', (name, options) => {
  let held: ClientAndSandbox;
  let review: DayReview;
  let books: ReturnType<typeof booksOf>;
  beforeAll(async () => {
    held = await openClient('bearer', { sandbox: { ...options, alwaysOpen: true } });
    const configured = (): readonly { readonly id: string; readonly kind: 'live' }[] => [{ id: '8001', kind: 'live' }];
    books = booksOf({ access: new FakeAccess(held.client), time: new FakeTime(Date.now()), configured });
    await books.positions.read({ choose: () => [], maxAgeMs: 0 }, call.signal);
    review = new DayReview({
      ...{ parts: books.parts, orders: () => books.orders.state, attempts: async () => [], symbol: 'HK.00700' },
      ...{ nowMs: () => Date.now(), changed: () => undefined },
    });
  });
  afterAll(async () => {
    review.dispose();
    await held.close();
  });

  it('shows today’s paper order with its fill at the right time, in order, and lists claim no more than they read', async () => {
    const before = Date.now();
    const account = books.parts.directory.get(['simulated']).flatMap(({ list }) => (list?.verdict === 'complete' ? list.items : []))[0];
    const market = account?.markets[0];
    if (name !== 'strict') {
      if (account === undefined || market === undefined) throw new Error('no paper account');
      const order = { accountId: account.id, market, symbol: '00700', quantity: '200', side: 'BUY', orderType: 'LIMIT' } as const;
      const [quote] = (await held.client.beyond.snapshot({ codes: ['HK.00700'] }, call))[contents].items;
      // Above the market, so that it is filled at once.
      const price = String(Math.round(Number(quote?.lastPrice) * 1.02));
      const outcome = await held.client.beyond.placeSimulatedOrder(prepareSimulatedPlacement({ ...order, price, remark: '#review' }), call);
      if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
      const filled = async (): Promise<string | undefined> => {
        const page = await held.client.beyond.simulatedOrders({ accountId: order.accountId, market }, call);
        return page[contents].items.find(({ orderId }) => orderId === outcome.orderId)?.status;
      };
      await expect.poll(filled, { timeout: 30_000 }).toBe('FILLED_ALL');
    }
    await review.show();
    const { state } = review;
    if (state === undefined) throw new Error('no day');
    // On a day without trading, the last trading day is shown first.
    await review.show(state.today);
    const shown = review.state;
    if (shown === undefined) throw new Error('no day');
    const view = dayReviewView(shown, false);
    expect(view.isLoading).toBe(false);
    if (name === 'strict') {
      expect(view.notes.join(' ')).toMatch(/doesn’t list/);
      expect(view.events.filter(({ kind }) => kind !== 'released')).toEqual([]);
      expect(dayBarsView(shown)).toEqual({ kind: 'notOffered' });
      return;
    }
    const own = dayEvents(shown.day, shown.parts).filter(
      (event) => event.kind === 'placed' && event.account.kind === 'simulated' && event.atMs >= before - 2000,
    );
    expect(own).toHaveLength(1);
    const at = view.events.find(({ id }) => id === own[0]?.id);
    const zone = 'Asia/Hong_Kong';
    expect(at?.clock).toBe(new Date((own[0]?.atMs ?? 0) + offsetMs(zone, Date.now())).toISOString().slice(11, 19));
    expect(view.events.map(({ time }) => time)).toEqual(view.events.map(({ time }) => time).toSorted((one, other) => one - other));
    const fill = view.events.find(({ kind, id }) => kind === 'filled' && id === own[0]?.id.replace('placed', 'filled'));
    expect(fill).toMatchObject({ accountKind: 'simulated', isBuy: true });
    expect(fill?.figures).toMatch(/^BUY 200 @ /);
    // As many digits as the security’s own prices have.
    const told = dayReviewView(shown, false, { last: '1.00000', tick: '' });
    expect(told.events.find(({ id }) => id === fill?.id)?.figures).toMatch(/^BUY 200 @ [\d,]+\.\d{5}/);
    expect(told.events.find(({ id }) => id === own[0]?.id)?.figures).toMatch(/^BUY 200 @ [\d,]+\.\d{5}/);
    const paper = view.sums.find(({ kind }) => kind === 'simulated');
    expect(paper?.facts.find(([fact]) => fact === 'Bought')?.[1]).toMatch(/^200 @ .* = /);
    expect(view.missing).toEqual([]);
    // Nothing about the user remains in privacy mode.
    const hidden = dayReviewView(shown, true);
    expect([hidden.sums, hidden.events.filter(({ kind }) => kind !== 'released')]).toEqual([[], []]);
  }, 60_000);

  it('shows an earlier trading day with its bars, all of that day', async () => {
    await review.show();
    const { earlier } = review.state ?? {};
    if (earlier === undefined) throw new Error('no earlier day');
    await review.show(earlier);
    const { state } = review;
    if (state === undefined) throw new Error('no day');
    expect(state.day.date).toBe(earlier);
    // With a service that doesn’t provide its trading days, any date is possible.
    expect([undefined, 'whole', 'morning', 'afternoon'].slice(name === 'strict' ? 0 : 1)).toContain(state.session);
    const bars = dayBarsView(state);
    if (name === 'strict') expect(bars).toEqual({ kind: 'notOffered' });
    else {
      if (bars.kind !== 'ready') throw new Error(bars.kind);
      expect(bars.value.bars.length).toBeGreaterThan(100);
      expect(bars.value.bars.every(({ id }) => id >= state.day.from && id < state.day.to)).toBe(true);
      expect(new Set(bars.value.bars.map(({ id }) => id)).size).toBe(bars.value.bars.length);
    }
    if (state.releases.kind !== 'read') throw new Error(state.releases.kind);
    expect(dayReviewView(state, false).events.every(({ clock }) => /^\d\d:\d\d:\d\d$/.test(clock))).toBe(true);
    expect(review.state?.later).toBeDefined();
  }, 60_000);
});
