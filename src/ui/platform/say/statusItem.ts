import * as vscode from 'vscode';
import { drawnLines } from '../../../domain/text/drawnText';
import { line } from './said';

/** What an item of the status bar shows. */
export interface StatusFace {
  /** May hold text from outside: nothing in it is drawn as an icon. */
  readonly text: string;
  /** The name of an icon in front of the text. */
  readonly icon?: string;
  readonly tooltip: string | vscode.MarkdownString;
  /** For screen readers. */
  readonly label: string;
  readonly background?: vscode.ThemeColor | undefined;
}

const longestFace = 100;
const longestTooltip = 2_000;

/** An item on the right of the status bar, hidden until it is drawn. */
export class StatusItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  /** @param name - By which the user can hide it. */
  constructor(
    id: string,
    priority: number,
    readonly name: string,
  ) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, priority);
    this.#item.name = line(name, longestFace);
  }

  /** What happens when it is selected. */
  set command(command: vscode.Command | string) {
    this.#item.command = command;
  }

  /** Draws what changed, and nothing where nothing did: a tooltip that is set anew closes under the pointer. */
  draw({ text, icon, tooltip, label, background }: StatusFace): void {
    const item = this.#item;
    const drawn = withIcon(text, icon);
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

/** Shows a text in the status bar for a while. */
export function flash(text: string, ms: number, icon?: string): vscode.Disposable {
  return vscode.window.setStatusBarMessage(withIcon(text, icon), ms);
}

function withIcon(text: string, icon: string | undefined): string {
  return `${icon === undefined ? '' : `$(${icon}) `}${line(text, longestFace)}`;
}

function textOf(tooltip: string | vscode.MarkdownString | undefined): string | undefined {
  return typeof tooltip === 'object' ? tooltip.value : tooltip;
}
