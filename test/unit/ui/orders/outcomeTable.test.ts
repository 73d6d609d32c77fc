import type { WriteOutcome } from '../../../../src/service/records';
import { describe, expect, it } from 'vitest';
import { JournalBusy } from '../../../../src/app/orders/journal/journalErrors';
import type { BlockReason, ChangeResult, OrderPreview } from '../../../../src/app/orders/request/orderRequest';
import type { ReadBack } from '../../../../src/app/orders/eye/judge';
import { SendingStopped } from '../../../../src/app/orders/write/stop/passage';
import type { StaleVerdict } from '../../../../src/app/orders/request/basis';
import type { Attempt, AttemptState, OrderAction } from '../../../../src/domain/orders/orderAttempts';
import { TransportError } from '../../../../src/service/errors';
import { settle } from '../../../support/machine/fakeTime';
import { checkedChange, live, orderRecord } from '../../../support/orders/orderFakes';
import { attemptOf, orderId, previewOf } from '../../../support/orders/requests';
import { OutcomeUi } from '../../../../src/ui/orders/outcomeUi';
import { orderNews } from '../../../support/orders/orderNews';
import { ResolveUi } from '../../../../src/ui/orders/resolveUi';
import { CancelUi } from '../../../../src/ui/orders/cancel/cancelUi';
import { AttemptSubject } from '../../../../src/ui/orders/tree/attemptSubject';
import { editor } from '../../../support/editor/editor';

/** How much of a notification without a button is visible, in Latin letters. */
const seenLength = 45;

/** What was told beside the questions. */
const notices = () => editor.messages.filter(({ isModal }) => !isModal);

/** All requests about an order; `confirm` answers a question of the service about a change. */
type Action = OrderAction | 'confirm';
const actions: readonly Action[] = ['modify', 'cancel', 'place', 'confirm'];
const worlds = [
  ['live', false],
  ['paper', true],
] as const;
const kindOf = (action: Action): OrderAction => (action === 'confirm' ? 'modify' : action);

interface Around {
  /** The result of an order status check, and what it makes of the attempt. */
  readonly readBack?: ReadBack;
  readonly after?: AttemptState | undefined;
  /** The attempt as the journal has it. */
  readonly attempt?: Attempt;
  readonly usesApiKey?: boolean;
  readonly confirmed?: ChangeResult;
}

function windowWith({ readBack = { kind: 'notOffered' }, after, attempt, usesApiKey = false, confirmed }: Around) {
  const news = orderNews();
  let isChecked = false;
  const find = async (): Promise<Attempt | undefined> => {
    if (attempt === undefined || after === undefined || !isChecked) return Promise.resolve(attempt);
    const verdict = attempt.action === 'place' ? 'rejected' : 'notChanged';
    return Promise.resolve({ ...attempt, state: after, resolution: { kind: 'resolved', root: 'r', by: 'readBack', verdict } });
  };
  const resolver = new ResolveUi({
    journal: { find, attempts: async () => Promise.resolve([]) },
    writer: { resolve: async () => Promise.resolve('resolved') },
    readBack: { check: async () => ((isChecked = true), Promise.resolve(readBack)) },
    news,
    orderRead: () => undefined,
    isPrivate: () => false,
  });
  const outcomes = new OutcomeUi({
    writer: {
      submit: async () => Promise.reject(new Error('nothing is submitted here')),
      confirm: async () => (confirmed === undefined ? Promise.reject(new Error('nothing to confirm')) : Promise.resolve(confirmed)),
    },
    links: { open: async () => Promise.resolve(false) },
    news,
    showUnresolved: (one, why) => resolver.showUnresolved(one, { why }),
    findAttempt: async () => Promise.resolve(attempt),
    readBack: async (one) => resolver.readBackFirst(one),
    decline: async (one, why) => resolver.decline(one, why),
    showDamage: async () => Promise.resolve(),
    isPrivate: () => false,
    usesApiKey: () => usesApiKey,
  });
  return { news, resolver, outcomes };
}

/** Reports a result as the window that sent the request does. */
async function tellResult(preview: OrderPreview, result: ChangeResult, around: Around = {}): Promise<void> {
  const { outcomes } = windowWith(around);
  await outcomes.send(
    { shown: { preview } as Parameters<typeof outcomes.send>[0]['shown'], confirm: async () => Promise.resolve(result) },
    live,
  );
  await settle();
}

const settledAs = (
  preview: OrderPreview,
  outcome: WriteOutcome,
  more: Partial<Extract<ChangeResult, { kind: 'settled' }>> = {},
): ChangeResult => ({
  ...{ kind: 'settled', root: preview.root, outcome, isRecorded: true, seen: undefined },
  ...more,
});

