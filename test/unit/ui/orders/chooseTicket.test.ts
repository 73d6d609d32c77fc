import { describe, expect, it } from 'vitest';
import type { BeyondClient } from '../../../../src/service/serviceClient';
import type { TicketLists } from '../../../../src/ui/orders/ticket/ticketLists';
import { AuthError, HttpError, TransportError } from '../../../../src/service/errors';
import { booksOf } from '../../../support/builders/books';
import { FakeTime } from '../../../support/machine/fakeTime';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { pageOf } from '../../../support/builders/lists';
import { orderRecord } from '../../../support/orders/orderFakes';
import { chooseTicket } from '../../../../src/ui/orders/chooseTicket';
import { ticketLists } from '../../../../src/ui/orders/ticket/ticketLists';
import { readSetting } from '../../../../src/ui/platform/settings';
import { openTicket } from '../../../../src/ui/orders/ticket/openTicket';
import { editor } from '../../../support/editor/editor';

const order = orderRecord({ orderId: 'OK-1', code: 'HK.00700', securityType: 'STOCK', orderType: 'LIMIT' });
const liveAccounts: BeyondClient['liveAccounts'] = async () => pageOf([{ id: '8001', kind: 'live', title: '', markets: [] }]);
const listed: BeyondClient['orders'] = async ({ tradeMarket }) => pageOf(tradeMarket === 'HK' ? [order] : []);
const down = (): Promise<never> => Promise.reject(new TransportError('connect-failed', { sent: 'no' }));

/** The lists of a book that nothing else refreshes. */
function listsOf(access: FakeAccess): TicketLists {
  const { orders } = booksOf({ access, time: new FakeTime(), configured: () => readSetting('accounts') });
  return ticketLists(orders, () => undefined);
}

const choose = async (access: FakeAccess, argument: unknown): ReturnType<typeof chooseTicket> =>
  chooseTicket({ access, lists: () => listsOf(access), action: 'modify', isPrivate: () => false }, argument);

