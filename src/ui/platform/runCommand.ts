import * as vscode from 'vscode';
import type { CommandArgument } from './commandArguments';
import { extensionId } from './ids';
import type { commands, CommandId, ViewId } from './ids';
import type { SettingKey } from './settings';

/** The arguments of a command, by its row of the table of commands. */
export type CommandCall<K extends CommandId> = (typeof commands)[K]['takes'] extends 'nothing'
  ? []
  : (typeof commands)[K]['takes'] extends 'calendarSearch'
    ? [keyword: string, searchType: number]
    : [argument?: CommandArgument<K>];

/** Runs a command of this program. Handlers show their own errors: this rejects only if the command can’t be run at all. */
export async function runCommand<K extends CommandId>(id: K, ...given: CommandCall<K>): Promise<void> {
  await vscode.commands.executeCommand(id, ...given);
}

/** The command of a row, an item, or an action, with the arguments that its row of the table allows. */
export function commandOf<K extends CommandId>(id: K, title: string, ...given: CommandCall<K>): vscode.Command {
  return given.length === 0 ? { command: id, title } : { command: id, title, arguments: [...given] };
}

/** The command of a row about something that could not be read. */
export function tryAgain<K extends CommandId>(id: K, ...given: CommandCall<K>): vscode.Command {
  return commandOf(id, vscode.l10n.t('Try Again'), ...given);
}

/** Opens the editor’s settings at a setting of this program. */
export async function openSetting(key: SettingKey): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `marketDesk.${key}`);
}

/** Opens the editor’s settings with those of this program only. */
export async function openSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${extensionId}`);
}

/** Reveals a view of this program and focuses it. */
export async function focusView(id: ViewId): Promise<void> {
  await vscode.commands.executeCommand(`${id}.focus`);
}
