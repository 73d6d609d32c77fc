import { describe, expect, it } from 'vitest';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import type { ModifyArguments, Ticket } from '../../../../../src/app/orders/ticket/ticket';
import { Emitter } from '../../../../../src/app/platform/emitter';
import { Uri } from '../../../../support/editor/values';
import { FakeAccess, fakeClient, signedInState } from '../../../../support/fakeAccess';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { settle } from '../../../../support/machine/fakeTime';
import { orderRecord } from '../../../../support/orders/orderFakes';

const { readKept, RestoredTicket } = await import('../../../../../src/ui/orders/form/restoredTicket');

const service = 'http://127.0.0.1:1';
const stored = { service, order: { accountId: '8001', orderId: 'OK-1', exchange: 'SEHK', price: '561' } };
const ticket = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', orderRecord());
const signedOut = { ...signedInState, session: { kind: 'signedOut' } } as const;

/** A restored tab; `answer` is the result of reading its order. */
async function restored(kept: unknown, access: FakeAccess, answer: () => Promise<Ticket | undefined> = async () => ticket) {
  const messages = new Emitter<unknown>();
  const told: { readonly text: string; readonly action: string }[] = [];
  const asked: ModifyArguments[] = [];
  const opened: Ticket[] = [];
  const placed: unknown[] = [];
  let another = 0;
  const webview = {
    ...{ options: {}, html: '', cspSource: 'self', onDidReceiveMessage: messages.event },
    asWebviewUri: (uri: Uri) => uri,
    postMessage: async ({ body }: { readonly body: (typeof told)[number] }) => told.push(body) > 0,
  };
  const view = new RestoredTicket({ webview, dispose: () => undefined }, readKept(kept), {
    ...{ access, extensionUri: Uri.file('ext'), log: new MemoryLog(), report: () => undefined },
    modify: async () => void (another += 1),
    place: async (given) => void placed.push(given),
    reopen: async (order) => {
      asked.push(order);
      return answer();
    },
    opened: (found) => opened.push(found),
  });
  const say = async (type: string, body: unknown): Promise<void> => {
    messages.fire({ type, body });
    await settle();
  };
  await say('ready', null);
  return { view, told, asked, opened, placed, say, another: () => another };
}

describe('an order ticket that comes back after a reload', () => {
  it('reads its order again, with the typed values', async () => {
    const { asked, opened } = await restored(stored, new FakeAccess(fakeClient()));
    expect(asked).toEqual([stored.order]);
    expect(opened).toEqual([{ ...ticket, origin: { kind: 'user', isRestored: true } }]);
  });

  it('still says who proposed it', async () => {
    const origin = { kind: 'program', program: 'agent', name: 'Claude' };
    const { opened } = await restored({ ...stored, origin }, new FakeAccess(fakeClient()));
    expect(opened).toEqual([{ ...ticket, origin: { ...origin, isRestored: true } }]);
  });

  it('waits for the session, and requests nothing before', async () => {
    const access = new FakeAccess(fakeClient());
    access.current = signedOut;
    const { asked, told, opened } = await restored(stored, access);
    expect(asked).toEqual([]);
    expect(told.at(-1)).toEqual({ text: 'Sign in to continue.', action: 'Sign In' });
    access.become(signedInState);
    await settle();
    expect(opened).toEqual([{ ...ticket, origin: { kind: 'user', isRestored: true } }]);
  });

  it('does not adopt an order of another service', async () => {
    const other = { ...stored, service: 'https://broker.example/api' };
    const { asked, told } = await restored(other, new FakeAccess(fakeClient()));
    expect(asked).toEqual([]);
    expect(told.at(-1)).toEqual({ text: 'This order belongs to broker.example. Connect to that service first.', action: '' });
  });

  it('does not lead from a new order for another service, such as a rehearsal in the sandbox, to one here', async () => {
    const rehearsal = { service: 'http://127.0.0.1:42007', order: { accountId: '8001', symbol: 'HK.00700' } };
    const { told, placed, say } = await restored(rehearsal, new FakeAccess(fakeClient()));
    expect(told.at(-1)).toEqual({ text: 'What was filled in for a new order isn’t kept when the window reloads.', action: '' });
    await say('act', 0);
    expect(placed).toEqual([]);
  });

  it('shows no order that was read for another user', async () => {
    const access = new FakeAccess(fakeClient());
    let reads = 0;
    const { opened } = await restored(stored, access, async () => {
      reads += 1;
      if (reads > 1) return undefined;
      access.current = { ...signedInState, session: { kind: 'signedIn', id: 's2', accountLabel: 'lin', scopes: [] } };
      return ticket;
    });
    expect([reads, opened]).toEqual([2, []]);
  });

  it('offers to try again after a failure', async () => {
    let fails = true;
    const { told, say, opened } = await restored(stored, new FakeAccess(fakeClient()), async () => {
      if (fails) throw new Error('down');
      return ticket;
    });
    expect(told.at(-1)).toEqual({ text: 'The order couldn’t be loaded.', action: 'Try Again' });
    fails = false;
    await say('act', 0);
    expect(opened).toEqual([{ ...ticket, origin: { kind: 'user', isRestored: true } }]);
  });

  it.each([
    undefined,
    null,
    'x',
    {},
    { service },
    { service, order: { accountId: '8001' } },
    { service, order: { ...stored.order, price: '1'.repeat(201) } },
  ])('stays, with a way on, if it stored no order: case %#', async (kept) => {
    const { told, asked, say, another } = await restored(kept, new FakeAccess(fakeClient()));
    expect(told.at(-1)?.action).toBe('Choose Another Order…');
    await say('act', 0);
    expect([asked, another()]).toEqual([[], 1]);
  });

  it('fills in nothing for a new order, which may have been sent, and leads to another', async () => {
    const kept = { service, order: { accountId: '8001', accountKind: 'simulated', symbol: 'HK.00700' } };
    const { told, asked, opened, say, placed } = await restored(kept, new FakeAccess(fakeClient()));
    expect(told.at(-1)?.action).toBe('New Order…');
    await say('act', 0);
    expect([asked, opened, placed]).toEqual([[], [], [kept.order]]);
  });

  it('does nothing once it is closed', async () => {
    const access = new FakeAccess(fakeClient());
    access.current = signedOut;
    const { view, asked } = await restored(stored, access);
    view.dispose();
    access.become(signedInState);
    await settle();
    expect(asked).toEqual([]);
  });
});
