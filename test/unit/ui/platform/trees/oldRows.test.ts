import { describe, expect, it } from 'vitest';
import { OldRows } from '../../../../../src/app/lastState/oldRows';
import type { OpenPlates } from '../../../../../src/app/plates/openPlates';
import { readHolding } from '../../../../../src/domain/positions/holding';
import { defaultSort } from '../../../../../src/domain/positions/holdingGroups';
import { listOf } from '../../../../../src/service/lists/list';
import { OrderSubject } from '../../../../../src/app/orders/ticket/ticket';
import { ordersTree } from '../../../../../src/ui/orders/tree/ordersTree';
import { asOfText, oldRow } from '../../../../../src/ui/platform/trees/oldRows';
import { ModelTree } from '../../../../../src/ui/platform/trees/treeModel';
import type { NodeModel } from '../../../../../src/ui/platform/trees/treeModel';
import { plateRow } from '../../../../../src/ui/plates/plateRows';
import { positionsTree } from '../../../../../src/ui/positions/positionsTree';
import { rowStyle } from '../../../../../src/ui/positions/positionText';
import { failedGap } from '../../../../support/builders/lists';
import { holding, positionsState } from '../../../../support/builders/holdings';
import { drawn, hoverOf, idsOf } from '../../../../support/editor/drawnTree';
import { orderRecord } from '../../../../support/orders/orderFakes';

const account = { id: '8001', name: 'Main', kind: 'live' as const, markets: [], source: 'service' as const };
const at = Date.UTC(2026, 10, 21, 0, 12, 40);
const asOf = (old: OldRows<unknown>): string => asOfText(old, 'UTC', at + 60_000);
const old = <T>(rows: readonly T[], isWhole = true): OldRows<T> => new OldRows(rows, at, isWhole);
const all = (rows: readonly NodeModel[]): readonly NodeModel[] => rows.flatMap((row) => [row, ...all(row.children ?? [])]);

const loading = { accounts: [{ account, list: undefined, updatedAtMs: undefined }], directory: [] };
const orders = (isPrivate = false): readonly NodeModel[] =>
  ordersTree({
    orders: loading,
    old: [{ account, old: old([orderRecord({ orderId: 'OK-1', quantity: '4711' })]) }],
    asOf,
    attempts: [],
    journalError: undefined,
    zone: 'UTC',
    isPrivate,
  });
const positions = (isPrivate = false, list?: Parameters<typeof listOf>[1]): readonly NodeModel[] =>
  positionsTree(
    positionsState({ accounts: [{ account, list: list === undefined ? undefined : listOf([], list), updatedAtMs: undefined }] }),
    {
      sort: defaultSort,
      style: rowStyle('auto', 'en', isPrivate, ['profit', 'name', 'quantity', 'price']),
      old: [{ account, old: old([readHolding(holding({ quantity: '4711' }))]) }],
      asOf,
    },
  );
const plate = (): NodeModel => {
  const plates: Pick<OpenPlates, 'state' | 'open' | 'old'> = {
    state: () => undefined,
    open: () => undefined,
    old: () => old([{ code: 'HK.00700', name: 'Tencent', unknown: {} }], false),
  };
  return plateRow('HK.BK1000', { plates, name: undefined, asOf });
};

