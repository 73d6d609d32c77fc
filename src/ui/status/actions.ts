import * as vscode from 'vscode';
import { chooseOne } from '../platform/say/ask';

/** A row of a menu that runs a command; a row without one only tells something. */
export interface ActionItem extends vscode.QuickPickItem {
  readonly action?: vscode.Command;
}

export function actionItem(icon: string, action: vscode.Command) {
  return { label: action.title, iconPath: new vscode.ThemeIcon(icon), action };
}

export function separator(label: string): ActionItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Shows a menu and runs the command of the row that is picked. */
export async function chooseAction(items: readonly ActionItem[], title: string): Promise<void> {
  const picked = await chooseOne(items, { title, placeHolder: vscode.l10n.t('Select an action'), matchOnDescription: true });
  const { command, arguments: given = [] } = picked?.action ?? { command: '' };
  if (command !== '') await vscode.commands.executeCommand(command, ...(given as readonly unknown[]));
}
