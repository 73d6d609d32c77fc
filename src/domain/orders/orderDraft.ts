import { kindOf, mayCostNothing } from '../market/security';
import { checkDecimal, cutDecimals, isDecimal, sameNumber } from '../values/decimal';
import type { DecimalProblem } from '../values/decimal';
import { hasLimitPrice, isAShare, keptAuxPrice, keptPrice, needsAuxPrice, normaliseExchange, normaliseId } from './orderRules';
import type { OrderTraits } from './orderRules';

/** The fields of an order that a modification sets, by their wire names. */
export type OrderField = 'qty' | 'price' | 'aux_price';

/** Decimals that a modification can have. */
const mostDecimals = 9;

/** A user's change of one order. All numbers are text as typed. */
export interface OrderDraft {
  readonly accountId: string;
  readonly orderId: string;
  /** A paper account always takes quantity and price, and no exchange. */
  readonly isPaper?: boolean;
  readonly traits: OrderTraits;
  /** Current values, as the service wrote them; undefined if they are not known. */
  readonly current: Readonly<Partial<Record<OrderField, string>>>;
  readonly typed: { readonly qty: string; readonly price: string; readonly aux_price?: string | undefined };
}

/** One field of the review: old → new, typed → kept. */
export interface FieldChange {
  readonly field: OrderField;
  readonly old: string | undefined;
  readonly typed: string;
  /** The value that is sent, which is the one that the service keeps. */
  readonly kept: string;
  /** The digits beyond what the service keeps change the value. */
  readonly isCut: boolean;
  /** Undefined if the old value is not known. */
  readonly isChanged: boolean | undefined;
}

export type DraftProblem =
  | { readonly field: 'acc_id' | 'order_id' | 'exchange'; readonly reason: 'malformed' }
  | { readonly field: 'exchange'; readonly reason: 'aShare' }
  | { readonly field: OrderField; readonly reason: DecimalProblem }
  | { readonly field: OrderField; readonly reason: 'zeroAfterCut'; readonly kept: string }
  | { readonly field: 'aux_price'; readonly reason: 'required' }
  | { readonly field: undefined; readonly reason: 'nothingChanged' };

/** A modification that obeys all rules, ready to be reviewed and sent. */
export interface CheckedChange {
  readonly accountId: string;
  readonly orderId: string;
  readonly exchange: string;
  readonly quantity: string;
  /**
   * If the order type has no limit price, the order's own price as the service wrote it, because the body must have one (Spec, PUT order); it
   * is not a field of the change then.
   */
  readonly price: string;
  readonly auxPrice: string | undefined;
  readonly fields: readonly FieldChange[];
}

export type DraftCheck =
  | { readonly ok: true; readonly change: CheckedChange }
  | { readonly ok: false; readonly problems: readonly DraftProblem[] };

/**
 * Checks a draft against every rule that can be checked before anything is sent (Spec, PUT order).
 *
 * Only the digits that the service keeps are sent, so that the confirmed number is the one in force, whatever the service does with excess
 * digits.
 */
export function checkDraft(draft: OrderDraft): DraftCheck {
  const accountId = normaliseId(draft.accountId);
  const orderId = normaliseId(draft.orderId);
  const exchange = draft.isPaper === true ? '' : normaliseExchange(draft.traits.exchange);
  const problems: DraftProblem[] = [];
  if (accountId === undefined) problems.push({ field: 'acc_id', reason: 'malformed' });
  if (orderId === undefined) problems.push({ field: 'order_id', reason: 'malformed' });
  if (exchange === undefined) problems.push({ field: 'exchange', reason: 'malformed' });
  const traits = exchange === undefined ? draft.traits : { ...draft.traits, exchange };
  if (draft.isPaper !== true && isAShare(traits)) problems.push({ field: 'exchange', reason: 'aShare' });
  const fields = orderFields(draft).map(([field, typed]) => checkField(field, typed, traits, draft.current[field]));
  const changes: FieldChange[] = [];
  for (const field of fields) {
    if (field.ok) changes.push(field.change);
    else problems.push(field.problem);
  }
  if (problems.length === 0 && changes.every((change) => change.isChanged === false))
    problems.push({ field: undefined, reason: 'nothingChanged' });
  if (problems.length > 0) return { ok: false, problems };
  // Stryker disable next-line all: each of them has been told as a problem above; the compiler does not know.
  if (accountId === undefined || orderId === undefined || exchange === undefined) return { ok: false, problems };
  const kept = (field: OrderField): string | undefined => changes.find((change) => change.field === field)?.kept;
  return {
    ok: true,
    change: {
      accountId,
      orderId,
      exchange,
      // Stryker disable next-line StringLiteral: there always is a quantity.
      quantity: kept('qty') ?? '',
      price: kept('price') ?? ownPrice(draft.current.price),
      auxPrice: kept('aux_price'),
      fields: changes,
    },
  };
}