describe('the last known rows of a view', () => {
  it('say what time they are from, with the day unless it is today', () => {
    expect(asOfText(old([]), 'Asia/Hong_Kong', at)).toBe('as of 08:12:40');
    expect(asOfText(old([], false), 'UTC', at + 86_400_000)).toBe('as of 2026-11-21 00:12:40, incomplete');
  });

  it.each([
    ['orders', orders],
    ['positions', positions],
    ['a plate', () => plate().children ?? []],
  ] as const)('are dimmed for %s, and unavailable to commands', (_, rows) => {
    const shown = all(rows()).filter(({ loading: kind }) => kind === undefined);
    expect(shown.length).toBeGreaterThan(0);
    for (const row of shown) {
      const item = row.item();
      expect(item.resourceUri, row.id).toBeDefined();
      expect([item.contextValue, item.command]).toEqual(['message', undefined]);
      expect(row.subject).toBeUndefined();
      expect(item.accessibilityInformation?.label).toContain('as of 00:12:40');
      expect(hoverOf(row)).toMatch(/^Not read again yet: as of 00:12:40/);
      expect(drawn([row])[0]?.colour).toBe('disabledForeground');
    }
  });

  it('are below an account, or a plate, that says so, and above the rows still loading', () => {
    expect(drawn(orders())).toMatchObject([
      { label: 'Main', description: 'as of 00:12:40 · 8001 · 1 open', below: [{}, { label: 'Loading…' }] },
    ]);
    expect(drawn(positions())[0]).toMatchObject({ label: 'Main', description: 'LIVE · as of 00:12:40 · 8001' });
    expect(drawn([plate()])[0]?.description).toBe('as of 00:12:40, incomplete');
  });

  it('stay below the reason when nothing could be read', () => {
    const [row] = drawn(positions(false, [failedGap()]));
    expect(row?.below[0]?.icon).toBe('error');
    expect(row?.below.at(-1)?.below.length).toBeGreaterThan(0);
    expect(JSON.stringify(row)).not.toContain('Loading…');
  });

  it('never count as complete when more is missing, and are summed up only when nothing is', () => {
    const holdings = ['A', 'B'].map((id) => readHolding(holding({ id })));
    const tree = (isWhole: boolean): string => {
      const state = positionsState({ accounts: [{ account, list: undefined, updatedAtMs: undefined }] });
      const style = rowStyle('auto', 'en', false, ['profit']);
      return JSON.stringify(
        drawn(positionsTree(state, { sort: defaultSort, style, old: [{ account, old: old(holdings, isWhole) }], asOf })),
      );
    };
    expect(tree(true)).toContain('Long (2)');
    expect(tree(true)).not.toContain('incomplete');
    expect(tree(false)).not.toContain('Long (2)');
    expect(tree(false)).toContain('The list is incomplete: there are more pages.');
    const cut = { orders: loading, attempts: [], journalError: undefined, zone: 'UTC', isPrivate: false, asOf };
    const [row] = drawn(ordersTree({ ...cut, old: [{ account, old: old([orderRecord({})], false) }] }));
    expect(row?.description).toContain('1 open, incomplete');
    expect(JSON.stringify(drawn(ordersTree({ ...cut, old: [{ account, old: old([], false) }] })))).not.toContain('No orders');
  });

  it('are masked as others are', () => {
    for (const rows of [orders, positions]) {
      expect(JSON.stringify(drawn(rows()))).toContain('4,711');
      expect(JSON.stringify(drawn(rows(true)))).not.toMatch(/4,?711/);
      expect(JSON.stringify(drawn(rows(true)))).not.toContain('8001');
    }
  });

  it('are replaced one by one by rows that are read, even if those look the same', () => {
    const tree = new ModelTree();
    const before = orders();
    tree.show(before);
    const list = listOf([orderRecord({ orderId: 'OK-1', quantity: '4711' })]);
    const fresh = ordersTree({
      orders: { accounts: [{ account, list, updatedAtMs: at }], directory: [] },
      attempts: [],
      journalError: undefined,
      zone: 'UTC',
      isPrivate: false,
    });
    expect(idsOf(fresh).every((id) => idsOf(before).includes(id))).toBe(true);
    expect(tree.show(fresh)).not.toBe(0);
    expect(tree.find((subject) => subject instanceof OrderSubject)?.toTreeItem().resourceUri).toBeUndefined();
    const model: NodeModel = { id: 'a', face: 'same', item: before[0]?.item ?? (() => ({})) };
    expect(Object.is(oldRow(model, 'as of 1').face, model.face)).toBe(false);
  });
});
