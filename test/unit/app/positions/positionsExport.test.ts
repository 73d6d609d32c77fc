import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { positionLine } from '../../../../src/app/positions/positionLine';
import { positionsCsv, positionsJson } from '../../../../src/app/positions/positionsExport';
import type { AccountPositions } from '../../../../src/app/positions/positionsFeed';
import { readHolding } from '../../../../src/domain/positions/holding';
import { holding } from '../../../support/holdings';

const account = (...holdings: Parameters<typeof holding>[0][]): AccountPositions => ({
  account: { id: 'S1', name: '=HYPERLINK("x")', kind: 'simulated', markets: [], source: 'service' },
  holdings: holdings.map((fields) => readHolding(holding(fields))),
  updatedAtMs: Date.UTC(2026, 0, 5, 12),
  error: undefined,
  notOffered: false,
});

describe('export of positions', () => {
  it('writes numbers as sent and keeps formulas from running', () => {
    const text = positionsCsv([account({ profit: '-123.4500', name: '=1+1', unknown: { 'pl ratio': '+x' } })]);
    expect(text.startsWith('\ufeff')).toBe(true);
    const [row] = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data;
    expect(row).toMatchObject({
      profit: '-123.4500',
      name: "'=1+1",
      symbol: 'HK.00700',
      'pl ratio': "'+x",
      updatedAt: '2026-01-05T12:00:00.000Z',
      market: '1',
      currency: '',
    });
  });

  it('writes a ratio that came as a fraction as the percentage it is', () => {
    const [row] = Papa.parse<Record<string, string>>(
      positionsCsv([account({ marketValue: '955.40', profit: '-44.60', profitRatio: '-0.0446' })]).slice(1),
      { header: true },
    ).data;
    expect(row?.['profitRatioPercent']).toBe('-4.46');
  });

  it('writes JSON with every field as text', () => {
    const document = JSON.parse(positionsJson([account({ currency: 'HKD', unknown: { extra: '1' } })], 0)) as {
      exportedAt: string;
      accounts: { positions: unknown[] }[];
    };
    expect(document.exportedAt).toBe('1970-01-01T00:00:00.000Z');
    expect(document.accounts[0]?.positions[0]).toMatchObject({
      ...holding({ currency: 'HKD' }),
      unknown: { extra: '1' },
      profitRatioPercent: '7.13',
    });
  });

  it('copies one position as one line', () => {
    expect(positionLine(readHolding(holding({ name: 'A\tB\nC' })))).toBe('HK.00700\tA B C\t200\t321.4\t64280\t4280\t7.13');
  });
});
