import * as vscode from 'vscode';
import type { OwnFill, OwnFillsState } from '../../app/security/ownFills';
import type { Account } from '../../app/session/accounts/accounts';
import { directionOf } from '../../domain/market/fill';
import { exchangeZone, isShare, statedCurrency } from '../../domain/market/security';
import type { Held } from '../../domain/positions/positionAfter';
import { mayCrossSplit, realizedProfit } from '../../domain/positions/realizedProfit';
import type { RealizedProfit } from '../../domain/positions/realizedProfit';
import { idText } from '../../domain/text/visibleText';
import { offsetMs } from '../../domain/time/zones';
import { parseAmount, plainAmount, showNumber, showSignedMoney } from '../../domain/values/amount';
import type { FillsView } from '../../panel/security/securityProtocol';
import { seen } from '../../service/lists/list';
import { priceText } from '../platform/words/orderLine';
import type { MarketDigits } from '../platform/words/orderLine';
import { sideWord } from '../platform/words/wireWords';
import { gapsText } from '../platform/lists/gapText';
import { accountsWithoutMarket, listsNoAccounts, missingAccounts, told } from './accountNotes';

/** Fills as marks on the chart, and what is missing. In privacy mode there are none: their places would reveal what was traded. */
export function fillsView(
  state: OwnFillsState,
  symbol: string,
  isPrivate: boolean,
  { held = () => undefined, market }: { readonly held?: HeldIn; readonly market?: MarketDigits | undefined } = {},
): FillsView {
  const { lists, accounts, directory, isReading } = state;
  const fills = state.fills.filter(({ standing }) => standing === 'counts');
  const leftOut = state.fills.length - fills.length;
  if (isPrivate) return { marks: [], notes: [vscode.l10n.t('Your fills are hidden in privacy mode.')] };
  const zone = exchangeZone(symbol);
  const known = lists.flatMap((list) => (list === undefined ? [] : [list]));
  const gaps = told(known.flatMap((list) => seen(list).gaps));
  const isOffered = known.length === 0 || known.some(({ verdict }) => verdict !== 'notOffered');
  return {
    marks: fills.map(({ atMs, side, quantity, price, account }) => ({
      time: Math.floor((atMs + offsetMs(zone, atMs)) / 1000),
      isBuy: directionOf(side) === 'buy',
      isPaper: account.kind === 'simulated',
      text: fillText(side, quantity, priceText(price, market), account.kind === 'simulated'),
    })),
    notes: [
      ...(isReading ? [vscode.l10n.t('Loading your fills…')] : []),
      ...(isReading || !isCountable(state) ? [] : [vscode.l10n.t('Your fills of the last 90 days: {0}', fills.length)]),
      ...(isReading || leftOut > 0 || gaps.length > 0 ? [] : realizedNotes(fills, symbol, held)),
      ...(leftOut === 0 ? [] : [vscode.l10n.t('Not marked, because they were canceled or changed afterwards: {0}', leftOut)]),
      ...(listsNoAccounts(accounts, directory)
        ? [vscode.l10n.t('This service doesn’t list accounts, so there are no fills to mark.')]
        : []),
      ...missingAccounts(directory),
      ...(isOffered ? [] : [vscode.l10n.t('This service doesn’t list fills.')]),
      ...(gaps.length === 0 ? [] : [vscode.l10n.t('Fills may be missing: {0}', gapsText(gaps, 'fills'))]),
      ...accountsWithoutMarket(accounts),
      ...(fills.some(({ isSum }) => isSum)
        ? [vscode.l10n.t('Paper orders are marked once, at their average fill price and last update: their single fills aren’t listed.')]
        : []),
    ],
  };
}

/** What an account holds of the security; undefined if that isn’t known. */
export type HeldIn = (account: Account) => Pick<Held, 'quantity' | 'price' | 'currency'> | undefined;

/** What the fills of each kind of account realized, as far as the price is known at which it was opened. Contracts have a multiplier that no list tells. */
function realizedNotes(fills: readonly OwnFill[], symbol: string, held: HeldIn): readonly string[] {
  if (!isShare(symbol, 'unknown')) return [];
  return (['live', 'simulated'] as const).flatMap((kind) => {
    const ofKind = fills.filter(({ account }) => account.kind === kind);
    const accounts = [...new Map(ofKind.map(({ account }) => [account.id, account])).values()];
    const realized = accounts.map((account) =>
      realizedIn(
        ofKind.filter((fill) => fill.account.id === account.id),
        held(account),
      ),
    );
    if (realized.includes('split')) return [splitText(kind)];
    const known = realized.flatMap((one) => (typeof one === 'object' ? [one] : []));
    if (known.length < realized.length || known.every(({ profit, unknown }) => profit === 0n && unknown === 0n)) return [];
    const stated = [...ofKind.map(({ currency }) => currency), ...accounts.map((account) => held(account)?.currency)];
    const currency = statedCurrency(symbol, stated);
    // Amounts in two currencies have no sum.
    if (currency === undefined && stated.some((one) => (one ?? '') !== '')) return [];
    const profit = showSignedMoney(known.reduce((sum, one) => sum + one.profit, 0n));
    const unknown = known.reduce((sum, one) => sum + one.unknown, 0n);
    const money = `${profit} ${currency ?? ''}`.trim();
    const text =
      kind === 'live'
        ? vscode.l10n.t('Realized in 90 days, calculated first in, first out, without fees: {0}', money)
        : vscode.l10n.t('Realized in 90 days on paper, calculated first in, first out, without fees: {0}', money);
    return [
      text,
      ...(unknown === 0n ? [] : [vscode.l10n.t('Not in it, because it was opened before: {0}', showNumber(plainAmount(unknown)))]),
    ];
  });
}

function splitText(kind: 'live' | 'simulated'): string {
  return kind === 'live'
    ? vscode.l10n.t('What was realized in 90 days isn’t known: there may have been a split between the fills.')
    : vscode.l10n.t('What was realized in 90 days on paper isn’t known: there may have been a split between the fills.');
}

function realizedIn(fills: readonly OwnFill[], held: ReturnType<HeldIn>): RealizedProfit | 'split' | undefined {
  const trades = fills.flatMap(({ side, quantity, price }) => {
    const [direction, size, at] = [directionOf(side), parseAmount(quantity), parseAmount(price)];
    return direction === undefined || size === undefined || at === undefined ? [] : [{ direction, quantity: size, price: at }];
  });
  if (held === undefined || trades.length < fills.length) return undefined;
  const { quantity, price = '' } = held;
  return mayCrossSplit(trades, { quantity, price: parseAmount(price) }) ? 'split' : realizedProfit(trades, quantity);
}

/** Without an account, or without any list of fills, nobody knows how many there are. */
function isCountable({ accounts, directory, lists }: OwnFillsState): boolean {
  if (accounts.length === 0) return directory.every(({ list }) => list?.verdict === 'complete');
  return lists.some((list) => list !== undefined && list.verdict !== 'notOffered');
}

/** `BUY 300 @ 562.500`; marked with a word if it is from a paper account. */
function fillText(side: string, quantity: string, price: string, isPaper: boolean): string {
  const text = `${sideWord(side)} ${idText(showNumber(quantity))} @ ${price}`;
  return isPaper ? vscode.l10n.t('{0} (paper)', text) : text;
}
