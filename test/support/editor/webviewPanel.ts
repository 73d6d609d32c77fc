import type * as vscode from 'vscode';
import { EventEmitter } from './values';

/** A message to or from a page. */
export interface PageMessage {
  readonly type: string;
  readonly body: unknown;
}

/** A webview panel of the program: its page and the messages to it. */
export class WebviewPanel {
  readonly posted: PageMessage[] = [];
  isDisposed = false;
  visible = true;
  active = true;
  title = '';
  declare iconPath?: vscode.Uri | { readonly light: vscode.Uri; readonly dark: vscode.Uri };
  viewColumn = 1;
  /** Where it was opened, as the program said: a column, or one beside the active one. */
  openedIn: unknown;
  /** The columns in which the program brought it to the front. */
  readonly revealed: (number | undefined)[] = [];
  readonly #received = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<undefined>();
  readonly #viewState = new EventEmitter<unknown>();
  readonly #sent = new EventEmitter<unknown>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#viewState.event;
  /** Messages to the page. */
  readonly onDidPost = this.#sent.event;
  readonly webview = {
    html: '',
    options: {},
    cspSource: 'vscode-webview:',
    asWebviewUri: (uri: vscode.Uri): vscode.Uri => uri,
    onDidReceiveMessage: this.#received.event,
    postMessage: async (message: unknown): Promise<boolean> => {
      const copy = JSON.parse(JSON.stringify(message)) as PageMessage;
      this.posted.push(copy);
      this.#sent.fire(copy);
      return Promise.resolve(true);
    },
  };

  constructor(readonly viewType: string) {}

  /** Sends a message as the page would. */
  send(message: unknown): void {
    this.#received.fire(message);
  }

  /** The page says something of this type. */
  say(type: string, body: unknown = null): void {
    this.send({ type, body });
  }

  /** Bodies of the messages of a type to the page, oldest first. */
  bodies(type: string): readonly unknown[] {
    return this.posted.filter((message) => message.type === type).map(({ body }) => body);
  }

  reveal(column?: number): void {
    this.revealed.push(column);
    this.setVisible(true);
  }

  /** Another tab is brought to the front, or this one is brought back. The editor destroys a page that is hidden. */
  setVisible(isVisible: boolean): void {
    if (this.visible === isVisible) return;
    this.visible = isVisible;
    this.active = isVisible;
    this.#viewState.fire({ webviewPanel: this });
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.visible = false;
    this.#disposed.fire(undefined);
  }
}
