import type { OrderAction } from '../../broker/orderWrites';
import type { Said } from '../../../support/editor/standIn';

/**
 * What a text tells the user about a change, a new order, or a cancellation. `applied`: done, and seen to be; `notChanged`: not done, and
 * seen to be so; `reached`: the order is at the broker; `absent` and `absentTwice`: lists don’t have it; `lookalike`: one order may be it;
 * `hangs`: accepted, but without effect; `tooLate`: the order had ended.
 */
export type Claim =
  | 'accepted'
  | 'applied'
  | 'notChanged'
  | 'serviceSaysNo'
  | 'notSent'
  | 'unknown'
  | 'waits'
  | 'changedMeanwhile'
  | 'reached'
  | 'absent'
  | 'absentTwice'
  | 'lookalike'
  | 'hangs'
  | 'tooLate'
  | 'nothing';

type Meanings = readonly (readonly [RegExp, Claim])[];

/** The first match counts. English texts, as `l10n` returns them without a translation. */
const changes: Meanings = [
  [/^Resolved by you/, 'nothing'],
  [/^Abandoned: /, 'waits'],
  [/^End unknown: |: accepted, end unknown \(change to/, 'hangs'],
  [/outcome unknown|may or may not|no response yet/i, 'unknown'],
  // What was not finished, whatever its outcome.
  [/: (abandoned|not confirmed) \(change to/, 'waits'],
  [/^Change applied/i, 'applied'],
  [/^Change accepted, not applied yet: /, 'accepted'],
  [/Awaiting|asks you to confirm/i, 'waits'],
  [/changed (elsewhere|meanwhile|since|while)|has changed|is no longer|another request for this order|newer request/i, 'changedMeanwhile'],
  [/not authorized|change not accepted|According to the service/i, 'serviceSaysNo'],
  [/not sent|Nothing was sent/i, 'notSent'],
  [/^Change rejected after it was accepted|^Change rejected: .* (ended with its old values|unlocked again)/, 'notChanged'],
  [/(service|gateway|broker)\W+(\w+ )?(says|rejected|did not)|^Change rejected/i, 'serviceSaysNo'],
  [/not (been )?applied|not (been )?changed|^Not changed: |not executed|not confirmed|not finished/i, 'notChanged'],
  [/rejected after it was accepted/, 'notChanged'],
  [/: rejected \(change to/, 'serviceSaysNo'],
  [/: accepted \(change to/i, 'accepted'],
  [/is now|: applied \(change to/i, 'applied'],
  [/(still has|ended with) its old values/i, 'notChanged'],
];

const placements: Meanings = [
  [/^Resolved by you/, 'nothing'],
  [/^Abandoned: /, 'waits'],
  [/^Order accepted, (but not found|probably listed|end unknown)|^Not in the market after|^End unknown: /, 'hangs'],
  [/: (not in the market after 45 seconds|accepted, end unknown) \(new order\)/, 'hangs'],
  [/read completely twice/, 'absentTwice'],
  [/^Not proven|Not proven: /, 'lookalike'],
  [/Outcome unknown: .*lists don’t have/s, 'absent'],
  [/outcome unknown|may or may not|no response yet|^Found more than once/i, 'unknown'],
  [/^Order accepted, not in the market yet: |: accepted \(new order\)/, 'accepted'],
  [/^Order placed: |: placed \(new order\)/, 'applied'],
  [/^At the broker, not seen in the market yet/, 'reached'],
  [/^Order rejected: .* It isn’t in the market|^Order rejected after it was accepted|: rejected after it was accepted/, 'notChanged'],
  [/^Order rejected: |^Rejected, according to the service|^Order not (authorized|accepted)|^Not placed: /, 'serviceSaysNo'],
  [/: (rejected|not authorized|too many requests|not placed).* \(new order\)/, 'serviceSaysNo'],
  [/lists don’t have/, 'absent'],
  [
    /Awaiting|asks you to confirm|^Not confirmed|^Not finished|: (awaiting|abandoned).* \(new order\)|the order has not been placed/,
    'waits',
  ],
  [/not sent|Nothing was sent|^Not executed/i, 'notSent'],
];

const cancellations: Meanings = [
  [/^Resolved by you|^Nothing to cancel/, 'nothing'],
  [/^Abandoned: /, 'waits'],
  [/^Not canceled after 45 seconds: |^End unknown: |: accepted, end unknown \(cancellation\)/, 'hangs'],
  [/outcome unknown|may or may not|no response yet/i, 'unknown'],
  [/^Cancellation accepted, not canceled yet: |: accepted \(cancellation\)/, 'accepted'],
  [/^Too late to cancel|too late: the order had ended/, 'tooLate'],
  [/^Cancellation rejected after it was accepted|^Cancellation rejected: .* unlocked again/, 'notChanged'],
  [/^Cancellation rejected: |^Rejected, according|^Cancellation not (authorized|accepted)|^Not canceled: /, 'serviceSaysNo'],
  [/: (rejected|not authorized|too many requests|not canceled).* \(cancellation\)/, 'serviceSaysNo'],
  [/^Canceled: | is canceled(,|\.|$)|: canceled \(cancellation\)/, 'applied'],
  [/Awaiting|asks you to confirm|^Not confirmed|^Not finished|: (awaiting|abandoned).* \(cancellation\)/, 'waits'],
  [/^Still open: /, 'notChanged'],
  [/changed (elsewhere|meanwhile|since|while)|has changed|is no longer|newer request/i, 'changedMeanwhile'],
  [/not sent|Nothing was sent|^Not executed|^Canceled\. Nothing/i, 'notSent'],
  [/According to the service/, 'serviceSaysNo'],
];

const meanings: Readonly<Record<OrderAction, Meanings>> = { modify: changes, place: placements, cancel: cancellations };

/** Beside its order, a text begins with what became of it: `Rejected: BUY Tencent (change to …)`. */
function stateLast(text: string): string {
  return text.replace(
    /^([A-Z])([a-z].*?): ((?:BUY|SELL)\b.*?|\S+) (\((?:change to .*?|cancellation)\))/,
    (_, first: string, rest: string, order: string, what: string) => `${order}: ${first.toLowerCase()}${rest} ${what}`,
  );
}

/** Texts that are not about the outcome of a change. */
const beside = /^(Clock|Signed|Synchroniz)|need to enter the IDs|can be modified again|^The service has no price for/i;

export interface HeardClaim {
  readonly claim: Claim;
  readonly said: Said;
}

/**
 * All that the window said about outcomes since `from`; `unread` texts are those that the proof does not understand.
 *
 * @param orderId - What identifies the order in a text: its ID, or the security of a new one.
 */
export function claimsSince(
  said: readonly Said[],
  from: number,
  orderId: string,
  action: OrderAction = 'modify',
): { readonly claims: readonly HeardClaim[]; readonly unread: readonly string[] } {
  const claims: HeardClaim[] = [];
  const unread: string[] = [];
  for (const entry of said.slice(from)) {
    // Dialogs report an outcome only if they say that nothing was sent.
    // “Canceling …”: what is only on its way. An acceptance is shown in the same place until its end.
    const isUnderWay = entry.kind === 'progress' && /^[A-Z]\w+ing[ :]/.test(entry.text);
    if (isUnderWay || (entry.kind === 'modal' && !/Nothing was sent/.test(entry.text))) continue;
    const text = stateLast(entry.text.replace(/^\$\([a-z-]+\) /, '').replace(/ \(paper\)$| Paper account\.$/, ''));
    // The outcome of the previous case's order may be reported during this one.
    const named: readonly string[] = text.match(/\bT-\d+\b/g) ?? [];
    if (action !== 'place' && named.length > 0 && !named.includes(orderId)) continue;
    const found = meanings[action].find(([pattern]) => pattern.test(text));
    if (found !== undefined) claims.push({ claim: found[1], said: entry });
    else if (!beside.test(entry.text) && entry.text.includes(orderId)) unread.push(entry.text);
  }
  return { claims, unread };
}
