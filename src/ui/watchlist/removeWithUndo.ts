import * as vscode from 'vscode';
import type { WatchlistStore } from '../../app/watchlist/watchlistStore';
import type { WatchEntry } from '../../domain/watchlist/watchlist';
import { sayInfo } from '../platform/say/messages';

/** Removes entries and reports that, with a button that restores them to their places. */
export async function removeWithUndo(store: WatchlistStore, entries: readonly WatchEntry[]): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const undo = await store.remove(entries);
  const button = vscode.l10n.t('Undo');
  const text =
    entries.length === 1
      ? vscode.l10n.t('{0} was removed from your watchlist.', first.symbol)
      : vscode.l10n.t('{0} securities were removed from your watchlist.', entries.length);
  // The command has ended: its callers do not wait for the user's answer.
  void sayInfo(text, button).then(async (chosen) => (chosen === button ? undo() : undefined));
}
