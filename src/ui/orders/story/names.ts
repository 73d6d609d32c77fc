import * as vscode from 'vscode';
import type { Attempt, OrderFacts, OrderTarget } from '../../../domain/orders/orderAttempts';
import type { FormerValues } from '../../../domain/orders/changeBack';
import type { FieldChange, OrderField } from '../../../domain/orders/orderDraft';
import { masked, maskWhen } from '../../../domain/text/mask';
import type { Privacy } from '../../../domain/text/mask';
import { idText, visibleText } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import type { OrderRecord } from '../../../service/records';
import { priceText } from '../../platform/words/orderLine';
import type { DigitsOf, MarketDigits } from '../../platform/words/orderLine';
import { sideWord } from '../../platform/words/wireWords';

/** How figures look: hidden, or with the digits of the prices of their security, if those are known. */
export interface Look extends Privacy {
  readonly digits?: DigitsOf | undefined;
}

/** An order and the requested terms, as texts. */
export interface Named {
  /** `BUY 300 TENCENT (OK-1)`, or only the order’s ID; for a new order, its side and security. */
  readonly order: string;
  /** `200 @ 12.34`, for a change and a new order. */
  readonly terms: string;
}

type NamedFacts = Pick<OrderFacts, 'side' | 'name' | 'code' | 'quantity'>;

/** What a request asks of which order. */
export interface Requested extends Pick<Attempt, 'target'> {
  readonly fields: readonly Pick<FieldChange, 'field' | 'kept'>[];
  readonly order: NamedFacts | undefined;
}

/** The order by its ID, see {@link shortName}, and the terms. */
export function namedAs({ target, fields, order }: Requested, look: Look): Named {
  return { order: shortName(target, order), terms: termsText(fields, look, look.digits?.(order?.code ?? '')) };
}

/** For a message that is kept: the order by what it trades, with its ID, `BUY 300 TENCENT (OK-1)`. A new one has none: {@link shortName}. */
export function calledAs(attempt: Requested, look: Look): Named {
  const { target } = attempt;
  const named = tradedAs(attempt, look);
  const hasMore = target.orderId !== '' && isKnown(attempt.order);
  if (target.orderId === '') return namedAs(attempt, look);
  return hasMore ? { ...named, order: vscode.l10n.t('{0} ({1})', named.order, idText(target.orderId)) } : named;
}

/** The same beside the order, which needs no ID. */
export function tradedAs(attempt: Requested, look: Look): Named {
  const named = namedAs(attempt, look);
  if (!isKnown(attempt.order)) return named;
  // A change of the quantity names the new one beside it.
  const quantity = attempt.fields.every(({ field }) => field !== 'qty') ? attempt.order.quantity : undefined;
  return { ...named, order: tradedName({ ...attempt.order, quantity }, look) };
}

function isKnown(order: NamedFacts | undefined): order is NamedFacts {
  return order !== undefined && order.side !== '';
}

/** `Canceled: BUY 300 TENCENT (OK-1).`: the first sentence of a message. */
export function headlineOf(words: string, request: string): string {
  return vscode.l10n.t({ message: '{0}: {1}.', args: [words, request], comment: ['Such as “Canceled: BUY 300 TENCENT (OK-1).”'] });
}

/** `Canceled.`: the same beside the order. */
export function sentenceOf(words: string): string {
  return vscode.l10n.t({ message: '{0}.', args: [words], comment: ['A whole sentence, such as “Canceled.”'] });
}

/** `BUY 300 TENCENT`: what an order trades. */
export function tradedName({ side, quantity = '', name, code }: NamedFacts, { isPrivate }: Privacy): string {
  const amount = quantity === '' ? '' : maskWhen(isPrivate)(idText(showNumber(quantity)));
  return [sideWord(side), amount, idText(name.trim() === '' ? code : name)].filter((part) => part !== '').join(' ');
}

/** `BUY 300 TENCENT`, or the ID of an order that was never read. */
export function briefName(orderId: string, order: NamedFacts | undefined, privacy: Privacy): string {
  return isKnown(order) ? tradedName(order, privacy) : idText(orderId);
}

/** Names an order by its ID; a new one, which has none yet, as `BUY TENCENT`, or by its symbol if its name is not known. */
function shortName({ orderId, mark = '' }: Pick<OrderTarget, 'orderId' | 'mark'>, order: NamedFacts | undefined): string {
  if (orderId !== '') return idText(orderId);
  if (order === undefined) return idText(mark);
  return tradedName({ ...order, quantity: undefined }, { isPrivate: false });
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

/** `200 @ 12.34`, followed by the trigger price if there is one; without a price if the order type has none. */
export function termsText(fields: Requested['fields'], { isPrivate }: Privacy, market?: MarketDigits): string {
  const quantity = keptOf(fields, 'qty');
  return priced(quantity === undefined ? '?' : isPrivate ? masked : showNumber(quantity), fields, { isPrivate }, market);
}

function priced(what: string, fields: Requested['fields'], { isPrivate }: Privacy, market: MarketDigits | undefined): string {
  const shown = (price: string): string => (isPrivate ? masked : priceText(price, market));
  const [price, trigger] = [keptOf(fields, 'price'), keptOf(fields, 'aux_price')];
  const terms = price === undefined ? what : `${what} @ ${shown(price)}`;
  return trigger === undefined ? terms : vscode.l10n.t('{0}, trigger {1}', terms, shown(trigger));
}

function keptOf(fields: Requested['fields'], field: OrderField): string | undefined {
  return fields.find((entry) => entry.field === field)?.kept;
}

/** `BUY 300 TENCENT @ 562.5`: a new order. */
function placedName({ fields, order, target }: Requested, look: Look): string {
  const quantity = keptOf(fields, 'qty');
  const name = order === undefined ? idText(target.mark ?? '') : tradedName({ ...order, quantity }, look);
  return priced(name, fields, look, look.digits?.(order?.code ?? ''));
}

/** Which request, behind what became of it. @param isNamed - What became of it says what kind of request it was. */
export function requestText(attempt: Requested & Pick<Attempt, 'action'>, look: Look, { isNamed }: { readonly isNamed: boolean }): string {
  if (attempt.action === 'place') return placedName(attempt, look);
  const { order, terms } = calledAs(attempt, look);
  if (attempt.action === 'modify') return `${order} → ${terms}`;
  return isNamed
    ? order
    : vscode.l10n.t({ message: 'cancel {0}', args: [order], comment: ['What was asked, as in “Not sent: cancel OK-1”.'] });
}

/** `100 → 200`, or `200` if the old value is not known. @param market - With it, prices have the digits of the security’s own. */
export function changeText({ field, old, kept, isChanged }: FieldChange, market?: MarketDigits): string {
  const shown = (value: string): string => (field === 'qty' ? visibleText(showNumber(value)) : priceText(value, market));
  if (old === undefined || old.trim() === '') return shown(kept);
  if (isChanged === false) return vscode.l10n.t('{0}, unchanged', shown(kept));
  return `${shown(old)} → ${shown(kept)}`;
}

/** `300 @ 562.5`: the values of an order before a change. Never masked: the user is about to enter them. */
export function formerTerms(former: FormerValues): string {
  const fields = Object.entries(former).map(([field, kept]) => ({ field: field as OrderField, kept }));
  return termsText(fields, { isPrivate: false });
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
