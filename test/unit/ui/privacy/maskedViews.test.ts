import { describe, expect, it } from 'vitest';
import type { JournalLine } from '../../../../src/app/orders/journal/journalReader';
import { listOf } from '../../../../src/service/lists/list';
import type { Attempt, JournalRecord } from '../../../../src/domain/orders/orderAttempts';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { ReadHolding } from '../../../../src/domain/positions/holding';
import type { PositionsState } from '../../../../src/app/positions/positionsBook';
import { defaultSort } from '../../../../src/domain/positions/holdingGroups';
import { journalText } from '../../../../src/ui/orders/journal/journalText';
import { ordersTree } from '../../../../src/ui/orders/tree/ordersTree';
import { rowStyle } from '../../../../src/ui/positions/positionText';
import { positionsTree } from '../../../../src/ui/positions/positionsTree';
import type { NodeModel } from '../../../../src/ui/platform/trees/treeModel';
import { drawn, hoverOf } from '../../../support/editor/drawnTree';
import { holding, positionsState } from '../../../support/builders/holdings';
import { orderRecord } from '../../../support/orders/orderFakes';

/** All readable texts of these rows: what is drawn, hovers, and what a screen reader reads. */
function readable(models: readonly NodeModel[]): string {
  return models
    .flatMap((model) => {
      const item = model.item();
      const { tooltip } = item;
      return [
        JSON.stringify(drawn([{ ...model, item: () => item, children: [] }])),
        typeof tooltip === 'string' ? tooltip : '',
        item.accessibilityInformation?.label ?? '',
        hoverOf(model),
        readable(model.children ?? []),
      ];
    })
    .join('\n');
}

/** Numbers that occur nowhere else. */
const secrets = ['7771', '7772', '7773.5', '7774.5', '7775.5', '7776.5', '777', 'ACC-9'];
/** Hovers escape punctuation, and digits are grouped. */
const found = (text: string): readonly string[] => secrets.filter((secret) => text.replace(/[\\,]/g, '').includes(secret));

describe('positions in privacy mode', () => {
  const read = readHolding(
    holding({
      quantity: '7771',
      availableQuantity: '7772',
      costPrice: '7773.5',
      averageBuyPrice: '7774.5',
      marketValue: '7775.5',
      profit: '7776.5',
      profitRatio: '77.7',
      id: '77700',
      unknown: { today: '77701' },
    }),
  );
  const account = { id: 'ACC-9', name: 'ACC-9', kind: 'live', markets: [], source: 'service' } as const;
  const stateOf = (shown: ReadHolding): PositionsState =>
    positionsState({ accounts: [{ account, list: listOf([shown]), updatedAtMs: 0 }] });
  const text = (isPrivate: boolean): string =>
    readable(
      positionsTree(stateOf(read), {
        sort: defaultSort,
        style: rowStyle('auto', 'en', isPrivate, ['profit', 'name', 'quantity', 'price']),
      }),
    );

  it('hide quantities, money, profit and account numbers, and keep names and prices', () => {
    expect(found(text(false)).length).toBeGreaterThan(5);
    expect(found(text(true))).toEqual([]);
    expect(text(true)).toContain('HK.00700');
    expect(text(true)).toContain('321.4');
  });

  it('do not reveal a profit by arrow or color', () => {
    const icons = (profit: string): unknown =>
      drawn(
        positionsTree(stateOf(readHolding(holding({ profit }))), {
          sort: defaultSort,
          style: rowStyle('greenUp', 'en', true, ['profit', 'name', 'quantity', 'price']),
        }),
      );
    expect(icons('5')).toEqual(icons('-5'));
    expect(JSON.stringify(icons('5'))).not.toMatch(/[▲▼]/);
  });
});

describe('orders in privacy mode', () => {
  const order = orderRecord({
    quantity: '7771',
    price: '7773.5',
    auxPrice: '7774.5',
    orderType: 'STOP_LIMIT',
    dealtQuantity: '7772',
    dealtAveragePrice: '7775.5',
    remark: '77700',
    lastError: 'has 77701',
    unknown: { more: '77702' },
  });
  const target = { service: 'https://api.example.com', isSandbox: false, accountId: 'ACC-9', orderId: 'OK-1', exchange: 'SEHK' };
  const body = '{"exchange":"SEHK","qty":"7771","price":"7773.5"}';
  const fields = [
    { field: 'qty' as const, typed: '7771', kept: '7771', old: '7772', isCut: false, isChanged: true },
    { field: 'price' as const, typed: '7773.5', kept: '7773.5', old: '7774.5', isCut: false, isChanged: true },
  ];
  const attempt = (state: Attempt['state']): Attempt => ({
    root: `r-${state}`,
    action: 'modify',
    startedAt: '2026-01-05T10:00:00.000Z',
    endedAt: undefined,
    target,
    body,
    fields,
    state,
    outcome: { kind: 'refused', errcode: -1200, errmsg: 'buying power 7776.5 is too little' },
    order: undefined,
    resolution: undefined,
    followed: undefined,
    requests: 1,
  });
  const book = {
    accounts: [
      {
        account: { id: 'ACC-9', name: 'ACC-9', kind: 'live' as const, markets: [], source: 'service' as const },
        list: listOf([order]),
        updatedAtMs: 0,
      },
    ],
    directory: [],
  };
  const text = (isPrivate: boolean): string =>
    readable(
      ordersTree({ orders: book, attempts: [attempt('unknown'), attempt('accepted')], journalError: undefined, zone: 'UTC', isPrivate }),
    );

  it('hide quantities, prices, and account numbers in the list, including those of attempts', () => {
    expect(found(text(false)).length).toBeGreaterThan(4);
    expect(found(text(true))).toEqual([]);
    expect(text(true)).toContain('OK-1');
  });

  it('hide figures in the journal on the screen, which still shows the outcome of each change', async () => {
    const record: JournalRecord = { kind: 'intent', root: 'r', attempt: 'a', action: 'modify', target, body, fields };
    const lines: readonly JournalLine[] = [
      { seq: 1, at: '2026-01-05T10:00:00.000Z', raw: '', record },
      {
        seq: 2,
        at: '2026-01-05T10:00:01.000Z',
        raw: '',
        record: { kind: 'outcome', root: 'r', attempt: 'a', outcome: { kind: 'accepted' } },
      },
      {
        seq: 3,
        at: '2026-01-05T10:00:02.000Z',
        raw: '',
        record: {
          kind: 'outcome',
          root: 'r',
          attempt: 'b',
          outcome: { kind: 'refused', errcode: -1200, errmsg: 'buying power 7776.5 is too little' },
        },
      },
    ];
    const shown = async (isPrivate: boolean): Promise<string> =>
      journalText({ lines, older: 0, hasAcknowledgment: false, unreadable: 0, fault: undefined }, 'UTC', 0, isPrivate);
    expect(found(await shown(false)).length).toBeGreaterThan(3);
    expect(found(await shown(true))).toEqual([]);
    expect(await shown(true)).toContain('accepted');
    expect(await shown(true)).toContain('rejected (-1200): •••');
    expect(await shown(false)).toContain('buying power 7776.5');
  });
});
