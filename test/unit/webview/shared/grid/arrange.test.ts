import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange, nextSort } from '../../../../../src/webview/shared/grid/arrange';
import type { Arrangement } from '../../../../../src/webview/shared/grid/arrange';

interface Row {
  readonly id: string;
  readonly market: string;
  readonly value: number;
}

const plain: Arrangement<Row, string> = {
  idOf: (row) => row.id,
  keep: () => true,
  compare: undefined,
  direction: 'ascending',
  groupOf: undefined,
  describeGroup: (id, rows) => `${id}: ${String(rows.length)}`,
  collapsed: new Set(),
};
const byValue = (a: Row, b: Row): number => a.value - b.value;
const rows = fc
  .array(fc.record({ market: fc.constantFrom('HK', 'US', 'SH'), value: fc.integer({ min: 0, max: 5 }) }))
  .map((records) => records.map((record, at): Row => ({ ...record, id: String(at) })));

describe('arrange', () => {
  it('loses and duplicates no record, whatever the grouping and order', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), fc.constantFrom('ascending', 'descending'), (records, isGrouped, direction) => {
        const items = arrange(records, { ...plain, compare: byValue, direction, groupOf: isGrouped ? (row) => row.market : undefined });
        const ids = items.flatMap((item) => (item.kind === 'row' ? [item.id] : []));
        expect(ids.toSorted()).toEqual(records.map(({ id }) => id).toSorted());
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      }),
    );
  });

  it('sorts within groups, and keeps the order of equals in both directions', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('ascending', 'descending'), (records, direction) => {
        const items = arrange(records, { ...plain, compare: byValue, direction, groupOf: (row) => row.market });
        let before: Row | undefined;
        for (const item of items) {
          if (item.kind !== 'row') before = undefined;
          else {
            const step = before === undefined ? 0 : (item.row.value - before.value) * (direction === 'ascending' ? 1 : -1);
            expect(step).toBeGreaterThanOrEqual(0);
            if (before?.value === item.row.value) expect(Number(item.row.id)).toBeGreaterThan(Number(before.id));
            before = item.row;
          }
        }
      }),
    );
  });

  it('shows a collapsed group by its heading, which still counts all its records', () => {
    const records: readonly Row[] = [
      { id: 'a', market: 'HK', value: 1 },
      { id: 'b', market: 'US', value: 2 },
      { id: 'c', market: 'HK', value: 3 },
    ];
    const items = arrange(records, { ...plain, groupOf: (row) => row.market, collapsed: new Set(['HK']) });
    expect(items).toEqual([
      { kind: 'group', id: 'group HK', group: 'HK: 2', count: 2, isExpanded: false },
      { kind: 'group', id: 'group US', group: 'US: 1', count: 1, isExpanded: true },
      { kind: 'row', id: 'b', row: records[1] },
    ]);
  });

  it('leaves out filtered records, and groups with none left', () => {
    const items = arrange([{ id: 'a', market: 'HK', value: 1 }], { ...plain, keep: () => false, groupOf: (row) => row.market });
    expect(items).toEqual([]);
  });
});

describe('nextSort', () => {
  it('cycles through both directions and none, the more useful direction first', () => {
    const figures = [null, nextSort(null, 'pl', true), nextSort(nextSort(null, 'pl', true), 'pl', true)];
    expect(figures.slice(1)).toEqual([
      { key: 'pl', direction: 'descending' },
      { key: 'pl', direction: 'ascending' },
    ]);
    expect(nextSort({ key: 'pl', direction: 'ascending' }, 'pl', true)).toBeNull();
    expect(nextSort({ key: 'pl', direction: 'ascending' }, 'symbol', false)).toEqual({ key: 'symbol', direction: 'ascending' });
  });
});
