import { describe, expect, it } from 'vitest';
import { OrderReadBack } from '../../../../src/app/orders/eye/orderReadBack';
import { TicketDesk } from '../../../../src/app/orders/ticket/ticketDesk';
import { emptyTicket, withOrder } from '../../../../src/app/orders/ticket/ticket';
import { HttpError, TransportError } from '../../../../src/service/errors';
import type { OrderRecord, WriteOutcome } from '../../../../src/service/records';
import { pageOf } from '../../../support/builders/lists';
import { settle } from '../../../support/machine/fakeTime';
import { live, orderDesk, orderRecord } from '../../../support/orders/orderFakes';
import type { FakeOrderClient } from '../../../support/orders/orderFakes';
import { OutcomeUi } from '../../../../src/ui/orders/outcomeUi';
import { orderNews } from '../../../support/orders/orderNews';
import { ResolveUi } from '../../../../src/ui/orders/resolveUi';
import { editor } from '../../../support/editor/editor';
import { unlimited } from '../../../support/orders/unlimited';

const failures: unknown[] = [];
const before = orderRecord({ quantity: '100', price: '12.30' });
const after = orderRecord({ quantity: '200', price: '12.34' });
const asks: WriteOutcome = { kind: 'needsConfirmation', confirmId: 'confirm-12345', errmsg: 'Are you sure?' };
const leads: WriteOutcome = { kind: 'needsBrowser', jumpUrl: 'https://broker.example/finish', errmsg: 'Go on there' };
const unread = async (): Promise<never> => Promise.reject(new TransportError('timed-out', { sent: 'maybe' }));
const without = async (): Promise<never> => Promise.reject(new HttpError({ status: 404 }));

type Then = OrderRecord | 'unread' | 'notOffered' | 'gone';
type FakeConfirm = FakeOrderClient['confirmAnswers'][number];

/** A confirmed ticket for {@link before}; the service answers with `answer` and from then on shows the order as `then` says. */
async function confirmed(
  answer: WriteOutcome,
  then: Then | (() => Then),
  toConfirm: FakeConfirm[] = [],
  isPrivate = (): boolean => false,
  usesApiKey = (): boolean => false,
  prepare: (parts: ReturnType<typeof orderDesk>) => unknown = () => undefined,
) {
  const parts = orderDesk();
  await prepare(parts);
  parts.client.confirmAnswers = toConfirm;
  let isAnswered = then === 'notOffered';
  const shown = (): Then => (isAnswered ? (typeof then === 'function' ? then() : then) : before);
  parts.client.orderDetails = async () => {
    const now = shown();
    if (now === 'unread') return unread();
    return now === 'notOffered' ? without() : pageOf(now === 'gone' ? [] : [now]);
  };
  parts.client.orders = async () => (shown() === 'notOffered' ? without() : pageOf([]));
  parts.client.answers = [async () => ((isAnswered = true), answer)];
  const readBack = new OrderReadBack(parts);
  const news = orderNews((error) => failures.push(error));
  const resolver = new ResolveUi({ ...parts, readBack, news, orderRead: () => undefined, isPrivate });
  const ui = new OutcomeUi({
    writer: parts.writer,
    links: { open: async () => true },
    news,
    showUnresolved: (attempt, why) => resolver.showUnresolved(attempt, { why }),
    findAttempt: async (root) => parts.journal.find(root),
    readBack: async (attempt) => resolver.readBackFirst(attempt),
    decline: async (attempt, why) => resolver.decline(attempt, why),
    showDamage: async () => undefined,
    isPrivate,
    usesApiKey,
  });
  const desk = new TicketDesk({ ...parts, limits: () => unlimited });
  const ticket = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', then === 'notOffered' ? undefined : before);
  const filled = { ...ticket, exchange: 'SEHK', orderType: 'LIMIT', securityType: 'STOCK', latestRoot: null };
  const opened = desk.review({ ...filled, typed: { qty: '200', price: '12.34' } }, live);
  if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
  await ui.send(opened.review, live);
  await settle();
  return { parts, attempt: await parts.journal.find(opened.review.shown.preview.root) };
}

