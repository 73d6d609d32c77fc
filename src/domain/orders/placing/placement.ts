import { checkField } from '../orderDraft';
import type { DraftProblem, FieldChange, OrderField } from '../orderDraft';
import { deriveExchange, hasLimitPrice, needsAuxPrice, normaliseId, orderTypes } from '../orderRules';
import type { OrderTraits } from '../orderRules';
import { canonicalCode, isQuotable, marketOf } from '../../market/security';
import { markedRemark, ownBytes, utf8Bytes } from './mark';

export const sides = ['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'] as const;
export const timesInForce = ['DAY', 'GTC'] as const;
export const sessions = ['RTH', 'RTH+Pre/Post-Mkt', 'OVERNIGHT', 'ALL_DAY'] as const;
export const lotTypes = ['ROUND', 'ODD'] as const;

/** A user's choices for a new order besides its numbers, by their wire names. */
export type PlacingChoice = 'side' | 'order_type' | 'time_in_force' | 'session' | 'lot_type';
export type PlacingChoices = Readonly<Record<PlacingChoice, string>>;

/** A new order as a user requests it. All numbers are text as typed. */
export interface PlacementDraft {
  readonly accountId: string;
  readonly isPaper: boolean;
  /** The account's own integer; undefined for a live account. */
  readonly market: number | undefined;
  /** `{market}.{code}`. */
  readonly code: string;
  readonly securityType: string;
  readonly choices: PlacingChoices;
  readonly typed: Readonly<Record<OrderField, string>>;
  /** The user's own text. */
  readonly remark: string;
  readonly mark: string;
}

export type PlacementProblem =
  | DraftProblem
  | { readonly field: 'code' | PlacingChoice; readonly reason: 'malformed' }
  | { readonly field: 'market'; readonly reason: 'malformed' }
  | { readonly field: 'remark'; readonly reason: 'invisible' }
  | { readonly field: 'remark'; readonly reason: 'tooLong'; readonly most: number };

/** A new order that obeys all rules, ready to be reviewed and sent. Fields that its security or account does not support are undefined. */
export interface CheckedPlacement {
  readonly accountId: string;
  readonly isPaper: boolean;
  readonly market: number | undefined;
  readonly code: string;
  readonly exchange: string;
  readonly side: string;
  readonly orderType: string;
  readonly timeInForce: string | undefined;
  readonly session: string | undefined;
  readonly lotType: string | undefined;
  readonly quantity: string;
  readonly price: string | undefined;
  readonly auxPrice: string | undefined;
  /** The user's own text with the mark at its end. */
  readonly remark: string;
  readonly mark: string;
  readonly fields: readonly FieldChange[];
}

export type PlacementCheck =
  | { readonly ok: true; readonly placement: CheckedPlacement }
  | { readonly ok: false; readonly problems: readonly PlacementProblem[] };

/** The available choices for a security in an account; a choice with no values does not apply. The first value is the form's default. */
export function choicesFor(
  code: string,
  { isPaper }: { readonly isPaper: boolean },
  orderType: string,
): Readonly<Record<PlacingChoice, readonly string[]>> {
  const [isUs, isHk] = [marketOf(code) === 'US', marketOf(code) === 'HK'];
  const regular = sessions.slice(0, 1);
  // Paper accounts have regular and extended hours; an order without a limit trades in regular hours only.
  const mostSessions = isPaper ? sessions.slice(0, 2) : sessions;
  return {
    side: sides,
    order_type: isPaper ? ['LIMIT', 'MARKET'] : orderTypes,
    time_in_force: isPaper ? [] : timesInForce,
    session: isUs ? (hasLimitPrice(orderType) ? mostSessions : regular) : [],
    lot_type: isHk && !isPaper ? lotTypes : [],
  };
}

/**
 * Checks a new order against every rule that can be checked before anything is sent. Services round excess digits of a new order, so only
 * digits that they keep are sent.
 */
export function checkPlacement(draft: PlacementDraft): PlacementCheck {
  const { isPaper, market, choices, typed, remark, mark } = draft;
  const accountId = normaliseId(draft.accountId);
  const code = isQuotable(draft.code) ? canonicalCode(draft.code) : undefined;
  const exchange = deriveExchange(draft.code, draft.securityType === '' ? 'STOCK' : draft.securityType) ?? '';
  const traits: OrderTraits = { exchange, orderType: choices.order_type, securityType: draft.securityType, code: draft.code };
  const problems: PlacementProblem[] = [];
  if (accountId === undefined) problems.push({ field: 'acc_id', reason: 'malformed' });
  if (code === undefined) problems.push({ field: 'code', reason: 'malformed' });
  if (isPaper && (market === undefined || !Number.isSafeInteger(market) || market < 0))
    problems.push({ field: 'market', reason: 'malformed' });
  const chosen = chosenOf(draft);
  problems.push(...chosen.problems);
  const fields: FieldChange[] = [];
  for (const field of placementFields(choices.order_type)) {
    const checked = checkField(field, typed[field], traits, undefined);
    if (checked.ok) fields.push(checked.change);
    else problems.push(checked.problem);
  }
  problems.push(...remarkProblems(draft));
  if (problems.length > 0 || accountId === undefined || code === undefined) return { ok: false, problems };
  const kept = (field: OrderField): string | undefined => fields.find((entry) => entry.field === field)?.kept;
  const { side, order_type: orderType, time_in_force: timeInForce, session, lot_type: lotType } = chosen.values;
  return {
    ok: true,
    placement: {
      accountId,
      isPaper,
      market: isPaper ? market : undefined,
      code,
      exchange,
      side: side ?? '',
      orderType: orderType ?? '',
      timeInForce,
      session,
      lotType,
      quantity: kept('qty') ?? '',
      price: kept('price'),
      auxPrice: kept('aux_price'),
      remark: markedRemark(remark, mark),
      mark,
      fields,
    },
  };
}

/** The numbers that an order of this type has. */
export function placementFields(orderType: string): readonly OrderField[] {
  return [
    'qty',
    ...(hasLimitPrice(orderType) ? (['price'] as const) : []),
    ...(needsAuxPrice(orderType) === true ? (['aux_price'] as const) : []),
  ];
}

/** A choice that does not apply is not sent; one that is not a known value is a problem. */
function chosenOf({ code, isPaper, choices }: PlacementDraft): {
  readonly values: Readonly<Partial<Record<PlacingChoice, string>>>;
  readonly problems: readonly PlacementProblem[];
} {
  const known = choicesFor(code, { isPaper }, choices.order_type);
  const names: readonly PlacingChoice[] = ['side', 'order_type', 'time_in_force', 'session', 'lot_type'];
  const problems = names
    .filter((name) => known[name].length > 0 && !known[name].includes(choices[name]))
    .map((field): PlacementProblem => ({ field, reason: 'malformed' }));
  const values = Object.fromEntries(names.filter((name) => known[name].length > 0).map((name) => [name, choices[name]]));
  return { values, problems };
}

/** A remark is returned in lists, where the mark is searched for, so it must not contain anything invisible. */
function remarkProblems({ remark, mark, isPaper }: PlacementDraft): readonly PlacementProblem[] {
  const own = remark.trim();
  if (/\p{C}|\p{Zl}|\p{Zp}/u.test(own)) return [{ field: 'remark', reason: 'invisible' }];
  const most = ownBytes(mark, { isPaper });
  return utf8Bytes(own) > most ? [{ field: 'remark', reason: 'tooLong', most }] : [];
}