/** The last message begins with the outcome, has a button, and says if it is about a paper account. */
function expectGood(names: RegExp, isPaper: boolean): void {
  const said = editor.said.at(-1);
  // An acceptance is shown until its end is told.
  if (said?.kind === 'progress') {
    expect([...editor.progress].at(-1)?.title).toBe(said.text);
    expect(said.text.slice(0, seenLength)).toMatch(names);
    expect(said.text.endsWith(' Paper account.')).toBe(isPaper);
    return;
  }
  const last = notices().at(-1);
  expect(last, 'nothing was told').toBeDefined();
  expect(last?.message.slice(0, seenLength)).toMatch(names);
  expect(last?.buttons.length).toBeGreaterThan(0);
  expect(last?.message.endsWith(' Paper account.')).toBe(isPaper);
}

const no = { errcode: -1200, errmsg: 'The service has its reasons, which it tells at length.' };
const denied = { kind: 'notAuthorized', status: 403, code: 3, errmsg: 'no' } as const;
const asks: WriteOutcome = { kind: 'needsConfirmation', confirmId: 'c-1', errmsg: 'Sure?' };
const leads: WriteOutcome = { kind: 'needsBrowser', jumpUrl: 'https://broker.example/finish', errmsg: 'There' };

/** Every outcome that a request may have; its words are those of its state, which the table of stories proves. */
const outcomes: readonly { readonly outcome: WriteOutcome; readonly names: RegExp; readonly around?: Around }[] = [
  { outcome: { kind: 'accepted' }, names: /accepted/i },
  { outcome: { kind: 'refused', ...no }, names: /rejected/i },
  { outcome: { ...denied, lacks: 'scope' }, names: /not authorized/i },
  { outcome: { ...denied, lacks: 'token' }, names: /not authorized/i, around: { usesApiKey: true } },
  { outcome: { kind: 'tooManyRequests', status: 429, code: 1, errmsg: '', waitMs: 3000 }, names: /not accepted/i },
  { outcome: { kind: 'notSent', error: new TransportError('aborted', { sent: 'no' }) }, names: /^Not sent/ },
  { outcome: { kind: 'notSent', error: new SendingStopped() }, names: /^Not sent/ },
  { outcome: { kind: 'clockRejected' }, names: /^Not executed/ },
  { outcome: { kind: 'notOffered' }, names: /^Not (changed|canceled|placed|confirmed)/ },
];

const attemptStates: Readonly<Partial<Record<WriteOutcome['kind'], AttemptState>>> = {
  unknown: 'unknown',
  saysRejected: 'saysRejected',
  needsConfirmation: 'needsConfirmation',
  needsBrowser: 'needsBrowser',
};

const order = orderRecord({ orderId, quantity: '150', price: '12.32' });

interface Check {
  readonly name: string;
  readonly readBack: ReadBack;
  /** The words for it when it is reported alone. */
  readonly names: RegExp;
  readonly only?: OrderAction;
  /** What it proves. */
  readonly after?: AttemptState;
}

const settled: ReadBack = { kind: 'settled' };
const absent = { kind: 'absent', isStrong: false, isBlank: true, lookalike: undefined } as const;

/** Every result of an order status check. */
const checks: readonly Check[] = [
  { name: 'done', readBack: settled, names: /^(Change applied|Canceled|Order placed)/, after: 'applied' },
  { name: 'rejected', readBack: settled, names: /^(Change|Cancellation|Order) rejected/, after: 'rejected' },
  { name: 'too late', readBack: settled, names: /^Too late/, only: 'cancel', after: 'tooLate' },
  { name: 'accepted', readBack: settled, names: /accepted/, after: 'accepted' },
  { name: 'unchanged', readBack: { kind: 'unchanged', order }, names: /^Still (has its old values|open)/ },
  { name: 'something else', readBack: { kind: 'different', order }, names: /^Neither the old nor the new values: /, only: 'modify' },
  {
    ...{ name: 'a status of its own', names: /^End unknown: /, only: 'cancel' },
    readBack: { kind: 'different', order: { ...order, status: 'GONE' } },
  },
  { name: 'no such order', readBack: { kind: 'notFound' }, names: /no longer lists/ },
  { name: 'nothing to check it with', readBack: { kind: 'notOffered' }, names: /can’t be checked/i },
  { name: 'a kind in no list', readBack: { kind: 'unlistable' }, names: /^Can’t be found/, only: 'place' },
  { name: 'a request in progress', readBack: { kind: 'inFlight' }, names: /still in progress/ },
  { name: 'another service', readBack: { kind: 'otherService' }, names: /^This request belongs to/ },
  { name: 'in no list', readBack: absent, names: /^Not listed/, only: 'place' },
  { name: 'in no list twice', readBack: { ...absent, isStrong: true }, names: /^Not listed/, only: 'place' },
  { name: 'beside others', readBack: { ...absent, isBlank: false }, names: /^Not proven: .*No order that the/, only: 'place' },
  { name: 'a lookalike', readBack: { ...absent, lookalike: order }, names: /^Not proven: .*Order 7/, only: 'place' },
];

