import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import type { Account } from '../../../../../src/app/session/accounts/accounts';
import { listOf, notOffered } from '../../../../../src/service/lists/list';
import type { List } from '../../../../../src/service/lists/list';
import type { OrderRecord, WriteOutcome } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { cancelAll } from '../../../../../src/ui/orders/cancel/cancelAll';
import { cancelAllParts } from '../../../../support/orders/cancelAllParts';
import { editor } from '../../../../support/editor/editor';

const account: Account = { id: '8001', name: '8001', kind: 'live', markets: [1], source: 'service' };
const orders = ['OK-1', 'OK-2', 'OK-3'].map((orderId) => orderRecord({ orderId }));

function deskWith(list: List<OrderRecord>, answers: readonly WriteOutcome[] = []) {
  const desk = orderDesk();
  desk.client.orderDetails = async ({ orderIds }) => pageOf(orders.filter(({ orderId }) => orderIds.includes(orderId)));
  desk.client.cancelAnswers = [...answers];
  const clock = { wallMs: () => Date.UTC(2026, 10, 21), monotonicMs: () => 0 };
  const parts = cancelAllParts(desk, clock);
  const lists = () => ({ soon: async () => ({ list, asOfMs: undefined }), newest: async () => list });
  const run = async (): Promise<boolean> => cancelAll([account], { ...parts, lists, marketOf: () => undefined });
  return { ...parts, desk, run };
}

const sent = (desk: ReturnType<typeof orderDesk>): readonly string[] => desk.client.canceled.map(({ orderId }) => orderId);

