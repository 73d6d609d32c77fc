import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnresolved } from '../../../../../src/domain/orders/orderAttempts';
import type { AttemptState, FollowedRecord, OrderAction, ResolvedRecord } from '../../../../../src/domain/orders/orderAttempts';
import { briefName } from '../../../../../src/ui/orders/story/names';
import {
  answered,
  askedText,
  followedStory,
  stateText,
  story,
  storyText,
  supersededStory,
  supersededText,
} from '../../../../../src/ui/orders/story/story';
import { rows } from '../../../../../src/ui/orders/story/table';
import type { Known, KnownAttempt } from '../../../../../src/ui/orders/story/table';
import { orderRecord } from '../../../../support/orders/orderFakes';
import { previewOf } from '../../../../support/orders/requests';

const states = Object.keys(rows) as AttemptState[];
const actions: readonly OrderAction[] = ['modify', 'cancel', 'place'];
const look = { isPrivate: false };

const order = {
  ...{
    code: 'HK.00700',
    name: 'TENCENT',
    side: 'BUY',
    quantity: '300',
    orderType: 'LIMIT',
    status: 'SUBMITTED',
    filled: '0',
    lastError: '',
  },
};
const asked = { quantity: '200', price: '560' };
const seen = (status: string) => ({ qty: '300', price: '562.5', auxPrice: '', status });
const read = (status: string, dealtQuantity = '0', more: Parameters<typeof orderRecord>[0] = {}) =>
  orderRecord({ ...order, price: '562.5', orderId: 'OK-1', status, dealtQuantity, ...more });

const field = (name: 'qty' | 'price', old: string, kept: string) =>
  ({ field: name, old, kept, typed: kept, isCut: false, isChanged: true }) as const;

function attemptOf(action: OrderAction, state: AttemptState, more: Partial<KnownAttempt> = {}): KnownAttempt {
  const target = { service: 'https://broker.example', accountId: '8001', exchange: 'SEHK', isSandbox: false };
  return {
    ...{ action, state, order, outcome: undefined, resolution: undefined, followed: undefined },
    target: action === 'place' ? { ...target, orderId: '', mark: '#a' } : { ...target, orderId: 'OK-1' },
    fields: action === 'cancel' ? [] : [field('qty', '300', '200'), field('price', '562.5', '560')],
    ...more,
  };
}

const resolved = (verdict: ResolvedRecord['verdict'], more: Partial<ResolvedRecord> = {}): Partial<KnownAttempt> => ({
  resolution: { kind: 'resolved', root: 'r', by: 'readBack', verdict, ...more },
});
const followed = (end: FollowedRecord['end'], more: Partial<FollowedRecord> = {}): Partial<KnownAttempt> => ({
  followed: { kind: 'followed', root: 'r', end, text: '', ...more },
});
const refused: Partial<KnownAttempt> = { outcome: { kind: 'refused', errcode: 14, errmsg: 'No money' } };
const saysRejected: Partial<KnownAttempt> = { outcome: { kind: 'saysRejected', errcode: 14, errmsg: 'No money' } };
const lacks = (what: 'scope' | 'token'): Partial<KnownAttempt> => ({ outcome: { kind: 'notAuthorized', lacks: what, errmsg: 'denied' } });

/** What a line of the table says: severity, the first words, the rest, and what can be done. */
function line(known: Known, of = look): string {
  const { headline, detail, severity, actions: steps } = story(known, of);
  return [severity, headline, detail, `[${steps.join(' ')}]`].filter((part) => part !== '').join(' | ');
}

const ofAll = (state: AttemptState, more: Partial<KnownAttempt> = {}, besides: Omit<Known, 'attempt'> = {}): string =>
  actions.map((action) => line({ attempt: attemptOf(action, state, more), ...besides })).join('\n');