/** The possible results of a check after this kind of request. */
const checksOf = (action: OrderAction) => checks.filter(({ only }) => only === undefined || only === action);

describe.each(worlds)('the first words about a request in a %s account', (_, isPaper) => {
  describe.each(actions)('%s', (action) => {
    const kind = kindOf(action);
    const preview = previewOf(kind, isPaper);

    /** As the answer to the request, or to the confirmation of a question by the service. */
    const tellOutcome = async (outcome: WriteOutcome, around: Around, more = {}): Promise<void> => {
      const state = attemptStates[outcome.kind];
      const attempt = state === undefined ? undefined : attemptOf(kind, isPaper, state, { outcome: stored(outcome) });
      const result = settledAs(preview, outcome, more);
      const window = { ...around, ...(attempt === undefined ? {} : { attempt }) };
      if (action !== 'confirm') return tellResult(preview, result, window);
      editor.answer(/^Confirm: /);
      return tellResult(preview, settledAs(preview, asks, { pending: { preview, confirmId: 'c-0' } }), { ...window, confirmed: result });
    };

    /** What is not sent in this step leaves the request as it is: sent, and not confirmed. */
    const namesOf = ({ kind: outcome }: WriteOutcome, names: RegExp): RegExp =>
      action === 'confirm' && (outcome === 'notSent' || outcome === 'clockRejected') ? /^Not confirmed/ : names;

    it.each(outcomes)('are right for: $outcome.kind (%#)', async ({ outcome, names, around = {} }) => {
      await tellOutcome(outcome, around);
      expectGood(namesOf(outcome, names), isPaper);
    });

    it.each(checksOf(kind))('are right for an unknown outcome and a check that shows: $name', async ({ readBack, names, after }) => {
      await tellOutcome({ kind: 'unknown', reason: 'reset' }, { readBack, after });
      expectGood(after !== undefined ? names : /^Outcome unknown/, isPaper);
    });

    it.each(checksOf(kind))('are right for a reported rejection and a check that shows: $name', async ({ readBack, names, after }) => {
      await tellOutcome({ kind: 'saysRejected', ...no }, { readBack, after });
      expectGood(after !== undefined ? names : /^Rejected, according to the service/, isPaper);
    });

    it.each(checksOf(kind))('are right for a declined question and a check that shows: $name', async ({ readBack, after }) => {
      for (const [outcome, why] of [
        [asks, /^Not confirmed/],
        [leads, /^Not finished in the browser/],
        [{ ...leads, jumpUrl: 'http://broker.example' }, /^Not finished in the browser/],
      ] as const) {
        await tellOutcome(outcome, { readBack, after }, { pending: { preview, confirmId: 'c-1' } });
        const isElsewhere = after === 'applied';
        const isOpen = readBack.kind === 'different';
        expectGood(isElsewhere ? /^(Change applied|Canceled|Order placed)/ : isOpen ? /^Awaiting/ : why, isPaper);
      }
    });
  });
});

/** What the journal keeps of an outcome, as far as it is reported. */
function stored(outcome: WriteOutcome): Attempt['outcome'] {
  return outcome.kind === 'saysRejected' || outcome.kind === 'unknown' ? outcome : undefined;
}

type Reason = Exclude<BlockReason, 'stale' | 'limit'>;
const blocked: readonly Reason[] = [
  ...(['readOnly', 'stopped', 'notAllowed', 'paperAccount', 'cancelled', 'connectionChanged', 'inFlight', 'unresolved'] as const),
  ...(['credential', 'clock', 'journal', 'alreadySent', 'internal'] as const),
];

const stale: readonly StaleVerdict[] = [
  { kind: 'changed', order, differences: [{ field: 'quantity', seen: '100', now: '150' }], latestRoot: null },
  { kind: 'gone' },
  { kind: 'newerAttempt', attempt: attemptOf('modify', false, 'accepted'), order },
  { kind: 'notRead', error: new TransportError('timed-out', { sent: 'maybe' }) },
];

