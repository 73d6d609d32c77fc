import { describe, expect, it } from 'vitest';
import type { BeyondClient } from '../../../../src/service/serviceClient';
import { HttpError } from '../../../../src/service/errors';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';
import { orderRecord } from '../../../support/orders/orderFakes';
import { chooseTicket } from '../../../../src/ui/orders/chooseTicket';
import { ticketLists } from '../../../../src/ui/orders/ticket/ticketLists';
import { editor } from '../../../support/editor/editor';

const liveOrder = orderRecord({ orderId: 'OK-1', code: 'HK.00700', securityType: 'STOCK', orderType: 'LIMIT' });
const paperOrder = (orderId: string, status = 'SUBMITTED') => ({
  ...orderRecord({ orderId, code: '00700', securityType: '', orderType: 'LIMIT', status }),
  market: '100',
  sent: { side: '1', orderType: '1', status: '2' },
});
const accountsOf =
  (kind: 'live' | 'simulated', ...ids: readonly string[]): BeyondClient['liveAccounts'] =>
  async () =>
    pageOf(ids.map((id) => ({ id, kind, title: '', markets: kind === 'live' ? [] : [100] })));
const absent = (): Promise<never> => Promise.reject(new HttpError({ status: 404 }));

interface World {
  readonly live?: readonly string[];
  readonly paper?: readonly string[];
  readonly simulatedOrders?: BeyondClient['simulatedOrders'];
  readonly time?: FakeTime;
  readonly isAway?: () => boolean;
}

/** One live account with an open order, and a paper account that also has the number 8001: `P-1` is open there, `P-2` has ended. */
function choose(action: 'modify' | 'cancel', argument?: unknown, world: World = {}): ReturnType<typeof chooseTicket> {
  return deskOf(world)(action, argument);
}

/** The lists of one window. */
function listsOf(world: World) {
  const { live = ['8001'], paper = ['8001'], simulatedOrders, time = new FakeTime(), isAway = () => false } = world;
  const whileThere =
    <I, O>(read: (input: I) => Promise<O>) =>
    async (input: I): Promise<O> =>
      isAway() ? Promise.reject(new HttpError({ status: 503 })) : read(input);
  const access = new FakeAccess(
    fakeClient({
      beyond: {
        liveAccounts: live.length === 0 ? absent : whileThere(accountsOf('live', ...live)),
        simulatedAccounts: whileThere(accountsOf('simulated', ...paper)),
        orders: whileThere(async ({ tradeMarket }) => pageOf(tradeMarket === 'HK' ? [liveOrder] : [])),
        simulatedOrders: simulatedOrders ?? whileThere(async () => pageOf([paperOrder('P-1'), paperOrder('P-2', 'FILLED_ALL')])),
      },
    }),
  );
  const { orders, paperOrders } = booksOf({ access, time });
  return { access, all: () => ticketLists(orders, () => undefined, paperOrders) };
}

/** *Modify Order…* and *Cancel Order…* in one window. */
function deskOf(world: World) {
  const { access, all } = listsOf(world);
  return async (action: 'modify' | 'cancel', argument?: unknown): ReturnType<typeof chooseTicket> =>
    chooseTicket({ access, lists: all, action, isPrivate: () => false }, argument);
}

interface Row {
  readonly label: string;
  readonly description?: string;
  readonly kind?: number;
  readonly iconPath?: { readonly id: string };
}

const chosenPaper = { accountId: '8001', isPaper: true, market: 100, orderId: 'P-1', exchange: '', securityType: 'STOCK' };

/** What every list showed, with its title. */
const lists = () =>
  editor.asked.flatMap((prompt) => (prompt.kind === 'pick' ? [{ title: prompt.title, rows: prompt.items().map(textOf) }] : []));

function textOf(item: unknown): string {
  const { label, description = '', kind, iconPath } = item as Row;
  return kind === -1 ? `-- ${label}` : `${iconPath?.id ?? ''}: ${label} | ${description}`;
}