describe.each([
  ['asked to confirm', asks, 'Not confirmed: BUY Tencent (OK-1).'],
  ['sent to the browser', leads, 'Not finished in the browser: BUY Tencent (OK-1).'],
  ['sent to an unsafe address', { ...leads, jumpUrl: 'http://broker.example/' }, 'The service’s link isn’t safe to open.'],
] as const)('an order change that the user does not finish, %s', (_, answer, why) => {
  it('reports “not applied” if the order shows its old values', async () => {
    const { attempt } = await confirmed(answer, before);
    expect(editor.notices).toEqual([expect.stringContaining(`${why} The order still has its old values.`)]);
    expect(attempt?.state).toBe('abandoned');
  });

  it('reports what became of it if it was settled or is in progress elsewhere by then', async () => {
    for (const [now, text, state] of [
      ['settled', 'Change applied: BUY Tencent (OK-1) → 200 @ 12.34.', 'applied'],
      ['inFlight', 'stays locked', answer.kind],
    ] as const) {
      editor.messages.length = 0;
      const { attempt } = await confirmed(answer, before, [], undefined, undefined, async ({ journal, writer }) => {
        const resolve = writer.resolve.bind(writer);
        writer.resolve = async (seen, verdict) => {
          if (now === 'inFlight') return now;
          await journal.append({ kind: 'resolved', root: seen.root, by: 'readBack', verdict: 'changed' });
          return resolve(seen, verdict);
        };
      });
      expect(editor.notices).toEqual([expect.stringContaining(text)]);
      if (now === 'settled') expect(editor.notices.join()).not.toContain('old values');
      expect(attempt?.state).toBe(state);
    }
  });

  it('reports “applied” if the order shows the new values after all', async () => {
    const { attempt } = await confirmed(answer, after);
    expect(editor.notices).toEqual(['Change applied: BUY Tencent (OK-1) → 200 @ 12.34. It was not completed here.']);
    expect(attempt).toMatchObject({ state: 'applied', resolution: { by: 'readBack' } });
  });

  it('reports how the order has ended with the new values', async () => {
    await confirmed(answer, { ...after, status: 'FILLED_ALL', dealtQuantity: '200', dealtAveragePrice: '12.3' });
    expect(editor.notices).toEqual(['Change applied: BUY Tencent (OK-1) → 200 @ 12.34. It was not completed here. Filled 200 at 12.3.']);
  });

  it('stays open when the order shows something else', async () => {
    const { attempt, parts } = await confirmed(answer, orderRecord({ quantity: '150', price: '12.30' }));
    expect(editor.notices).toEqual([expect.stringContaining('Neither the old nor the new values: BUY Tencent is now 150 @ 12.30.')]);
    expect(editor.notices.join()).not.toMatch(/not (been )?(applied|changed)/);
    expect(attempt?.state).toBe(answer.kind);
    expect(
      await parts.journal.unresolvedFor({
        ...before,
        service: parts.client.baseUrl,
        isSandbox: false,
        accountId: '8001',
        exchange: 'SEHK',
      }),
    ).toBeDefined();
  });

  it.each([
    ['unread', 'The order status couldn’t be checked: '],
    ['gone', 'The service no longer lists BUY Tencent.'],
    ['notOffered', 'Can’t be checked at this service: OK-1.'],
  ] as const)('is reported in the service’s name when the order is %s', async (then, reason) => {
    const { attempt } = await confirmed(answer, then);
    // What no record tells is not in its name.
    const named = then === 'notOffered' ? why.replace('BUY Tencent (OK-1)', 'OK-1') : why;
    expect(editor.notices).toEqual([expect.stringContaining(`${named} According to the service, the order was not changed. ${reason}`)]);
    expect(attempt?.state).toBe('abandoned');
  });
});

describe('a question of the service about an order change', () => {
  it('is settled by the order when it is asked again after the confirmation', async () => {
    editor.usually(/^Confirm/);
    const { attempt } = await confirmed(asks, before, [{ ...asks, confirmId: 'another-12345' }]);
    expect(editor.questions).toEqual([expect.stringMatching(/^The service asks you to confirm: BUY Tencent \(OK-1\) → 200/)]);
    expect(editor.notices).toEqual([
      'Not confirmed: BUY Tencent (OK-1). The service asked for another confirmation. The order still has its old values.',
    ]);
    expect(attempt?.state).toBe('abandoned');
  });

  it('is not confirmed, even after a yes, if the change has already been made', async () => {
    editor.usually(/^Confirm/);
    const { attempt, parts } = await confirmed(asks, after);
    expect(editor.notices).toEqual(['Change applied: BUY Tencent (OK-1) → 200 @ 12.34. It was not completed here.']);
    expect(parts.client.confirmed).toEqual([]);
    expect(attempt?.state).toBe('applied');
  });
});

