import * as vscode from 'vscode';
import type { CommandArgument } from './commandArguments';
import type { commands, CommandId, ViewId } from './ids';
import type { SettingKey } from './settings';

/** What a command is called with, by its row of the table of commands. */
export type CommandCall<K extends CommandId> = (typeof commands)[K]['takes'] extends 'nothing'
  ? []
  : (typeof commands)[K]['takes'] extends 'calendarSearch'
    ? [keyword: string, searchType: number]
    : [argument?: CommandArgument<K>];

/** Runs a command of this program. Handlers show their errors: this rejects only if the command can’t be run at all. */
export async function runCommand<K extends CommandId>(id: K, ...given: CommandCall<K>): Promise<void> {
  await vscode.commands.executeCommand(id, ...given);
}

/** Opens the editor’s settings at one of this program. */
export async function openSetting(key: SettingKey): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `marketDesk.${key}`);
}

/** Shows a view of this program, and puts the keyboard focus there. */
export async function focusView(id: ViewId): Promise<void> {
  await vscode.commands.executeCommand(`${id}.focus`);
}
