import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import type { Account } from '../../../../../src/app/session/accounts/accounts';
import { listOf, notOffered } from '../../../../../src/service/lists/list';
import type { List } from '../../../../../src/service/lists/list';
import type { OrderRecord, WriteOutcome } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { orderDesk, orderRecord } from '../../../../support/orders/orderFakes';

const said: string[] = [];
let question: { text: string; detail: string } | undefined;
/** What happens while the question is open; it is confirmed. */
let whileAsked: () => void = () => undefined;
let cancelProgress: (() => void) | undefined;

async function tell(text: string, ...rest: readonly unknown[]): Promise<unknown> {
  const [options] = rest;
  if (typeof options !== 'object' || options === null || !('modal' in options)) {
    said.push(text);
    return undefined;
  }
  question = { text, detail: 'detail' in options ? String(options.detail) : '' };
  whileAsked();
  return rest.find(
    (button) => typeof button === 'object' && button !== null && 'title' in button && String(button.title).startsWith('Cancel Orders'),
  );
}

vi.mock('vscode', async () => ({
  ...(await import('../../../../support/editor/fakeVscode')),
  commands: { executeCommand: async () => undefined },
  window: {
    showWarningMessage: tell,
    showErrorMessage: tell,
    showInformationMessage: tell,
    withProgress: async (_options: unknown, run: (progress: unknown, token: unknown) => Promise<unknown>) =>
      run(
        {},
        {
          onCancellationRequested: (listener: () => void) => {
            cancelProgress = listener;
            return { dispose: () => undefined };
          },
        },
      ),
  },
}));

const { cancelAll } = await import('../../../../../src/ui/orders/cancel/cancelAll');
const { cancelAllParts } = await import('../../../../support/orders/cancelAllParts');

const account: Account = { id: '8001', name: '8001', kind: 'live', markets: [1], source: 'service' };
const orders = ['OK-1', 'OK-2', 'OK-3'].map((orderId) => orderRecord({ orderId }));

function deskWith(list: List<OrderRecord>, answers: readonly WriteOutcome[] = []) {
  const desk = orderDesk();
  desk.client.orderDetails = async ({ orderIds }) => pageOf(orders.filter(({ orderId }) => orderIds.includes(orderId)));
  desk.client.cancelAnswers = [...answers];
  const clock = { wallMs: () => Date.UTC(2026, 10, 21), monotonicMs: () => 0 };
  const run = async (): Promise<void> =>
    cancelAll(account, { ...cancelAllParts(desk, clock), lists: () => ({ newest: async () => list }), marketOf: () => undefined });
  return { desk, run };
}

const sent = (desk: ReturnType<typeof orderDesk>): readonly string[] => desk.client.canceled.map(({ orderId }) => orderId);

