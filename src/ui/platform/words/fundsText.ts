import * as vscode from 'vscode';
import type { AccountFunds } from '../../../app/positions/fundsBook';
import type { Mask } from '../../../domain/text/mask';
import { visibleText } from '../../../domain/text/visibleText';
import { partWord } from './marketWords';
import { riskWord } from './wireWords';
import { parseAmount, percentOf, showMoney, showNumber, showSignedMoney } from '../../../domain/values/amount';

/** An amount as the service sent it, with its currency. */
export function moneyText(figure: string, currency: string, mask: Mask): string {
  return [mask(showNumber(figure)), visibleText(currency)].filter((part) => part !== '').join(' ');
}

/** A figure of an account, in words. */
export interface FundsFigure {
  readonly label: string;
  readonly text: string;
  /** It decides about the next order: the last one to leave where there is little room. */
  readonly isUrgent?: true;
  /** What to know about it. */
  readonly note?: string;
  /** How bad it is. */
  readonly look?: 'warning' | 'danger';
}

const riskLooks: Readonly<Record<string, 'warning' | 'danger'>> = { WARNING: 'warning', DANGER: 'danger' };

/** The market of a paper account whose money has a usual currency: the only one whose integer is the same in all records. */
const hongKong = 1;

/** As the service states it; `≈HKD` if that is only assumed, and empty if not even that is known. */
export function fundsCurrency({ currency, market }: Pick<AccountFunds, 'currency' | 'market'>): string {
  return currency === '' && market === hongKong ? '≈HKD' : currency;
}

/**
 * The figures of an account that the service tells, the most important first. The total of a paper account is that of one market, which it names.
 *
 * @param isOneOfSeveral - The account has others in other markets, so each label names its market.
 */
export function fundsFigures(funds: AccountFunds, mask: Mask, isOneOfSeveral: boolean): readonly FundsFigure[] {
  const { market, riskStatus } = funds;
  const scope = market === undefined ? '' : ` (${partWord(String(market))})`;
  const of = isOneOfSeveral ? scope : '';
  const currency = fundsCurrency(funds);
  const isAssumed = currency !== funds.currency;
  const note = isAssumed
    ? { note: vscode.l10n.t('Assumed: the service states no currency, and this is the usual one of the market.') }
    : {};
  const money = (label: string, figure: string, place = of): FundsFigure => ({
    label: `${label}${place}`,
    text: figure === '' ? '' : moneyText(figure, currency, mask),
    ...note,
  });
  const used = marginUse(funds);
  const look = Object.hasOwn(riskLooks, riskStatus) ? riskLooks[riskStatus] : undefined;
  const risk: FundsFigure = { label: vscode.l10n.t('Risk status'), text: riskWord(riskStatus), ...(look === undefined ? {} : { look }) };
  const isCalm = riskStatus === 'SAFE';
  const figures: readonly FundsFigure[] = [
    ...(isCalm ? [] : [{ ...risk, isUrgent: true as const }]),
    { ...money(vscode.l10n.t('Buying power'), funds.power), isUrgent: true },
    { ...money(vscode.l10n.t('Total assets'), funds.totalAssets, scope), ...(market === undefined ? wholeNote(currency) : {}) },
    { label: `${vscode.l10n.t('Unrealized P&L')}${of}`, text: profitText({ ...funds, currency }, mask), ...note },
    money(vscode.l10n.t('Cash'), funds.cash),
    { label: vscode.l10n.t('Margin use'), text: used === undefined ? '' : mask(used) },
    ...(isCalm ? [risk] : []),
    money(vscode.l10n.t('Initial margin'), funds.initialMargin),
    money(vscode.l10n.t('Maintenance margin'), funds.maintenanceMargin),
    { label: vscode.l10n.t('Cash by market'), text: cashText(funds, mask) },
  ];
  return figures.filter(({ text }) => text !== '');
}

/** The service converts the figures of a live account. */
function wholeNote(currency: string): Pick<FundsFigure, 'note'> {
  return currency === ''
    ? {}
    : { note: vscode.l10n.t('Everything in the account, converted into {0} by the service.', visibleText(currency)) };
}

/** The cash in each market; empty if it is all in one and says no more than the cash of the account. */
function cashText({ cash, cashByMarket }: AccountFunds, mask: Mask): string {
  const markets = Object.entries(cashByMarket);
  const [only] = markets;
  if (markets.length === 1 && only !== undefined && parseAmount(only[1]) === parseAmount(cash)) return '';
  return markets.map(([prefix, amount]) => `${visibleText(prefix.toUpperCase())} ${mask(showNumber(amount))}`).join(' · ');
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
