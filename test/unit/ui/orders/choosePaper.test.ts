import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { BeyondClient } from '../../../../src/service/serviceClient';
import { HttpError } from '../../../../src/service/errors';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';
import { orderRecord } from '../../../support/orders/orderFakes';

interface Row {
  readonly label: string;
  readonly description?: string;
  readonly kind?: number;
  readonly iconPath?: { readonly id: string };
}

const warnings: string[] = [];
const settings: Record<string, unknown> = {};
/** What every list showed, with its title. */
const lists: { title: string; rows: readonly string[] }[] = [];
/** Which row is taken of each list, by a part of it; then lists are dismissed. */
const takes: string[] = [];

function textOf({ label, description = '', kind, iconPath }: Row): string {
  return kind === -1 ? `-- ${label}` : `${iconPath?.id ?? ''}: ${label} | ${description}`;
}

function quickPick() {
  const [accepted, hidden] = [new Emitter<undefined>(), new Emitter<undefined>()];
  const pick = {
    ...{ title: '', placeholder: '', items: [] as readonly Row[], activeItems: [] as readonly Row[] },
    selectedItems: [] as readonly Row[],
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidTriggerButton: () => ({ dispose: () => undefined }),
    show: () => {
      lists.push({ title: pick.title, rows: pick.items.map(textOf) });
      const wanted = takes.shift();
      pick.selectedItems = pick.items.filter((row) => wanted !== undefined && row.kind !== -1 && textOf(row).includes(wanted)).slice(0, 1);
      queueMicrotask(() => (pick.selectedItems.length > 0 ? accepted.fire(undefined) : hidden.fire(undefined)));
    },
    dispose: () => undefined,
  };
  return pick;
}

