import * as vscode from 'vscode';
import type { PositionsState } from '../../app/positions/positionsBook';
import { accountsIn } from '../../app/accounts/accountDirectory';
import { groupByMarket, defaultSort } from '../../domain/positions/holdingGroups';
import { seen } from '../../service/lists/list';
import { marketLabel } from './positionText';
import { askText, chooseOne } from '../platform/say/ask';

interface MarketItem extends vscode.QuickPickItem {
  readonly choice: 'all' | 'typed' | number;
}

/** Asks for the market to request. `undefined` is all markets; `dismissed` changes nothing. */
export async function pickMarket(positions: PositionsState): Promise<number | undefined | 'dismissed'> {
  const items: MarketItem[] = [
    { label: vscode.l10n.t('All markets'), choice: 'all' },
    ...knownMarkets(positions).map(([market, label]) => ({ label, description: vscode.l10n.t('market ID {0}', market), choice: market })),
    { label: vscode.l10n.t('Enter a market ID…'), choice: 'typed' },
  ];
  const picked = await chooseOne(items, {
    title: vscode.l10n.t('Filter Positions by Market'),
    placeHolder: vscode.l10n.t('The service filters by its own market IDs'),
  });
  if (picked === undefined) return 'dismissed';
  if (picked.choice === 'all') return undefined;
  if (picked.choice !== 'typed') return picked.choice;
  const typed = await askText({
    title: vscode.l10n.t('Filter Positions by Market'),
    prompt: vscode.l10n.t('Market ID used by the service'),
    validateInput: (text) => (marketNumber(text) === undefined ? vscode.l10n.t('Enter a whole number.') : undefined),
  });
  return typed === undefined ? 'dismissed' : marketNumber(typed);
}

function marketNumber(text: string): number | undefined {
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : undefined;
}

/** Market integers found in positions, with their labels, and those that the account lists name. */
function knownMarkets(positions: PositionsState): readonly (readonly [number, string])[] {
  const known = new Map<number, string>();
  for (const { list } of positions.accounts ?? []) {
    for (const group of groupByMarket(list === undefined ? [] : seen(list).items, defaultSort))
      if (group.market !== undefined) known.set(group.market, marketLabel(group));
  }
  for (const market of accountsIn(positions.directory)
    .filter(({ kind }) => kind === 'simulated')
    .flatMap(({ markets }) => markets)) {
    if (!known.has(market)) known.set(market, vscode.l10n.t('Market {0}', market));
  }
  return [...known].sort(([one], [other]) => one - other);
}
