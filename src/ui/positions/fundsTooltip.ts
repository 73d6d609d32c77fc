import * as vscode from 'vscode';
import type { AccountFunds, FundsOfAccount } from '../../app/positions/fundsBook';
import type { Mask } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { showNumber } from '../../domain/values/amount';
import { firstFailure, seen } from '../../service/lists/list';
import { presentError } from '../platform/errors/presentError';
import { tooltipTable } from '../platform/say/tooltipTable';

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
    items.flatMap((each) => figures(each, mask)),
    notes,
  );
}

/** The buying power of an account, for its row; empty if it is unknown, out of date, or not a single figure. */
export function powerText(funds: FundsOfAccount | undefined, mask: Mask): string {
  if (funds?.list?.verdict !== 'complete') return '';
  const [only, another] = funds.list.items.filter(({ power }) => power !== '');
  return only === undefined || another !== undefined ? '' : vscode.l10n.t('Buying power {0}', moneyText(only.power, only.currency, mask));
}

function moneyText(figure: string, currency: string, mask: Mask): string {
  return [mask(showNumber(figure)), visibleText(currency)].filter((part) => part !== '').join(' ');
}

function figures(funds: AccountFunds, mask: Mask): readonly (readonly [label: string, value: string])[] {
  const { market, currency, cashByMarket } = funds;
  const of = market === undefined ? '' : ` (${vscode.l10n.t('Market ID {0}', market)})`;
  const money = (label: string, figure: string): readonly [string, string] => [
    `${label}${of}`,
    figure === '' ? '' : moneyText(figure, currency, mask),
  ];
  const rows: readonly (readonly [string, string])[] = [
    money(vscode.l10n.t('Buying power'), funds.power),
    money(vscode.l10n.t('Cash'), funds.cash),
    ...Object.entries(cashByMarket).map(([prefix, cash]): readonly [string, string] => [
      vscode.l10n.t('Cash: {0}', visibleText(prefix.toUpperCase())),
      mask(showNumber(cash)),
    ]),
    money(vscode.l10n.t('Total assets'), funds.totalAssets),
    money(vscode.l10n.t('Initial margin'), funds.initialMargin),
    money(vscode.l10n.t('Maintenance margin'), funds.maintenanceMargin),
    [vscode.l10n.t('Risk status'), visibleText(funds.riskStatus)],
  ];
  return rows.filter(([, figure]) => figure !== '');
}
