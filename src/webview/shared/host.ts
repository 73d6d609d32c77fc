import * as l10n from '@vscode/l10n';
import { dispatch } from '../../panel/platform/messages';
import type { Handlers, Message } from '../../panel/platform/messages';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The other side of a page: the extension. `Bodies` maps the types of the messages to it to their bodies. */
export interface Host<Bodies extends object> {
  send<K extends keyof Bodies>(type: K, body: Bodies[K]): void;
  readState(): unknown;
  /** Survives hiding and, through the panel's serializer, a reload of the window. */
  writeState(state: unknown): void;
}

/** What a page makes of messages from the extension. */
interface Listener<ToPage extends object> {
  readonly handlers: Handlers<ToPage>;
}

/** Says to the extension that the page is there. */
type Ready = Message<{ readonly ready: null }>;

/**
 * Starts a page: it gets its texts in the display language, the extension to talk to and what the extension wrote into the document, is
 * put into the document, and says `ready`. To be called once. The extension is trusted by its own page: it made both the document and the messages.
 */
export function startPage<ToHost extends object, ToPage extends object, Boot>(
  Page: new (host: Host<ToHost>, boot: Boot) => Listener<ToPage> & (HTMLElement | { mount(body: HTMLElement): void }),
): void {
  const api = acquireVsCodeApi();
  const { texts, boot } = document.body.dataset;
  l10n.config({ contents: texts ?? '{}' });
  const page = new Page(hostOf(api), JSON.parse(boot ?? '{}') as Boot);
  window.addEventListener('message', (event: MessageEvent<Message<ToPage>>) => dispatch(page.handlers, event.data));
  if (page instanceof HTMLElement) document.body.append(page);
  else page.mount(document.body);
  api.postMessage({ type: 'ready', body: null } satisfies Ready);
}

function hostOf<Bodies extends object>(api: VsCodeApi): Host<Bodies> {
  return {
    send: (type, body) => {
      const message: Message<Bodies, typeof type> = { type, body };
      api.postMessage(message);
    },
    readState: () => api.getState(),
    writeState: (state) => api.setState(state),
  };
}
