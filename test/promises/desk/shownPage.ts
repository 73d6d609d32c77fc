import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { buildSync } from 'esbuild';
import { GlobalWindow } from 'happy-dom';
import type { HTMLButtonElement, HTMLElement, HTMLInputElement, HTMLSelectElement } from 'happy-dom';
import type { Life } from './life';
import type { Machine } from './machine';
import type { Profile } from './profile';
import { EventEmitter } from '../../support/editor/values';
import type { PageMessage, WebviewPanel } from '../../support/editor/webviewPanel';

type Script = (page: GlobalWindow) => void;
const compiled = new Map<string, Script>();

/**
 * The page of a webview panel as the window shows it: the document that the program wrote, including the built script, rendered in a DOM.
 * Its time is the machine's. Messages take one turn of the loop in both directions, as in the editor.
 */
export class ShownPage {
  readonly #dom = new GlobalWindow({ url: 'https://webview.invalid/' });
  readonly #drawn = new EventEmitter<undefined>();
  readonly #timers: { clear(): void }[] = [];
  /** Fires after the page has drawn a message of the program. */
  readonly onDidDraw = this.#drawn.event;
  #isClosed = false;

  constructor(
    panel: WebviewPanel,
    private readonly machine: Machine,
    life: Life,
    private readonly profile: Pick<Profile, 'toPage' | 'fromPage'>,
  ) {
    const { document } = this.#dom;
    const parsed = new this.#dom.DOMParser().parseFromString(panel.webview.html, 'text/html');
    document.documentElement.lang = parsed.documentElement.lang;
    for (const { name, value } of parsed.body.attributes) document.body.setAttribute(name, value ?? '');
    const told = panel.onDidPost((message) => machine.soon(() => this.#hear(message)));
    const over = [
      panel.onDidDispose(() => this.#close()),
      panel.onDidChangeViewState(() => (panel.visible ? undefined : this.#close())),
      told,
    ];
    this.#atEnd = () => {
      for (const subscription of over) subscription.dispose();
    };
    this.#giveGlobals(life, {
      acquireVsCodeApi: () => ({
        getState: () => undefined,
        setState: () => undefined,
        postMessage: (message: unknown) => {
          const sent = profile.fromPage(JSON.parse(JSON.stringify(message)) as PageMessage);
          machine.soon(() => (this.#isClosed || life.isDead ? undefined : panel.send(sent)));
        },
      }),
    });
    for (const script of parsed.querySelectorAll('script')) scriptOf(script.getAttribute('src') ?? '')(this.#dom);
  }

  readonly #atEnd: () => void;

  /** The panel was closed, or the page destroyed because another tab is in front of it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The visible text of the first matching element; empty if there is none. */
  text(selector: string, within: HTMLElement = this.#dom.document.body): string {
    return plain(within.querySelector(selector)?.textContent ?? '');
  }

  elements(selector: string): readonly HTMLElement[] {
    return [...this.#dom.document.querySelectorAll(selector)] as HTMLElement[];
  }

  /** An enabled button, by its text. */
  button(name: RegExp): HTMLButtonElement | undefined {
    return (this.elements('button') as HTMLButtonElement[]).find(
      (button) => name.test(plain(button.textContent)) && !button.disabled && !button.hasAttribute('tabindex'),
    );
  }

  /** The input with this label. */
  input(label: string): HTMLInputElement | undefined {
    const found = this.elements('label').find((element) => plain(element.textContent) === label);
    const input = found === undefined ? null : this.#dom.document.getElementById(found.getAttribute('for') ?? '');
    return input === null ? undefined : (input as HTMLInputElement);
  }

  /** Replaces the text of an input, key by key. */
  type(input: HTMLInputElement, text: string): void {
    if (input.disabled) return;
    input.focus();
    input.select();
    for (let length = text === '' ? 0 : 1; length <= text.length; length += 1) {
      input.value = text.slice(0, length);
      input.dispatchEvent(new this.#dom.Event('input', { bubbles: true }));
    }
  }

  /** Selects a value of a list or a group of radio buttons; does nothing if it doesn't exist or is selected already. */
  select(id: string, value: string): void {
    const change = new this.#dom.Event('change', { bubbles: true });
    const radio = this.#dom.document.getElementById(`${id}-${value}`) as HTMLInputElement | null;
    if (radio !== null) {
      if (radio.disabled || radio.checked) return;
      radio.checked = true;
      radio.dispatchEvent(change);
      return;
    }
    const list = this.#dom.document.getElementById(id) as HTMLSelectElement | null;
    const hasValue = list !== null && [...list.querySelectorAll('option')].some((option) => option.getAttribute('value') === value);
    if (list === null || list.disabled || !hasValue || list.value === value) return;
    list.value = value;
    list.dispatchEvent(change);
  }

  press(input: HTMLInputElement, key: string): void {
    input.dispatchEvent(new this.#dom.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }

  #hear(message: unknown): void {
    if (this.#isClosed) return;
    const data = this.profile.toPage(message as PageMessage);
    this.#dom.dispatchEvent(new this.#dom.MessageEvent('message', { origin: this.#dom.location.origin, data }));
    // Components draw in microtasks.
    this.machine.soon(() => (this.#isClosed ? undefined : this.#drawn.fire(undefined)));
  }

  /** Gives the page the machine's time instead of the DOM's own, and what the editor provides to pages. */
  #giveGlobals(life: Life, own: Readonly<Record<string, unknown>>): void {
    const clear = this.machine.globals(life)['clearTimeout'];
    const parts = {
      globalThis: this.#dom,
      window: this.#dom,
      origin: this.#dom.location.origin,
      setInterval: (run: () => void, ms: number) => this.#after(ms, run, true),
      setTimeout: (run: () => void, ms: number) => this.#after(ms, run),
      requestAnimationFrame: (draw: (atMs: number) => void) => this.#after(16, () => draw(this.machine.monotonicMs)),
      clearInterval: clear,
      clearTimeout: clear,
      performance: this.machine.performance(),
      ...own,
    };
    for (const [name, value] of Object.entries(parts)) Object.defineProperty(this.#dom, name, { value, configurable: true });
  }

  #after(ms: number, run: () => void, repeats = false): { clear(): void } {
    const timer = this.machine.after(ms, run, repeats);
    this.#timers.push(timer);
    return timer;
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#timers) timer.clear();
    this.#atEnd();
    this.#drawn.dispose();
    void this.#dom.happyDOM.close();
  }
}

function scriptOf(src: string): Script {
  const known = compiled.get(src);
  if (known !== undefined) return known;
  const file = fileURLToPath(src);
  // The DOM cannot load modules: the page and the files that it shares with others become one script.
  const { outputFiles } = buildSync({ entryPoints: [file], bundle: true, format: 'iife', write: false });
  const made = compileFunction(`with (page) {${outputFiles[0]?.text ?? ''}}`, ['page'], { filename: file }) as Script;
  compiled.set(src, made);
  return made;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
