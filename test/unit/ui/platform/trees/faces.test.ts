import { describe, expect, it } from 'vitest';
import type { TodayState } from '../../../../../src/app/calendar/todayReleases';
import { begunAttempt } from '../../../../../src/domain/orders/orderAttempts';
import type { Attempt } from '../../../../../src/domain/orders/orderAttempts';
import { readHolding } from '../../../../../src/domain/positions/holding';
import { defaultSort } from '../../../../../src/domain/positions/holdingGroups';
import { listOf } from '../../../../../src/service/lists/list';
import { todayRows } from '../../../../../src/ui/calendar/todayRows';
import { plateRow } from '../../../../../src/ui/plates/plateRows';
import { ordersTree } from '../../../../../src/ui/orders/tree/ordersTree';
import { rowStyle } from '../../../../../src/ui/positions/positionText';
import { positionsTree } from '../../../../../src/ui/positions/positionsTree';
import { directionIcons } from '../../../../../src/ui/platform/words/directionIcons';
import { parseAmount } from '../../../../../src/domain/values/amount';
import type { NodeModel } from '../../../../../src/ui/platform/trees/treeModel';
import { drawn, hoverOf } from '../../../../support/editor/drawnTree';
import { holding, positionsState } from '../../../../support/builders/holdings';
import { orderRecord } from '../../../../support/orders/orderFakes';
import { variants } from '../../../../support/builders/variants';

import { TreeItem as FakeTreeItem } from '../../../../support/editor/values';

interface Row {
  readonly face: unknown;
  readonly shown: string;
}

/** Everything visible in each row, including hovers and what a screen reader reads. */
function rowsOf(models: readonly NodeModel[], into = new Map<string, Row>()): ReadonlyMap<string, Row> {
  for (const model of models) {
    const item = model.item();
    const seen = drawn([{ ...model, item: () => item, children: [] }]);
    into.set(model.id, {
      face: model.face,
      shown: JSON.stringify([seen, item.accessibilityInformation?.label, hoverOf(model)]),
    });
    rowsOf(model.children ?? [], into);
  }
  return into;
}

/** Like {@link rowsOf}; empty for a guess that no row can be made from. */
function rowsOfGuess(build: () => readonly NodeModel[]): ReadonlyMap<string, Row> {
  try {
    return rowsOf(build());
  } catch {
    return new Map();
  }
}

/**
 * Rows that change in something that their face does not include. The editor redraws a row, and requests its hover again, only if the face
 * differs: these rows would show old data.
 */
const words = /\.(state|action|field|side|startedAt)$/;

function stale<T>(state: T, build: (state: T) => readonly NodeModel[]): readonly string[] {
  const before = rowsOf(build(state));
  const found: string[] = [];
  for (const { path, value, isGuessed } of variants(state)) {
    if (words.test(path)) continue;
    const rows = isGuessed ? rowsOfGuess(() => build(value as T)) : rowsOf(build(value as T));
    for (const [id, row] of rows) {
      const old = before.get(id);
      if (old !== undefined && Object.is(old.face, row.face) && old.shown !== row.shown) found.push(`${id} when ${path} changes`);
    }
  }
  return [...new Set(found)];
}

const live = { id: '8001', name: 'Main', kind: 'live' as const, markets: [1], source: 'service' as const };

