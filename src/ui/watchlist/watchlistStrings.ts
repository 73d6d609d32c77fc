import * as vscode from 'vscode';
import type { WatchlistStrings } from '../../panel/watchlist/watchlistStrings';

/** Texts of the page in the display language. */
export function watchlistStrings(): WatchlistStrings {
  return {
    title: vscode.l10n.t('Watchlist'),
    grid: vscode.l10n.t('Watchlist'),
    keyboardHelp: vscode.l10n.t(
      'Arrow keys move, Enter opens the security, Space selects, Delete removes, Alt with an arrow key reorders, S sorts by the column.',
    ),
    sortedAscending: vscode.l10n.t('sorted ascending'),
    sortedDescending: vscode.l10n.t('sorted descending'),
    expand: vscode.l10n.t('Expand'),
    collapse: vscode.l10n.t('Collapse'),
    symbol: vscode.l10n.t('Symbol'),
    day: vscode.l10n.t('Day'),
    dayHint: vscode.l10n.t('Price over the day; the dashed line is the previous close'),
    last: vscode.l10n.t('Last'),
    change: vscode.l10n.t('Change'),
    changePercent: vscode.l10n.t('Change %'),
    emptyTitle: vscode.l10n.t('Your watchlist is empty'),
    emptyText: vscode.l10n.t('Add securities by symbol, or from any list with Add to Watchlist.'),
    add: vscode.l10n.t('Add to Watchlist…'),
    signedOutTitle: vscode.l10n.t('You’re signed out'),
    signedOutText: vscode.l10n.t('Sign in to see prices. Your list is kept.'),
    signIn: vscode.l10n.t('Sign In'),
    noneTitle: vscode.l10n.t('Not connected'),
    noneText: vscode.l10n.t('Connect to a service, or try the sandbox: simulated prices on this machine, no account needed.'),
    startSandbox: vscode.l10n.t('Start Sandbox'),
    connect: vscode.l10n.t('Connect to a Service…'),
    lineUp: vscode.l10n.t('Above the previous close'),
    lineDown: vscode.l10n.t('Below the previous close'),
    lineFlat: vscode.l10n.t('At the previous close'),
    loading: vscode.l10n.t('Loading…'),
  };
}