describe('the story of a request', () => {
  it('has a row for every state and kind', () => {
    const shown = states.map((state) => {
      const { tone, look: page, fate, icon } = rows[state];
      const words = [...new Set(actions.map((action) => stateText({ action, state })))];
      return [`${state}: ${words.join(' | ')} [${[tone, page, fate, ...icon].join(' ')}]`, ofAll(state)].join('\n');
    });
    expect(`\n${shown.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      pending: no response yet [open open unclear sync list.warningForeground]
      warning | No response yet: BUY TENCENT (OK-1) → 200 @ 560. | [checkStatus resolve]
      warning | No response yet: cancel BUY 300 TENCENT (OK-1). | [checkStatus resolve]
      warning | No response yet: BUY 200 TENCENT @ 560. | [checkStatus resolve]
      unknown: outcome unknown [open open unclear question list.warningForeground]
      warning | Outcome unknown: BUY TENCENT (OK-1) → 200 @ 560. | It may or may not have been carried out. It will not be sent again, and the order stays locked. | [checkStatus resolve]
      warning | Outcome unknown: cancel BUY 300 TENCENT (OK-1). | It may or may not have been carried out. It will not be sent again, and the order stays locked. | [checkStatus resolve]
      warning | Outcome unknown: BUY 200 TENCENT @ 560. | It may or may not have been placed. It will not be sent again. | [checkStatus resolve]
      saysRejected: rejected, according to the service [open open unclear error list.warningForeground]
      error | Rejected, according to the service: BUY TENCENT (OK-1) → 200 @ 560. | The order stays locked until this is resolved. | [checkStatus resolve]
      error | Rejected, according to the service: cancel BUY 300 TENCENT (OK-1). | The order stays locked until this is resolved. | [checkStatus resolve]
      error | Rejected, according to the service: BUY 200 TENCENT @ 560. | The order stays locked until this is resolved. | [checkStatus resolve]
      needsConfirmation: awaiting your confirmation, not applied | awaiting your confirmation, not canceled | awaiting your confirmation, not placed [open open open bell list.warningForeground]
      warning | Awaiting confirmation: BUY TENCENT (OK-1) → 200 @ 560. | The order stays locked until you complete or abandon this. | [checkStatus resolve]
      warning | Awaiting confirmation: cancel BUY 300 TENCENT (OK-1). | The order stays locked until you complete or abandon this. | [checkStatus resolve]
      warning | Awaiting confirmation: BUY 200 TENCENT @ 560. | The order is not placed until you complete it. | [checkStatus resolve]
      needsBrowser: awaiting completion in the browser, not applied | awaiting completion in the browser, not canceled | awaiting completion in the browser, not placed [open open open globe list.warningForeground]
      warning | Awaiting completion in the browser: BUY TENCENT (OK-1) → 200 @ 560. | The order stays locked until you complete or abandon this. | [checkStatus resolve]
      warning | Awaiting completion in the browser: cancel BUY 300 TENCENT (OK-1). | The order stays locked until you complete or abandon this. | [checkStatus resolve]
      warning | Awaiting completion in the browser: BUY 200 TENCENT @ 560. | The order is not placed until you complete it. | [checkStatus resolve]
      accepted: accepted [waiting good waiting check]
      info | Change accepted, not applied yet: BUY TENCENT (OK-1) → 200 @ 560. | [modifyAgain cancel]
      info | Cancellation accepted, not canceled yet: BUY 300 TENCENT (OK-1). | []
      info | Order accepted, not in the market yet: BUY 200 TENCENT @ 560. | [another]
      applied: applied | canceled | placed [good good over check-all charts.green]
      info | Change applied: BUY TENCENT (OK-1) → 200 @ 560. | [modifyAgain changeBack cancel]
      info | Canceled: BUY 300 TENCENT (OK-1). | []
      info | Order placed: BUY 200 TENCENT @ 560. | [another]
      rejectedLater: rejected after it was accepted [bad bad open error list.errorForeground]
      warning | Change rejected after it was accepted: BUY TENCENT (OK-1) → 200 @ 560. | [modifyAgain cancel]
      warning | Cancellation rejected after it was accepted: BUY 300 TENCENT (OK-1). | []
      warning | Order rejected after it was accepted: BUY 200 TENCENT @ 560. | [another]
      notApplied: not applied after 45 seconds | not canceled after 45 seconds | not in the market after 45 seconds [bad bad open clock list.warningForeground]
      warning | Change not applied after 45 seconds: BUY TENCENT (OK-1) → 200 @ 560. | The service accepted it, but the order doesn’t show it. Check it with your broker. | [modifyAgain cancel]
      warning | Not canceled after 45 seconds: BUY 300 TENCENT (OK-1). | The service accepted it, but the order is still open. Check it with your broker. | []
      warning | Not in the market after 45 seconds: BUY 200 TENCENT @ 560. | The service lists the order as on its way. Check it with your broker. | [another]
      endUnknown: accepted, end unknown [open open unclear question list.warningForeground]
      warning | End unknown: BUY TENCENT (OK-1) → 200 @ 560. | It was accepted, and the service no longer lists the order. Check it with your broker. | [modifyAgain cancel]
      warning | End unknown: cancel BUY 300 TENCENT (OK-1). | It was accepted, and the service no longer lists the order. Check it with your broker. | []
      warning | Order accepted, but not found: BUY 200 TENCENT @ 560. | After 45 seconds, no order that the service lists has its mark. Check it with your broker. | [another]
      tooLate: too late: the order had ended [bad plain over circle-slash]
      warning | Too late: BUY TENCENT (OK-1) → 200 @ 560. | It had ended. | []
      warning | Too late to cancel: BUY 300 TENCENT (OK-1). | It had ended. | []
      warning | Too late: BUY 200 TENCENT @ 560. | It had ended. | []
      rejected: rejected [bad bad open error list.errorForeground]
      error | Change rejected: BUY TENCENT (OK-1) → 200 @ 560. | According to the service, the order was not changed. | []
      error | Cancellation rejected: BUY 300 TENCENT (OK-1). | According to the service, the order was not canceled. | []
      error | Order rejected: BUY 200 TENCENT @ 560. | According to the service, no order was placed. | []
      notAuthorized: not authorized [bad bad open lock list.errorForeground]
      error | Change not authorized: BUY TENCENT (OK-1) → 200 @ 560. | The service didn’t accept your sign-in. According to the service, the order was not changed. Try again, and sign in again if that fails too. | [signIn]
      error | Cancellation not authorized: BUY 300 TENCENT (OK-1). | The service didn’t accept your sign-in. According to the service, the order was not canceled. Try again, and sign in again if that fails too. | [signIn]
      error | Order not authorized: BUY 200 TENCENT @ 560. | The service didn’t accept your sign-in. According to the service, no order was placed. Try again, and sign in again if that fails too. | [signIn]
      tooManyRequests: too many requests [bad bad open watch list.warningForeground]
      error | Change not accepted, too many requests: BUY TENCENT (OK-1) → 200 @ 560. | According to the service, the order was not changed. Wait a moment before you try again. | []
      error | Cancellation not accepted, too many requests: BUY 300 TENCENT (OK-1). | According to the service, the order was not canceled. Wait a moment before you try again. | []
      error | Order not accepted, too many requests: BUY 200 TENCENT @ 560. | According to the service, no order was placed. Wait a moment before you try again. | []
      notSent: not sent [bad plain open circle-slash]
      error | Not sent: BUY TENCENT (OK-1) → 200 @ 560. | []
      error | Not sent: cancel BUY 300 TENCENT (OK-1). | []
      error | Not sent: BUY 200 TENCENT @ 560. | []
      clockRejected: not executed: clock mismatch [bad bad open clock list.errorForeground]
      error | Not executed: BUY TENCENT (OK-1) → 200 @ 560. | This machine’s clock is too far from the service’s clock. | [synchronizeClock]
      error | Not executed: cancel BUY 300 TENCENT (OK-1). | This machine’s clock is too far from the service’s clock. | [synchronizeClock]
      error | Not executed: BUY 200 TENCENT @ 560. | This machine’s clock is too far from the service’s clock. | [synchronizeClock]
      notOffered: not confirmed | not canceled | not placed [bad plain open circle-slash]
      warning | Not confirmed: BUY TENCENT (OK-1) → 200 @ 560. | According to the service, the order was not changed. Finish it in your broker’s app or website. | []
      warning | Not canceled: BUY 300 TENCENT (OK-1). | According to the service, the order was not canceled. Finish it in your broker’s app or website. | []
      warning | Not placed: BUY 200 TENCENT @ 560. | According to the service, no order was placed. Finish it in your broker’s app or website. | []
      notChanged: not changed | not canceled | not placed [bad plain open circle-slash]
      info | Not changed: BUY TENCENT (OK-1) → 200 @ 560. | []
      info | Not canceled: BUY 300 TENCENT (OK-1). | []
      info | Not placed: BUY 200 TENCENT @ 560. | []
      abandoned: abandoned [open plain open circle-slash]
      warning | Abandoned: BUY TENCENT (OK-1) → 200 @ 560. | []
      warning | Abandoned: cancel BUY 300 TENCENT (OK-1). | []
      warning | Abandoned: BUY 200 TENCENT @ 560. | []
      "
    `);
  });

  const evidence: readonly [string, OrderAction, AttemptState, Partial<KnownAttempt>, Omit<Known, 'attempt'>][] = [
    ['what the service said', 'modify', 'unknown', { outcome: { kind: 'unknown', reason: 'x', errmsg: 'try later' } }, {}],
    ['another order that it named', 'modify', 'unknown', { outcome: { kind: 'unknown', reason: 'x', orderId: 'N-9' } }, {}],
    ['another order, of a new one', 'place', 'unknown', { outcome: { kind: 'unknown', reason: 'x', orderId: 'N-9' } }, {}],
    ['no other order', 'cancel', 'unknown', { outcome: { kind: 'unknown', reason: 'x', errmsg: undefined, orderId: 'N-9' } }, {}],
    ['the reported rejection', 'cancel', 'saysRejected', saysRejected, {}],
    ['that it is at the broker', 'place', 'accepted', resolved('reached'), {}],
    ['what was filled before', 'cancel', 'applied', {}, { now: read('CANCELLED_PART', '100') }],
    ['what is filled, of another order', 'place', 'applied', {}, { now: read('FILLED_PART', '100', { side: 'SELL' }) }],
    ['how the order ended', 'modify', 'applied', {}, { now: read('FILLED_ALL', '300', { dealtAveragePrice: '560' }) }],
    ['that it is open', 'modify', 'applied', {}, { now: read('SUBMITTED') }],
    ['that it was not completed here', 'modify', 'applied', {}, { isElsewhere: true }],
    ['that the service denied it', 'modify', 'applied', saysRejected, {}],
    [
      'nothing that the service said of an answer that was lost',
      'modify',
      'applied',
      { outcome: { kind: 'unknown', reason: 'x', errmsg: 'later' } },
      {},
    ],
    ['no former values that aren’t known', 'modify', 'applied', { fields: [{ ...field('qty', '', '200'), old: undefined }] }, {}],
    ['several orders', 'place', 'applied', resolved('changed', { others: ['N-2'] }), {}],
    ['several orders, now', 'place', 'accepted', {}, { others: ['N-2', 'N-3'] }],
    ['what was told before', 'modify', 'applied', {}, { until: 'rejected' }],
    ['the same again', 'cancel', 'applied', {}, { until: 'applied' }],
    ['the order’s words', 'modify', 'rejectedLater', followed('rejected', { text: 'Out of the band.' }), {}],
    ['the order’s words', 'place', 'rejectedLater', followed('rejected', { text: 'No margin' }), {}],
    ['the order’s words', 'cancel', 'notApplied', followed('notApplied', { text: 'Busy' }), {}],
    ['other values', 'modify', 'endUnknown', followed('endUnknown', { seen: seen('SUBMITTED'), text: 'Busy' }), {}],
    ['a status', 'cancel', 'endUnknown', followed('endUnknown', { seen: seen('CANCELED') }), {}],
    ['a status', 'place', 'endUnknown', followed('endUnknown', { seen: seen('TIMEOUT') }), {}],
    ['a likely order', 'place', 'endUnknown', followed('endUnknown', { probablyId: 'N-7', seen: seen('SUBMITTED') }), {}],
    ['no list', 'place', 'endUnknown', followed('endUnknown', { isUnlistable: true }), {}],
    ['the fill', 'cancel', 'tooLate', {}, { now: read('FILLED_ALL', '300') }],
    ['no fill', 'cancel', 'tooLate', {}, { now: read('FILLED_ALL', '0') }],
    ['another end', 'cancel', 'tooLate', {}, { now: read('FAILED', '100') }],
    ['the service’s word', 'modify', 'rejected', refused, {}],
    ['the service’s word', 'cancel', 'rejected', refused, { seen: { order: read('SUBMITTED'), moved: [] } }],
    ['an order that ended', 'cancel', 'rejected', refused, { seen: { order: read('FILLED_ALL', '300'), moved: [] } }],
    ['an order that ended', 'modify', 'rejected', refused, { seen: { order: read('FILLED_ALL', '300'), moved: [] } }],
    ['the service’s word', 'place', 'rejected', refused, {}],
    ['the proof', 'modify', 'rejected', { ...saysRejected, ...resolved('notChanged', { seen: seen('SUBMITTED') }) }, {}],
    ['the proof of an ended order', 'modify', 'rejected', resolved('notChanged', { seen: seen('FILLED_ALL') }), {}],
    ['the order as it is now', 'modify', 'rejected', resolved('notChanged', { seen: seen('SUBMITTED') }), { now: read('FAILED') }],
    ['no order', 'modify', 'rejected', { ...saysRejected, ...resolved('notChanged') }, {}],
    ['no older failure', 'modify', 'rejected', resolved('notChanged'), { now: read('SUBMITTED', '0', { lastError: 'Older' }) }],
    ['the proof', 'cancel', 'rejected', resolved('notChanged', { seen: seen('SUBMITTED') }), {}],
    ['the proof of an ended order', 'cancel', 'rejected', resolved('notChanged', { seen: seen('CANCELLED_ALL') }), {}],
    ['the proof', 'place', 'rejected', resolved('rejected', { seen: seen('FAILED'), text: 'No margin' }), {}],
    ['the order’s words now', 'place', 'rejected', resolved('rejected'), { now: read('FAILED', '0', { lastError: 'No margin' }) }],
    ['no list twice', 'place', 'rejected', { ...saysRejected, ...resolved('rejected') }, {}],
    ['a change taken back', 'modify', 'rejected', resolved('rejected', { text: 'Replace rejected' }), { until: 'applied' }],
    ['a missing permission', 'modify', 'notAuthorized', lacks('scope'), {}],
    ['a key’s missing permission', 'modify', 'notAuthorized', lacks('scope'), { usesApiKey: true }],
    ['a bad key', 'cancel', 'notAuthorized', lacks('token'), { usesApiKey: true }],
    ['the wait', 'modify', 'tooManyRequests', { outcome: { kind: 'tooManyRequests', errmsg: 'slow', waitMs: 2500 } }, {}],
    ['a short wait', 'modify', 'tooManyRequests', { outcome: { kind: 'tooManyRequests', errmsg: '', waitMs: 1 } }, {}],
    ['why', 'cancel', 'notSent', {}, { why: 'Sending orders is stopped.' }],
    ['a confirmation', 'cancel', 'notOffered', {}, { isConfirmation: true }],
    ['a missing call', 'modify', 'notOffered', {}, { isConfirmation: false }],
    ['a missing call', 'cancel', 'notOffered', {}, { isConfirmation: false }],
    ['a missing call', 'place', 'notOffered', {}, { isConfirmation: false }],
    ['the user’s word', 'modify', 'applied', resolved('changed', { by: 'user' }), {}],
    ['the user’s word', 'cancel', 'notChanged', resolved('notChanged', { by: 'user' }), {}],
    ['the user’s word', 'place', 'abandoned', resolved('givenUp', { by: 'user' }), {}],
    ['the ID', 'place', 'applied', resolved('changed', { orderId: 'N-1' }), {}],
    ['an ended order', 'place', 'applied', resolved('changed', { orderId: 'N-1' }), { now: { ...read('FILLED_ALL'), ...asked } }],
  ];

  it('tells the evidence', () => {
    const shown = evidence.map(
      ([what, action, state, more, besides]) =>
        `${action} ${state}, ${what}: ${line({ attempt: attemptOf(action, state, more), ...besides })}`,
    );
    expect(`\n${shown.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      modify unknown, what the service said: warning | Outcome unknown: BUY TENCENT (OK-1) → 200 @ 560. | It may or may not have been carried out. It will not be sent again, and the order stays locked. The service says: try later. | [checkStatus resolve]
      modify unknown, another order that it named: warning | Outcome unknown: BUY TENCENT (OK-1) → 200 @ 560. | It may or may not have been carried out. It will not be sent again, and the order stays locked. The response names order N-9: the service may have placed it instead. | [checkStatus resolve]
      place unknown, another order, of a new one: warning | Outcome unknown: BUY 200 TENCENT @ 560. | It may or may not have been placed. It will not be sent again. | [checkStatus resolve]
      cancel unknown, no other order: warning | Outcome unknown: cancel BUY 300 TENCENT (OK-1). | It may or may not have been carried out. It will not be sent again, and the order stays locked. | [checkStatus resolve]
      cancel saysRejected, the reported rejection: error | Rejected, according to the service: cancel BUY 300 TENCENT (OK-1). | No money (code 14). The order stays locked until this is resolved. | [checkStatus resolve]
      place accepted, that it is at the broker: info | At the broker, not seen in the market yet: BUY 200 TENCENT @ 560. | [another]
      cancel applied, what was filled before: info | Canceled: BUY 300 TENCENT (OK-1). | Filled before: 100 of 300. | []
      place applied, what is filled, of another order: warning | Order placed: BUY 200 TENCENT @ 560. | The service lists it with other values: SELL 300 TENCENT @ 562.5. Check it with your broker. Filled: 100 of 300. | [another]
      modify applied, how the order ended: info | Change applied: BUY TENCENT (OK-1) → 200 @ 560. | Filled 300 at 560. | []
      modify applied, that it is open: info | Change applied: BUY TENCENT (OK-1) → 200 @ 560. | [modifyAgain changeBack cancel]
      modify applied, that it was not completed here: info | Change applied: BUY TENCENT (OK-1) → 200 @ 560. | It was not completed here. | [modifyAgain changeBack cancel]
      modify applied, that the service denied it: info | Change applied: BUY TENCENT (OK-1) → 200 @ 560. | The service says: No money. | [modifyAgain changeBack cancel]
      modify applied, nothing that the service said of an answer that was lost: info | Change applied: BUY TENCENT (OK-1) → 200 @ 560. | [modifyAgain changeBack cancel]
      modify applied, no former values that aren’t known: info | Change applied: BUY TENCENT (OK-1) → 200. | [modifyAgain cancel]
      place applied, several orders: warning | Order placed: BUY 200 TENCENT @ 560. | Several orders have its mark, also N-2. Check them with your broker. | [another]
      place accepted, several orders, now: warning | Order accepted, not in the market yet: BUY 200 TENCENT @ 560. | Several orders have its mark, also N-2, N-3. Check them with your broker. | [another]
      modify applied, what was told before: warning | Change applied: BUY TENCENT (OK-1) → 200 @ 560. | Until now it counted as “rejected”. | [modifyAgain changeBack cancel]
      cancel applied, the same again: warning | Canceled: BUY 300 TENCENT (OK-1). | []
      modify rejectedLater, the order’s words: warning | Change rejected after it was accepted: BUY TENCENT (OK-1) → 200 @ 560. | The order says: Out of the band. | [modifyAgain cancel]
      place rejectedLater, the order’s words: warning | Order rejected after it was accepted: BUY 200 TENCENT @ 560. | The order says: No margin. | [another]
      cancel notApplied, the order’s words: warning | Not canceled after 45 seconds: BUY 300 TENCENT (OK-1). | The service accepted it, but the order is still open. The order says: Busy. Check it with your broker. | []
      modify endUnknown, other values: warning | End unknown: BUY TENCENT (OK-1) → 200 @ 560. | It was accepted, but the order shows other values: it may have been applied and then changed again. The order says: Busy. Check it with your broker. | [modifyAgain cancel]
      cancel endUnknown, a status: warning | End unknown: cancel BUY 300 TENCENT (OK-1). | Its status, “CANCELED”, doesn’t show whether it was canceled. Check it with your broker. | []
      place endUnknown, a status: warning | End unknown: BUY 200 TENCENT @ 560. | The service lists the order, but its status doesn’t show whether it is in the market. Check it with your broker. | [another]
      place endUnknown, a likely order: warning | Order accepted, probably listed as N-7: BUY 200 TENCENT @ 560. | The service dropped or changed its mark, so this isn’t certain. Check it with your broker. | [another]
      place endUnknown, no list: warning | Order accepted, end unknown: BUY 200 TENCENT @ 560. | Services have no list of option orders, so its status can’t be read. Check it with your broker. | [another]
      cancel tooLate, the fill: warning | Too late to cancel: BUY 300 TENCENT (OK-1). | It was filled (300 of 300). | []
      cancel tooLate, no fill: warning | Too late to cancel: BUY 300 TENCENT (OK-1). | It had ended. | []
      cancel tooLate, another end: warning | Too late to cancel: BUY 300 TENCENT (OK-1). | It had ended. | []
      modify rejected, the service’s word: error | Change rejected: BUY TENCENT (OK-1) → 200 @ 560. | No money (code 14). According to the service, the order was not changed. | []
      cancel rejected, the service’s word: error | Cancellation rejected: BUY 300 TENCENT (OK-1). | No money (code 14). The order is still open. | []
      cancel rejected, an order that ended: error | Cancellation rejected: BUY 300 TENCENT (OK-1). | No money (code 14). | []
      modify rejected, an order that ended: error | Change rejected: BUY TENCENT (OK-1) → 200 @ 560. | No money (code 14). The order still has its old values. | []
      place rejected, the service’s word: error | Order rejected: BUY 200 TENCENT @ 560. | No money (code 14). According to the service, no order was placed. | []
      modify rejected, the proof: warning | Change rejected: BUY TENCENT (OK-1) → 200 @ 560. | No money (code 14). The order still has its old values. It is unlocked again. | []
      modify rejected, the proof of an ended order: warning | Change rejected: BUY TENCENT (OK-1) → 200 @ 560. | It has ended with its old values. | []
      modify rejected, the order as it is now: warning | Change rejected: BUY TENCENT (OK-1) → 200 @ 560. | It has ended with its old values. | []
      modify rejected, no order: warning | Change rejected: BUY TENCENT (OK-1) → 200 @ 560. | No money (code 14). The order still has its old values. It is unlocked again. | []
      modify rejected, no older failure: warning | Change rejected: BUY TENCENT (OK-1) → 200 @ 560. | The order still has its old values. It is unlocked again. | []
      cancel rejected, the proof: warning | Cancellation rejected: BUY 300 TENCENT (OK-1). | The order is still open. It is unlocked again. | []
      cancel rejected, the proof of an ended order: warning | Cancellation rejected: BUY 300 TENCENT (OK-1). | []
      place rejected, the proof: warning | Order rejected: BUY 200 TENCENT @ 560. | It isn’t in the market. The order says: No margin. | []
      place rejected, the order’s words now: warning | Order rejected: BUY 200 TENCENT @ 560. | It isn’t in the market. The order says: No margin. | []
      place rejected, no list twice: warning | Order rejected: BUY 200 TENCENT @ 560. | No money (code 14). It isn’t in the market. | []
      modify rejected, a change taken back: warning | Change rejected after it was accepted: BUY TENCENT (OK-1) → 200 @ 560. | The order says: Replace rejected. Until now it counted as “applied”. | []
      modify notAuthorized, a missing permission: error | Change not authorized: BUY TENCENT (OK-1) → 200 @ 560. | Your sign-in doesn’t include permission for it. According to the service, the order was not changed. Sign in again and allow it. The service says: denied. | [signIn]
      modify notAuthorized, a key’s missing permission: error | Change not authorized: BUY TENCENT (OK-1) → 200 @ 560. | Your API key doesn’t include permission for it. According to the service, the order was not changed. Check the key on the developer portal. The service says: denied. | [setUpKey]
      cancel notAuthorized, a bad key: error | Cancellation not authorized: BUY 300 TENCENT (OK-1). | The service didn’t accept your API key. According to the service, the order was not canceled. Check the key on the developer portal. The service says: denied. | [setUpKey]
      modify tooManyRequests, the wait: error | Change not accepted, too many requests: BUY TENCENT (OK-1) → 200 @ 560. | According to the service, the order was not changed. Wait 3 s before you try again. The service says: slow. | []
      modify tooManyRequests, a short wait: error | Change not accepted, too many requests: BUY TENCENT (OK-1) → 200 @ 560. | According to the service, the order was not changed. Wait 1 s before you try again. | []
      cancel notSent, why: error | Not sent: cancel BUY 300 TENCENT (OK-1). | Sending orders is stopped. | []
      cancel notOffered, a confirmation: warning | Not confirmed: BUY 300 TENCENT (OK-1). | It needs a confirmation that this service doesn’t accept here. According to the service, the order was not canceled. Finish it in your broker’s app or website. | []
      modify notOffered, a missing call: warning | Not changed: BUY TENCENT (OK-1) → 200 @ 560. | This service doesn’t change orders of paper accounts. According to the service, the order was not changed. Finish it in your broker’s app or website. | []
      cancel notOffered, a missing call: warning | Not canceled: BUY 300 TENCENT (OK-1). | This service doesn’t know the request, or the order. According to the service, the order was not canceled. Finish it in your broker’s app or website. | []
      place notOffered, a missing call: warning | Not placed: BUY 200 TENCENT @ 560. | This service doesn’t take new orders. According to the service, no order was placed. Finish it in your broker’s app or website. | []
      modify applied, the user’s word: info | Resolved by you as “applied”: BUY TENCENT (OK-1) → 200 @ 560. | [modifyAgain changeBack cancel]
      cancel notChanged, the user’s word: info | Resolved by you as “not canceled”: cancel BUY 300 TENCENT (OK-1). | []
      place abandoned, the user’s word: info | Resolved by you as “abandoned”: BUY 200 TENCENT @ 560. | []
      place applied, the ID: info | Order placed: BUY 200 TENCENT @ 560. | [modify cancel another]
      place applied, an ended order: info | Order placed: BUY 200 TENCENT @ 560. | [another]
      "
    `);
  });
});