describe('an order change that was rejected', () => {
  const answers: readonly (readonly [WriteOutcome, string])[] = [
    [{ kind: 'refused', errcode: -1200, errmsg: 'lot size' }, 'Change rejected: BUY Tencent (OK-1) → 200 @ 12.34. lot size (code -1200).'],
    [{ kind: 'notAuthorized', status: 403, code: -9, errmsg: 'trade:write', lacks: 'scope' }, 'Your sign-in doesn’t include permission'],
    [{ kind: 'notAuthorized', status: 401, code: 5, errmsg: 'expired', lacks: 'token' }, 'The service didn’t accept your sign-in.'],
    [{ kind: 'tooManyRequests', status: 429, code: -11, errmsg: 'wait', waitMs: 2500 }, 'Wait 3 s before you try again.'],
    [{ kind: 'tooManyRequests', status: 429, code: -11, errmsg: 'wait', waitMs: undefined }, 'Wait a moment before you try again.'],
  ];

  it.each(answers)('reports “not changed” once the order was read: %#', async (answer, words) => {
    await confirmed(answer, before);
    expect(editor.notices).toEqual([expect.stringContaining(words)]);
    expect(editor.notices[0]).toContain('. The order still has its old values.');
    expect(editor.notices[0]).not.toContain('not changed');
  });

  it.each(answers.slice(0, 1))('says what else happened to the order meanwhile: %#', async (answer) => {
    await confirmed(answer, orderRecord({ quantity: '100', price: '12.30', dealtQuantity: '40', status: 'FILLED_PART' }));
    expect(editor.notices[0]).toContain('. The order still has its old values. Meanwhile filled: 40 of 100.');
    expect(editor.notices[0]).not.toContain('status');
    await confirmed(answer, orderRecord({ quantity: '100', price: '12.30', status: 'CANCELLED_ALL' }), [], () => true);
    expect(editor.notices[1]).toContain('. The order still has its old values. Its status is now: canceled.');
    await confirmed(answer, orderRecord({ quantity: '100', price: '12.30', dealtQuantity: '40', orderType: 'AUCTION' }), [], () => true);
    expect(editor.notices[2]).toContain('Meanwhile filled: •••');
    expect(editor.notices[2]).not.toContain('40');
  });

  it.each([
    ['scope', 403, 'Your API key doesn’t include permission'],
    ['token', 401, 'The service didn’t accept your API key.'],
  ] as const)('names the API key when requests are signed, and leaves it in place: %s', async (lacks, status, words) => {
    editor.usually(/^S/);
    const answer: WriteOutcome = { kind: 'notAuthorized', status, code: -9, errmsg: 'no', lacks };
    await confirmed(
      answer,
      before,
      [],
      () => false,
      () => true,
    );
    expect(editor.notices).toEqual([expect.stringContaining(words)]);
    expect(editor.ran).toEqual([['marketDesk.setUpApiKey']]);
  });

  it.each(answers)('says “according to the service” if the order couldn’t be read: %#', async (answer, words) => {
    const { attempt } = await confirmed(answer, 'unread');
    expect(editor.notices).toEqual([expect.stringContaining(words)]);
    expect(editor.notices[0]).toContain('. According to the service, the order was not changed.');
    expect(attempt?.state).toBe(answer.kind === 'refused' ? 'rejected' : answer.kind);
  });

  it.each(answers)('is unknown, or applied, when the order changed anyway: %#', async (answer) => {
    const { attempt } = await confirmed(answer, after);
    expect(editor.notices).toEqual(['Change applied: BUY Tencent (OK-1) → 200 @ 12.34.']);
    expect(attempt?.state).toBe('applied');
  });
});

describe('an order change that was rejected, according to the service', () => {
  const answer: WriteOutcome = { kind: 'saysRejected', errcode: 14, errmsg: 'Insufficient buying power' };

  it('shows the service’s message first, and that a second check releases the order', async () => {
    const { attempt } = await confirmed(answer, before);
    expect(editor.notices).toEqual([
      'Rejected, according to the service: BUY Tencent (OK-1) → 200 @ 12.34. Insufficient buying power (code 14). The order stays locked until this is resolved. The order still has its old values. A second check that shows the same unlocks it.',
    ]);
    expect(attempt?.state).toBe('saysRejected');
  });

  it.each([
    ['unread', 'The order status couldn’t be checked: '],
    ['gone', 'The service no longer lists BUY Tencent.'],
    ['notOffered', 'Can’t be checked at this service: OK-1.'],
  ] as const)('stays with the user when the order is %s, and says so', async (then, reason) => {
    const { attempt } = await confirmed(answer, then);
    const named = then === 'notOffered' ? 'OK-1' : 'BUY Tencent (OK-1)';
    expect(editor.notices).toEqual([
      expect.stringContaining(
        `Rejected, according to the service: ${named} → 200 @ 12.34. Insufficient buying power (code 14). The order stays locked until this is resolved. ${reason}`,
      ),
    ]);
    expect(attempt?.state).toBe('saysRejected');
  });

  it('reports “applied” with the service’s message if the order shows the new values', async () => {
    const { attempt } = await confirmed(answer, after);
    expect(editor.notices).toEqual(['Change applied: BUY Tencent (OK-1) → 200 @ 12.34. The service says: Insufficient buying power.']);
    expect(attempt?.state).toBe('applied');
  });
});

describe('a confirmation that the service does not offer', () => {
  const notOffered = { kind: 'notOffered' } as const;

  it('reports the state of the order', async () => {
    editor.usually(/^Confirm/);
    let isConfirmed = false;
    const { attempt } = await confirmed(asks, () => (isConfirmed ? after : before), [() => ((isConfirmed = true), notOffered)]);
    expect(editor.notices).toEqual(['Change applied: BUY Tencent (OK-1) → 200 @ 12.34.']);
    expect(attempt?.state).toBe('applied');
  });

  it('says “not applied, according to the service” if the order can’t be read', async () => {
    editor.usually(/^Confirm/);
    let isConfirmed = false;
    const { attempt } = await confirmed(asks, () => (isConfirmed ? 'unread' : before), [() => ((isConfirmed = true), notOffered)]);
    expect(editor.notices).toEqual([
      'Not confirmed: BUY Tencent (OK-1) → 200 @ 12.34. It needs a confirmation that this service doesn’t accept here. According to the service, the order was not changed. Finish it in your broker’s app or website.',
    ]);
    expect(attempt?.state).toBe('notOffered');
  });
});
