import type * as vscode from 'vscode';
import type { Log } from '../../../app/platform/ports';
import { receive, screenZoneMessage } from '../../../panel/platform/messages';
import type { Guards, Handlers, Message } from '../../../panel/platform/messages';
import { screenZone } from '../zone';
import { webviewHtml, webviewRoot } from './webviewHtml';
import type { WebviewPage } from './webviewHtml';

/** What a page's host needs of its webview. */
export type PageWebview = Pick<vscode.Webview, 'options' | 'html' | 'cspSource' | 'asWebviewUri' | 'onDidReceiveMessage' | 'postMessage'>;

export interface PageHostOptions<ToHost extends object> {
  readonly webview: PageWebview;
  readonly extensionUri: vscode.Uri;
  readonly page: WebviewPage;
  /** Shape checks of what the page sends: it shows text from outside and is not trusted. */
  readonly guards: Guards<ToHost>;
  /** `ready` comes first, and again whenever the page was made anew. */
  readonly handlers: () => Handlers<ToHost>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * The extension's side of one page in a webview: its HTML, and messages in both directions by type. Messages to a page that
 * is hidden or not ready are dropped: a page that says `ready` is told everything again.
 */
export class PageHost<ToPage extends object, ToHost extends object> implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #isReady = false;

  constructor(private readonly options: PageHostOptions<ToHost>) {
    const { webview, extensionUri, page } = options;
    webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(extensionUri)] };
    this.#subscription = webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    webview.html = webviewHtml(webview, extensionUri, page);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The page was destroyed because it is hidden; it says `ready` when it comes back. */
  markHidden(): void {
    this.#isReady = false;
  }

  post<K extends keyof ToPage>(type: K, body: ToPage[K]): void {
    if (!this.#isReady) return;
    const message: Message<ToPage, K> = { type, body };
    void this.options.webview.postMessage(message);
  }

  dispose(): void {
    this.#isReady = false;
    this.#subscription.dispose();
  }

  #receive(message: unknown): void {
    const [type, body] =
      typeof message === 'object' && message !== null && 'type' in message
        ? [message.type, 'body' in message ? message.body : undefined]
        : [];
    if (type === screenZoneMessage) {
      screenZone.tell(body);
      return;
    }
    if (type === 'ready') this.#isReady = true;
    if (!receive(this.options.guards, this.options.handlers(), message)) {
      this.options.log.warn(`The page “${this.options.page.title}” sent a message that is not known`);
    }
  }
}
