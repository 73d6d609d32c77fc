import * as l10n from '@vscode/l10n';
import { dispatch, isRecord, screenZoneMessage, silenceMessage } from '../../panel/platform/messages';
import type { Handlers, Message } from '../../panel/platform/messages';
import { isDrawing } from '../../domain/text/drawing';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The extension, as the other side of a page. `Bodies` maps the types of the messages to it to their bodies. */
export interface Host<Bodies extends object> {
  send<K extends keyof Bodies>(type: K, body: Bodies[K]): void;
  readState(): unknown;
  /** Survives hiding and, through the panel's serializer, a reload of the window. */
  writeState(state: unknown): void;
}

/** How a page handles messages from the extension. */
interface Listener<ToPage extends object> {
  readonly handlers: Handlers<ToPage>;
}

/** Tells the extension that the page is ready. */
type Ready = Message<{ readonly ready: null }>;

/**
 * Starts a page: creates it with its texts in the display language, its host and the data that the extension wrote into the document, adds
 * it to the document, and sends `ready`. Must be called once. The page trusts the extension, which made both the document and the
 * messages; nothing else can send messages.
 */
export function startPage<ToHost extends object, ToPage extends object, Boot>(
  Page: new (host: Host<ToHost>, boot: Boot) => Listener<ToPage> & (HTMLElement | { mount(body: HTMLElement): void }),
): void {
  trustDrawings();
  const api = acquireVsCodeApi();
  const { texts, boot } = document.body.dataset;
  l10n.config({ contents: texts ?? '{}' });
  const page = new Page(hostOf(api), JSON.parse(boot ?? '{}') as Boot);
  // As long as the page: its document goes with it.
  window.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    // On the web, any page that opened the editor can post to its frames; the editor posts with the page's own origin.
    if (origin !== window.origin) return;
    if (isMessageFor(page.handlers, data)) dispatch(page.handlers, data);
    else if (isRecord(data) && data['type'] === silenceMessage && typeof data['body'] === 'string') showSilence(data['body']);
  });
  // As long as the page, too. The editor listens for keys on the window, after the document.
  document.addEventListener('keydown', selectAllAtOnce);
  if (page instanceof HTMLElement) document.body.append(page);
  else page.mount(document.body);
  api.postMessage({ type: screenZoneMessage, body: Intl.DateTimeFormat().resolvedOptions().timeZone });
  api.postMessage({ type: 'ready', body: null } satisfies Ready);
}

/** Dims all figures, and says above them since when the service has not answered; ends that if the text is empty. */
function showSilence(text: string): void {
  const { body } = document;
  body.classList.toggle('silent', text !== '');
  const shown = body.querySelector(':scope > .silence');
  if (text === '') {
    shown?.remove();
    return;
  }
  const line = shown ?? document.createElement('p');
  line.className = 'silence';
  line.setAttribute('role', 'status');
  line.textContent = text;
  if (shown === null) body.prepend(line);
}

function isMessageFor<ToPage extends object>(handlers: Handlers<ToPage>, data: unknown): data is Message<ToPage> {
  return isRecord(data) && typeof data['type'] === 'string' && Object.hasOwn(handlers, data['type']) && 'body' in data;
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

/**
 * Makes *Select All* in a field of a page take effect at once. The editor would return it as a command a moment later, which would also
 * select what was typed meanwhile: of `523`, typed over a price, only `23` would stay.
 */
export function selectAllAtOnce(event: KeyboardEvent): void {
  const [field] = event.composedPath();
  const isSelectAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isSelectAll || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.select();
  event.preventDefault();
  event.stopPropagation();
}

/** `window.trustedTypes`, as far as it is used; some browsers lack it. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createHTML: (text: string) => string | null }): unknown;
}

/**
 * The pages' policy does not let text become markup. Libraries still need markup of two kinds: templates, which have a policy of their own,
 * and drawings such as a logo, which are allowed here.
 */
function trustDrawings(): void {
  const types: unknown = Reflect.get(window, 'trustedTypes');
  if (types !== undefined) (types as TrustedTypes).createPolicy('default', { createHTML: (text) => (isDrawing(text) ? text : null) });
}
