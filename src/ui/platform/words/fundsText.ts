import * as vscode from 'vscode';
import type { AccountFunds } from '../../../app/positions/fundsBook';
import type { Mask } from '../../../domain/text/mask';
import { visibleText } from '../../../domain/text/visibleText';
import { riskWord } from './wireWords';
import { parseAmount, percentOf, showMoney, showNumber, showSignedMoney } from '../../../domain/values/amount';

/** An amount as the service sent it, with its currency. */
export function moneyText(figure: string, currency: string, mask: Mask): string {
  return [mask(showNumber(figure)), visibleText(currency)].filter((part) => part !== '').join(' ');
}

/**
 * The figures of an account that the service tells, the most important first: label and text.
 *
 * @param isOneOfSeveral - The account has others in other markets, so each label names its market.
 */
export function fundsFigures(
  funds: AccountFunds,
  mask: Mask,
  isOneOfSeveral: boolean,
): readonly (readonly [label: string, text: string])[] {
  const { market, currency, cashByMarket } = funds;
  const of = market === undefined || !isOneOfSeveral ? '' : ` (${vscode.l10n.t('Market ID {0}', market)})`;
  const money = (label: string, figure: string): readonly [string, string] => [
    `${label}${of}`,
    figure === '' ? '' : moneyText(figure, currency, mask),
  ];
  const used = marginUse(funds);
  const rows: readonly (readonly [string, string])[] = [
    money(vscode.l10n.t('Total assets'), funds.totalAssets),
    [`${vscode.l10n.t('Unrealized P&L')}${of}`, profitText(funds, mask)],
    money(vscode.l10n.t('Buying power'), funds.power),
    money(vscode.l10n.t('Cash'), funds.cash),
    [vscode.l10n.t('Margin use'), used === undefined ? '' : mask(used)],
    [vscode.l10n.t('Risk status'), riskWord(funds.riskStatus)],
    money(vscode.l10n.t('Initial margin'), funds.initialMargin),
    money(vscode.l10n.t('Maintenance margin'), funds.maintenanceMargin),
    ...Object.entries(cashByMarket).map(([prefix, cash]): readonly [string, string] => [
      vscode.l10n.t('Cash: {0}', visibleText(prefix.toUpperCase())),
      mask(showNumber(cash)),
    ]),
  ];
  return rows.filter(([, text]) => text !== '');
}

/** With its sign; what is not a number stays as the service sent it. */
function profitText({ unrealizedProfit, currency }: AccountFunds, mask: Mask): string {
  const amount = parseAmount(unrealizedProfit);
  if (amount === undefined) return unrealizedProfit === '' ? '' : moneyText(unrealizedProfit, currency, mask);
  return [mask(showSignedMoney(amount)), visibleText(currency)].filter((part) => part !== '').join(' ');
}

/** How much of the assets the initial margin binds, in percent; undefined if either is unknown. */
function marginUse({ initialMargin, totalAssets }: AccountFunds): string | undefined {
  const [margin, assets] = [parseAmount(initialMargin), parseAmount(totalAssets)];
  if (margin === undefined || assets === undefined || assets <= 0n) return undefined;
  return `${showMoney(percentOf(margin, assets))}%`;
}