describe('canceling all open orders', () => {
  beforeEach(() => {
    said.length = 0;
    question = undefined;
    whileAsked = () => undefined;
  });

  it('names each order once and sends one request for each', async () => {
    const { desk, run } = deskWith(listOf([...orders, orderRecord({ orderId: 'DONE-1', status: 'FILLED_ALL' })]));
    await run();
    expect(question?.detail.match(/OK-\d/g)).toEqual(['OK-1', 'OK-2', 'OK-3']);
    expect(question?.detail.split('\n')[0]).toContain('LIVE');
    expect(sent(desk)).toEqual(['OK-1', 'OK-2', 'OK-3']);
  });

  it('says in a live account that lists may lack orders for options, which stay in the market', async () => {
    const may = 'Option and multi-leg orders may be missing: services can leave them out of their lists.';
    await deskWith(listOf(orders)).run();
    expect(question?.detail).toContain(may);
    await deskWith(listOf([])).run();
    expect(said.at(-1)).toBe(`No open orders. ${may}`);
  });

  it('ends at the first order whose outcome is unknown, and says what was not sent', async () => {
    const { desk, run } = deskWith(listOf(orders), [{ kind: 'accepted' }, { kind: 'unknown', reason: 'reset' }]);
    await run();
    expect(sent(desk)).toEqual(['OK-1', 'OK-2']);
    expect(said.at(-1)).toBe('Canceling stopped. Not sent: OK-3');
  });

  it('continues after a rejection, and reports all outcomes at once', async () => {
    const { desk, run } = deskWith(listOf(orders), [{ kind: 'refused', errcode: -1200, errmsg: 'no' }]);
    await run();
    expect(sent(desk)).toEqual(['OK-1', 'OK-2', 'OK-3']);
    expect(said).toEqual([
      expect.stringMatching(
        /^Cancellations accepted: 2\. The Orders view shows when each order is canceled\. Cancellation rejected: OK-1\. no \(code -1200\)\./,
      ),
    ]);
  });

  it('names the orders of several rejections', async () => {
    const no = { kind: 'refused', errcode: -1200, errmsg: 'no' } as const;
    await deskWith(listOf(orders), [no, { kind: 'accepted' }, no]).run();
    expect(said).toEqual([
      'Cancellations accepted: 1. The Orders view shows when each order is canceled. Not canceled: OK-1, OK-3. The order journal says why.',
    ]);
  });

  it('never says of an order that was read back as canceled that it was not', async () => {
    const lost = { kind: 'unknown', reason: 'reset' } as const;
    const { desk, run } = deskWith(listOf(orders), [lost, { kind: 'refused', errcode: -1200, errmsg: 'no' }, lost]);
    const { cancelOrder } = desk.client.beyond;
    const canceled = new Set<string>();
    Object.assign(desk.client.beyond, {
      cancelOrder: async (...given: Parameters<typeof cancelOrder>) => {
        if (given[0].orderId !== 'OK-2') canceled.add(given[0].orderId);
        return cancelOrder(...given);
      },
    });
    desk.client.orderDetails = async ({ orderIds }) =>
      pageOf(
        orders
          .filter(({ orderId }) => orderIds.includes(orderId))
          .map((order) => (canceled.has(order.orderId) ? { ...order, status: 'CANCELLED_ALL' } : order)),
      );
    await run();
    expect(sent(desk)).toEqual(['OK-1', 'OK-2', 'OK-3']);
    expect(said).toEqual([
      expect.stringMatching(/^Canceled: OK-1, OK-3\. Cancellation rejected: OK-2\. no \(code -1200\)\. The order is still open\.$/),
    ]);
  });

  it('reports a single order with the words for one order', async () => {
    await deskWith(listOf(orders.slice(0, 1))).run();
    expect(said).toEqual(['OK-1: cancellation accepted, not canceled yet.']);
  });

  it('says when an order was not canceled because it was filled', async () => {
    const { desk, run } = deskWith(listOf(orders.slice(0, 1)), [{ kind: 'refused', errcode: -1200, errmsg: 'Too late' }]);
    const { cancelOrder } = desk.client.beyond;
    Object.assign(desk.client.beyond, {
      cancelOrder: async (...given: Parameters<typeof cancelOrder>) => {
        desk.client.orderDetails = async () => pageOf([orderRecord({ status: 'FILLED_ALL', dealtQuantity: '100' })]);
        return cancelOrder(...given);
      },
    });
    await run();
    expect(said.at(-1)).toBe('Cancellation rejected: OK-1. Too late (code -1200). Meanwhile filled: 100 of 100.');
  });

  it('leaves out a locked order, and says so in the question', async () => {
    const { desk, run } = deskWith(listOf(orders), [{ kind: 'unknown', reason: 'reset' }]);
    const place = { accountId: '8001', orderId: 'OK-2', exchange: 'SEHK' };
    const basis = { order: orders[1], latestRoot: null };
    const signal = new AbortController().signal;
    await desk.writer.submit(desk.writer.previewCancel(place, basis, { order: undefined, isPaper: false }), { signal });
    await run();
    expect(question?.detail).toContain('Not OK-2: an earlier request is unresolved.');
    expect(sent(desk)).toEqual(['OK-2', 'OK-1', 'OK-3']);
  });

  it('says that nothing was sent when a single order is locked, and then why', async () => {
    const { desk } = deskWith(listOf(orders), [{ kind: 'unknown', reason: 'reset' }]);
    const place = { accountId: '8001', orderId: 'OK-2', exchange: 'SEHK' };
    const basis = { order: orders[1], latestRoot: null };
    const signal = new AbortController().signal;
    await desk.writer.submit(desk.writer.previewCancel(place, basis, { order: undefined, isPaper: false }), { signal });
    const { single } = cancelAllParts(desk, { wallMs: () => Date.UTC(2026, 10, 21), monotonicMs: () => 0 });
    await single.cancel({ ...withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-2', orders[1]), exchange: 'SEHK' });
    expect(said).toEqual([
      expect.stringMatching(/^Nothing was sent: an earlier request for this order is unresolved\. Outcome unknown: OK-2 may or may not/),
    ]);
    expect(sent(desk)).toEqual(['OK-2']);
  });

  it('stops when the user cancels the progress', async () => {
    const { desk, run } = deskWith(listOf(orders));
    const { cancelOrder } = desk.client.beyond;
    Object.assign(desk.client.beyond, {
      cancelOrder: async (...given: Parameters<typeof cancelOrder>) => {
        cancelProgress?.();
        return cancelOrder(...given);
      },
    });
    await run();
    expect(sent(desk)).toEqual(['OK-1']);
    expect(said.at(-1)).toBe('Canceling stopped. Not sent: OK-2, OK-3');
  });

  it('sends nothing to another service chosen while the question was open', async () => {
    const { desk, run } = deskWith(listOf(orders));
    whileAsked = () => {
      const { connection, session } = desk.access.current;
      desk.access.current = { connection, session: { ...session, id: 's2' } as typeof session };
    };
    await run();
    expect(sent(desk)).toEqual([]);
    expect(said.at(-1)).toContain('Not sent: OK-1, OK-2, OK-3');
  });

  it('claims nothing when the service lists no orders', async () => {
    const { run } = deskWith(notOffered);
    await run();
    expect(question).toBeUndefined();
    expect(said).toEqual(['This service doesn’t list orders: check with your broker what is open.']);
  });
});
