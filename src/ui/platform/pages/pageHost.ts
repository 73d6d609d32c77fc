import type * as vscode from 'vscode';
import type { Log } from '../../../app/platform/ports';
import { isRecord, screenZoneMessage, silenceMessage } from '../../../panel/platform/messages';
import type { Guards, Handlers, Message } from '../../../panel/platform/messages';
import { silence } from '../silence';
import { screenZone } from '../zone';
import { webviewHtml, webviewRoot } from './webviewHtml';
import type { WebviewPage } from './webviewHtml';

/** The parts of a webview that a page's host needs. */
export type PageWebview = Pick<vscode.Webview, 'options' | 'html' | 'cspSource' | 'asWebviewUri' | 'onDidReceiveMessage' | 'postMessage'>;

export interface PageHostOptions<ToHost extends object> {
  readonly webview: PageWebview;
  readonly extensionUri: vscode.Uri;
  readonly page: WebviewPage;
  /** Shape checks of the page's messages: the page shows external text and is not trusted. */
  readonly guards: Guards<ToHost>;
  /** `ready` comes first, and again whenever the page was created again. */
  readonly handlers: () => Handlers<ToHost>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * The extension's side of one page in a webview: its HTML, and typed messages in both directions. Messages to a page that
 * is hidden or not ready are dropped: after `ready`, everything is sent to the page again.
 */
export class PageHost<ToPage extends object, ToHost extends object> implements vscode.Disposable {
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #isReady = false;

  constructor(private readonly options: PageHostOptions<ToHost>) {
    const { webview, extensionUri, page } = options;
    webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(extensionUri)] };
    this.#subscriptions = [
      webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      silence.onDidChange(() => this.#tellSilence()),
    ];
    webview.html = webviewHtml(webview, extensionUri, page);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The page was destroyed because it is hidden; it sends `ready` when it comes back. */
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
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #tellSilence(): void {
    if (this.#isReady) void this.options.webview.postMessage({ type: silenceMessage, body: silence.pageText });
  }

  #receive(message: unknown): void {
    const { type, body }: Readonly<Record<string, unknown>> = isRecord(message) ? message : {};
    if (type === screenZoneMessage) {
      screenZone.tell(body);
      return;
    }
    if (type === 'ready') {
      this.#isReady = true;
      if (silence.isOn) this.#tellSilence();
    }
    if (!receive(this.options.guards, this.options.handlers(), message)) {
      this.options.log.warn(`The page “${this.options.page.title}” sent a message that is not known`);
    }
  }
}

/**
 * Checks a message of the page and passes it to its handler.
 *
 * @returns false for anything that is not one of the messages; no handler was called then.
 */
export function receive<Bodies extends object>(guards: Guards<Bodies>, handlers: Handlers<Bodies>, message: unknown): boolean {
  if (!isRecord(message) || typeof message['type'] !== 'string' || !Object.hasOwn(guards, message['type'])) return false;
  return receiveAs(guards, handlers, message['type'] as keyof Bodies, message['body']);
}

function receiveAs<Bodies extends object, K extends keyof Bodies>(
  guards: Guards<Bodies>,
  handlers: Handlers<Bodies>,
  type: K,
  body: unknown,
): boolean {
  const guard: (candidate: unknown) => candidate is Bodies[K] = guards[type];
  if (!guard(body)) return false;
  handlers[type](body);
  return true;
}
