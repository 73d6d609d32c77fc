import type { Machine } from './machine';
import { loadExtension } from './bundle';
import type { Life } from './life';
import type { MissingFile, Plant } from './bundle';
import { createEditorApi } from './editorApi';
import { packedFolder } from '../../support/packed/packedFolder';
import { shipped } from './profile';
import type { Profile } from './profile';
import { textOf } from './drawn/prompts';
import type { Prompt } from './drawn/prompts';
import { ShownPage } from './drawn/shownPage';
import type { Draws } from './drawn/recorded';
import type { TreeView } from './drawn/treeView';
import { EventEmitter, Uri } from '../../support/editor/values';
import type { Disposable } from '../../support/editor/values';

/** Something that the window showed without waiting for an answer, or a dialog as it was shown. */
export interface Said {
  readonly atMs: number;
  /** `page`: in a page that the user sees. */
  readonly kind: 'info' | 'warning' | 'error' | 'modal' | 'status' | 'progress' | 'page';
  readonly text: string;
}

/** One row of a view as the user sees it. */
export interface Row {
  readonly depth: number;
  readonly label: string;
  readonly description: string;
  readonly contextValue: string;
  /** The argument for commands of the row's menu. */
  readonly node: unknown;
}

export interface WindowOptions {
  readonly machine: Machine;
  readonly profile: Profile;
  /** Stand-ins for modules of Node.js, in addition to the editor's. */
  readonly modules: ReadonlyMap<string, object>;
  readonly plants?: readonly (Plant | MissingFile)[];
  /** What a browser does with an address that the program opens. */
  readonly browse?: (url: string, window: EditorWindow) => void;
  /** The window's process. */
  readonly life: Life;
  /** Records everything that the editor draws. */
  readonly draws?: Draws;
  /** Builds only what the program loads by itself in a window in which nothing is opened. */
  readonly isIdle?: boolean;
}

type Activate = (context: object) => Activated | Promise<Activated>;

interface Activated {
  readonly load: () => Promise<unknown>;
}

/** A window of the stand-in editor with the packed extension in it. */
export class EditorWindow {
  readonly prompts: Prompt[] = [];
  readonly said: Said[] = [];
  readonly log: string[] = [];
  readonly commands = new Map<string, (...values: readonly unknown[]) => unknown>();
  readonly views = new Map<string, TreeView>();
  readonly tools = new Map<
    string,
    { invoke(options: unknown, token: unknown): unknown; prepareInvocation?(options: unknown, token: unknown): unknown }
  >();
  readonly contextKeys = new Map<string, unknown>();
  readonly documents = new Map<string, { provideTextDocumentContent(uri: Uri): unknown }>();
  /** Texts of opened documents, newest last. */
  readonly opened: string[] = [];
  readonly saved = new Map<string, string>();
  readonly statusItems: { text: string; isShown: boolean; tooltip: unknown }[] = [];
  readonly webviews: WebviewPanel[] = [];
  /** Progress notifications; each can be cancelled. */
  readonly progress = new Set<{ readonly title: string; readonly cancel: () => void }>();
  readonly hovers: { provideHover(document: unknown, position: unknown, token: unknown): unknown }[] = [];
  readonly windowState = { focused: false, active: false };
  readonly stateChanged = new EventEmitter<{ focused: boolean }>();
  uriHandler: { handleUri(uri: Uri): unknown } | undefined;
  authenticationProvider: unknown;
  clipboard = '';
  /** The file that the next save dialog returns. */
  saveTarget: Uri | undefined;
  readonly #subscriptions: Disposable[] = [];
  readonly #pages = new WeakMap<WebviewPanel, ShownPage>();
  #isOpen = true;

  private constructor(readonly options: WindowOptions) {}

