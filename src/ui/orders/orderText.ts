import * as vscode from 'vscode';
import { showNumber } from '../../domain/values/amount';
import type { OrderOrigin } from '../../domain/orders/orderOrigin';
import { programText } from '../platform/words/programText';
import type { Account } from '../../app/session/accounts/accounts';
import type { Attempt, AttemptState, OrderFacts, OrderTarget } from '../../domain/orders/orderAttempts';
import type { DecimalProblem } from '../../domain/values/decimal';
import { masked, maskWhen } from '../../domain/text/mask';
import type { Privacy } from '../../domain/text/mask';
import type { FormerValues } from '../../domain/orders/changeBack';
import type { FieldChange, OrderField } from '../../domain/orders/orderDraft';
import type { PlacementProblem } from '../../domain/orders/placing/placement';
import { idText, visibleText } from '../../domain/text/visibleText';
import type { OrderRecord } from '../../service/records';
import { unverified } from '../platform/network/unverified';
import { priceText } from '../platform/words/orderLine';
import type { MarketDigits } from '../platform/words/orderLine';
import { orderTypeWord, sideWord } from '../platform/words/wireWords';
import { wordsOf } from './words/actionWords';
import type { Named } from './words/actionWords';

export function fieldName(field: OrderField): string {
  switch (field) {
    case 'qty':
      return vscode.l10n.t('Quantity');
    case 'price':
      return vscode.l10n.t('Price');
    case 'aux_price':
      return vscode.l10n.t('Trigger price');
  }
}

/** What is wrong with a draft, in a sentence that names the field. */
export function problemText(problem: PlacementProblem): string {
  switch (problem.reason) {
    case 'nothingChanged':
      return vscode.l10n.t('Nothing has changed.');
    case 'aShare':
      return vscode.l10n.t('A-share orders can’t be modified. Nothing was sent.');
    case 'required':
      return vscode.l10n.t('This order type needs a trigger price.');
    case 'invisible':
      return vscode.l10n.t('Remark: remove the invisible characters.');
    case 'tooLong':
      return vscode.l10n.t('Remark: at most {0} bytes, and the mark.', problem.most);
    case 'malformed':
      return malformedText(problem.field);
    case 'zeroAfterCut':
      return vscode.l10n.t({
        message: '{0}: the service would keep only {1}, which is zero.',
        args: [fieldName(problem.field), problem.kept],
        comment: ['{0} is a field such as Price, {1} a number such as 0.0000.'],
      });
    default:
      return vscode.l10n.t('{0}: {1}', fieldName(problem.field), decimalProblemText(problem.reason));
  }
}

function malformedText(field: Extract<PlacementProblem, { reason: 'malformed' }>['field']): string {
  switch (field) {
    case 'acc_id':
      return vscode.l10n.t('Not a valid account ID.');
    case 'order_id':
      return vscode.l10n.t('Not a valid order ID.');
    case 'exchange':
      return vscode.l10n.t('Not a valid exchange code. Use a code such as SEHK.');
    case 'code':
      return vscode.l10n.t('Not a valid symbol. Use a symbol such as HK.00700.');
    case 'market':
      return vscode.l10n.t('The market of this paper account isn’t known.');
    default:
      return vscode.l10n.t('Choice not possible. It doesn’t fit the security or the account.');
  }
}

function decimalProblemText(problem: DecimalProblem): string {
  const texts: Readonly<Record<DecimalProblem, string>> = {
    empty: vscode.l10n.t('enter a number.'),
    otherDigits: vscode.l10n.t('use digits 0 to 9 and a decimal point, no full-width characters.'),
    spaces: vscode.l10n.t('remove the spaces.'),
    negative: vscode.l10n.t('must not be negative.'),
    plusSign: vscode.l10n.t('remove the plus sign.'),
    separator: vscode.l10n.t('remove commas and other separators: 1234.5, not 1,234.5.'),
    exponent: vscode.l10n.t('write all digits, without an exponent.'),
    characters: vscode.l10n.t('use only digits and one decimal point.'),
    severalPoints: vscode.l10n.t('use only one decimal point.'),
    noWholePart: vscode.l10n.t('add a digit before the decimal point, as in 0.5.'),
    noFraction: vscode.l10n.t('add a digit after the decimal point.'),
    leadingZero: vscode.l10n.t('remove leading zeros.'),
    tooManyWholeDigits: vscode.l10n.t('at most 15 digits before the decimal point.'),
    tooManyDecimals: vscode.l10n.t('at most 9 decimals.'),
    zero: vscode.l10n.t('must be greater than zero.'),
  };
  return texts[problem];
}