const anyKnown = fc
  .record({
    action: fc.constantFrom(...actions),
    state: fc.constantFrom(...states),
    more: fc.constantFrom(
      {},
      refused,
      saysRejected,
      lacks('scope'),
      lacks('token'),
      followed('endUnknown'),
      resolved('reached'),
      resolved('changed', { by: 'user' }),
    ),
    now: fc.constantFrom(
      undefined,
      read('SUBMITTED'),
      read('FILLED_ALL', '300'),
      read('CANCELLED_ALL'),
      read('FAILED', '0', { lastError: 'No margin' }),
    ),
    isElsewhere: fc.boolean(),
    isConfirmation: fc.constantFrom(undefined, true, false),
  })
  // The user settles nothing in any other state.
  .filter(({ state, more }) => more.resolution?.by !== 'user' || ['applied', 'notChanged', 'rejected', 'abandoned'].includes(state))
  .map(({ action, state, more, isConfirmation, ...besides }): Known => ({
    attempt: attemptOf(action, state, more),
    ...besides,
    ...(isConfirmation === undefined ? {} : { isConfirmation }),
  }));

/** What no state but these proves. */
const claims: readonly (readonly [words: RegExp, states: readonly AttemptState[]])[] = [
  [/^(Change applied|Canceled|Order placed)\b/, ['applied']],
  [/(?<!Nothing )\b(was|is) filled\b/, ['applied', 'tooLate']],
  [/^(Change|Cancellation|Order) rejected\b/, ['rejected', 'rejectedLater']],
  [/^Not sent\b/, ['notSent']],
  [/^Too late\b/, ['tooLate']],
  [/\bIt isn’t in the market\b/, ['rejected']],
];

