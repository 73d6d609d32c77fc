import * as vscode from 'vscode';
import { maySortBy, shownSort } from '../../domain/positions/holdingGroups';
import type { SortKey, SortOrder } from '../../domain/positions/holdingGroups';
import { chooseOne } from '../platform/say/ask';

/** The order in words for the view's header, for example `P&L ↓`. */
export function sortText(sort: SortOrder): string {
  return `${keyText(sort.key)} ${sort.descending ? '↓' : '↑'}`;
}

function keyText(key: SortKey): string {
  return {
    symbol: vscode.l10n.t('symbol'),
    marketValue: vscode.l10n.t('market value'),
    profit: vscode.l10n.t('P&L'),
    profitRatio: vscode.l10n.t('P&L %'),
    dayProfit: vscode.l10n.t('day P&L'),
  }[key];
}

const keys: readonly SortKey[] = ['symbol', 'marketValue', 'profit', 'profitRatio', 'dayProfit'];

/** Asks for the order, out of those that reveal nothing hidden; undefined when dismissed. */
export async function pickSort(chosen: SortOrder, isPrivate: boolean): Promise<SortOrder | undefined> {
  const current = shownSort(chosen, isPrivate);
  const items = keys
    .filter((key) => maySortBy(key, isPrivate))
    .flatMap((key) =>
      [key !== 'symbol', key === 'symbol'].map((descending) => ({
        label: sortText({ key, descending }),
        description: description(descending, key, current),
        sort: { key, descending },
      })),
    );
  const picked = await chooseOne(items, {
    title: vscode.l10n.t('Sort Positions'),
    placeHolder: isPrivate
      ? vscode.l10n.t('Privacy mode is on: positions can be sorted by symbol only.')
      : vscode.l10n.t('Now: {0}', sortText(current)),
  });
  return picked?.sort;
}

function description(descending: boolean, key: SortKey, current: SortOrder): string {
  const order = descending ? vscode.l10n.t('descending') : vscode.l10n.t('ascending');
  return key === current.key && descending === current.descending ? `${order} · ${vscode.l10n.t('current')}` : order;
}
