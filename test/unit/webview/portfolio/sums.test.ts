import { describe, expect, it } from 'vitest';
import { bucketSums, portfolioPosition } from '../../../../src/domain/positions/portfolio';
import type { BucketSum } from '../../../../src/domain/positions/portfolio';
import { readHolding } from '../../../../src/domain/positions/holding';
import { dayCell, dayInLine } from '../../../../src/webview/portfolio/sums';
import { holding } from '../../../support/builders/holding';

function sumOf(...days: readonly string[]): BucketSum {
  const positions = days.map((dayProfit, id) =>
    portfolioPosition({ key: '1', kind: 'live' }, readHolding(holding({ id: String(id), currency: 'HKD', dayProfit })), undefined),
  );
  const [sum] = bucketSums(positions);
  if (sum === undefined) throw new Error('No sum');
  return sum;
}

describe('the day P&L of a group in the portfolio', () => {
  it('says in its tooltip what it leaves out', () => {
    for (const drawn of [dayCell, dayInLine]) {
      expect(drawn(sumOf('4280', '', '4280'), false)?.values).toContain('Day P&L: 2 of 3 positions');
      expect(drawn(sumOf('4280', '4280'), false)?.values).toContain('');
    }
    const noPercent = 'No percentage: the value that the day began with isn’t known, for example after a trade today';
    expect(dayInLine(sumOf('5', '4280'), false).values).toContain(noPercent);
    expect(dayCell(sumOf('', ''), false)).toBeUndefined();
  });
});
