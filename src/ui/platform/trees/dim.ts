import * as vscode from 'vscode';

const scheme = 'market-desk-old';

/** Gives a row of old figures the color of what is not in use. */
export function dim(item: vscode.TreeItem): void {
  const icon = item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : 'blank';
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor('disabledForeground'));
  item.resourceUri = vscode.Uri.parse(`${scheme}:/`);
}

/** Provides the color of dimmed labels to the editor. */
export function colorOldRows(): vscode.Disposable {
  const color = new vscode.ThemeColor('disabledForeground');
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: (uri) => (uri.scheme === scheme ? { color } : undefined),
  });
}
