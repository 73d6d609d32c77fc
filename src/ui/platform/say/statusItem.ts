import * as vscode from 'vscode';
import { drawnLines } from '../../../domain/text/drawnText';
import type { CommandId } from '../ids';
import { line } from './said';

/** What a status bar item shows. */
export interface StatusFace {
  /** May contain external text: nothing in it is shown as an icon. Several texts, each with its own icon, are separated by dots. */
  readonly text: string | readonly { readonly icon?: string; readonly text: string }[];
  /** The name of the icon before all of it. */
  readonly icon?: string;
  readonly tooltip: string | vscode.MarkdownString;
  /** For screen readers. */
  readonly label: string;
  readonly background?: vscode.ThemeColor | undefined;
}

/**
 * The editor gives an item at most 40% of the window and cuts off the rest without a sign, so that a figure would read as another one. This fits
 * into a window of 640 pixels, with an icon counted as three columns.
 */
export const mostItemColumns = 35;
const longestFace = 100;
const longestTooltip = 2_000;

/** An item of the status bar, hidden until it is first shown. The editor lets the items on the right disappear that don’t fit, those with high priority first. */
export class StatusItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  /** @param name - The name under which the user can hide it. */
  constructor(
    id: string,
    priority: number,
    readonly name: string,
    side: 'left' | 'right' = 'right',
  ) {
    const alignment = side === 'left' ? vscode.StatusBarAlignment.Left : vscode.StatusBarAlignment.Right;
    this.#item = vscode.window.createStatusBarItem(id, alignment, priority);
    this.#item.name = line(name, longestFace);
  }

  /** The command that runs when the item is clicked. */
  set command(command: CommandId | vscode.Command) {
    this.#item.command = command;
  }

  /** Updates only what changed: setting a tooltip again would close it under the pointer. */
  draw({ text, icon, tooltip, label, background }: StatusFace): void {
    const item = this.#item;
    const drawn =
      typeof text === 'string' ? withIcon(text, icon) : text.map((part) => withIcon(part.text, part.icon).trimEnd()).join(' · ');
    if (item.text !== drawn) item.text = drawn;
    const hover = typeof tooltip === 'string' ? drawnLines(tooltip, longestTooltip) : tooltip;
    if (textOf(item.tooltip) !== textOf(hover)) item.tooltip = hover;
    const spoken = line(label, longestTooltip);
    if (item.accessibilityInformation?.label !== spoken) item.accessibilityInformation = { label: spoken };
    if (item.backgroundColor?.id !== background?.id) item.backgroundColor = background;
    item.show();
  }

  hide(): void {
    this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** Shows a text in the status bar for some time. */
export function flash(text: string, ms: number, icon?: string): vscode.Disposable {
  return vscode.window.setStatusBarMessage(withIcon(text, icon), ms);
}

function withIcon(text: string, icon: string | undefined): string {
  return `${icon === undefined ? '' : `$(${icon}) `}${line(text, longestFace)}`;
}

function textOf(tooltip: string | vscode.MarkdownString | undefined): string | undefined {
  return typeof tooltip === 'object' ? tooltip.value : tooltip;
}
