import * as vscode from 'vscode';
import { entryOf, parseWatchSymbol } from '../../domain/watchlist/watchlist';
import type { WatchEntry } from '../../domain/watchlist/watchlist';
import { subjectOf } from '../platform/trees/treeModel';

/** The symbol that a command was called on: a row of any tree, the context of a page's menu, or a text. */
export function symbolOfArgument(argument: unknown): string | undefined {
  if (typeof argument === 'string') return parseWatchSymbol(argument);
  const subject = subjectOf(argument) ?? argument;
  return typeof subject === 'object' && subject !== null && 'symbol' in subject && typeof subject.symbol === 'string'
    ? parseWatchSymbol(subject.symbol)
    : undefined;
}

/** The entry of the watchlist that a command was called on. */
export function entryOfArgument(argument: unknown): WatchEntry | undefined {
  return typeof argument === 'object' && argument !== null && 'entry' in argument && typeof argument.entry === 'string'
    ? entryOf(argument.entry)
    : undefined;
}

export const defaultGroupName = (): string => vscode.l10n.t('Watchlist');
