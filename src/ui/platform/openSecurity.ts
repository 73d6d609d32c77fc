import * as vscode from 'vscode';
import type { CommandId } from './ids';

const command: CommandId = 'marketDesk.security.open';

/** Opens the page of a security from a row. */
export function openSecurity(symbol: string): vscode.Command {
  return { command, title: vscode.l10n.t('Open Security'), arguments: [symbol] };
}
