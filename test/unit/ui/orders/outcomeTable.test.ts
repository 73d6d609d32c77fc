import { describe, expect, it } from 'vitest';
import { JournalBusy } from '../../../../src/app/orders/journal/journalErrors';
import type { FollowedEnd } from '../../../../src/app/orders/eye/judge';
import type { BlockReason, ChangeResult, OrderPreview } from '../../../../src/app/orders/request/orderRequest';
import type { ReadBack } from '../../../../src/app/orders/eye/judge';
import { SendingStopped } from '../../../../src/app/orders/write/stop/passage';
import type { SentOutcome } from '../../../../src/app/orders/journal/storedOutcome';
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
import { followedNews } from '../../../../src/ui/orders/followedText';
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
  /** The result of an order status check. */
  readonly readBack?: ReadBack;
  /** The attempt as the journal has it. */
  readonly attempt?: Attempt;
  readonly usesApiKey?: boolean;
  readonly confirmed?: ChangeResult;
}

function windowWith({ readBack = { kind: 'notOffered' }, attempt, usesApiKey = false, confirmed }: Around) {
  const news = orderNews();
  const resolver = new ResolveUi({
    journal: { find: async () => Promise.resolve(attempt), attempts: async () => Promise.resolve([]) },
    writer: { resolve: async () => Promise.resolve('resolved') },
    readBack: { check: async () => Promise.resolve(readBack) },
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
  outcome: SentOutcome,
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
const asks: SentOutcome = { kind: 'needsConfirmation', confirmId: 'c-1', errmsg: 'Sure?' };
const leads: SentOutcome = { kind: 'needsBrowser', jumpUrl: 'https://broker.example/finish', errmsg: 'There' };

/** Every outcome that a request may have, with the words that must come first. */
const outcomeRows: readonly (readonly [name: string, outcome: SentOutcome, names: RegExp, around?: Around])[] = [
  ['accepted', { kind: 'accepted' }, /accepted/i],
  ['rejected', { kind: 'refused', ...no }, /rejected/i],
  ['not authorized, scope', { ...denied, lacks: 'scope' }, /not authorized/i],
  ['not authorized, token', { ...denied, lacks: 'token' }, /not authorized/i],
  ['not authorized, scope of a key', { ...denied, lacks: 'scope' }, /not authorized/i, { usesApiKey: true }],
  ['not authorized, key', { ...denied, lacks: 'token' }, /not authorized/i, { usesApiKey: true }],
  ['too many requests', { kind: 'tooManyRequests', status: 429, code: 1, errmsg: '', waitMs: 3000 }, /not accepted/i],
  ['too many requests, no wait', { kind: 'tooManyRequests', status: 429, code: 1, errmsg: 'slow', waitMs: undefined }, /not accepted/i],
  ['not sent', { kind: 'notSent', error: new TransportError('connect-failed', { sent: 'no' }) }, /^Not sent/],
  ['canceled by the user', { kind: 'notSent', error: new TransportError('aborted', { sent: 'no' }) }, /^Not sent/],
  ['stopped', { kind: 'notSent', error: new SendingStopped() }, /^Not sent/],
  ['clock', { kind: 'clockRejected' }, /^Not executed/],
  ['not offered', { kind: 'notOffered' }, /^Not (changed|canceled|placed|confirmed)/],
];

const outcomes = outcomeRows.map(([name, outcome, names, around = {}]) => ({ name, outcome, names, around }));

const attemptStates: Readonly<Partial<Record<SentOutcome['kind'], AttemptState>>> = {
  unknown: 'unknown',
  saysRejected: 'saysRejected',
  needsConfirmation: 'needsConfirmation',
  needsBrowser: 'needsBrowser',
};

const order = orderRecord({ orderId, quantity: '150', price: '12.32' });

/** Every result of an order status check, with the words for it when it is reported alone. */
const checkRows: readonly (readonly [name: string, readBack: ReadBack, names: RegExp, only?: OrderAction])[] = [
  ['done', { kind: 'applied', order }, /^(Change applied|Canceled|Order placed)/],
  ['rejected', { kind: 'rejected', order }, /rejected/],
  ['too late', { kind: 'tooLate', order: { ...order, status: 'FILLED_ALL', dealtQuantity: '150' } }, /^Too late/, 'cancel'],
  ['unchanged', { kind: 'unchanged', order }, /^Still (has its old values|open)|not seen in the market yet/],
  ['something else', { kind: 'different', order }, /^Neither the old nor the new values: /, 'modify'],
  ['a status of its own', { kind: 'different', order: { ...order, status: 'GONE' } }, /^End unknown: /, 'cancel'],
  ['no such order', { kind: 'notFound' }, /no longer lists/],
  ['nothing to check it with', { kind: 'notOffered' }, /can’t be checked/i],
  ['a request in progress', { kind: 'inFlight' }, /still in progress/],
  ['another service', { kind: 'otherService' }, /^This request belongs to/],
  ['an end told by another window', { kind: 'settled' }, /^Resolved/],
  ['at the broker', { kind: 'reached', order }, /^At the broker/, 'place'],
  ['several orders', { kind: 'applied', order, others: ['N-2'] }, /^Order placed/, 'place'],
  ['in no list', { kind: 'absent', isStrong: false, isBlank: true, lookalike: undefined }, /^Not listed/, 'place'],
  ['in no list twice', { kind: 'absent', isStrong: true, isBlank: true, lookalike: undefined }, /^Not listed/, 'place'],
  ['beside others', { kind: 'absent', isStrong: true, isBlank: false, lookalike: undefined }, /^Not proven: .*No order that the/, 'place'],
  ['a lookalike', { kind: 'absent', isStrong: false, isBlank: false, lookalike: order }, /^Not proven: .*Order 7/, 'place'],
  ['nowhere', { kind: 'nowhere' }, /^Order rejected/, 'place'],
];

/** The possible results of a check after this kind of request. */
const checksOf = (action: OrderAction) =>
  checkRows.flatMap(([name, readBack, names, only]) => (only === undefined || only === action ? [{ name, readBack, names }] : []));

describe.each(worlds)('the first words about a request in a %s account', (_, isPaper) => {
  describe.each(actions)('%s', (action) => {
    const kind = kindOf(action);
    const preview = previewOf(kind, isPaper);

    /** As the answer to the request, or to the confirmation of a question by the service. */
    const tellOutcome = async (outcome: SentOutcome, around: Around, more = {}): Promise<void> => {
      const state = attemptStates[outcome.kind];
      const attempt = state === undefined ? undefined : attemptOf(kind, isPaper, state, { outcome: stored(outcome) });
      const result = settledAs(preview, outcome, more);
      const window = { ...around, ...(attempt === undefined ? {} : { attempt }) };
      if (action !== 'confirm') return tellResult(preview, result, window);
      editor.answer(/^Confirm: /);
      return tellResult(preview, settledAs(preview, asks, { pending: { preview, confirmId: 'c-0' } }), { ...window, confirmed: result });
    };

    /** What is not sent in this step leaves the request as it is: sent, and not confirmed. */
    const namesOf = ({ kind: outcome }: SentOutcome, names: RegExp): RegExp =>
      action === 'confirm' && (outcome === 'notSent' || outcome === 'clockRejected') ? /^Not confirmed/ : names;

    it.each(outcomes)('are right for: $name', async ({ outcome, names, around }) => {
      await tellOutcome(outcome, around);
      expectGood(namesOf(outcome, names), isPaper);
    });

    it.each(outcomes)('are right for: $name, with the order read', async ({ outcome, names, around }) => {
      const seen = { order: orderRecord({ orderId }), moved: [{ field: 'dealtQuantity', seen: '0', now: '50' }] as const };
      await tellOutcome(outcome, around, { seen });
      expectGood(namesOf(outcome, names), isPaper);
    });

    it.each(checksOf(kind))('are right for an unknown outcome and a check that shows: $name', async ({ readBack, names }) => {
      await tellOutcome({ kind: 'unknown', reason: 'reset' }, { readBack });
      const isSettled = /^(applied|rejected|tooLate|reached|nowhere)$/.test(readBack.kind);
      expectGood(isSettled ? names : /^Outcome unknown/, isPaper);
    });

    it.each(checksOf(kind))('are right for a reported rejection and a check that shows: $name', async ({ readBack, names }) => {
      await tellOutcome({ kind: 'saysRejected', ...no }, { readBack });
      const isSettled = /^(applied|rejected|tooLate|reached|nowhere)$/.test(readBack.kind);
      expectGood(isSettled ? names : /^Rejected, according to the service/, isPaper);
    });

    it.each(checksOf(kind))('are right for a declined question and a check that shows: $name', async ({ readBack }) => {
      for (const [outcome, why] of [
        [asks, /^Not confirmed/],
        [leads, /^Not finished in the browser/],
        [{ ...leads, jumpUrl: 'http://broker.example' }, /^Not finished in the browser/],
      ] as const) {
        await tellOutcome(outcome, { readBack }, { pending: { preview, confirmId: 'c-1' } });
        const isElsewhere = readBack.kind === 'applied';
        const isOpen = /^(different|several)$/.test(readBack.kind);
        expectGood(isElsewhere ? /^(Change applied|Canceled|Order placed)/ : isOpen ? /^Awaiting/ : why, isPaper);
      }
    });
  });
});

/** What the journal keeps of an outcome, as far as it is reported. */
function stored(outcome: SentOutcome): Attempt['outcome'] {
  return outcome.kind === 'saysRejected' || outcome.kind === 'unknown' ? outcome : undefined;
}

const blocked: Readonly<Record<Exclude<BlockReason, 'stale' | 'limit'>, RegExp>> = {
  readOnly: /^Nothing was sent/,
  stopped: /^Nothing was sent/,
  notAllowed: /^Nothing was sent/,
  paperAccount: /^Nothing was sent/,
  cancelled: /^Canceled\. Nothing was sent/,
  connectionChanged: /^Nothing was sent/,
  inFlight: /^Nothing was sent/,
  unresolved: /^Nothing was sent/,
  credential: /^Nothing was sent/,
  clock: /^Nothing was sent/,
  journal: /^Nothing was sent/,
  alreadySent: /^Nothing was sent/,
  internal: /^Nothing was sent/,
};

const stale: readonly StaleVerdict[] = [
  { kind: 'changed', order, differences: [{ field: 'quantity', seen: '100', now: '150' }], latestRoot: null },
  { kind: 'gone' },
  { kind: 'newerAttempt', attempt: attemptOf('modify', false, 'accepted'), order },
  { kind: 'notRead', error: new TransportError('timed-out', { sent: 'maybe' }) },
];

describe.each(worlds)('the first words when nothing was sent, in a %s account', (_, isPaper) => {
  it.each(Object.entries(blocked))('are right for the reason %s', async (reason, names) => {
    for (const action of ['modify', 'cancel', 'place'] as const) {
      for (const error of [undefined, new JournalBusy(), Object.assign(new Error('disk'), { code: 'ENOSPC' })])
        await tellResult(previewOf(action, isPaper), { kind: 'blocked', reason: reason as keyof typeof blocked, error });
      expect(notices()).toHaveLength(3);
      while (editor.messages.length > 0) {
        expectGood(names, isPaper);
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
        ['applied', 'alreadySent', / was already sent\. (Applied: |Canceled: |.*: placed)/],
      ] as const) {
        const attempt = attemptOf(action, isPaper, state);
        await tellResult(previewOf(action, isPaper), { kind: 'blocked', reason, attempt });
        expectGood(/^Nothing was sent: /, isPaper);
        expect(editor.messages.pop()?.message).toMatch(follows);
      }
    },
  );

  it.each(Object.keys(blocked))('are right for a confirmation that is not sent, for the reason %s', async (reason) => {
    for (const action of ['modify', 'cancel', 'place'] as const)
      for (const error of [undefined, new JournalBusy(), Object.assign(new Error('disk'), { code: 'ENOSPC' })])
        for (const attempt of [undefined, attemptOf(action, isPaper, 'needsConfirmation')]) {
          editor.answer(/^Confirm: /);
          const preview = previewOf(action, isPaper);
          const confirmed: ChangeResult = { kind: 'blocked', reason: reason as keyof typeof blocked, error };
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
  });

  it.each(stale)('are right for an order that changed since it was shown: $kind', (verdict) => {
    const { news } = windowWith({});
    const ui = new CancelUi({ news, isPrivate: () => false } as unknown as ConstructorParameters<typeof CancelUi>[0]);
    ui.tellStale({ orderId, isPaper }, verdict);
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
    async ({ action, readBack, names }) => {
      const attempt = attemptOf(action, isPaper, 'unknown');
      await windowWith({ readBack, attempt }).resolver.readBackCommand(new AttemptSubject(attempt.root));
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

type End = FollowedEnd['end'];
const ends: Readonly<Record<OrderAction, Readonly<Partial<Record<End, RegExp>>>>> = {
  modify: {
    applied: /^Change applied/,
    rejected: /^Not changed/,
    notApplied: /^(Change not applied|End unknown)/,
    endUnknown: /^End unknown/,
    freed: /^(Unlocked|Ended with its old values)/,
  },
  cancel: {
    applied: /^Canceled/,
    rejected: /^Not canceled/,
    notApplied: /^(Not canceled|End unknown)/,
    endUnknown: /^End unknown/,
    tooLate: /^Too late/,
    freed: /^Open and unlocked/,
  },
  place: {
    applied: /^Order placed/,
    rejected: /^Order rejected/,
    notApplied: /^(Not in the market|Order accepted, but not found)/,
    endUnknown: /^(End unknown|Order accepted, but not found)/,
    freed: /^Order rejected/,
  },
};

describe.each(worlds)('the first words at the end of a request in a %s account', (_, isPaper) => {
  it.each(
    (['modify', 'cancel', 'place'] as const).flatMap((action) =>
      Object.entries(ends[action]).map(([end, names]) => [action, end as End, names] as const),
    ),
  )('are right for %s: %s', (action, end, names) => {
    const { news } = windowWith({});
    for (const before of ['accepted', 'unknown'] as const)
      for (const [text, seenLast, dealt] of [
        ['', order, '0'],
        ['The exchange has closed', order, '50'],
        ['', undefined, '0'],
      ] as const) {
        const attempt = attemptOf(action, isPaper, 'accepted', { followed: { end: 'notApplied', text } as unknown as Attempt['followed'] });
        const shown = seenLast === undefined ? undefined : { ...seenLast, dealtQuantity: dealt, status: 'FILLED_ALL' };
        const ended: FollowedEnd = { end, before, attempt, order: shown, text };
        editor.said.length = editor.messages.length = 0;
        news.tell(attempt, followedNews(ended, false));
        expectGood(names, isPaper);
      }
  });
});