describe('no story', () => {
  it('is without an outcome and a name at its beginning, in every language’s 45 columns', () => {
    fc.assert(
      fc.property(anyKnown, (known) => {
        const { headline } = story(known, look);
        const [words = '', name = ''] = headline.split(/: (.*)/s);
        expect(words.length).toBeLessThanOrEqual(45);
        expect(name).toMatch(/BUY (\d+ )?TENCENT/);
        expect(headline).toMatch(/\.$/);
      }),
    );
  });

  it('claims an end that its state doesn’t prove', () => {
    fc.assert(
      fc.property(anyKnown, (known) => {
        const { headline, detail } = story(known, look);
        if (known.attempt.resolution?.by === 'user') return;
        for (const [words, proving] of claims)
          if (words.test(headline) || words.test(detail)) expect(proving).toContain(known.attempt.state);
        if (isUnresolved(known.attempt.state)) expect(headline).not.toMatch(/^(Change|Cancellation|Order|Not|Canceled)\b/);
      }),
    );
  });

  it('of what isn’t certain is without a way to check it', () => {
    fc.assert(
      fc.property(anyKnown, (known) => {
        const { detail, actions: steps } = story(known, look);
        const { state, resolution } = known.attempt;
        if (isUnresolved(state)) expect(steps).toEqual(['checkStatus', 'resolve']);
        else if ((state === 'endUnknown' || state === 'notApplied') && resolution?.by !== 'user')
          expect(detail).toContain('Check it with your broker.');
      }),
    );
  });

  it('has a figure in privacy mode', () => {
    fc.assert(
      fc.property(anyKnown, (known) => {
        const shown = storyText(story(known, { isPrivate: true })).replaceAll(/OK-1|45 seconds|code 14/g, '');
        expect(shown).not.toMatch(/\d/);
        expect(shown).not.toMatch(/No money|No margin|denied/);
      }),
    );
  });
});

