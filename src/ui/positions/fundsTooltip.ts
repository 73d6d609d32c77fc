import * as vscode from 'vscode';
import type { FundsOfAccount } from '../../app/positions/fundsBook';
import type { Mask } from '../../domain/text/mask';
import { firstFailure, seen } from '../../service/lists/list';
import { presentError } from '../platform/errors/presentError';
import { tooltipTable } from '../platform/say/tooltipTable';
import { fundsFigures, moneyText } from '../platform/words/fundsText';

/** The money of an account, for the tooltip of its row; if the service doesn’t provide it, the reason. */
export function fundsTooltip(title: string, funds: FundsOfAccount | undefined, mask: Mask): vscode.MarkdownString | string {
  if (funds?.list === undefined) return title;
  const { items, isOffered } = seen(funds.list);
  const failure = firstFailure(funds.list);
  const notes = [
    ...(isOffered ? [] : [vscode.l10n.t('This service doesn’t provide the funds of this account.')]),
    ...(failure === undefined ? [] : [vscode.l10n.t('The funds couldn’t be read: {0}', presentError(failure.error).message)]),
  ];
  return tooltipTable(
    title,
    items.flatMap((each) => fundsFigures(each, mask, items.length > 1)),
    notes,
  );
}

/** The buying power of an account, for its row; empty if it is unknown, out of date, or not a single figure. */
export function powerText(funds: FundsOfAccount | undefined, mask: Mask): string {
  if (funds?.list?.verdict !== 'complete') return '';
  const [only, another] = funds.list.items.filter(({ power }) => power !== '');
  return only === undefined || another !== undefined ? '' : vscode.l10n.t('Buying power {0}', moneyText(only.power, only.currency, mask));
}
