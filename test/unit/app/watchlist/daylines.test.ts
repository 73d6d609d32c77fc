import { describe, expect, it } from 'vitest';
import { Daylines } from '../../../../src/app/watchlist/daylines';
import { quoteOfSnapshot } from '../../../../src/domain/quotes/liveQuote';
import type { IntradayPoint } from '../../../../src/service/marketRecords';
import { aQuote } from '../../../support/builders/quoteBuilders';
import { fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';

function lineOf(symbol: string, points: readonly IntradayPoint[]): { readonly lines: Daylines; readonly time: FakeTime } {
  const time = new FakeTime();
  const client = fakeClient({ beyond: { intradayPoints: async () => Promise.resolve(points) } });
  const lines = new Daylines({ client: async () => Promise.resolve(client), clock: time, timers: time });
  lines.show([symbol]);
  return { lines, time };
}

const pointsOf = (...prices: readonly string[]): readonly IntradayPoint[] =>
  prices.map((price, minute) => ({ time: minute * 60_000, price, section: '' }));

describe('the line of a day', () => {
  it.each([
    ['US.NEWCO', ['10', '10.1', '0', '10.2'], [10, 10.1, 10.2]],
    ['US.NEWCO', ['10', '0e-3', '-1', '10.2'], [10, 10.2]],
    ['US.NEWCO', ['10', '', '--', '10.2'], [10, 10.2]],
    ['US.CLmain', ['1.5', '-37.63', '0', '-5'], [1.5, -37.63, -5]],
  ])('of %s with %j has no point where nobody traded', async (symbol, prices, expected) => {
    const { lines, time } = lineOf(symbol, pointsOf(...prices));
    await time.advance(1_000);
    expect(lines.get(symbol)).toEqual(expected);
    lines.dispose();
  });

  it('goes on with prices only: a quote without one is no fall to zero', async () => {
    const { lines, time } = lineOf('US.NEWCO', pointsOf('10', '10.1'));
    await time.advance(1_000);
    for (const [minute, lastPrice] of ['0', '', '10.2'].entries()) {
      const at = (minute + 2) * 60_000;
      lines.follow(new Map([['US.NEWCO', quoteOfSnapshot(aQuote('US.NEWCO', { lastPrice, updatedAt: at }), at, at)]]));
    }
    expect(lines.get('US.NEWCO')).toEqual([10, 10.1, 10.2]);
    lines.dispose();
  });
});