describe('other values than those that were asked for', () => {
  const now = read('SUBMITTED', '0', { side: 'SELL' });

  it('have the digits of the security, and none in privacy mode', () => {
    const placed = { attempt: attemptOf('place', 'applied'), now };
    const digits = () => ({ last: '552.500', tick: '0.500' });
    expect(story(placed, { ...look, digits }).detail).toContain('other values: SELL 300 TENCENT @ 562.500.');
    expect(story(placed, { isPrivate: true }).detail).not.toMatch(/\d/);
  });

  it('weigh only where they are named', () => {
    expect(story({ attempt: attemptOf('place', 'applied'), now }, look).severity).toBe('warning');
    expect(story({ attempt: attemptOf('place', 'accepted'), now }, look)).toMatchObject({ severity: 'info', detail: '' });
  });
});

describe('the words of a story', () => {
  it('are those of an answer before the journal has it', () => {
    const preview = previewOf('modify', false);
    const attempt = answered(preview, { kind: 'refused', errcode: 14, errmsg: 'No money' });
    expect(attempt).toMatchObject({ action: 'modify', state: 'rejected', outcome: { errcode: 14 }, order: preview.facts });
    expect(attempt).toMatchObject({ resolution: undefined, followed: undefined, target: preview.target });
    expect(story({ attempt }, look).headline).toMatch(/^Change rejected: /);
  });

  it('are short in narrow places', () => {
    const asked = actions.map((action) => askedText(attemptOf(action, 'applied'), look));
    expect(asked).toEqual(['200 @ 560', 'cancel', '200 @ 560']);
    expect(supersededText()).toBe('applied, but the order now shows other values');
  });

  it('have the digits of the security’s own prices', () => {
    const digits = (symbol: string) => (symbol === 'HK.00700' ? { last: '552.500', tick: '0.500' } : undefined);
    const now = read('FILLED_ALL', '200', { dealtAveragePrice: '560' });
    expect(storyText(story({ attempt: attemptOf('modify', 'applied'), now }, { ...look, digits }))).toBe(
      'Change applied: BUY TENCENT (OK-1) → 200 @ 560.000. Filled 200 at 560.000.',
    );
    expect(story({ attempt: attemptOf('place', 'accepted') }, { ...look, digits }).headline).toContain('BUY 200 TENCENT @ 560.000.');
  });

  it('name a trigger price, and an order that no record has', () => {
    const trigger = { field: 'aux_price', old: '', kept: '70', typed: '70', isCut: false, isChanged: true } as const;
    const [quantity] = attemptOf('place', 'applied').fields;
    const fields = quantity === undefined ? [trigger] : [quantity, trigger];
    expect(story({ attempt: attemptOf('place', 'applied', { fields }) }, look).headline).toBe('Order placed: BUY 200 TENCENT, trigger 70.');
    expect(story({ attempt: attemptOf('place', 'applied', { fields: [], order: undefined }) }, look).headline).toBe('Order placed: #a.');
    expect(story({ attempt: attemptOf('modify', 'applied', { fields: [trigger], order: undefined }) }, look).headline).toBe(
      'Change applied: OK-1 → ?, trigger 70.',
    );
    expect(story({ attempt: attemptOf('cancel', 'applied', { order: { ...order, side: '' } }) }, look).headline).toBe('Canceled: OK-1.');
    expect([briefName('OK-1', undefined, look), briefName('OK-1', order, look)]).toEqual(['OK-1', 'BUY 300 TENCENT']);
  });

  it('say that the order of an accepted change was filled, or ended, with its old values', () => {
    const said = (now: ReturnType<typeof read>): string => line({ attempt: attemptOf('modify', 'notApplied'), now });
    expect(said(read('FILLED_ALL', '300'))).toContain(
      'show it. It has ended with its old values. Filled 300. Check it with your broker. | []',
    );
  });

  it('say beside an applied change that its order shows other values since', () => {
    expect(supersededStory(attemptOf('modify', 'applied'), look)).toBe(
      'Applied, but the order now shows other values: BUY TENCENT (OK-1) → 200 @ 560.',
    );
    expect(supersededStory(attemptOf('cancel', 'applied'), look)).toBe(
      'Applied, but the order now shows other values: BUY 300 TENCENT (OK-1).',
    );
  });
});

