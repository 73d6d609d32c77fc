import * as vscode from 'vscode';
import type { OpenReview, ReviewCheck } from '../../../app/orders/ticket/ticketDesk';
import { askCarefully } from '../../platform/say/askCarefully';
import type { MarketDigits } from '../../platform/words/orderLine';
import { notSentText } from '../story/notSent';
import { dealQuestion, dealText } from '../words/dealWords';
import { confirmationLines, pendingText, warningText } from '../ticket/ticketWords';

/** The result of the final confirmation. */
export type ReviewMove =
  | { readonly kind: 'confirmed' }
  /** Back to the ticket, with a reason unless the user chose it: a hard limit, which the form shows beside the numbers, or a temporary problem. */
  | { readonly kind: 'back'; readonly notice: string; readonly limit?: string; readonly showsRequest?: boolean }
  | Exclude<Extract<ReviewCheck, { kind: 'blocked' }>, { reason: 'inFlight' }>;

/** After this time, an answer may be to a market that has moved on: someone left a question open. */
const longMs = 5 * 60_000;

/**
 * Reads the order again, then asks for the final confirmation, in one dialog: whether it is about real money, who proposed it, all that is
 * confirmed, and what is unusual. Enter shows the exact request in the form.
 *
 * @param asking - Called when only the user is waited for, with the prices that the warnings are by. It returns what is known besides the order:
 *   prices and position.
 * @param why - Why the user is asked again.
 */
export async function askForYes(
  review: OpenReview,
  timeZone: string,
  market: MarketDigits | undefined,
  asking: (prices: Ready['prices']) => readonly string[],
  why = '',
): Promise<ReviewMove> {
  const checked = await review.check();
  if (checked.kind === 'blocked') return checked.reason === 'inFlight' ? { kind: 'back', notice: notSentText(checked) } : checked;
  const pending = checked.pending === undefined ? [] : [pendingText(checked.pending)];
  const hard = checked.warnings.find(({ kind }) => kind === 'hard');
  if (hard !== undefined) return { kind: 'back', notice: '', limit: warningText(hard, market) };
  const warnings = [...pending, ...checked.warnings.map((warning) => warningText(warning, market))].map((text) => `⚠ ${text}`);
  const lines = confirmationLines(review, checked, timeZone, market);
  const { preview, ticket } = review.shown;
  const answer = await askCarefully(
    dealQuestion(preview, ticket.order, market),
    [why, ...lines, ...asking(checked.prices), ...warnings].filter((line) => line !== '').join('\n'),
    {
      safe: vscode.l10n.t('Show Exact Request'),
      yes: dealText(preview, market),
      close: vscode.l10n.t('Don’t Send'),
    },
  );
  if (answer !== 'yes') return { kind: 'back', notice: '', showsRequest: answer === 'safe' };
  if (review.ageMs < longMs || isSame(checked, await review.check())) return { kind: 'confirmed' };
  const moved = vscode.l10n.t('This question was open for long, and something has changed since. Check it again.');
  return askForYes(review, timeZone, market, asking, moved);
}

/** Whether the question would be the same again. */
function isSame(one: Ready, other: ReviewCheck): boolean {
  const said = ({ warnings, estimate, pending }: Ready): string => JSON.stringify([warnings, estimate, pending?.root]);
  return other.kind === 'ready' && said(one) === said(other);
}

type Ready = Extract<ReviewCheck, { kind: 'ready' }>;
