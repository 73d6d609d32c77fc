import type * as vscode from 'vscode';
import { visibleText } from '../../../domain/text/visibleText';

/** What an item of the status bar shows. */
export interface StatusFace {
  /** May hold text from outside: nothing in it is drawn as an icon. */
  readonly text: string;
  /** The name of an icon in front of the text. */
  readonly icon?: string;
  readonly tooltip: string | vscode.MarkdownString;
  /** For screen readers. */
  readonly label: string;
}

/** Draws what changed, and nothing where nothing did: a tooltip that is set anew closes under the pointer. */
export function drawItem(item: vscode.StatusBarItem, { text, icon, tooltip, label }: StatusFace): void {
  const drawn = `${icon === undefined ? '' : `$(${icon}) `}${visibleText(text).replaceAll('$(', '\\$(')}`;
  if (item.text !== drawn) item.text = drawn;
  if (textOf(item.tooltip) !== textOf(tooltip)) item.tooltip = tooltip;
  const spoken = visibleText(label);
  if (item.accessibilityInformation?.label !== spoken) item.accessibilityInformation = { label: spoken };
}

function textOf(tooltip: string | vscode.MarkdownString | undefined): string | undefined {
  return typeof tooltip === 'object' ? tooltip.value : tooltip;
}
