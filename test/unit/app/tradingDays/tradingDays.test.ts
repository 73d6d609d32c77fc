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
  const read = async (market: string, first: [number, number], last: [number, number]): Promise<unknown> =>
    readTradingDays(
      access,
      { market, first: { year: first[0], month: first[1] }, last: { year: last[0], month: last[1] } },
      { signal: new AbortController().signal },
    );

  it('asks once for whole months', async () => {
    await read(' HK ', [2027, 12], [2028, 2]);
    expect(asked).toEqual([{ market: 'HK', start: '2027-12-01', end: '2028-02-29' }]);
  });

  it.each([
    ['an empty market', '  ', [2026, 1], [2026, 1], 'market'],
    ['an end before the start', 'HK', [2026, 2], [2026, 1], 'end'],
    ['too many months', 'HK', [2026, 1], [2028, 1], 'end'],
  ] as const)('refuses %s before anything is sent', async (_, market, first, last, field) => {
    const before = asked.length;
    await expect(read(market, [...first], [...last])).rejects.toMatchObject({ code: 'invalid-input', field });
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

  it('lists every value with its path otherwise, a list of plain values as one', () => {
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
