import * as vscode from 'vscode';
import { entryOf } from '../../domain/watchlist/watchlist';
import type { WatchEntry } from '../../domain/watchlist/watchlist';

/** The entry of the watchlist that a command was called on. */
export function entryOfArgument(argument: unknown): WatchEntry | undefined {
  return typeof argument === 'object' && argument !== null && 'entry' in argument && typeof argument.entry === 'string'
    ? entryOf(argument.entry)
    : undefined;
}

export const defaultGroupName = (): string => vscode.l10n.t('Watchlist');
