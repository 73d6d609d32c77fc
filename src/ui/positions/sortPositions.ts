import * as vscode from 'vscode';
import type { SortKey, SortOrder } from '../../domain/positions/portfolio';
import { chooseOne } from '../platform/ask';

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
  }[key];
}

/** Lets the user choose the order; undefined when dismissed. */
export async function pickSort(current: SortOrder): Promise<SortOrder | undefined> {
  const keys: readonly SortKey[] = ['symbol', 'marketValue', 'profit', 'profitRatio'];
  const items = keys.flatMap((key) =>
    [key !== 'symbol', key === 'symbol'].map((descending) => ({
      label: sortText({ key, descending }),
      description: description(descending, key, current),
      sort: { key, descending },
    })),
  );
  const picked = await chooseOne(items, {
    title: vscode.l10n.t('Sort Positions'),
    placeHolder: vscode.l10n.t('Now: {0}', sortText(current)),
  });
  return picked?.sort;
}

function description(descending: boolean, key: SortKey, current: SortOrder): string {
  const order = descending ? vscode.l10n.t('descending') : vscode.l10n.t('ascending');
  return key === current.key && descending === current.descending ? `${order} · ${vscode.l10n.t('current')}` : order;
}
