import { describe, expect, it } from 'vitest';
import { PaperOrdersBook } from '../../../../../src/app/orders/lists/paperOrdersBook';
import { readOrder } from '../../../../../src/app/orders/lists/readOrders';
import type { HeardHint } from '../../../../../src/app/orders/lists/orderEvents';
import { paperCodes } from '../../../../../src/domain/orders/paperCode';
import { leftToPlace, mayPlaceAgain } from '../../../../../src/domain/orders/placeAgain';
import { HttpError } from '../../../../../src/service/errors';
import type { OrderRecord } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { booksOf } from '../../../../support/builders/books';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { checkedChange, live, orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { outcomeKind, story } from '../../../../support/orders/submitting';

const paperOrder = (over: Partial<OrderRecord> = {}) => ({
  ...orderRecord({ code: '00700', securityType: '', ...over }),
  market: '2',
  sent: { side: '1', orderType: '1', status: '2' },
});
const facts = { order: undefined, isPaper: true, market: 100 };
const place = { accountId: '8001', orderId: 'OK-1', exchange: '' };

/** A desk whose paper account lists this order. */
function paperDesk(now: () => OrderRecord = paperOrder) {
  const desk = orderDesk();
  const asked: unknown[] = [];
  const sent: unknown[] = [];
  Object.assign(desk.client.beyond, {
    simulatedOrders: async (query: unknown) => {
      asked.push(query);
      return pageOf([now()]);
    },
    modifySimulatedOrder: async (prepared: unknown) => {
      sent.push(prepared);
      return { kind: 'accepted' };
    },
    cancelSimulatedOrder: async (prepared: unknown) => {
      sent.push(prepared);
      return { kind: 'accepted' };
    },
  });
  return { desk, asked, sent };
}

describe('a request about an order of a paper account', () => {
  const basis = { order: paperOrder(), latestRoot: null };

  it('changes both values through the call of paper accounts, with the account’s own integer', async () => {
    const { desk, asked, sent } = paperDesk();
    const preview = desk.writer.preview({ ...checkedChange(), exchange: '' }, basis, facts);
    expect(preview.target).toMatchObject({ isPaper: true, market: 100 });
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('accepted');
    const { quantity, price } = preview.change;
    expect(preview.prepared.bodyText).toBe(JSON.stringify({ market: 100, new_qty: quantity, new_price: price }));
    expect(sent).toEqual([preview.prepared]);
    expect(asked).toEqual([{ accountId: '8001', market: 100 }]);
    expect([desk.client.sent, desk.client.canceled]).toEqual([[], []]);
    expect(desk.files.text).toContain(JSON.stringify(preview.prepared.bodyText));
  });

  it('cancels through the call of paper accounts, with its body in the journal', async () => {
    const { desk, sent } = paperDesk();
    const preview = desk.writer.previewCancel(place, basis, facts);
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('accepted');
    expect(sent).toEqual([preview.prepared]);
    expect(desk.client.canceled).toEqual([]);
    expect(desk.files.text).toContain(JSON.stringify('{"market":100}'));
    expect(story(desk)).toEqual(['intent cancel', 'outcome accepted']);
  });

  it('sends nothing for an order that has changed since', async () => {
    const { desk, sent } = paperDesk(() => paperOrder({ dealtQuantity: '100', status: 'FILLED_ALL' }));
    const preview = desk.writer.previewCancel(place, basis, facts);
    expect(await desk.writer.submit(preview, live)).toMatchObject({ reason: 'stale', verdict: { kind: 'changed' } });
    expect(sent).toEqual([]);
  });

  it('sends nothing when the account’s integer is unknown, because the other calls are for live accounts', async () => {
    const { desk, sent } = paperDesk();
    const unknown = { order: undefined, isPaper: true };
    const previews = [desk.writer.previewCancel(place, basis, unknown), desk.writer.preview(checkedChange(), basis, unknown)];
    for (const preview of previews)
      expect(await desk.writer.submit(preview, live)).toMatchObject({ kind: 'blocked', reason: 'paperAccount' });
    expect([sent, desk.client.canceled, desk.client.sent]).toEqual([[], [], []]);
  });
});

describe('reading an order of a paper account', () => {
  const at = { accountId: 'S1', orderId: 'OK-1', exchange: '', isPaper: true, market: 1 };
  const client = (simulatedOrders: () => Promise<never> | ReturnType<typeof listed>) => fakeClient({ beyond: { simulatedOrders } });
  const listed = async (...orders: readonly ReturnType<typeof paperOrder>[]) => pageOf(orders);

  it('finds it in today’s list, and never uses the calls for live accounts', async () => {
    expect(
      await readOrder(
        client(async () => listed(paperOrder())),
        at,
        live,
      ),
    ).toMatchObject({ orderId: 'OK-1' });
    expect(
      await readOrder(
        client(async () => listed()),
        at,
        live,
      ),
    ).toBe('notFound');
    expect(
      await readOrder(
        client(async () => listed()),
        { ...at, market: undefined },
        live,
      ),
    ).toBe('notOffered');
  });

  it('claims nothing about the order when the list could not be read', async () => {
    const failing = client(async () => Promise.reject(new HttpError({ status: 502, code: undefined, message: '', route: '' } as never)));
    await expect(readOrder(failing, at, live)).rejects.toBeInstanceOf(Error);
  });
});

describe('orders of a paper account after a request of the user', () => {
  function opened(lists: () => readonly ReturnType<typeof paperOrder>[]) {
    const time = new FakeTime();
    let reads = 0;
    const access = new FakeAccess(
      fakeClient({
        beyond: {
          simulatedAccounts: async () => pageOf([{ id: 'S1', title: '', markets: [1], unknown: {} } as never]),
          simulatedOrders: async () => {
            reads += 1;
            return pageOf(lists());
          },
        },
      }),
    );
    const { parts } = booksOf({ access, time });
    const book = new PaperOrdersBook(parts);
    const heard: HeardHint[] = [];
    book.onDidHear((hints) => heard.push(...hints));
    return { time, book, heard, reads: () => reads };
  }

  it('are read again after 1, 2, 4, and more seconds, even without a view, and report fills as a feed would', async () => {
    let filled = '0';
    const { time, book, heard, reads } = opened(() => [
      paperOrder({ dealtQuantity: filled, status: filled === '0' ? 'SUBMITTED' : 'FILLED_PART' }),
    ]);
    await book.read({ maxAgeMs: 0 }, live.signal);
    expect([reads(), heard]).toEqual([1, []]);
    book.followSoon('S1');
    await time.advance(1_000);
    expect(reads()).toBe(2);
    filled = '40';
    await time.advance(2_000);
    expect(reads()).toBe(3);
    expect(heard).toMatchObject([{ event: 'EVENT_FILL', accountId: 'S1', orderId: 'OK-1', paperMarket: 1 }]);
    await time.advance(120_000);
    expect(reads()).toBe(7);
    expect(heard).toHaveLength(1);
    book.dispose();
  });

  it('are no longer read once none is open', async () => {
    const { time, book, reads } = opened(() => [paperOrder({ status: 'FILLED_ALL', dealtQuantity: '100' })]);
    await book.read({ maxAgeMs: 0 }, live.signal);
    book.followSoon('S1');
    await time.advance(120_000);
    expect(reads()).toBe(4);
    book.dispose();
  });

  it('report the fill of a new order, but not what the first read shows', async () => {
    let isThere = false;
    const { time, book, heard } = opened(() => (isThere ? [paperOrder({ status: 'FILLED_ALL', dealtQuantity: '100' })] : []));
    await book.read({ maxAgeMs: 0 }, live.signal);
    isThere = true;
    book.followSoon('S1');
    await time.advance(1_000);
    expect(heard.map(({ event }) => event)).toEqual(['EVENT_FILL']);
    book.dispose();
  });
});

describe('the security of a paper order', () => {
  it('is found by its code, Hong Kong’s integer, or an order placed there, and otherwise unknown', async () => {
    const { desk } = paperDesk();
    const attempt = { ...(await attemptOf(desk)), action: 'place' as const, state: 'applied' as const };
    const order = { code: 'US.AAPL', name: '', side: 'BUY', orderType: 'LIMIT', status: '', filled: '', lastError: '' };
    const codeOf = paperCodes([{ ...attempt, order }]);
    expect(codeOf('8001', 100, 'TSLA')).toBe('US.TSLA');
    expect(codeOf('8001', 100, 'BRK.B')).toBe('US.BRK.B');
    expect(codeOf('8001', 1, '00700')).toBe('HK.00700');
    expect(codeOf('8001', 7, 'US.TSLA')).toBe('US.TSLA');
    expect(codeOf('8001', 7, 'TSLA')).toBeUndefined();
    expect(codeOf('other', 100, 'TSLA')).toBeUndefined();
    expect(codeOf('8001', undefined, 'TSLA')).toBeUndefined();
  });
});

describe('canceling and placing again', () => {
  it('is offered for a change of a paper order that was refused with -5 and settled, and for nothing else', async () => {
    const { desk } = paperDesk();
    const attempt = await attemptOf(desk);
    const refused = { ...attempt, state: 'rejected' as const, outcome: { kind: 'saysRejected' as const, errcode: -5, errmsg: '' } };
    expect(mayPlaceAgain(refused)).toBe(true);
    expect(mayPlaceAgain({ ...refused, state: 'saysRejected' })).toBe(false);
    expect(mayPlaceAgain({ ...refused, outcome: { ...refused.outcome, errcode: -3 } })).toBe(false);
    expect(mayPlaceAgain({ ...refused, action: 'cancel' })).toBe(false);
    expect(mayPlaceAgain({ ...refused, target: { ...refused.target, isPaper: false } })).toBe(false);
  });

  it('places what is left of the requested quantity', async () => {
    const { desk } = paperDesk();
    const attempt = await attemptOf(desk);
    const fields = [{ field: 'qty' as const, old: '100', typed: '300', kept: '300', isCut: false, isChanged: true }];
    expect(leftToPlace({ ...attempt, fields }, '')).toBe('300');
    expect(leftToPlace({ ...attempt, fields }, '120')).toBe('180');
    expect(leftToPlace({ ...attempt, fields }, '300')).toBeUndefined();
    expect(leftToPlace({ ...attempt, fields: [] }, '0')).toBeUndefined();
  });
});

async function attemptOf(desk: ReturnType<typeof orderDesk>) {
  const preview = desk.writer.preview({ ...checkedChange(), exchange: '' }, { order: paperOrder(), latestRoot: null }, facts);
  await desk.writer.submit(preview, live);
  const attempt = await desk.journal.find(preview.root);
  if (attempt === undefined) throw new Error('no attempt');
  return attempt;
}
