import * as vscode from 'vscode';

/**
 * Questions to the user. Each stays until it is answered or dismissed with Escape: what it asks for is often looked up
 * elsewhere, and on a slow machine the editor gives the focus back to a page or view a moment after its palette has closed,
 * which would close the question unseen.
 */
type Choice = Omit<vscode.QuickPickOptions, 'canPickMany' | 'ignoreFocusOut'>;

/** Asks for one of the items; `undefined` when dismissed. */
export async function chooseOne<T extends vscode.QuickPickItem>(items: readonly T[], options: Choice): Promise<T | undefined> {
  return vscode.window.showQuickPick(items, { ...options, ignoreFocusOut: true });
}

/** Asks for any number of the items; `undefined` when dismissed. */
export async function chooseMany<T extends vscode.QuickPickItem>(items: readonly T[], options: Choice): Promise<readonly T[] | undefined> {
  return vscode.window.showQuickPick(items, { ...options, canPickMany: true, ignoreFocusOut: true });
}

/** Asks for a text; `undefined` when dismissed. */
export async function askText(options: Omit<vscode.InputBoxOptions, 'ignoreFocusOut'>): Promise<string | undefined> {
  return vscode.window.showInputBox({ ...options, ignoreFocusOut: true });
}
