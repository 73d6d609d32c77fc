import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sparkPath, thinned } from '../../../../src/domain/watchlist/sparkline';
import {
  addSymbols,
  entryId,
  entryOf,
  headingId,
  moveTarget,
  moveEntries,
  mostSymbols,
  watchSymbol,
  readWatchlist,
  removeEntries,
} from '../../../../src/domain/watchlist/watchlist';
import type { Watchlist } from '../../../../src/domain/watchlist/watchlist';

const symbols = ['HK.00001', 'HK.00002', 'HK.00003', 'HK.00004', 'HK.00005'];
const list: Watchlist = [
  { id: 'a', name: 'A', symbols, isCollapsed: false },
  { id: 'b', name: 'B', symbols: ['US.A', 'HK.00002'], isCollapsed: true },
];

describe('a watchlist', () => {
  it('moves entries in front of another one, and loses and duplicates none', () => {
    fc.assert(
      fc.property(fc.subarray(symbols, { minLength: 1 }), fc.option(fc.constantFrom('US.A', 'HK.00002')), (moved, before) => {
        const next = moveEntries(
          list,
          moved.map((symbol) => ({ groupId: 'a', symbol })),
          'b',
          before,
        );
        expect(next[0]?.symbols).toEqual(symbols.filter((symbol) => !moved.includes(symbol)));
        expect([...(next[1]?.symbols ?? [])].sort()).toEqual([...new Set(['US.A', 'HK.00002', ...moved])].sort());
        if (before !== null && !moved.includes(before))
          expect(next[1]?.symbols.indexOf(moved.at(-1) ?? '')).toBe((next[1]?.symbols.indexOf(before) ?? 0) - 1);
      }),
    );
  });

  it('accepts a security once in a group, and no more than it can hold', () => {
    expect(addSymbols(list, 'a', ['HK.00001', 'HK.00009'])[0]?.symbols).toEqual([...symbols, 'HK.00009']);
    const many = Array.from({ length: 900 }, (_, at) => `HK.${String(at)}x`);
    expect(addSymbols(list, 'a', many).flatMap((group) => group.symbols)).toHaveLength(mostSymbols);
  });

  it('removes an entry only from the intended group', () => {
    expect(removeEntries(list, [{ groupId: 'b', symbol: 'HK.00002' }]).map((group) => group.symbols)).toEqual([symbols, ['US.A']]);
  });

  it('skips damaged entries of a stored list, and serializes entries without loss', () => {
    expect(readWatchlist([...list, null, { id: '!', symbols: [] }, { id: 'c', symbols: ['x', 7, 'US.B', 'US.B'] }])).toEqual([
      ...list,
      { id: 'c', name: '', symbols: ['US.B'], isCollapsed: false },
    ]);
    expect(readWatchlist('nonsense')).toBeUndefined();
    expect(entryOf(entryId({ groupId: 'a', symbol: 'HK.00001' }))).toEqual({ groupId: 'a', symbol: 'HK.00001' });
  });

  it('understands symbols in the spellings that users type', () => {
    expect(['hk.00700', 'hk.700', ' US.BRK.B ', '00700', 'HK.', 'HK.a b', 'HK.a\u202Eb'].map(watchSymbol)).toEqual([
      'HK.00700',
      'HK.00700',
      'US.BRK.B',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the sparkline of a day', () => {
  it('stays within its picture and keeps the last price', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 300 }), (prices) => {
        const few = thinned(prices, 48);
        expect(few.length).toBeLessThanOrEqual(48);
        expect(few.at(-1)).toBe(prices.at(-1));
        for (const [, x = '', y = ''] of sparkPath(few, 56, 24, prices[0]).matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)) {
          expect(Number(x)).toBeLessThanOrEqual(56);
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          expect(Number(y)).toBeLessThanOrEqual(24);
        }
      }),
    );
  });
});

describe('the sparkline of a day with a break', () => {
  const day = [...Array.from({ length: 100 }, (_, at) => 10 + at), null, ...Array.from({ length: 100 }, (_, at) => 50 + at)];

  it('is thinned section by section, and starts again after the break', () => {
    const few = thinned(day, 48);
    expect([few.length, few.indexOf(null), few[23], few.at(-1)]).toEqual([49, 24, 109, 149]);
    expect(sparkPath(few, 56, 24, undefined).match(/M/g)).toHaveLength(2);
    expect(sparkPath([1, null, 2], 56, 24, undefined)).toBe('M0 22.5M56 1.5');
  });
});

describe('the place of a moved entry', () => {
  const list: Watchlist = [
    { id: 'g1', name: 'One', symbols: ['A.1', 'A.2'], isCollapsed: false },
    { id: 'g2', name: 'Empty', symbols: [], isCollapsed: false },
  ];

  it('is before an entry, in the group of the heading it was dropped on, or at the end', () => {
    expect(moveTarget(list, 'g1 A.2')).toEqual({ groupId: 'g1', symbol: 'A.2' });
    expect(moveTarget(list, headingId('g2'))).toEqual({ groupId: 'g2', symbol: null });
    expect(moveTarget(list, null)).toEqual({ groupId: 'g2', symbol: null });
  });

  it('is undefined when the group is gone, and nothing is lost', () => {
    expect(moveTarget(list, 'g9 A.2').groupId).toBeUndefined();
    expect(moveTarget([], null).groupId).toBeUndefined();
  });

  it('may be in an empty group', () => {
    const { groupId, symbol } = moveTarget(list, headingId('g2'));
    expect(moveEntries(list, [{ groupId: 'g1', symbol: 'A.1' }], groupId ?? '', symbol).map(({ symbols }) => symbols)).toEqual([
      ['A.2'],
      ['A.1'],
    ]);
  });
});