describe('the check that rows with equal faces look the same', () => {
  it('finds a face that leaves something out', () => {
    const build = ({ label, hover }: { readonly label: string; readonly hover: string }): readonly NodeModel[] => [
      {
        id: 'row',
        face: label,
        item: () => new FakeTreeItem(label),
        tooltip: () => hover,
      },
    ];
    expect(stale({ label: 'a', hover: 'b' }, build)).toEqual(['row when .hover changes']);
  });

  it('finds a face that lacks the hover made with the row', () => {
    const build = ({ hover }: { readonly hover: string }): readonly NodeModel[] => [
      {
        id: 'row',
        face: '',
        item: () => Object.assign(new FakeTreeItem('row'), { tooltip: hover }),
      },
    ];
    expect(stale({ hover: 'b' }, build)).toEqual(['row when .hover changes']);
  });

  it('finds a sample that lacks what the hover shows', () => {
    interface Sample {
      readonly hover: string | undefined;
      readonly hovers: ReadonlyMap<string, string>;
      readonly records: ReadonlyMap<string, { readonly hover: string }>;
      readonly list: readonly string[];
    }
    const build = (state: Sample): readonly NodeModel[] => [
      { id: 'one', face: '', item: () => new FakeTreeItem('one'), tooltip: () => state.hover ?? '' },
      { id: 'two', face: '', item: () => new FakeTreeItem('two'), tooltip: () => state.hovers.get('two') ?? '' },
      { id: 'three', face: '', item: () => new FakeTreeItem('three'), tooltip: () => state.records.get('three')?.hover ?? '' },
      { id: 'four', face: '', item: () => new FakeTreeItem('four'), tooltip: () => state.list.join() },
    ];
    expect(stale({ hover: undefined, hovers: new Map(), records: new Map(), list: [] }, build)).toEqual([
      'one when .hover changes',
      'two when .hovers.* changes',
      'three when .records.* changes',
      'four when .list[] changes',
    ]);
  });

  it('passes for Positions', () => {
    const state = {
      holdings: [holding({ id: '1' }), holding({ id: '2', side: 'short', sideText: 'short', unknown: { today: '5' } })],
      isPrivate: false,
      updatedAtMs: 0,
      rest: positionsState(),
    };
    const build = ({ holdings, isPrivate, updatedAtMs, rest }: typeof state): readonly NodeModel[] =>
      positionsTree(
        {
          ...rest,
          accounts: [{ account: live, list: listOf(holdings.map((one) => readHolding(one))), updatedAtMs }],
        },
        { sort: defaultSort, style: rowStyle('auto', 'en', isPrivate, ['profit', 'name', 'quantity', 'price']) },
      );
    // Privacy mode and colors redraw the whole tree.
    expect(stale(state, build).filter((row) => !row.endsWith('when .isPrivate changes'))).toEqual([]);
  });

  it('passes for Orders', () => {
    const target = { service: 'https://broker.example', isSandbox: false, accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' };
    const fields = [{ field: 'qty' as const, old: '100', typed: '200', kept: '200', isCut: false, isChanged: true }];
    const intent = {
      kind: 'intent' as const,
      attempt: 'r1',
      root: 'r1',
      action: 'modify' as const,
      target,
      body: '{"qty":"200"}',
      fields,
      order: undefined,
    };
    const attempt: Attempt = { ...begunAttempt('2026-11-20T10:00:00.000Z', intent), state: 'accepted' };
    const state = {
      orders: [orderRecord({ orderId: 'OK-1' }), orderRecord({ orderId: 'OK-2', lastError: 'x', remark: 'y' })],
      attempts: [attempt],
      zone: 'Asia/Hong_Kong',
      isPrivate: false,
    };
    const build = ({ orders, attempts, zone, isPrivate }: typeof state): readonly NodeModel[] =>
      ordersTree({
        orders: { accounts: [{ account: live, list: listOf(orders), updatedAtMs: 0 }], directory: [] },
        attempts,
        journalError: undefined,
        zone: zone === 'Asia/Hong_Kong' ? zone : 'America/New_York',
        isPrivate,
      });
    expect(stale(state, build)).toEqual([]);
  });

  it('passes for Plates', () => {
    const constituent = {
      code: 'HK.1',
      name: 'One',
      stockType: 'STOCK',
      lotSize: '100',
      listTime: '1087344000000',
      unknown: { isin: 'X' },
    };
    const state = {
      constituents: [constituent],
      total: 5,
      name: 'Tech',
      price: '1.5',
      change: '1',
      extended: 'Overnight 2',
      hasMore: true,
      loading: false,
      updatedAtMs: 0,
    };
    const icons = directionIcons('greenUp', 'en');
    const build = ({ constituents, total, name, price, change, extended, ...rest }: typeof state): readonly NodeModel[] => [
      plateRow('HK.BK1000', {
        plates: { state: () => ({ list: listOf(constituents, [], total), error: undefined, ...rest }), open: () => undefined },
        name,
        prices: { text: () => price, extended: () => extended, old: () => '', change: () => parseAmount(change) },
        icons,
      }),
    ];
    expect(stale(state, build)).toEqual([]);
  });

  it('passes for Today', () => {
    const event = {
      text: 'US <em>CPI</em> y/y',
      previous: '2.9',
      predictive: '3.1',
      announce: '3.2',
      star: 4,
      time: Date.UTC(2026, 10, 20, 13, 30) / 1000,
      country: 'US',
      currency: 'USD',
      unit: '%',
      uniqueId: 'calendar_economic:1',
      detailUrl: 'https://example.com/',
    };
    const state = { events: [event], zone: 'Asia/Hong_Kong' };
    const build = ({ events, zone: wanted }: typeof state): readonly NodeModel[] => {
      const zone = wanted === 'Asia/Hong_Kong' ? wanted : 'America/New_York';
      const day: TodayState = {
        day: { date: '20261120', zone },
        list: listOf(events),
        updatedAtMs: 0,
        error: undefined,
        coming: undefined,
      };
      return todayRows(day, { zone, nowMs: Date.UTC(2026, 10, 20, 14) });
    };
    expect(stale(state, build)).toEqual([]);
  });
});
