import * as vscode from 'vscode';
import type { OwnFillsState } from '../../app/security/ownFills';
import { directionOf } from '../../domain/market/fill';
import { exchangeZone } from '../../domain/market/security';
import { idText } from '../../domain/text/visibleText';
import { offsetMs } from '../../domain/time/zones';
import { showNumber } from '../../domain/values/amount';
import type { FillsView } from '../../panel/security/securityProtocol';
import { seen } from '../../service/lists/list';
import { sideWord } from '../platform/words/wireWords';
import { gapsText } from '../platform/lists/gapText';
import { accountsWithoutMarket, listsNoAccounts, missingAccounts, told } from './accountNotes';

/** Fills as marks on the chart, and what is missing. In privacy mode there are none: their places would reveal what was traded. */
export function fillsView(state: OwnFillsState, symbol: string, isPrivate: boolean): FillsView {
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
      text: fillText(side, quantity, price, account.kind === 'simulated'),
    })),
    notes: [
      ...(isReading ? [vscode.l10n.t('Loading your fills…')] : []),
      ...(isReading || !isCountable(state) ? [] : [vscode.l10n.t('Your fills of the last 90 days: {0}', fills.length)]),
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

/** Without an account, or without any list of fills, nobody knows how many there are. */
function isCountable({ accounts, directory, lists }: OwnFillsState): boolean {
  if (accounts.length === 0) return directory.every(({ list }) => list?.verdict === 'complete');
  return lists.some((list) => list !== undefined && list.verdict !== 'notOffered');
}

/** `BUY 300 @ 562.5`; marked with a word if it is from a paper account. */
function fillText(side: string, quantity: string, price: string, isPaper: boolean): string {
  const text = `${sideWord(side)} ${idText(showNumber(quantity))} @ ${idText(showNumber(price))}`;
  return isPaper ? vscode.l10n.t('{0} (paper)', text) : text;
}
