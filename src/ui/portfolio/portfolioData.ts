import * as vscode from 'vscode';
import type { OldAccount } from '../../app/accounts/oldAccounts';
import type { AccountPositions, PositionsState } from '../../app/positions/positionsBook';
import { accountKey, liveFirst } from '../../app/session/accounts/accounts';
import type { Account } from '../../app/session/accounts/accounts';
import type { ReadHolding } from '../../domain/positions/holding';
import type { PortfolioAccountView, PortfolioData } from '../../panel/portfolio/portfolioProtocol';
import { homeCurrency } from '../../app/accounts/accountCurrency';
import { isWholeButOld, seen } from '../../service/lists/list';
import type { Gap } from '../../service/lists/list';
import { gapsText, untold } from '../platform/lists/gapText';
import type { ListNoun } from '../platform/lists/gapText';
import { silence } from '../platform/silence';

/** @param old - Accounts that this window has not read. */
export function portfolioData(
  state: PositionsState,
  old: readonly OldAccount<ReadHolding>[],
  isSandbox: boolean,
): Omit<PortfolioData, 'oldAsOf'> {
  const oldKeys = new Set(old.map(({ account }) => accountKey(account)));
  const known = liveFirst(state.accounts ?? []);
  const listOf = (account: Account): AccountPositions['list'] =>
    known.find((each) => accountKey(each.account) === accountKey(account))?.list;
  const read = known.filter(({ account }) => !oldKeys.has(accountKey(account)));
  return {
    isSandbox,
    isLoaded: known.some(({ list }) => list !== undefined) || state.accounts?.length === 0,
    missing: [
      ...state.directory.flatMap(({ list }) => (list?.verdict === 'incomplete' ? told(list.gaps, 'accounts') : [])),
      ...(known.some(({ list }) => list?.verdict === 'notOffered')
        ? [vscode.l10n.t('This service doesn’t provide positions, except of paper accounts.')]
        : []),
    ],
    unlisted: state.directory.flatMap(({ kind, list }) => (list === undefined ? [kind] : [])),
    partial: partialKinds(state, old),
    aged: silence.isOn ? [] : agedKinds(state),
    accounts: [
      ...read.map(({ account, list, updatedAtMs }) => ({
        ...accountView(account, list),
        positions: (list === undefined ? [] : seen(list).items).map(({ holding }) => holding),
        isOld: false,
        updatedAt: updatedAtMs ?? null,
      })),
      ...liveFirst(old).map(({ account, old: rows }) => ({
        ...accountView(account, listOf(account)),
        positions: rows.drawOld((items) => items.map(({ holding }) => holding)),
        isOld: true,
        updatedAt: null,
      })),
    ],
  };
}

/** @param list - What this window has read of the account. */
function accountView(account: Account, list: AccountPositions['list']): Omit<PortfolioAccountView, 'positions' | 'isOld' | 'updatedAt'> {
  const gaps = list === undefined ? [] : seen(list).gaps;
  const [awaited, missing] = [gaps.filter(isAwaited), gaps.filter((gap) => !isAwaited(gap))];
  return {
    ...{ key: accountKey(account), id: account.id, name: account.name, kind: account.kind, home: homeCurrency(account) },
    loading: list === undefined ? vscode.l10n.t('Loading…') : gapsText(awaited, 'positions'),
    missing: told(missing, 'positions'),
  };
}

function told(gaps: readonly Gap[], noun: ListNoun): readonly string[] {
  const text = gapsText(untold(gaps), noun);
  return text === '' ? [] : [text];
}

function isAwaited({ kind }: Gap): boolean {
  return kind === 'awaited';
}

function partialKinds({ accounts, directory }: PositionsState, old: readonly OldAccount<ReadHolding>[]): PortfolioData['partial'] {
  const partial = [
    ...directory.flatMap(({ kind, list }) => (list === undefined || (list.verdict === 'incomplete' && !isWholeButOld(list)) ? [kind] : [])),
    ...(accounts ?? []).flatMap(({ account, list }) => (list?.verdict === 'complete' || isWholeButOld(list) ? [] : [account.kind])),
    ...old.map(({ account }) => account.kind),
  ];
  return [...new Set(partial)];
}

/** Kinds of accounts whose positions are all there, but some from before a read that failed. */
function agedKinds({ accounts, directory }: PositionsState): PortfolioData['aged'] {
  const aged = [
    ...directory.flatMap(({ kind, list }) => (isWholeButOld(list) ? [kind] : [])),
    ...(accounts ?? []).flatMap(({ account, list }) => (isWholeButOld(list) ? [account.kind] : [])),
  ];
  return [...new Set(aged)];
}
