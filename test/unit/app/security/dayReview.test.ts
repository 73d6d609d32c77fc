import { describe, expect, it } from 'vitest';
import { DayReview } from '../../../../src/app/security/dayReview';
import { HttpError } from '../../../../src/service/errors';
import type { ListPage } from '../../../../src/service/schema/page';
import type { TradingDaysAnswer } from '../../../../src/service/records';
import { dayReviewView } from '../../../../src/ui/security/day/dayView';
import { aFill } from '../../../support/builders/fillBuilders';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const { signal } = new AbortController();
const empty = async (): Promise<ListPage<never>> => pageOf<never>([]);
const fail = async (): Promise<never> => {
  throw new HttpError({ status: 500 });
};

describe('the review of a day', () => {
  it('sums nothing of a day whose lists are not requested yet, though those of another day are known', async () => {
    const time = new FakeTime();
    const requests: ((answer: TradingDaysAnswer) => void)[] = [];
    const client = fakeClient({
      tradingDays: async () => new Promise((resolve) => requests.push(resolve)),
      hotCalendar: empty,
      beyond: {
        liveAccounts: async () => pageOf([{ id: '8001', kind: 'live', title: '', markets: [] }]),
        simulatedAccounts: empty,
        ...{ orderHistory: empty, orderFills: empty, fillHistory: empty, currentCandles: fail, historyCandles: fail },
      },
    });
    const books = booksOf({ access: new FakeAccess(client), time });
    await books.directory.read(['live', 'simulated'], { maxAgeMs: 0 }, signal);
    let toldSums = 0;
    const review = new DayReview({
      ...{ parts: books.parts, orders: () => books.orders.state, attempts: async () => [], symbol: 'HK.00700' },
      nowMs: () => time.wallMs(),
      changed: () => (toldSums = sums().length),
    });
    const sums = (): readonly unknown[] => (review.state === undefined ? [] : dayReviewView(review.state, false).sums);
    const answer = async (): Promise<void> => {
      await settle();
      requests.shift()?.({ kind: 'days', days: [{ date: '2026-01-05', session: 'whole' }] });
      await settle();
    };

    const first = review.show('2026-01-05');
    expect(review.state?.isListing).toBe(true);
    await answer();
    await first;
    expect([review.state?.isListing, sums().length, toldSums]).toEqual([false, 1, 1]);

    // So long ago that its trading days have to be requested first.
    const second = review.show('2025-06-02');
    await settle();
    expect(review.state).toMatchObject({ day: { date: '2025-06-02' }, isListing: true, isReading: true });
    expect([sums(), toldSums]).toEqual([[], 0]);
    await answer();
    await second;
    expect([review.state?.isListing, toldSums]).toEqual([false, 1]);
    review.dispose();
  });

  it('says that fills may be missing if one has no time', async () => {
    const time = new FakeTime();
    const client = fakeClient({
      hotCalendar: empty,
      tradingDays: async () => ({ kind: 'days', days: [{ date: '2026-01-05', session: 'whole' }] }),
      beyond: {
        liveAccounts: async () => pageOf([{ id: '8001', kind: 'live', title: '', markets: [] }]),
        ...{ simulatedAccounts: empty, orderHistory: empty, currentCandles: fail, historyCandles: fail, orderFills: empty },
        fillHistory: async () => pageOf([aFill({ createdAt: '' })]),
      },
    });
    const books = booksOf({ access: new FakeAccess(client), time });
    await books.directory.read(['live', 'simulated'], { maxAgeMs: 0 }, signal);
    const review = new DayReview({
      ...{ parts: books.parts, orders: () => books.orders.state, attempts: async () => [], symbol: 'HK.00700' },
      nowMs: () => time.wallMs(),
      changed: () => undefined,
    });
    await review.show('2026-01-05');
    const missing = review.state === undefined ? [] : dayReviewView(review.state, false).missing;
    expect(missing).toEqual(['Fills may be missing: Records without a time, a price, or a security: 1.']);
    review.dispose();
  });
});
