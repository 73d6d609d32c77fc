import * as vscode from 'vscode';
import type { CommandId } from './ids';

const command: CommandId = 'marketDesk.security.open';

/** Opens the page of a security from a row. */
export function openSecurity(symbol: string): vscode.Command {
  return securityOpener()(symbol);
}

/** As {@link openSecurity}, for thousands of rows: what all of them share is made once. */
export function securityOpener(): (symbol: string) => vscode.Command {
  const title = vscode.l10n.t('Open Security');
  return (symbol) => ({ command, title, arguments: [symbol] });
}
