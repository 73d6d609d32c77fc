import * as vscode from 'vscode';
import type { PanelType } from '../ids';

/** A panel whose page exists, with what identifies its tab. */
export type AwakePanel = Pick<vscode.WebviewPanel, 'title' | 'viewColumn'>;

/**
 * A tab of a kind of panel that the editor restored but has not shown since: the extension was not asked for its page yet.
 *
 * @param awake - The panels of this kind whose pages exist. Tabs do not tell which panel is theirs, so as many tabs are skipped as there
 *   are panels, by title and group.
 */
export function restoredTab(
  type: PanelType,
  { isTitled, awake }: { readonly isTitled: (title: string) => boolean; readonly awake: readonly AwakePanel[] },
): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(({ input }) => isOf(type, input));
  if (tabs.length <= awake.length) return undefined;
  const left = [...awake];
  const asleep = tabs.filter(({ label, group }) => {
    const own = left.findIndex(({ title, viewColumn }) => title === label && viewColumn === group.viewColumn);
    if (own >= 0) left.splice(own, 1);
    return own < 0;
  });
  return asleep.find(({ label }) => isTitled(label));
}

/** Whether the user has pinned the tab of a panel; so do tabs of the same kind and title in its group. */
export function isPinned(type: PanelType, { title, viewColumn }: AwakePanel): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => tab.isPinned && isOf(type, tab.input) && tab.label === title && tab.group.viewColumn === viewColumn);
}

/** Closes a tab, unless it is already closed. */
export async function closeTab(tab: vscode.Tab): Promise<void> {
  if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.includes(tab))) await vscode.window.tabGroups.close(tab);
}

/** Brings a tab to the front. The editor has no API for that: its own commands count groups and tabs. */
export async function revealTab(tab: vscode.Tab): Promise<void> {
  const position = groupNames[tab.group.viewColumn - 1];
  if (!tab.group.isActive && position !== undefined) await vscode.commands.executeCommand(`workbench.action.focus${position}EditorGroup`);
  await vscode.commands.executeCommand('workbench.action.openEditorAtIndex', tab.group.tabs.indexOf(tab));
}

const groupNames = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'] as const;

/** The editor adds its own prefix to the type. */
function isOf(type: PanelType, input: unknown): boolean {
  return input instanceof vscode.TabInputWebview && (input.viewType === type || input.viewType.endsWith(`-${type}`));
}