/** `12.34567 → 12.3456 is kept` */
export function keptText(change: FieldChange): string {
  return vscode.l10n.t({
    message: '{0}, kept as {1}',
    args: [change.typed, change.kept],
    comment: ['{0} is the number as typed, {1} the number that the service keeps of it.'],
  });
}

/** `100 → 200`, or `200` if the old value is not known. @param market - With it, prices have the digits of the security’s own. */
export function changeText({ field, old, kept, isChanged }: FieldChange, market?: MarketDigits): string {
  const shown = (value: string): string => (field === 'qty' ? visibleText(showNumber(value)) : priceText(value, market));
  if (old === undefined || old.trim() === '') return shown(kept);
  if (isChanged === false) return vscode.l10n.t('{0}, unchanged', shown(kept));
  return `${shown(old)} → ${shown(kept)}`;
}

/** `200 @ 12.34`, followed by the trigger price if there is one; without a price if the order type has none. */
function termsText({ fields }: { readonly fields: readonly Pick<FieldChange, 'field' | 'kept'>[] }, { isPrivate }: Privacy): string {
  const kept = (field: OrderField): string | undefined => {
    const found = fields.find((entry) => entry.field === field)?.kept;
    return found === undefined ? undefined : isPrivate ? masked : showNumber(found);
  };
  const [quantity, price, trigger] = [kept('qty') ?? '?', kept('price'), kept('aux_price')];
  const terms = price === undefined ? quantity : `${quantity} @ ${price}`;
  return trigger === undefined ? terms : vscode.l10n.t('{0}, trigger {1}', terms, trigger);
}

/** `300 @ 562.5`: the values of an order before a change. Never masked: the user is about to enter them. */
export function formerTerms(former: FormerValues): string {
  const fields = Object.entries(former).map(([field, kept]) => ({ field: field as OrderField, kept }));
  return termsText({ fields }, { isPrivate: false });
}

/** `BUY TENCENT (OK-1)`: names an order by its security, or only by its ID if no record has it. */
export function orderName(
  { orderId, mark = '' }: Pick<OrderTarget, 'orderId' | 'mark'>,
  order: Pick<OrderFacts, 'side' | 'name' | 'code'> | undefined,
): string {
  if (order === undefined) return idText(orderId === '' ? mark : orderId);
  const security = `${sideWord(order.side)} ${idText(order.name.trim() === '' ? order.code : order.name)}`;
  return orderId === '' ? security : vscode.l10n.t('{0} ({1})', security, idText(orderId));
}

/** Marks an order of a paper account, next to its beaker icon. */
export function paperWord(): string {
  return vscode.l10n.t({ message: 'paper', args: [], comment: ['Of an order in a paper account.'] });
}

/** Marks a paper account; empty for a live one. */
export function paperAccountWord({ kind }: Pick<Account, 'kind'>): string {
  return kind === 'simulated' ? vscode.l10n.t('paper account') : '';
}

/** Why a request was not sent: another one locks its order. */
export function earlierText(): string {
  return vscode.l10n.t('Nothing was sent: an earlier request for this order is unresolved.');
}

/** States unmistakably whether real money is involved. */
export function realMoneyText(target: Pick<OrderTarget, 'isSandbox' | 'isPaper'>): string {
  if (target.isSandbox && target.isPaper === true) return vscode.l10n.t('SANDBOX, PAPER – no real money');
  if (target.isSandbox) return vscode.l10n.t('SANDBOX – no real money');
  return target.isPaper === true ? vscode.l10n.t('PAPER – no real money') : vscode.l10n.t('LIVE – REAL MONEY');
}