describe('canceling all open orders', () => {
  beforeEach(() => {
    editor.usually(/^Cancel \d+ Orders?$/);
  });

  it('names each order once and sends one request for each', async () => {
    const { desk, run } = deskWith(listOf([...orders, orderRecord({ orderId: 'DONE-1', status: 'FILLED_ALL' })]));
    await run();
    expect(editor.questions.at(-1)?.match(/OK-\d/g)).toEqual(['OK-1', 'OK-2', 'OK-3']);
    expect(editor.questions.at(-1)?.split('\n')[1]).toContain('LIVE');
    expect(sent(desk)).toEqual(['OK-1', 'OK-2', 'OK-3']);
  });

  it('says in a live account that lists may lack orders for options, which stay in the market', async () => {
    const may = 'Option and multi-leg orders may be missing: services can leave them out of their lists.';
    await deskWith(listOf(orders)).run();
    expect(editor.questions.at(-1)).toContain(may);
    expect(await deskWith(listOf([])).run()).toBe(false);
    expect(editor.notices).toHaveLength(1);
  });

  it('sends every request before any read, and goes on after an unknown outcome', async () => {
    const { desk, run, pages, rooms } = deskWith(listOf(orders), [{ kind: 'unknown', reason: 'reset' }]);
    let readsBefore = 0;
    desk.client.orderDetails = async ({ orderIds }) => {
      if (desk.client.canceled.length < orders.length) readsBefore += 1;
      return pageOf(orders.filter(({ orderId }) => orderIds.includes(orderId)));
    };
    await run();
    expect(sent(desk)).toEqual(['OK-1', 'OK-2', 'OK-3']);
    expect(readsBefore).toBe(0);
    // Room is kept from the question on, until all have been sent.
    expect([rooms[0], rooms.at(-1)]).toEqual([3, 0]);
    expect(pages.at(-1)?.rows.map(({ orderId, fate }) => [orderId, fate])).toEqual([
      ['OK-1', 'unclear'],
      ['OK-2', 'waiting'],
      ['OK-3', 'waiting'],
    ]);
    expect(editor.notices).toEqual([expect.stringMatching(/^Not certain: 1\. Accepted, not canceled yet: 2\. BUY 100 .* \(OK-1\)$/)]);
  });

  it('names what is still open in full, in one message, and compares the refused ones together', async () => {
    const no = { kind: 'refused', errcode: -1200, errmsg: 'no' } as const;
    const { desk, run, pages } = deskWith(listOf(orders), [no, { kind: 'accepted' }, no]);
    await run();
    expect(sent(desk)).toEqual(['OK-1', 'OK-2', 'OK-3']);
    expect(editor.notices).toEqual([
      expect.stringMatching(
        /^Still open: 2 \(rejected by the service: 2\)\. Accepted, not canceled yet: 1\. BUY 100 .* @ 12\.30 \(OK-1\) · BUY 100 .* @ 12\.30 \(OK-3\)$/,
      ),
    ]);
    const [first] = pages.at(-1)?.rows ?? [];
    expect(first).toMatchObject({
      fate: 'open',
      outcome: expect.stringMatching(/^Cancellation rejected\. no \(code -1200\)\. /),
    });
    expect(pages.at(-1)?.left).toBe(2);
  });

  it('asks what the service wants to know only after all requests have been sent', async () => {
    const { desk, run } = deskWith(listOf(orders), [{ kind: 'needsConfirmation', errmsg: 'Sure?', confirmId: 'c-1' }]);
    const sentWhenAsked: number[] = [];
    editor.usually((prompt) => {
      if (prompt.kind !== 'message') return;
      if (prompt.isModal) sentWhenAsked.push(desk.client.canceled.length);
      prompt.press(prompt.buttons.find((button) => /^Cancel \d+ Orders?$/.test(button)));
    });
    await run();
    expect(sentWhenAsked).toEqual([0, 3]);
  });

  it('reports a single order with the words for one order', async () => {
    await deskWith(listOf(orders.slice(0, 1))).run();
    expect([...editor.progress].map(({ title }) => title)).toEqual(['Cancellation accepted, not canceled yet: BUY 100 Tencent (OK-1).']);
    expect(editor.notices).toEqual([]);
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
    expect(editor.notices.at(-1)).toBe(
      'Cancellation rejected: BUY 100 Tencent (OK-1). Too late (code -1200). Meanwhile filled: 100 of 100.',
    );
  });

  it('leaves out a locked order, and says so in the question', async () => {
    const { desk, run } = deskWith(listOf(orders), [{ kind: 'unknown', reason: 'reset' }]);
    const place = { accountId: '8001', orderId: 'OK-2', exchange: 'SEHK' };
    const basis = { order: orders[1], latestRoot: null };
    const signal = new AbortController().signal;
    await desk.writer.submit(desk.writer.previewCancel(place, basis, { order: undefined, isPaper: false }), { signal });
    await run();
    expect(editor.questions.at(-1)).toMatch(/Stays open: BUY .* OK-2\. An earlier request for it is unresolved\..*OK-1/s);
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
    expect(editor.notices).toEqual([
      expect.stringMatching(/^Nothing was sent\. An earlier request for this order is unresolved\. Outcome unknown: cancel OK-2\. /),
    ]);
    expect(sent(desk)).toEqual(['OK-2']);
  });

  it('names no order in its message while the page that names them is in front', async () => {
    const no = { kind: 'refused', errcode: -1200, errmsg: 'no' } as const;
    const { run, shown } = deskWith(listOf(orders), [no, no, no]);
    shown.isInFront = true;
    await run();
    expect(editor.notices).toEqual(['Still open: 3 (rejected by the service: 3).']);
  });

  it('sends nothing to another service chosen while the question was open', async () => {
    const { desk, run } = deskWith(listOf(orders));
    editor.answer((prompt) => {
      const { connection, session } = desk.access.current;
      desk.access.current = { connection, session: { ...session, id: 's2' } as typeof session };
      if (prompt.kind === 'message') prompt.press(prompt.buttons.find((button) => /^Cancel \d+ Orders?$/.test(button)));
    });
    await run();
    expect(sent(desk)).toEqual([]);
    expect(editor.notices.at(-1)).toMatch(/^Still open: 3 \(not sent: 3\)\. BUY 100 .*OK-1.*OK-2.*OK-3/);
  });

  it('shows in its message that it names only some of many orders', async () => {
    const many = Array.from({ length: 20 }, (_, at) => orderRecord({ orderId: `MANY-${String(at)}` }));
    const no = { kind: 'refused', errcode: -1200, errmsg: 'no' } as const;
    const { desk, run } = deskWith(
      listOf(many),
      many.map(() => no),
    );
    desk.client.orderDetails = async ({ orderIds }) => pageOf(many.filter(({ orderId }) => orderIds.includes(orderId)));
    await run();
    expect(editor.notices.at(-1)).toMatch(
      /^Still open: 20 \(rejected by the service: 20\)\. .*\(MANY-0\) · .* · … The page names all of them\.$/,
    );
  });

  it('claims nothing when the service lists no orders', async () => {
    const { run } = deskWith(notOffered);
    await run();
    expect(editor.questions).toEqual([]);
    expect(editor.notices).toEqual(['This service doesn’t list orders: check with your broker what is open.']);
  });
});
