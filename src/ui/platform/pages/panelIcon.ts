import * as vscode from 'vscode';

export type PanelIcon = 'calendar' | 'order' | 'portfolio' | 'screener' | 'security';

/** The icon of a panel's tab, drawn for light and for dark themes. */
export function panelIcon(extensionUri: vscode.Uri, name: PanelIcon): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const icon = (theme: 'light' | 'dark'): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