export type FieldCheck = { readonly ok: true; readonly change: FieldChange } | { readonly ok: false; readonly problem: DraftProblem };

/** Checks one field alone, for messages while it is typed. */
export function checkField(field: OrderField, typed: string, traits: OrderTraits, old: string | undefined): FieldCheck {
  if (field === 'aux_price' && typed.trim() === '') return { ok: false, problem: { field, reason: 'required' } };
  const left = leftAlone(field, typed, old);
  if (left !== undefined) return { ok: true, change: { field, old, typed: left, kept: left, isCut: false, isChanged: false } };
  const isSigned = field !== 'qty' && mayCostNothing(kindOf(traits.securityType));
  const isNegative = isSigned && /^-\d/.test(typed.trim());
  const sign = isNegative ? '-' : '';
  // Stryker disable next-line ObjectLiteral: none means the same, but has to be said.
  const checked = checkDecimal(isNegative ? typed.trim().slice(1) : typed, { zero: isSigned });
  if (!checked.ok) return { ok: false, problem: { field, reason: checked.problem } };
  const size = keptOf(field, checked.text, traits);
  const isNothing = sameNumber(size, '0') === true;
  if (isNothing && sameNumber(checked.text, '0') !== true) return { ok: false, problem: { field, reason: 'zeroAfterCut', kept: size } };
  // Rounding up may require one more digit.
  if (!isDecimal(size)) return { ok: false, problem: { field, reason: 'tooManyWholeDigits' } };
  const kept = isNothing ? size : `${sign}${size}`;
  const text = isNothing ? checked.text : `${sign}${checked.text}`;
  const isCut = sameNumber(kept, text) === false;
  const isSame = old === undefined ? undefined : sameNumber(kept, old);
  return { ok: true, change: { field, old, typed: text, kept, isCut, isChanged: isSame === undefined ? undefined : !isSame } };
}

/** A price that the user left as the service has it goes back as it is, whatever its sign; undefined for any other text. */
function leftAlone(field: OrderField, typed: string, old: string | undefined): string | undefined {
  const text = typed.trim();
  if (field === 'qty' || old === undefined || text !== old.trim()) return undefined;
  return isDecimal(text.replace(/^-/, '')) && (text.startsWith('-') || sameNumber(text, '0') === true) ? text : undefined;
}

function keptOf(field: OrderField, text: string, traits: OrderTraits): string {
  switch (field) {
    case 'qty':
      return cutDecimals(text, mostDecimals);
    case 'price':
      return keptPrice(text, traits);
    case 'aux_price':
      return keptAuxPrice(text, traits);
  }
}

/** The part of the service's text that can be sent; it has no meaning for these order types. */
function ownPrice(current: string | undefined): string {
  // Stryker disable next-line StringLiteral: whatever cannot be sent is no price.
  const text = (current ?? '').trim();
  return isDecimal(text) ? text : '0';
}

/** Includes the price if it limits something, and the trigger price if the order type needs it or one was given. */
function orderFields(draft: OrderDraft): readonly (readonly [OrderField, string])[] {
  const { qty, price, aux_price: auxPrice = '' } = draft.typed;
  const withAux = draft.isPaper !== true && (needsAuxPrice(draft.traits.orderType) === true || auxPrice.trim() !== '');
  return [
    ['qty', qty],
    ...(draft.isPaper === true || hasLimitPrice(draft.traits.orderType) ? [['price', price] as const] : []),
    ...(withAux ? [['aux_price', auxPrice] as const] : []),
  ];
}
