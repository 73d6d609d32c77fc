import { describe, expect, it } from 'vitest';
import { marketZone } from '../../../../src/domain/market/markets';
import { countClosed, monthGrids, wholeMonths } from '../../../../src/domain/tradingDays/monthGrid';

describe('the trading days of a market', () => {
  it('are the local ones of its place', () => {
    expect(marketZone('hk')).toBe('Asia/Hong_Kong');
    expect(marketZone(' US ')).toBe('America/New_York');
    expect(marketZone('MOON')).toBeUndefined();
  });

  it('count weekends separately from other closures', () => {
    const month = { year: 2026, month: 11 };
    const open = Array.from({ length: 30 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`).filter(
      (date) => date !== '2026-11-26' && ![0, 6].includes(new Date(date).getUTCDay()),
    );
    const grids = monthGrids(
      open.map((date) => ({ date, session: 'whole' as const })),
      wholeMonths(month, month),
    );
    expect(countClosed(grids)).toEqual({ weekdays: 1, weekends: 9 });
  });
});
