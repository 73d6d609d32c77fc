import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BarView } from '../../../../../src/panel/security/securityProtocol';
import type { BarTexts } from '../../../../../src/webview/security/chart/bars';
import { barColumns, barRows, barText } from '../../../../../src/webview/security/chart/bars';

const day = 86_400;
const format: BarTexts = {
  isIntraday: false,
  timeText: (ms) => new Date(ms).toISOString().slice(0, 10),
};

function bar(at: number, close: string): BarView {
  return { id: at * day * 1000, time: at * day, open: '1', high: '12345.5', low: '', close, volume: '2000000' };
}

describe('the bars of a chart as a table', () => {
  it('have the latest on top, each compared with the previous one in time', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 9999 })), (days) => {
        const bars = days.toSorted((one, other) => one - other).map((at) => bar(at, '1'));
        const rows = barRows(bars);
        expect(rows.map((row) => row.bar)).toEqual(bars.toReversed());
        expect(rows.map(({ before }) => before)).toEqual([...rows.slice(1).map((row) => row.bar), ...(bars.length > 0 ? [undefined] : [])]);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(bars.length);
      }),
    );
  });

  it('show figures as the service sent them, and the change since the bar before', () => {
    const rows = barRows([bar(0, '100'), bar(1, '110'), bar(2, '--'), bar(3, '105')]);
    const column = (key: string) => barColumns(format).find((found) => found.key === key);
    const cells = (key: string): readonly unknown[] => rows.map((row) => column(key)?.cell(row));
    expect(cells('time')).toEqual(['1970-01-04', '1970-01-03', '1970-01-02', '1970-01-01']);
    expect(cells('close')).toEqual(['105', '--', '110', '100']);
    expect(cells('percent')).toEqual(['–', '–', '+10.00%', '–']);
    expect(rows.map((row) => column('percent')?.look?.(row))).toEqual(['flat', 'flat', 'up', 'flat']);
    expect([cells('high')[0], cells('low')[0], cells('volume')[0]]).toEqual(['12,345.5', '–', '2,000,000']);
  });

  it('are copied as they are shown', () => {
    expect(barText(barRows([bar(0, '100'), bar(1, '99')]).slice(0, 1), format)).toBe(
      'Time\tOpening price\tHighest price\tLowest price\tClosing price\t%\tVolume\n1970-01-02\t1\t12,345.5\t–\t99\t−1.00%\t2,000,000',
    );
  });
});