describe('the story of an order that ended without a request', () => {
  const ended = (over: Parameters<typeof orderRecord>[0], of = look) => {
    const attempt = { ...attemptOf('place', 'applied'), root: 'r', startedAt: '', endedAt: undefined, body: '', requests: 1 };
    return followedStory({ attempt, before: 'applied', order: read('', '0', over), isEnd: true }, of);
  };
  const filled = { status: 'FILLED_ALL', dealtQuantity: '300', dealtAveragePrice: '553.0' };

  it.each([
    [filled, 'Filled: BUY 300 TENCENT at 553.0 (OK-1).'],
    [{ ...filled, dealtAveragePrice: '0' }, 'Filled: BUY 300 TENCENT (OK-1).'],
    [{ status: 'CANCELLED_ALL' }, 'Canceled: BUY 300 TENCENT (OK-1).'],
    [{ status: 'CANCELLED_ALL', lastError: 'Expired.' }, 'Canceled: BUY 300 TENCENT (OK-1). Expired.'],
    [{ status: 'CANCELLED_PART', dealtQuantity: '100' }, 'Canceled: BUY 300 TENCENT (OK-1). Filled before: 100 of 300.'],
    [{ status: 'FAILED', lastError: 'No margin.' }, 'Order rejected after it was accepted: BUY 300 TENCENT @ 562.5 (OK-1). No margin.'],
    [{ status: 'SUBMIT_FAILED' }, 'Order rejected after it was accepted: BUY 300 TENCENT @ 562.5 (OK-1).'],
    [{ status: 'DELETED' }, 'BUY 300 TENCENT (OK-1). Status: deleted. Nothing is filled.'],
    [{ ...filled, status: 'FAILED', dealtQuantity: '100' }, 'BUY 300 TENCENT (OK-1). Status: failed. Filled: 100 of 300 at 553.0.'],
  ])('says how: %o', (over, message) => {
    expect(storyText(ended(over))).toBe(message);
    expect(ended(over)).toMatchObject({ severity: over.status === 'FILLED_ALL' ? 'info' : 'warning', actions: [] });
    expect(storyText(ended(over, { isPrivate: true })).replace('OK-1', '')).not.toMatch(/\d/);
  });

  it('is that of its request if there was one', () => {
    const attempt = { ...attemptOf('cancel', 'applied'), root: 'r', startedAt: '', endedAt: undefined, body: '', requests: 1 };
    const placed = { ...attempt, ...attemptOf('place', 'applied') };
    expect(followedStory({ attempt: placed, before: 'accepted', order: read('CANCELLED_ALL') }, look).headline).toMatch(/^Order placed/);
    expect(storyText(followedStory({ attempt, before: 'rejected', order: undefined, isLate: true }, look))).toContain(
      'counted as “rejected”',
    );
    expect(followedStory({ attempt, before: 'rejected', order: undefined }, look).detail).toBe('');
    expect(followedStory({ attempt, before: 'applied', order: undefined, isEnd: true }, look).headline).toMatch(/^Canceled/);
    const unread = followedStory({ attempt, before: 'accepted', order: undefined, failure: new Error('x') }, look);
    expect([unread.severity, unread.detail]).toEqual(['warning', expect.stringContaining('The order status couldn’t be checked: ')]);
  });
});