vi.mock('vscode', async () => ({
  ...(await import('../../../support/editor/fakeVscode')),
  ProgressLocation: { Notification: 15 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  QuickInputButtons: { Back: {} },
  commands: { executeCommand: async () => undefined },
  workspace: { getConfiguration: () => ({ inspect: (key: string) => ({ globalValue: settings[key] }) }) },
  window: {
    createQuickPick: quickPick,
    showWarningMessage: async (text: string) => void warnings.push(text),
    withProgress: async (_options: unknown, run: (progress: unknown, token: unknown) => Promise<unknown>) =>
      run({}, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
  },
}));

const { chooseTicket } = await import('../../../../src/ui/orders/chooseTicket');
const { ticketLists } = await import('../../../../src/ui/orders/ticket/ticketLists');

const liveOrder = orderRecord({ orderId: 'OK-1', code: 'HK.00700', securityType: 'STOCK', orderType: 'LIMIT' });
const paperOrder = (orderId: string, status = 'SUBMITTED') => ({
  ...orderRecord({ orderId, code: '00700', securityType: '', orderType: 'LIMIT', status }),
  market: '100',
  sent: { side: '1', orderType: '1', status: '2' },
});
const accountsOf =
  (kind: 'live' | 'simulated', ...ids: readonly string[]): BeyondClient['liveAccounts'] =>
  async () =>
    pageOf(ids.map((id) => ({ id, kind, title: '', markets: kind === 'live' ? [] : [100], accountType: '' })));
const absent = (): Promise<never> => Promise.reject(new HttpError({ status: 404 }));

interface World {
  readonly live?: readonly string[];
  readonly paper?: readonly string[];
  readonly simulatedOrders?: BeyondClient['simulatedOrders'];
}

/** One live account with an open order, and a paper account with the number 8001 as well: `P-1` is open there, `P-2` has ended. */
function choose(action: 'modify' | 'cancel', argument?: unknown, world: World = {}): ReturnType<typeof chooseTicket> {
  return deskOf(world)(action, argument);
}

/** *Modify Order…* and *Cancel Order…* in one window. */
function deskOf(world: World) {
  const { live = ['8001'], paper = ['8001'], simulatedOrders } = world;
  const access = new FakeAccess(
    fakeClient({
      beyond: {
        liveAccounts: live.length === 0 ? absent : accountsOf('live', ...live),
        simulatedAccounts: accountsOf('simulated', ...paper),
        orders: async ({ tradeMarket }) => pageOf(tradeMarket === 'HK' ? [liveOrder] : []),
        simulatedOrders: simulatedOrders ?? (async () => pageOf([paperOrder('P-1'), paperOrder('P-2', 'FILLED_ALL')])),
      },
    }),
  );
  const { orders, paperOrders } = booksOf({ access, time: new FakeTime() });
  const all = () => ticketLists(orders, () => undefined, paperOrders);
  return async (action: 'modify' | 'cancel', argument?: unknown): ReturnType<typeof chooseTicket> =>
    chooseTicket({ access, lists: all, action, isPrivate: () => false }, argument);
}

const off = 'Canceling orders is turned off. Turn it on in the “marketDesk.orders.allow” setting.';
const chosenPaper = { accountId: '8001', isPaper: true, market: 100, orderId: 'P-1', exchange: '', securityType: 'STOCK' };

beforeEach(() => {
  warnings.length = 0;
  lists.length = 0;
  takes.length = 0;
  settings['orders.allow'] = undefined;
});

describe('orders of paper accounts among those to choose from', () => {
  it('are listed where they are open, below their account, marked by word and icon', async () => {
    await choose('modify');
    expect(lists).toEqual([
      {
        title: 'Modify Order · SANDBOX – no real money',
        rows: [
          expect.stringMatching(/^list-ordered: .* \| OK-1$/),
          '-- Paper account: 8001',
          expect.stringMatching(/^beaker: .* \| paper · P-1$/),
          expect.stringContaining('Enter an order ID…'),
        ],
      },
    ]);
    expect(warnings).toEqual([]);
  });

  it.each(['modify', 'cancel'] as const)('lead to the paper order, whatever is allowed in live accounts: %s', async (action) => {
    settings['orders.allow'] = 'modify';
    takes.push('P-1');
    expect(await choose(action)).toMatchObject(chosenPaper);
    expect(warnings).toEqual([]);
  });

  it('leave an order of a live account where it is, which is refused behind the choice', async () => {
    settings['orders.allow'] = 'modify';
    takes.push('OK-1');
    expect(await choose('cancel')).toBeUndefined();
    expect(lists.length).toBe(1);
    expect(warnings).toEqual([off]);
    settings['orders.allow'] = 'modifyAndCancel';
    takes.push('OK-1');
    expect(await choose('cancel')).toMatchObject({
      accountId: '8001',
      isPaper: false,
      market: undefined,
      orderId: 'OK-1',
      exchange: 'SEHK',
    });
  });

  it('are what is listed where no live account is', async () => {
    takes.push('P-1');
    expect(await choose('cancel', undefined, { live: [] })).toMatchObject(chosenPaper);
  });

  it('stand behind the question for the account where there are several live ones', async () => {
    takes.push('paper account', 'P-1');
    expect(await choose('cancel', undefined, { live: ['8001', '8002'] })).toMatchObject(chosenPaper);
    expect(lists.map(({ rows }) => rows.length)).toEqual([4, 2]);
    expect(lists[0]?.rows[2]).toBe('beaker: 8001 | paper account');
    takes.push('account: 8002', 'nothing');
    expect(await choose('cancel', undefined, { live: ['8001', '8002'] })).toBeUndefined();
    expect(warnings).toEqual([off]);
  });

  it('are found by their ID, unless a live account is named or has it', async () => {
    expect(await choose('cancel', { orderId: 'P-1' })).toMatchObject(chosenPaper);
    expect(await choose('modify', { orderId: 'OK-1', qty: '7' })).toMatchObject({ isPaper: false, orderId: 'OK-1', typed: { qty: '7' } });
    expect(await choose('cancel', { accountId: 'S-1', orderId: 'P-1' }, { paper: ['S-1'] })).toMatchObject({
      accountId: 'S-1',
      isPaper: true,
    });
    expect(await choose('cancel', { accountId: '8001', orderId: 'P-1' })).toBeUndefined();
    expect(warnings).toEqual([off]);
    const both = async () => pageOf([paperOrder('OK-1')]);
    expect(await choose('modify', { orderId: 'OK-1' }, { simulatedOrders: both })).toMatchObject({ isPaper: false });
  });

  it('are found by an ID that is too new for the list, in an account that had none', async () => {
    const placed: string[] = [];
    const again = deskOf({ paper: ['S-1'], simulatedOrders: async () => pageOf(placed.map((id) => paperOrder(id))) });
    expect(await again('modify', { orderId: 'OK-1' })).toMatchObject({ isPaper: false });
    placed.push('NEW-1', 'NEW-2');
    expect(await again('cancel', { accountId: 'S-1', orderId: 'NEW-1' })).toMatchObject({ accountId: 'S-1', isPaper: true, market: 100 });
    placed.push('NEW-3');
    expect(await again('cancel', { orderId: 'NEW-3' })).toMatchObject({ accountId: 'S-1', isPaper: true, orderId: 'NEW-3' });
  });

  it('that are not known keep nobody from live orders, and are named as missing', async () => {
    takes.push('OK-1');
    const down = (): Promise<never> => Promise.reject(new HttpError({ status: 500 }));
    expect(await choose('modify', undefined, { simulatedOrders: down })).toMatchObject({ orderId: 'OK-1', isPaper: false });
    expect(warnings).toEqual([expect.stringContaining('Some orders are missing from this list.')]);
  });

  it('that are not there leave the refusal of live orders before every question', async () => {
    expect(await choose('cancel', undefined, { simulatedOrders: async () => pageOf([]) })).toBeUndefined();
    expect(lists).toEqual([]);
    expect(warnings).toEqual([off]);
  });
});