/** The first lines of every final confirmation: whether real money is involved, and any problem with the connection. */
export function worldLines(target: Pick<OrderTarget, 'isSandbox' | 'isPaper' | 'service'>): readonly string[] {
  const warning = vscode.l10n.t('UNVERIFIED CERTIFICATE – trusted by you alone');
  return unverified.has(target.service) ? [realMoneyText(target), warning] : [realMoneyText(target)];
}

/** Says who, if not the user, filled in an order; empty for the user. It stands in the form and in every question before the order is sent. */
export function originText(origin: OrderOrigin | undefined): string {
  if (origin === undefined || origin.kind === 'user') return '';
  if (origin.kind === 'command') return vscode.l10n.t('Filled in by a command, not by you. Check every value.');
  const by = programText({ kind: origin.program ?? 'agent', name: origin.name ?? '' });
  return origin.wants === 'cancel'
    ? vscode.l10n.t('Proposed by {0}: cancel this order.', by)
    : vscode.l10n.t('Proposed by {0}. Check every value.', by);
}

/** `BUY TENCENT (HK.00700) · LIMIT`: an order's security and type, without its numbers. */
export function factsText(order: Pick<OrderFacts, 'side' | 'name' | 'code' | 'orderType'>): string {
  const security = order.name.trim() === '' ? idText(order.code) : vscode.l10n.t('{0} ({1})', idText(order.name), idText(order.code));
  return [`${sideWord(order.side)} ${security}`.trim(), orderTypeWord(order.orderType)].filter((text) => text !== '').join(' · ');
}

/** Why the service's gateway rejected the sign-in, with what to do. */
export function scopeText(what: 'scope' | 'token'): string {
  return what === 'scope'
    ? vscode.l10n.t('not authorized: the sign-in lacks the permission to modify orders (trade:write)')
    : vscode.l10n.t('not authorized: the service didn’t accept the sign-in');
}

/** States that a rate limit was reached, with the wait if the service gives one. */
export function waitText(waitMs: number | undefined): string {
  return waitMs === undefined
    ? vscode.l10n.t('too many requests')
    : vscode.l10n.t('too many requests: wait {0} s', Math.max(1, Math.ceil(waitMs / 1000)));
}

export function hostOf(service: string): string {
  return URL.canParse(service) ? new URL(service).host : service;
}

/** The order and terms of an attempt, as texts. */
export function namedAs(
  { target, fields, order }: Requested & { readonly order: Pick<OrderFacts, 'side' | 'name' | 'code'> | undefined },
  privacy: Privacy,
): Named {
  return { order: shortName(target, order), terms: termsText({ fields }, privacy) };
}

/** The same for a message that is kept: it names the order by what it trades, see {@link calledName}. */
export function calledAs(attempt: Requested & { readonly order: NamedFacts | undefined }, privacy: Privacy): Named {
  return { ...namedAs(attempt, privacy), order: calledName(attempt.target, namedFacts(attempt), privacy) };
}

/** The same for a message beside the order, which needs no ID. */
export function tradedAs(attempt: Requested & { readonly order: NamedFacts | undefined }, privacy: Privacy): Named {
  const order = namedFacts(attempt);
  const isKnown = order !== undefined && order.side !== '';
  return { ...namedAs(attempt, privacy), order: isKnown ? tradedName(order, privacy) : shortName(attempt.target, order) };
}

/** A change of the quantity names the new one beside it. */
function namedFacts({ fields, order }: Requested & { readonly order: NamedFacts | undefined }): NamedFacts | undefined {
  return order === undefined || fields.every(({ field }) => field !== 'qty') ? order : { ...order, quantity: undefined };
}

interface Requested extends Pick<Attempt, 'target'> {
  readonly fields: readonly Pick<FieldChange, 'field' | 'kept'>[];
}
type NamedFacts = Pick<OrderFacts, 'side' | 'name' | 'code' | 'quantity'>;

/** `BUY 300 TENCENT (OK-1)`: names an order in a message by what it trades; by its ID only if no record has that. A new one is {@link shortName}. */
function calledName(target: Pick<OrderTarget, 'orderId' | 'mark'>, order: NamedFacts | undefined, { isPrivate }: Privacy): string {
  if (target.orderId === '' || order === undefined || order.side === '') return shortName(target, order);
  return vscode.l10n.t('{0} ({1})', tradedName(order, { isPrivate }), idText(target.orderId));
}