describe('the orders of paper accounts in the list to choose from', () => {
  it('are shown when they are open, below their account, marked by word and icon', async () => {
    await choose('modify');
    expect(lists()).toEqual([
      {
        title: 'Modify Order · SANDBOX – no real money',
        rows: [
          expect.stringMatching(/^list-ordered: .* \| OK-1$/),
          '-- Paper account: 8001',
          expect.stringMatching(/^note: .* \| paper · P-1$/),
          expect.stringContaining('Enter an order ID…'),
        ],
      },
    ]);
    expect(editor.notices).toEqual([]);
  });

  it.each(['modify', 'cancel'] as const)('lead to the paper order, whatever is allowed in live accounts: %s', async (action) => {
    editor.set('orders.allow', 'modify');
    editor.answer(/P-1/);
    expect(await choose(action)).toMatchObject(chosenPaper);
    expect(editor.notices).toEqual([]);
  });

  it('leave an order of a live account in the list', async () => {
    editor.answer(/OK-1/);
    expect(await choose('cancel')).toMatchObject({
      accountId: '8001',
      isPaper: false,
      market: undefined,
      orderId: 'OK-1',
      exchange: 'SEHK',
    });
    expect([lists().length, editor.notices]).toEqual([1, []]);
  });

  it('are the only ones when there is no live account', async () => {
    editor.answer(/P-1/);
    expect(await choose('cancel', undefined, { live: [] })).toMatchObject(chosenPaper);
  });

  it('come after the question for the account when there are several live ones', async () => {
    editor.answer(/paper account/, /P-1/);
    expect(await choose('cancel', undefined, { live: ['8001', '8002'] })).toMatchObject(chosenPaper);
    expect(lists().map(({ rows }) => rows.length)).toEqual([4, 2]);
    expect(lists()[0]?.rows[2]).toBe('note: 8001 | paper account');
  });

  it.each([
    ['9001', 'LIMIT', 'Modify P-9 · SANDBOX, PAPER – no real money'],
    ['7001', 'SEHK', 'Modify P-9 · SANDBOX – no real money'],
  ])('stay what their account was last, while nothing can be read: live account %s', async (live, taken, title) => {
    const time = new FakeTime();
    let isAway = false;
    const simulatedOrders = async () =>
      isAway ? Promise.reject(new HttpError({ status: 503 })) : Promise.resolve(pageOf([paperOrder('P-2', 'FILLED_ALL')]));
    const choice = deskOf({ live: [live], paper: ['7001'], time, isAway: () => isAway, simulatedOrders });
    await choice('modify', { accountId: '7001', orderId: 'P-2' });
    isAway = true;
    await time.advance(60_000);
    editor.asked.length = 0;
    editor.answer(new RegExp(taken));
    await choice('modify', { accountId: '7001', orderId: 'P-9' });
    expect(lists()[0]?.title).toBe(title);
    expect(editor.notices.at(-1)).toMatch(/Couldn’t load|missing/);
  });

  it('are not assumed for a number that a live account shares', async () => {
    const { all } = listsOf({ live: ['7001'], paper: ['7001', '7002'] });
    const { signal } = new AbortController();
    await Promise.all([all().accounts(signal), all().paperOrders(signal)]);
    expect(['7001', '7002', '7003'].map((id) => all().isPaper(id))).toEqual([false, true, false]);
  });

  it('are found by their ID, unless a live account is named or has that ID', async () => {
    expect(await choose('cancel', { orderId: 'P-1' })).toMatchObject(chosenPaper);
    expect(await choose('modify', { orderId: 'OK-1', qty: '7' })).toMatchObject({ isPaper: false, orderId: 'OK-1', typed: { qty: '7' } });
    expect(await choose('cancel', { accountId: 'S-1', orderId: 'P-1' }, { paper: ['S-1'] })).toMatchObject({
      accountId: 'S-1',
      isPaper: true,
    });
    editor.answer(/SEHK/);
    expect(await choose('cancel', { accountId: '8001', orderId: 'P-1' })).toMatchObject({ accountId: '8001', isPaper: false });
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

  it('do not keep the user from live orders if they cannot be read, and are named as missing', async () => {
    editor.answer(/OK-1/);
    const down = (): Promise<never> => Promise.reject(new HttpError({ status: 500 }));
    expect(await choose('modify', undefined, { simulatedOrders: down })).toMatchObject({ orderId: 'OK-1', isPaper: false });
    expect(editor.notices).toEqual([expect.stringContaining('Some orders are missing from this list.')]);
  });
});
