import * as vscode from 'vscode';
import { drawnLine, drawnLines } from '../../../domain/text/drawnText';

const longestTitle = 120;
const longestRow = 400;
const longestTooltip = 2000;

/** Opens a page in a tab. */
export function openTab(
  type: string,
  title: string,
  options: vscode.WebviewPanelOptions & vscode.WebviewOptions,
  column = vscode.ViewColumn.Active,
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(type, drawnLine(title, longestTitle), column, options);
}

/** Sets the title of a page's tab. */
export function nameTab(panel: vscode.WebviewPanel, title: string): void {
  panel.title = drawnLine(title, longestTitle);
}

/** The texts in the head of a view. */
export type ViewHead = Pick<vscode.TreeView<unknown>, 'message' | 'description' | 'badge'>;

/** Sets the text beside the title of a view, and the one above its rows. The editor would send even an unchanged text to the window. */
export function setHead(view: ViewHead, texts: { readonly description: string; readonly message: string }): void {
  for (const key of ['description', 'message'] as const) {
    const drawn = drawnLine(texts[key], longestRow);
    if ((view[key] ?? '') !== drawn) view[key] = drawn;
  }
}

/** Sets the text beside the title of a view that is a page. */
export function setDescription(view: Pick<vscode.WebviewView, 'description'>, text: string): void {
  const drawn = drawnLine(text, longestRow);
  if ((view.description ?? '') !== drawn) view.description = drawn;
}

/** A number on the icon of a view; none for zero. */
export function setBadge(view: ViewHead, value: number, tooltip: string): void {
  if ((view.badge?.value ?? 0) === value) return;
  view.badge = value === 0 ? undefined : { value, tooltip: drawnLine(tooltip, longestRow) };
}

/** Text from the service may have any length, and the workbench lays out all the text of a row, visible or not. */
export function neutralizeRow(item: vscode.TreeItem): void {
  if (typeof item.label === 'string') item.label = drawnLine(item.label, longestRow);
  if (typeof item.description === 'string') item.description = drawnLine(item.description, longestRow);
  if (typeof item.tooltip === 'string') item.tooltip = drawnLines(item.tooltip, longestTooltip);
}