  /** Opens a window: activates the extension and builds all of it, unless the window is idle. */
  static async open(options: WindowOptions): Promise<EditorWindow> {
    const window = new EditorWindow(options);
    const api = createEditorApi(window);
    const exported = loadExtension({
      modules: new Map([...options.modules, ['vscode', api]]),
      globals: options.machine.globals(options.life),
      ...(options.plants === undefined ? {} : { plants: options.plants }),
    });
    if (typeof exported !== 'object' || exported === null || !('activate' in exported) || typeof exported.activate !== 'function')
      throw new Error('extension.js of the package has no activate');
    const active = await (exported.activate as Activate)(window.#context());
    if (options.isIdle !== true) await options.machine.during(active.load());
    await options.machine.settle();
    return window;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Closes the window as the editor does. */
  async close(): Promise<void> {
    this.#isOpen = false;
    for (const subscription of this.#subscriptions.reverse()) subscription.dispose();
    for (const prompt of this.prompts.splice(0)) if (prompt.kind === 'message') prompt.press(undefined);
    await this.options.machine.settle();
    this.options.life.kill();
  }

  show(prompt: Prompt): void {
    if (prompt.kind === 'message')
      this.said.push({
        atMs: this.options.machine.monotonicMs,
        kind: prompt.isModal ? 'modal' : prompt.severity,
        text: prompt.detail === '' ? prompt.message : `${prompt.message}\n${prompt.detail}`,
      });
    this.prompts.push(prompt);
  }

  say(kind: Said['kind'], text: string): void {
    this.said.push({ atMs: this.options.machine.monotonicMs, kind, text });
  }

  /** Runs a command; returns the command's own promise. */
  press(id: string, ...values: readonly unknown[]): Promise<unknown> {
    const command = this.commands.get(id);
    if (command === undefined) throw new Error(`no command ${id}`);
    return Promise.resolve(command(...values));
  }

  /**
   * Runs a command and lets `answer` handle all its prompts until it has ended. Time passes as needed.
   *
   * @returns true if it ended within `limitMs`.
   */
  async play(
    id: string,
    values: readonly unknown[],
    answer: (prompt: Prompt) => void | Promise<void>,
    limitMs = 600_000,
  ): Promise<boolean> {
    const { machine } = this.options;
    const run = { isDone: false, error: undefined as unknown };
    this.press(id, ...values).then(
      () => (run.isDone = true),
      (error: unknown) => {
        run.isDone = true;
        this.log.push(`command ${id} threw ${String(error)}`);
      },
    );
    const limit = machine.monotonicMs + limitMs;
    for (;;) {
      const isReady = await machine.runUntil(
        () => run.isDone || this.prompts.length > 0 || this.options.life.isDead,
        Math.max(1, limit - machine.monotonicMs),
      );
      const prompt = this.prompts.shift();
      if (prompt !== undefined) await answer(prompt);
      else if (run.isDone) return true;
      else if (!isReady || this.options.life.isDead) return false;
    }
  }

  /** Makes a view visible and waits until nothing is in progress in it. */
  setVisible(id: string, isVisible: boolean): void {
    this.view(id).setVisible(isVisible);
  }

  /** The page of a panel as the user sees it; loaded on first use. */
  look(panel: WebviewPanel): ShownPage {
    const known = this.#pages.get(panel);
    if (known !== undefined && !known.isClosed) return known;
    const { machine, life, profile } = this.options;
    const page = new ShownPage(panel, machine, life, profile);
    this.#pages.set(panel, page);
    return page;
  }

  setFocused(isFocused: boolean): void {
    this.windowState.focused = isFocused;
    this.windowState.active = isFocused;
    this.stateChanged.fire({ focused: isFocused });
  }

  view(id: string): TreeView {
    const view = this.views.get(id);
    if (view === undefined) throw new Error(`no view ${id}`);
    return view;
  }

  /** All rows of a view, fully expanded, as the user would read them. */
  async rows(id: string): Promise<readonly Row[]> {
    const { provider } = this.view(id);
    const found: Row[] = [];
    const walk = async (node: unknown, depth: number): Promise<void> => {
      for (const child of (await provider.getChildren(node)) ?? []) {
        const item = await provider.getTreeItem(child);
        found.push({
          depth,
          label: labelOf(item.label),
          description: textOf(item.description),
          contextValue: item.contextValue ?? '',
          node: child,
        });
        if (item.collapsibleState !== 0 && depth < 6) await walk(child, depth + 1);
      }
    };
    await this.options.machine.during(walk(undefined, 0));
    return found;
  }

  #context(): object {
    const { profile } = this.options;
    return {
      subscriptions: this.#subscriptions,
      globalState: profile.memento(),
      workspaceState: profile.memento(),
      secrets: profile.secretStorage(),
      globalStorageUri: Uri.file(profile.folder),
      extensionUri: Uri.file(packedFolder),
      extensionPath: packedFolder,
      extensionMode: 3,
      extension: { id: 'market-desk.market-desk', packageJSON: shipped().manifest, extensionKind: 1 },
    };
  }
}

function labelOf(label: unknown): string {
  return typeof label === 'object' && label !== null && 'label' in label ? textOf(label.label) : textOf(label);
}

/** A webview panel of the program: its page and the messages to it. */
export class WebviewPanel {
  readonly posted: unknown[] = [];
  isDisposed = false;
  visible = true;
  active = true;
  title = '';
  iconPath: unknown;
  viewColumn = 1;
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
    asWebviewUri: (uri: Uri): Uri => uri,
    onDidReceiveMessage: this.#received.event,
    postMessage: async (message: unknown): Promise<boolean> => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
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

  reveal(): void {
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
