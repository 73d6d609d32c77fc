import type { Said } from '../../desk/editorWindow';

/** What a text tells the user about a change. */
export type Claim =
  'accepted' | 'applied' | 'notChanged' | 'serviceSaysNo' | 'notSent' | 'unknown' | 'waits' | 'changedMeanwhile' | 'nothing';

/** The first that fits counts. English texts, as `l10n` gives them without a translation. */
const meanings: readonly (readonly [RegExp, Claim])[] = [
  [/outcome unknown|may or may not|no response yet/i, 'unknown'],
  // What was not finished, whatever became of it.
  [/: (abandoned|not confirmed) \(change to/, 'waits'],
  [/^Change applied/i, 'applied'],
  [/: change accepted, not applied yet\./, 'accepted'],
  [/Awaiting|asks you to confirm/i, 'waits'],
  [/changed (elsewhere|meanwhile|since|while)|has changed|is no longer|another request for this order|newer request/i, 'changedMeanwhile'],
  [/not authorized|change not accepted|According to the service/i, 'serviceSaysNo'],
  [/not sent|Nothing was sent/i, 'notSent'],
  [/(service|gateway|broker)\W+(\w+ )?(says|rejected|did not)|^Change rejected/i, 'serviceSaysNo'],
  [/not (been )?applied|not (been )?changed|not executed|not confirmed|not finished/i, 'notChanged'],
  [/rejected after it was accepted/, 'notChanged'],
  [/: rejected \(change to/, 'serviceSaysNo'],
  [/: accepted \(change to/i, 'accepted'],
  [/is now|: applied \(change to/i, 'applied'],
  [/still has its old values/i, 'notChanged'],
];

/** Not about the outcome of a change. */
const beside = /^(Clock|Signed|Synchroniz)|need to enter the IDs|can be modified again/i;

export interface HeardClaim {
  readonly claim: Claim;
  readonly said: Said;
}

/** All that the window told about outcomes since `from`; undefined texts are those that the proof cannot read. */
export function claimsSince(
  said: readonly Said[],
  from: number,
  orderId: string,
): { readonly claims: readonly HeardClaim[]; readonly unread: readonly string[] } {
  const claims: HeardClaim[] = [];
  const unread: string[] = [];
  for (const entry of said.slice(from)) {
    // Of the dialogs only those tell an outcome that say that there is none.
    if (entry.kind === 'progress' || (entry.kind === 'modal' && !/Nothing was sent/.test(entry.text))) continue;
    const found = meanings.find(([pattern]) => pattern.test(entry.text));
    if (found !== undefined) claims.push({ claim: found[1], said: entry });
    else if (!beside.test(entry.text) && entry.text.includes(orderId)) unread.push(entry.text);
  }
  return { claims, unread };
}
