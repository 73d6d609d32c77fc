import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { positionLine } from '../../../../src/app/positions/positionLine';
import { positionsCsv, positionsJson, shownPositionsCsv } from '../../../../src/app/positions/positionsExport';
import type { AccountPositions, PositionsState } from '../../../../src/app/positions/positionsBook';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { ReadHolding } from '../../../../src/domain/positions/holding';
import { holdingToday } from '../../../../src/domain/positions/liveHolding';
import { HttpError } from '../../../../src/service/errors';
import { listOf } from '../../../../src/service/lists/list';
import { failedGap } from '../../../support/builders/lists';
import { holding, positionsState } from '../../../support/builders/holdings';

const account = (...holdings: Parameters<typeof holding>[0][]): AccountPositions => ({
  account: { id: 'S1', name: '=HYPERLINK("x")', kind: 'simulated', markets: [], source: 'service' },
  list: listOf(holdings.map((fields) => readHolding(holding(fields)))),
  updatedAtMs: Date.UTC(2026, 0, 5, 12),
});
const stateOf = (accounts: readonly AccountPositions[], directory: PositionsState['directory'] = []): PositionsState =>
  positionsState({ accounts, directory });
const rowsOf = (text: string): readonly Record<string, string>[] =>
  Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data;

describe('the export of positions', () => {
  it('writes numbers as sent and keeps formulas from running', () => {
    const text = positionsCsv(stateOf([account({ profit: '-123.4500', name: '=1+1', unknown: { 'pl ratio': '+x' } })]));
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

  it('writes a ratio that came as a fraction as a percentage', () => {
    const [row] = Papa.parse<Record<string, string>>(
      positionsCsv(stateOf([account({ marketValue: '955.40', profit: '-44.60', profitRatio: '-0.0446' })])).slice(1),
      { header: true },
    ).data;
    expect(row?.['profitRatioPercent']).toBe('-4.46');
  });

  it('says in each row whether its list is complete, and has a row for a missing list', () => {
    const gap = failedGap(new HttpError({ status: 429 }), { part: '100' });
    const part = { ...account({}), list: listOf([readHolding(holding({}))], [gap]) };
    const nothing = { ...account(), list: listOf<never>([], [gap]) };
    const directory = [
      { kind: 'live' as const, list: listOf<never>([], [failedGap(undefined, { part: 'live' })]) },
      { kind: 'simulated' as const, list: { verdict: 'notOffered' } as const },
    ];
    const missing = '100: page 1 could not be read: HTTP 429';
    expect(rowsOf(positionsCsv(stateOf([account({}), part, nothing], directory)))).toMatchObject([
      { listIsComplete: 'yes', missing: '', symbol: 'HK.00700' },
      { listIsComplete: 'no', missing, symbol: 'HK.00700' },
      { listIsComplete: 'no', missing, symbol: '', accountId: 'S1' },
      { listIsComplete: 'no', missing: 'accounts: live: page 1 could not be read: HTTP 500', accountKind: 'live' },
    ]);
    expect(JSON.parse(positionsJson(stateOf([account({}), part, nothing], directory), 0))).toMatchObject({
      accounts: [{ isComplete: true }, { isComplete: false, missing: [missing] }, { isComplete: false, positions: [] }],
      accountLists: [{ kind: 'live', isComplete: false }],
    });
  });

  it('says of rows of a page whether the list of their account is complete, and what has no rows', () => {
    const gap = failedGap(new HttpError({ status: 429 }), { part: '100' });
    const of = (id: string, list: AccountPositions['list']): AccountPositions => {
      const { account: base, ...rest } = account();
      return { ...rest, account: { ...base, id }, list };
    };
    const state = stateOf(
      [
        of('S1', listOf<ReadHolding>([])),
        of('S2', listOf<ReadHolding>([], [gap])),
        of('S3', undefined),
        of('S4', listOf<ReadHolding>([], [gap])),
      ],
      [
        { kind: 'live', list: undefined },
        { kind: 'simulated', list: { verdict: 'notOffered' } },
      ],
    );
    const shown = {
      header: ['Symbol', 'Price'],
      rows: [
        ['HK.00700', '=1+1'],
        ['US.AAPL', '1'],
        ['US.TSLA', '2'],
      ],
      accounts: ['simulated:S1', 'simulated:S2', 'simulated:gone'],
    };
    const text = shownPositionsCsv(shown, state);
    expect(text.startsWith('\ufeff')).toBe(true);
    const missing = '100: page 1 could not be read: HTTP 429';
    expect(rowsOf(text)).toEqual([
      { Symbol: 'HK.00700', Price: "'=1+1", listIsComplete: 'yes', missing: '' },
      { Symbol: 'US.AAPL', Price: '1', listIsComplete: 'no', missing },
      { Symbol: 'US.TSLA', Price: '2', listIsComplete: 'no', missing: 'not read yet' },
      { Symbol: '', Price: '', listIsComplete: 'no', missing: 'simulated S3: not read yet' },
      { Symbol: '', Price: '', listIsComplete: 'no', missing: `simulated S4: ${missing}` },
      { Symbol: '', Price: '', listIsComplete: 'no', missing: 'live accounts: not read yet' },
    ]);
  });

  it('writes every field as text in JSON', () => {
    const document = JSON.parse(positionsJson(stateOf([account({ currency: 'HKD', unknown: { extra: '1' } })]), 0)) as {
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

  it('says where the day P&L comes from, and writes each side consistently', () => {
    const read = (fields: Parameters<typeof holding>[0]) => readHolding(holding(fields));
    const quote = { lastPrice: '', previousClose: '320' };
    const calculated = holdingToday(read({ sideText: 'long' }), quote, { isOld: false, isFresh: true });
    const items = [read({ dayProfit: '-12.50', side: 'short', sideText: 'SHORT' }), calculated, read({ side: 'other', sideText: '7' })];
    const state = stateOf([{ ...account(), list: listOf(items) }]);
    const expected = [
      { side: 'short', dayProfit: '-12.5', dayProfitFrom: 'service' },
      // 200 × (321.40 − 320.00)
      { side: 'long', dayProfit: '280', dayProfitFrom: 'calculated' },
      { side: '7', dayProfit: '', dayProfitFrom: '' },
    ];
    expect(rowsOf(positionsCsv(state))).toMatchObject(expected);
    expect(JSON.parse(positionsJson(state, 0))).toMatchObject({
      accounts: [{ positions: expected.map(({ dayProfit, dayProfitFrom }) => ({ dayProfit: dayProfit || null, dayProfitFrom })) }],
    });
  });

  it('copies one position as one line', () => {
    expect(positionLine(readHolding(holding({ name: 'A\tB\nC' })))).toBe('HK.00700\tA B C\t200\t321.4\t64280\t4280\t7.13');
  });
});