describe.each(worlds)('the first words when nothing was sent, in a %s account', (_, isPaper) => {
  it.each(blocked)('are right for the reason %s', async (reason) => {
    for (const action of ['modify', 'cancel', 'place'] as const) {
      for (const error of [undefined, new JournalBusy(), Object.assign(new Error('disk'), { code: 'ENOSPC' })])
        await tellResult(previewOf(action, isPaper), { kind: 'blocked', reason, error });
      expect(notices()).toHaveLength(3);
      while (editor.messages.length > 0) {
        expectGood(/^Nothing was sent/, isPaper);
        editor.messages.pop();
      }
    }
  });

  it.each(['modify', 'cancel', 'place'] as const)(
    'are right for a %s that an earlier request blocks, whose state follows',
    async (action) => {
      for (const [state, reason, follows] of [
        ['unknown', 'unresolved', / unresolved\. Outcome unknown: /],
        ['needsConfirmation', 'unresolved', / unresolved\. Awaiting confirmation: /],
        ['applied', 'alreadySent', / was already sent\. (Change applied|Canceled|Order placed): /],
      ] as const) {
        const attempt = attemptOf(action, isPaper, state);
        await tellResult(previewOf(action, isPaper), { kind: 'blocked', reason, attempt });
        expectGood(/^Nothing was sent\. /, isPaper);
        expect(editor.messages.pop()?.message).toMatch(follows);
      }
    },
  );

  it.each(blocked)('are right for a confirmation that is not sent, for the reason %s', async (reason) => {
    for (const action of ['modify', 'cancel', 'place'] as const)
      for (const error of [undefined, new JournalBusy(), Object.assign(new Error('disk'), { code: 'ENOSPC' })])
        for (const attempt of [undefined, attemptOf(action, isPaper, 'needsConfirmation')]) {
          editor.answer(/^Confirm: /);
          const preview = previewOf(action, isPaper);
          const confirmed: ChangeResult = { kind: 'blocked', reason, error };
          const window = { confirmed, ...(attempt === undefined ? {} : { attempt }) };
          await tellResult(preview, settledAs(preview, asks, { pending: { preview, confirmId: 'c-0' } }), window);
          expect(notices()).toHaveLength(1);
          expectGood(/^Not confirmed/, isPaper);
          expect(notices()[0]?.message).not.toMatch(/nothing was sent|not sent/i);
          editor.messages.length = 0;
        }
  });

  it('are right for a hard limit', async () => {
    const breach = { kind: 'over', limit: 'quantity', most: '100', is: '200' } as unknown as Extract<
      ChangeResult,
      { reason: 'limit' }
    >['breach'];
    await tellResult(previewOf('place', isPaper), { kind: 'blocked', reason: 'limit', breach });
    expectGood(/^Nothing was sent/, isPaper);
    expect(notices()[0]?.buttons).toContain('Edit Order Limits');
  });

  it.each(stale)('are right for an order that changed since it was shown: $kind', (verdict) => {
    const { news } = windowWith({});
    const ui = new CancelUi({ news, isPrivate: () => false } as unknown as ConstructorParameters<typeof CancelUi>[0]);
    ui.tellStale(previewOf('cancel', isPaper), verdict);
    expectGood(/^Nothing was sent/, isPaper);
  });

  it('are right for an outcome that is not on disk', async () => {
    const preview = previewOf('cancel', isPaper);
    await tellResult(preview, settledAs(preview, { kind: 'accepted' }, { isRecorded: false }));
    expect(notices()).toHaveLength(1);
    editor.said.pop();
    expectGood(/^Outcome not saved/, isPaper);
  });
});

describe.each(worlds)('the first words after a check that the user requested, in a %s account', (_, isPaper) => {
  it.each((['modify', 'cancel', 'place'] as const).flatMap((action) => checksOf(action).map((check) => ({ action, ...check }))))(
    'are right for $action: $name',
    async ({ action, readBack, names, after }) => {
      const attempt = attemptOf(action, isPaper, 'unknown');
      await windowWith({ readBack, attempt, after }).resolver.readBackCommand(new AttemptSubject(attempt.root));
      expectGood(names, isPaper);
    },
  );

  it('call values other than the old ones only if the old ones are known', async () => {
    const fields = checkedChange().fields.map((field) => ({ ...field, old: undefined }));
    const attempt = attemptOf('modify', isPaper, 'unknown', { fields });
    const { resolver } = windowWith({ readBack: { kind: 'different', order }, attempt });
    await resolver.readBackCommand(new AttemptSubject(attempt.root));
    expectGood(/^Not the new values: /, isPaper);
    expect(notices().at(-1)?.message).toMatch(/ is now 150 .*Its old values aren’t known/);
  });

  it.each(['modify', 'cancel', 'place'] as const)('are right for a %s that was settled while the user was asked', (action) => {
    const { resolver } = windowWith({});
    for (const state of ['accepted', 'applied', 'rejectedLater', 'rejected', 'notChanged', 'abandoned', 'tooLate'] as const) {
      resolver.showUnresolved(attemptOf(action, isPaper, state));
      expectGood(/accepted|applied|canceled|placed|rejected|not changed|abandoned|too late/i, isPaper);
    }
  });
});
