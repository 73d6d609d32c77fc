import * as vscode from 'vscode';
import type { PositionsState } from '../../../app/positions/positionsBook';
import type { AccountItems } from '../../../app/accounts/accountBook';
import { maskWhen } from '../../../domain/text/mask';
import { idText, visibleText } from '../../../domain/text/visibleText';
import { dayTotals } from '../../../domain/positions/dayTotals';
import type { ReadHolding } from '../../../domain/positions/holding';
import { shareCurrency } from '../../../domain/market/security';
import { absolute, showBriefMoney, showWholeMoney } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';
import type { LimitsNow } from '../../../panel/limits/limitsProtocol';
import { listText } from '../../platform/lists/listText';
import { totalName } from '../../platform/words/dayText';
import { accountName } from '../page/ordersPageData';

/** Positions that nobody reads any more say nothing about now. */
const mostAgeMs = 120_000;

interface Facing {
  readonly nowMs: number;
  readonly isPrivate: boolean;
}

/**
 * The figures of the accounts that are nearest to their limits. Limits compare plain numbers whatever their currency, and so does this.
 *
 * @param positions - As they were read for others: what isn’t known from them is left out.
 */
export function accountsNow({ accounts = [] }: Pick<PositionsState, 'accounts'>, facing: Facing): Pick<LimitsNow, 'exposure' | 'dayLoss'> {
  const known = accounts.filter((each) => isCurrent(each, facing.nowMs));
  const [exposure, dayLoss] = [largestPosition(known, facing), days(accounts, facing)];
  return { ...(exposure === undefined ? {} : { exposure }), ...(dayLoss === undefined ? {} : { dayLoss }) };
}

function isCurrent({ list, updatedAtMs }: AccountItems<unknown>, nowMs: number): boolean {
  return list?.verdict === 'complete' && updatedAtMs !== undefined && nowMs - updatedAtMs < mostAgeMs;
}

function itemsOf({ list }: AccountItems<ReadHolding>): readonly ReadHolding[] {
  return list?.verdict === 'complete' ? list.items : [];
}

function largestPosition(accounts: readonly AccountItems<ReadHolding>[], { isPrivate }: Facing): string | undefined {
  let largest: { readonly value: Amount; readonly read: ReadHolding } | undefined;
  for (const read of accounts.flatMap(itemsOf)) {
    const value = absolute(read.marketValue ?? 0n);
    if (value > (largest?.value ?? 0n)) largest = { value, read };
  }
  if (largest === undefined) return undefined;
  const { symbol } = largest.read.holding;
  const currency = currencyText([largest.read]);
  return vscode.l10n.t({
    message: 'Largest now, without open orders: {0} ({1})',
    args: [money(showWholeMoney(largest.value).replace('+', ''), currency, isPrivate), idText(symbol)],
    comment: ['Beside a limit on positions. {0} is an amount of money with its currency, {1} a symbol.'],
  });
}

/**
 * The worst day of each account, the worst one first, and the accounts whose day isn’t known: with one position’s P&L missing, the limit can’t be
 * checked either. Empty as long as no account has been read.
 */
function days(accounts: readonly AccountItems<ReadHolding>[], { nowMs, isPrivate }: Facing): string | undefined {
  if (!accounts.some((each) => isCurrent(each, nowMs))) return undefined;
  const named = ({ account }: AccountItems<ReadHolding>): string => accountName(account, isPrivate);
  const isUnknown = (each: AccountItems<ReadHolding>): boolean =>
    !isCurrent(each, nowMs) || itemsOf(each).some(({ day }) => day.kind === 'unknown');
  const known = accounts
    .filter((each) => !isUnknown(each))
    .flatMap((each) => {
      const worst = worstDay(each);
      return worst === undefined ? [] : [{ ...worst, account: named(each) }];
    })
    .toSorted((one, other) => Number(one.amount > other.amount) - Number(one.amount < other.amount))
    .map(({ amount, currency, account }) =>
      vscode.l10n.t({
        message: '{0} ({1})',
        args: [money(showBriefMoney(amount), currency, isPrivate), account],
        comment: ['An amount of money with its currency, and the name of an account.'],
      }),
    );
  const unknown = listText(accounts.filter(isUnknown).map(named));
  const text = listText([
    ...known,
    unknown === '' ? '' : vscode.l10n.t({ message: 'not known for {0}', args: [unknown], comment: ['{0} are names of accounts.'] }),
  ]);
  if (text === '') return undefined;
  return vscode.l10n.t({
    message: 'Day P&L of open positions now: {0}',
    args: [text],
    comment: ['Beside a limit on the loss of the day. {0} are amounts of money, each with its account, and accounts where it isn’t known.'],
  });
}

function worstDay(each: AccountItems<ReadHolding>): { readonly amount: Amount; readonly currency: string } | undefined {
  const holdings = itemsOf(each);
  let worst: { readonly amount: Amount; readonly currency: string } | undefined;
  for (const total of dayTotals([{ kind: each.account.kind, holdings }])) {
    const { amount } = total.day;
    if (amount === undefined || (worst !== undefined && amount >= worst.amount)) continue;
    const unnamed = holdings.filter(({ holding, market }) => holding.currency === undefined && market === total.market);
    const currency = [totalName(total), total.currency === undefined ? currencyText(unnamed) : ''].filter((text) => text !== '').join(' ');
    worst = { amount, currency };
  }
  return worst;
}

/** The currency of positions; `≈JPY` where the service names none and it is the usual one of their market; empty if they have no common one. */
function currencyText(reads: readonly ReadHolding[]): string {
  const [text = '', ...others] = new Set(
    reads.map(({ holding: { currency, symbol } }) => {
      const usual = currency ?? shareCurrency(symbol);
      return usual === undefined ? '' : `${currency === undefined ? '≈' : ''}${usual}`;
    }),
  );
  return others.length === 0 ? text : '';
}

function money(amount: string, currency: string, isPrivate: boolean): string {
  // They stay on one line.
  return `${maskWhen(isPrivate)(amount)} ${visibleText(currency)}`.trim().replaceAll(' ', '\u00a0');
}
