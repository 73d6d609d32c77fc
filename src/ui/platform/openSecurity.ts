import * as vscode from 'vscode';
import { commandOf } from './runCommand';

/** Opens the page of a security from a row. */
export function openSecurity(symbol: string): vscode.Command {
  return securityOpener()(symbol);
}

/** As {@link openSecurity}, for thousands of rows: the shared parts are created once. */
export function securityOpener(): (symbol: string) => vscode.Command {
  const title = vscode.l10n.t('Open Security');
  return (symbol) => commandOf('marketDesk.security.open', title, symbol);
}
