import { describe, expect, it } from 'vitest';
import { marksOfBars } from '../../../../src/domain/security/fillMarks';
import type { FillMark } from '../../../../src/domain/security/fillMarks';

const mark = (time: number, over: Partial<FillMark> = {}): FillMark => ({
  time,
  isBuy: true,
  isPaper: false,
  text: `t${String(time)}`,
  ...over,
});
const bars = [{ time: 100 }, { time: 200 }, { time: 300 }];

describe('fills on a chart', () => {
  it('are placed at the bar that had begun, with those of one bar and direction together', () => {
    expect(marksOfBars([mark(100), mark(199), mark(200, { isBuy: false }), mark(999)], bars)).toEqual([
      { time: 100, isBuy: true, isPaper: false, texts: ['t100', 't199'] },
      { time: 200, isBuy: false, isPaper: false, texts: ['t200'] },
      { time: 300, isBuy: true, isPaper: false, texts: ['t999'] },
    ]);
  });

  it('are left out before the first bar, and without any bars', () => {
    expect(marksOfBars([mark(99)], bars)).toEqual([]);
    expect(marksOfBars([mark(150)], [])).toEqual([]);
  });

  it('keep paper and real money separate', () => {
    expect(marksOfBars([mark(100), mark(101, { isPaper: true })], bars).map(({ isPaper }) => isPaper)).toEqual([false, true]);
  });
});
