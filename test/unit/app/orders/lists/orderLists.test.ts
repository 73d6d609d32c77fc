import { describe, expect, it } from 'vitest';
import { OrderLists } from '../../../../../src/app/orders/lists/orderLists';
import { listJson } from '../../../../../src/app/orders/lists/ordersExport';
import type { RangeChoice } from '../../../../../src/domain/time/historyRange';
import type { FillRecord } from '../../../../../src/service/endpoints/tradingRecords';
import { seen } from '../../../../../src/service/lists/list';
import { booksOf } from '../../../../support/builders/books';
import { pageOf } from '../../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { settle } from '../../../../support/machine/fakeTime';

const zone = 'Asia/Shanghai';
const today: RangeChoice = { kind: 'days', days: 1 };

function fill(dealId: string, at: string, updatedAt = at): FillRecord {
  const micros = (text: string): string => (text === '' ? '' : `${String(Date.parse(text))}000`);
  return {
    ...{ dealId, orderId: 'O-1', code: 'US.AAPL', name: 'APPLE', side: 'BUY', quantity: '1', price: '200' },
    ...{ counterBrokerId: '', counterBrokerName: '', currency: '', status: 'OK', unknown: {} },
    ...{ createdAt: micros(at), updatedAt: micros(updatedAt) },
  };
}

function listsOf(todaysFills: readonly FillRecord[], before: readonly FillRecord[] = []) {
  let wallMs = Date.parse('2026-11-26T10:00:00+08:00');
  const client = fakeClient({ beyond: { orderFills: async () => pageOf(todaysFills), fillHistory: async () => pageOf(before) } });
  const books = booksOf({
    access: new FakeAccess(client),
    time: { wallMs: () => wallMs, monotonicMs: () => 0 },
    configured: () => [{ id: '8001', kind: 'live' }],
  });
  const lists = new OrderLists({
    books,
    timeZone: () => zone,
    maxAgeMs: () => 0,
    changed: () => undefined,
    readingChanged: () => undefined,
  });
  const show = async (range: RangeChoice): Promise<void> => {
    await lists.refresh();
    lists.show('fills', range);
    await lists.refresh();
    await settle();
  };
  return { lists, show, pass: (text: string) => void (wallMs = Date.parse(text)) };
}

const shown = (lists: OrderLists): readonly string[] =>
  lists.fills().flatMap(({ list }) => (list === undefined ? [] : seen(list).items.map(({ dealId }) => dealId)));

describe('the fills of a range', () => {
  it('leave out those of the service’s day that are on the user’s day before', async () => {
    const { lists, show } = listsOf([
      fill('EVENING', '2026-11-25T23:30:00+08:00'),
      fill('NIGHT', '2026-11-26T00:30:00+08:00'),
      fill('CORRECTED', '2026-11-25T23:40:00+08:00', '2026-11-26T09:00:00+08:00'),
      fill('UNTIMED', ''),
    ]);
    await show(today);
    expect(shown(lists)).toEqual(['NIGHT', 'CORRECTED', 'UNTIMED']);
    await show({ kind: 'days', days: 7 });
    expect(shown(lists)).toEqual(['EVENING', 'NIGHT', 'CORRECTED', 'UNTIMED']);
  });

  it('say that one was undone, whatever the older list says', async () => {
    const [made, updated] = ['2026-11-26T00:30:00+08:00', '2026-11-26T09:00:00+08:00'];
    const { lists, show } = listsOf([{ ...fill('9', made, updated), status: 'CANCELLED' }], [fill('9', made)]);
    await show({ kind: 'days', days: 7 });
    expect(lists.fills().map(({ list }) => list)).toMatchObject([{ verdict: 'complete', items: [{ dealId: '9', status: 'CANCELLED' }] }]);
  });

  it('have a gap for records of one ID that can’t be told apart', async () => {
    const one = fill('9', '2026-11-26T00:30:00+08:00');
    const { lists, show } = listsOf([one], [{ ...one, price: '201' }]);
    await show({ kind: 'days', days: 7 });
    const [{ list } = {}] = lists.fills();
    expect(list).toMatchObject({ verdict: 'incomplete', found: [{ price: '200' }, { price: '201' }], gaps: [{ kind: 'alike', count: 2 }] });
  });

  it('stay those of the day on which they were read, in an export after midnight too', async () => {
    const { lists, show, pass } = listsOf([fill('NIGHT', '2026-11-26T00:30:00+08:00')]);
    await show(today);
    pass('2026-11-27T00:10:00+08:00');
    const accounts = lists.fills().map((each) => ({ ...each, rows: each.list === undefined ? [] : seen(each.list).items }));
    const file: unknown = JSON.parse(listJson({ name: 'fills', range: lists.range, exportedAtMs: 0, accounts }));
    expect(file).toMatchObject({ from: '2026-11-25T16:00:00.000000Z', to: '2026-11-26T15:59:59.999999Z' });
    expect(shown(lists)).toEqual(['NIGHT']);
  });
});