describe('opening an order ticket', () => {
  it('ends at once when reading is cancelled', async () => {
    const orders: BeyondClient['orders'] = async (_query, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new TransportError('aborted', { sent: 'maybe' })));
        setImmediate(() => editor.progress.forEach(({ cancel }) => cancel()));
      });
    const access = new FakeAccess(fakeClient({ beyond: { liveAccounts, orders } }));
    await expect(choose(access, undefined)).rejects.toMatchObject({ code: 'aborted' });
  });

  it('fills in the current values of the order, and reads the list of an account once', async () => {
    let asked = 0;
    const access = new FakeAccess(
      fakeClient({ beyond: { liveAccounts, orders: async (query, options) => ((asked += 1), listed(query, options)) } }),
    );
    const { ticket, orders } = await openTicket(listsOf(access), { orderId: 'OK-1', qty: '400' });
    expect(ticket).toMatchObject({
      accountId: '8001',
      orderId: 'OK-1',
      order,
      exchange: 'SEHK',
      orderType: 'LIMIT',
      typed: { qty: '400' },
    });
    const once = asked;
    expect(await orders('8001')).toEqual([order]);
    expect(asked).toBe(once);
    expect(editor.notices).toEqual([]);
  });

  it('offers the loaded lists, and reads them again when they are old', async () => {
    const asked: string[] = [];
    const orders: BeyondClient['orders'] = async (query, options) => (asked.push(query.tradeMarket), listed(query, options));
    const access = new FakeAccess(fakeClient({ beyond: { liveAccounts, orders } }));
    const time = new FakeTime();
    const books = booksOf({ access, time });
    const open = async (): Promise<readonly string[]> => {
      asked.length = 0;
      const { ticket } = await openTicket(
        ticketLists(books.orders, () => undefined),
        { orderId: 'OK-1' },
      );
      expect(ticket.order).toEqual(order);
      return asked;
    };
    expect((await open()).length).toBeGreaterThan(1);
    expect(await open()).toEqual([]);
    // As old as the views show them: each read would take a request from the change that follows.
    await time.advance(34_000);
    expect(await open()).toEqual([]);
    await time.advance(2_000);
    // Markets that held no orders a moment ago may be older.
    const again = await open();
    expect(again).toContain('HK');
    expect(again.length).toBeLessThan(6);
  });

  it('finds an order by its ID that is too new for the list, in a market that had none', async () => {
    const placed: string[] = [];
    const orders: BeyondClient['orders'] = async (query, options) =>
      query.tradeMarket === 'US' ? pageOf(placed.map((orderId) => orderRecord({ orderId, code: 'US.AAPL' }))) : listed(query, options);
    const access = new FakeAccess(fakeClient({ beyond: { liveAccounts, orders } }));
    const { orders: book } = booksOf({ access, time: new FakeTime() });
    const lists = ticketLists(book, () => undefined);
    const opened = await openTicket(lists, { orderId: 'OK-1' });
    placed.push('NEW-1');
    expect((await openTicket(lists, { orderId: 'NEW-1', qty: '5' })).ticket).toMatchObject({
      orderId: 'NEW-1',
      order: { code: 'US.AAPL' },
      exchange: 'US',
      typed: { qty: '5' },
    });
    placed.push('NEW-2');
    expect(await opened.order('8001', 'NEW-2')).toMatchObject({ orderId: 'NEW-2' });
    expect(await opened.order('8001', 'NONE')).toBeUndefined();
    expect(editor.notices).toEqual([]);
  });

  it('names the markets that are missing from the list to choose from', async () => {
    const part: BeyondClient['orders'] = async (query, options) =>
      query.tradeMarket === 'US' ? Promise.reject(new HttpError({ status: 429 })) : listed(query, options);
    const { orders } = await openTicket(listsOf(new FakeAccess(fakeClient({ beyond: { liveAccounts, orders: part } }))), {
      orderId: 'OK-1',
    });
    expect(await orders('8001')).toEqual([order]);
    expect(editor.notices).toEqual([expect.stringContaining('United States: ')]);
  });

  it('continues with typed values when the lists cannot be read, and says so', async () => {
    editor.set('accounts', [
      { id: '8002', kind: 'live' },
      { id: 'S1', kind: 'simulated' },
    ]);
    const access = new FakeAccess(fakeClient({ beyond: { liveAccounts: down, orders: down } }));
    const { ticket, accounts, orders } = await openTicket(listsOf(access), { orderId: 'X-9', price: '12' });
    expect(ticket).toMatchObject({ accountId: '8002', orderId: 'X-9', order: undefined, typed: { price: '12' } });
    expect(accounts.map(({ id }) => id)).toEqual(['8002']);
    expect(await orders('8002')).toBeUndefined();
    expect(editor.notices.length).toBeGreaterThan(0);
    expect(editor.notices.every((text) => text.includes('need to enter the IDs') && text.includes('Can’t reach the service'))).toBe(true);
  });

  it('opens no live ticket when the given number is that of a paper account', async () => {
    editor.set('accounts', [{ id: 'S1', kind: 'simulated' }]);
    const lists = listsOf(new FakeAccess(fakeClient({ beyond: { liveAccounts, orders: listed } })));
    expect((await openTicket(lists, { accountId: 'S1', orderId: 'X-9' })).ticket).toMatchObject({ accountId: 'S1', isPaper: true });
    editor.set('accounts', [{ id: '8001', kind: 'simulated' }]);
    expect((await openTicket(lists, { accountId: '8001', orderId: 'OK-1' })).ticket).toMatchObject({ accountId: '8001', isPaper: false });
  });

  it('says nothing when the service offers no lists, and stops without a sign-in', async () => {
    const absent = (): Promise<never> => Promise.reject(new HttpError({ status: 404 }));
    expect((await openTicket(listsOf(new FakeAccess(fakeClient({ beyond: { liveAccounts: absent } }))), undefined)).accounts).toEqual([]);
    expect(editor.notices).toEqual([]);
    const out = (): Promise<never> => Promise.reject(new AuthError('sign-in-required'));
    await expect(openTicket(listsOf(new FakeAccess(fakeClient({ beyond: { liveAccounts: out } }))), undefined)).rejects.toBeInstanceOf(
      AuthError,
    );
  });
});

describe('an order ticket that outlives its session', () => {
  it.each([
    ['another user', { ...signedInState, session: { kind: 'signedIn' as const, id: 's2', accountLabel: 'bob', scopes: [] } }],
    [
      'another service',
      {
        ...signedInState,
        connection: {
          kind: 'service' as const,
          id: 'c2',
          baseUrl: 'https://b.example',
          origin: 'https://b.example',
          authentication: 'oauth' as const,
        },
      },
    ],
    ['nobody', { ...signedInState, session: { kind: 'signedOut' as const } }],
  ])('is not opened for %s', async (_, state) => {
    const access = new FakeAccess(
      fakeClient({
        beyond: {
          liveAccounts,
          orders: async (query, options) => {
            access.become(state);
            return listed(query, options);
          },
        },
      }),
    );
    expect(await choose(access, { orderId: 'OK-1', qty: '400', price: '560' })).toBeUndefined();
    expect(editor.notices).toEqual(['Nothing was sent: the service or user changed while the ticket was open.']);
  });
});
