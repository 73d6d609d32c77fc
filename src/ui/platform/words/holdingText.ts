import * as vscode from 'vscode';
import type { HoldingSide, ReadHolding } from '../../../domain/positions/holding';
import type { Mask } from '../../../domain/text/mask';
import { emsOf } from '../../../domain/text/ems';
import { visibleText } from '../../../domain/text/visibleText';
import { showBriefMoney, showBriefPercent, showShortMoney, showSignedPercent, showWholeMoney } from '../../../domain/values/amount';

/**
 * `+123.45 +1.23%`: the row's icon has the arrow, its hover every digit. Texts that are not numbers are shown as received.
 *
 * @param most - The ems that there is room for: figures have fewer digits where they have none, and the percentage is left out, because a
 *   figure is never shown in part.
 */
export function profitText(read: ReadHolding, mask: Mask, most = Infinity): string {
  const forms = profitForms(read, mask);
  return forms.find((form) => emsOf(form) <= most) ?? forms.at(-1) ?? '';
}

/** Profit from the longest form to the shortest, which is an amount alone. */
export function profitForms({ holding, profit, ratio }: ReadHolding, mask: Mask): readonly string[] {
  const percent = ratio.kind === 'none' ? holding.profitRatio : showSignedPercent(ratio.percent);
  if (profit === undefined) return [mask(percent === '' ? holding.profit : `${holding.profit} (${percent})`.trimStart())];
  const [amount, whole, short] = [showBriefMoney(profit), showWholeMoney(profit), showShortMoney(profit)];
  const brief = ratio.kind === 'none' ? percent : showBriefPercent(ratio.percent);
  // In all rows with as many digits; tooltips have more.
  const forms = [[amount, brief], [whole, brief], [short, brief], [amount], [whole], [short]];
  return forms.map((parts) => mask(parts.filter((part) => part !== '').join(' ')));
}

/** A side in words; an unknown one as received. */
export function sideText(side: HoldingSide, asSent: string): string {
  if (side === 'long') return vscode.l10n.t('long');
  if (side === 'short') return vscode.l10n.t('short');
  return vscode.l10n.t('side {0}', visibleText(asSent));
}

/** Whether an account has real money. In a sandbox, none has, whatever its kind. */
export function kindText(kind: 'simulated' | 'live', isSandbox: boolean): string {
  if (kind === 'simulated') return vscode.l10n.t('paper');
  return isSandbox ? vscode.l10n.t('sandbox') : vscode.l10n.t('LIVE');
}
