import type * as vscode from 'vscode';
import type { PanelType } from '../ids';
import type { Shell } from '../shell/shell';
import { openTab } from '../say/surfaces';

/** What a panel shows. Made anew for every panel; disposed with it. */
export interface PanelContent extends vscode.Disposable {
  /** The panel was hidden (its page is destroyed then) or shown. */
  setVisible(isVisible: boolean): void;
}

export interface SinglePanelOptions<Content extends PanelContent> {
  readonly shell: Pick<Shell, 'restorePanels'>;
  readonly type: PanelType;
  readonly title: () => string;
  /** @param stored - What the page stored before a reload of the window; undefined for a new panel, and not to be trusted. */
  readonly create: (panel: vscode.WebviewPanel, stored: unknown) => Content;
}

/** A kind of panel of which there is one at most: opened by commands, restored by the editor after a reload. */
export class SinglePanel<Content extends PanelContent> implements vscode.Disposable {
  #open: { readonly panel: vscode.WebviewPanel; readonly content: Content } | undefined;

  constructor(private readonly options: SinglePanelOptions<Content>) {
    options.shell.restorePanels(options.type, {
      deserializeWebviewPanel: async (panel, stored: unknown) => {
        if (this.#open === undefined) this.#adopt(panel, stored);
        else panel.dispose();
      },
    });
  }

  /** The content of the panel where it is open. */
  get content(): Content | undefined {
    return this.#open?.content;
  }

  /** Brings the panel to the front, opening it where it is not open. */
  show(): Content {
    if (this.#open !== undefined) {
      this.#open.panel.reveal();
      return this.#open.content;
    }
    const { type, title } = this.options;
    return this.#adopt(openTab(type, title()), undefined);
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }

  #adopt(panel: vscode.WebviewPanel, stored: unknown): Content {
    const content = this.options.create(panel, stored);
    this.#open = { panel, content };
    panel.onDidChangeViewState(() => content.setVisible(panel.visible));
    panel.onDidDispose(() => {
      this.#open = undefined;
      content.dispose();
    });
    return content;
  }
}