/** `BUY 300 TENCENT`: what an order trades. */
export function tradedName({ side, quantity = '', name, code }: NamedFacts, { isPrivate }: Privacy): string {
  const amount = quantity === '' ? '' : maskWhen(isPrivate)(idText(showNumber(quantity)));
  return [sideWord(side), amount, idText(name.trim() === '' ? code : name)].filter((part) => part !== '').join(' ');
}

/** Names an order by its ID; a new one, which has none yet, as `BUY TENCENT`, or by its symbol if its name is not known. */
function shortName(
  { orderId, mark = '' }: Pick<OrderTarget, 'orderId' | 'mark'>,
  order: Pick<OrderFacts, 'side' | 'name' | 'code'> | undefined,
): string {
  if (orderId !== '') return idText(orderId);
  if (order === undefined) return idText(mark);
  const { side, name, code } = order;
  return tradedName({ side, name, code }, { isPrivate: false });
}

/** The state of a change that was applied, and whose order shows other values since. */
export function supersededText(): string {
  return vscode.l10n.t('applied, but the order now shows other values');
}

/** `100 of 300`; undefined if nothing of the order is filled. */
export function filledText(
  { dealtQuantity, quantity }: Pick<OrderRecord, 'dealtQuantity' | 'quantity'>,
  { isPrivate }: Privacy,
): string | undefined {
  if (/^[0.\s]*$/.test(dealtQuantity)) return undefined;
  const number = (text: string): string => maskWhen(isPrivate)(idText(showNumber(text)));
  return vscode.l10n.t('{0} of {1}', number(dealtQuantity), number(quantity));
}

/** As {@link filledText}, for an order that was filled completely. */
export function wholeText(order: Pick<OrderRecord, 'dealtQuantity' | 'quantity' | 'status'>, privacy: Privacy): string | undefined {
  return order.status === 'FILLED_ALL' ? filledText(order, privacy) : undefined;
}

/** `Rejected: BUY 300 TENCENT (OK-1) (cancellation)`; a new order is named by its values, which come first. */
export function stateLine(attempt: Attempt, named: Named, state = stateText(attempt)): string {
  const words = wordsOf(attempt);
  if (attempt.action === 'place') return words.inState(named, state);
  return words.inState({ ...named, order: `${state.charAt(0).toUpperCase()}${state.slice(1)}` }, named.order);
}

/** The terms of a request, for narrow places. */
export function askedText(attempt: Pick<Attempt, 'action' | 'fields'>, privacy: Privacy): string {
  return wordsOf(attempt).asked({ terms: termsText(attempt, privacy) });
}

export function stateText({ action, state }: Pick<Attempt, 'action' | 'state'>): string {
  const texts: Readonly<Record<AttemptState, string>> = {
    pending: vscode.l10n.t('no response yet'),
    unknown: vscode.l10n.t('outcome unknown'),
    saysRejected: vscode.l10n.t('rejected, according to the service'),
    needsConfirmation: vscode.l10n.t('awaiting your confirmation, not applied'),
    needsBrowser: vscode.l10n.t('awaiting completion in the browser, not applied'),
    accepted: vscode.l10n.t('accepted'),
    applied: vscode.l10n.t('applied'),
    rejectedLater: vscode.l10n.t('rejected after it was accepted'),
    notApplied: vscode.l10n.t('not applied after 45 seconds'),
    endUnknown: vscode.l10n.t('accepted, end unknown'),
    tooLate: vscode.l10n.t('too late: the order had ended'),
    rejected: vscode.l10n.t('rejected'),
    notAuthorized: vscode.l10n.t('not authorized'),
    tooManyRequests: vscode.l10n.t('too many requests'),
    notSent: vscode.l10n.t('not sent'),
    clockRejected: vscode.l10n.t('not executed: clock mismatch'),
    notOffered: vscode.l10n.t('not confirmed'),
    notChanged: vscode.l10n.t('not changed'),
    abandoned: vscode.l10n.t('abandoned'),
  };
  return wordsOf({ action }).states()[state] ?? texts[state];
}
