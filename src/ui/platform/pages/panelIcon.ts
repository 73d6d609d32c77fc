import * as vscode from 'vscode';

/** The icon of a panel's tab, drawn for light and for dark themes. */
export function panelIcon(
  extensionUri: vscode.Uri,
  page: 'calendar' | 'portfolio' | 'security',
): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const icon = (theme: 'light' | 'dark'): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', `${page}-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
