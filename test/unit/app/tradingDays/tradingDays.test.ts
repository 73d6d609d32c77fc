import { describe, expect, it } from 'vitest';
import { rawTable } from '../../../../src/app/platform/rawTable';
import { readTradingDays } from '../../../../src/app/tradingDays/tradingDays';
import type { TradingDaysQuery } from '../../../../src/service/records';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';

describe('readTradingDays', () => {
  const asked: TradingDaysQuery[] = [];
  const access = new FakeAccess(
    fakeClient({
      tradingDays: async (query) => {
        asked.push(query);
        return { kind: 'days', days: [] };
      },
    }),
  );
  const read = async (market: string, from: string, to: string): Promise<unknown> =>
    readTradingDays(access, { market, from, to }, { signal: new AbortController().signal });

  it('sends one request, for exactly the days of the period', async () => {
    await read(' HK ', '2027-12-20', '2028-02-29');
    await read('US', '2026-11-24', '2026-11-24');
    expect(asked).toEqual([
      { market: 'HK', start: '2027-12-20', end: '2028-02-29' },
      { market: 'US', start: '2026-11-24', end: '2026-11-24' },
    ]);
  });

  it.each([
    ['an empty market', '  ', '2026-01-01', '2026-01-31', 'market'],
    ['an end before the start', 'HK', '2026-01-02', '2026-01-01', 'end'],
    ['too many months', 'HK', '2026-01-31', '2028-01-01', 'end'],
  ] as const)('rejects %s before anything is sent', async (_, market, from, to, field) => {
    const before = asked.length;
    await expect(read(market, from, to)).rejects.toMatchObject({ code: 'invalid-input', field });
    expect(asked.length).toBe(before);
  });
});

describe('rawTable', () => {
  it('finds the list of records wherever it is and keeps every digit', () => {
    expect(
      rawTable('{"ret_code":0,"data":{"n":1,"days":[{"d":"2026-01-05","id":12345678901234567890},{"d":"2026-01-06","x":[1]}]}}'),
    ).toEqual({
      columns: ['d', 'id', 'x'],
      rows: [
        ['2026-01-05', '12345678901234567890', ''],
        ['2026-01-06', '', '[1]'],
      ],
    });
  });

  it('lists every value with its path when there is no list of records, and a list of plain values as one', () => {
    expect(rawTable('{"a":{"b":[1,"x"]},"c":null,"d":[],"e":{},"f":[[1,2],{"g":3}]}')).toEqual({
      columns: [],
      rows: [
        ['a.b', '1, x'],
        ['c', 'null'],
        ['d', '[]'],
        ['e', '{}'],
        ['f[0]', '1, 2'],
        ['f[1].g', '3'],
      ],
    });
  });
});
