import * as vscode from 'vscode';
import type { ChangePreview, PlacePreview } from '../../../app/orders/request/orderRequest';
import type { StaleVerdict } from '../../../app/orders/request/basis';
import type { OpenReview } from '../../../app/orders/ticket/ticketDesk';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { idText } from '../../../domain/text/visibleText';
import { askCarefully } from '../../platform/say/askCarefully';
import { originText, termsText } from '../orderText';
import { hasLimitPrice } from '../../../domain/orders/orderRules';
import { orderTypeWord, sideWord } from '../../platform/words/wireWords';
import { confirmationLines, pendingText, warningText } from '../ticket/ticketWords';

/** The result of the final confirmation. */
export type ReviewMove =
  | { readonly move: 'confirmed' }
  /** Back to the ticket, with a reason unless the user chose it: a hard limit, which the form shows beside the numbers, or a temporary problem. */
  | { readonly move: 'back'; readonly notice: string; readonly limit?: string }
  | { readonly move: 'stale'; readonly verdict: StaleVerdict }
  | { readonly move: 'locked'; readonly attempt: Attempt };

/** `Change OK-1 to 200 @ 12.34`, `BUY HK.00700: 200 @ 560`: the label of the button, never masked because the user confirms it. */
export function actionText(
  preview: Pick<ChangePreview, 'action' | 'target' | 'change'> | Pick<PlacePreview, 'action' | 'placement'>,
): string {
  if (preview.action === 'modify')
    return vscode.l10n.t('Change {0} to {1}', idText(preview.target.orderId), termsText(preview.change, { isPrivate: false }));
  const { side, code, orderType, fields } = preview.placement;
  const asked = termsText({ fields }, { isPrivate: false });
  const terms = hasLimitPrice(orderType) ? asked : `${asked} · ${orderTypeWord(orderType)}`;
  return vscode.l10n.t({
    message: '{0} {1}: {2}',
    args: [sideWord(side), idText(code), terms],
    comment: ['A new order, such as “BUY HK.00700: 200 @ 560”.'],
  });
}

/** Reads the order again, then asks for the final confirmation. */
export async function askForYes(review: OpenReview, timeZone: string): Promise<ReviewMove> {
  const checked = await review.check();
  switch (checked.kind) {
    case 'ready':
      break;
    case 'unresolved':
      return { move: 'locked', attempt: checked.attempt };
    case 'stale':
      return { move: 'stale', verdict: checked.verdict };
    case 'inFlight':
      return {
        move: 'back',
        notice: vscode.l10n.t('Nothing was sent: another request for this order is in progress, possibly in another window.'),
      };
  }
  const pending = checked.pending === undefined ? [] : [pendingText(checked.pending)];
  const hard = checked.warnings.find(({ kind }) => kind === 'hard');
  if (hard !== undefined) return { move: 'back', notice: '', limit: warningText(hard) };
  const isNew = review.shown.preview.action === 'place';
  const from = originText(review.shown.ticket.origin);
  const warnings = [...pending, ...checked.warnings.map(warningText)];
  if (!(await goesOn(warnings.length === 0 || from === '' ? warnings : [from, ...warnings], isNew))) return { move: 'back', notice: '' };
  const yes = actionText(review.shown.preview);
  const lines = confirmationLines(review, { atMs: checked.readAtMs, isListed: checked.isListed }, timeZone);
  const detail = [from, ...lines].filter((line) => line !== '').join('\n');
  const safe = vscode.l10n.t('Back to Review');
  const answer = await askCarefully(vscode.l10n.t('{0}?', yes), detail, { safe, yes });
  return answer === 'yes' ? { move: 'confirmed' } : { move: 'back', notice: '' };
}

async function goesOn(warnings: readonly string[], isNew: boolean): Promise<boolean> {
  if (warnings.length === 0) return true;
  const message = isNew ? vscode.l10n.t('Check this new order') : vscode.l10n.t('Check this order change');
  const answers = { safe: vscode.l10n.t('Back to Review'), yes: vscode.l10n.t('Continue Anyway') };
  return (await askCarefully(message, warnings.join('\n'), answers)) === 'yes';
}
