import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Machine } from './machine';
import { loadExtension } from './bundle';
import type { Life } from './life';
import type { MissingFile, Plant } from './bundle';
import { packedFolder } from '../../support/packed/packedFolder';
import { shipped } from './profile';
import type { Profile } from './profile';
import { ShownPage } from './shownPage';
import { createEditorApi } from '../../support/editor/editorApi';
import type { Prompt } from '../../support/editor/prompts';
import type { Draws } from '../../support/editor/recorded';
import { StandIn } from '../../support/editor/standIn';
import type { Disk } from '../../support/editor/standIn';
import { Uri } from '../../support/editor/values';
import type { Disposable } from '../../support/editor/values';
import type { WebviewPanel } from '../../support/editor/webviewPanel';

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
export class EditorWindow extends StandIn {
  override readonly disk: Disk;
  readonly #subscriptions: Disposable[] = [];
  readonly #pages = new WeakMap<WebviewPanel, ShownPage>();
  #isOpen = true;

  private constructor(readonly options: WindowOptions) {
    const { machine, profile, draws } = options;
    super({
      settings: profile,
      nowMs: () => machine.monotonicMs,
      isFocused: false,
      during: async (work) => machine.during(work),
      settle: async () => machine.settle(),
      draws,
    });
    this.disk = {
      writeFile: async (path, bytes) => machine.during(writeFile(path, bytes)),
      readFile: async (path) => machine.during(readFile(path)),
      stat: async (path) => machine.during(stat(path)),
    };
  }

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

  override reword(text: string): string {
    return this.options.profile.reword(text);
  }

  override browse(url: string): void {
    this.options.browse?.(url, this);
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
      if (prompt !== undefined) {
        await this.read(prompt);
        await answer(prompt);
      } else if (run.isDone) return true;
      else if (!isReady || this.options.life.isDead) return false;
    }
  }

  /** Takes the time that a person takes to read a dialog: an answer before that doesn’t count. */
  async read(prompt: Prompt): Promise<void> {
    if (prompt.kind === 'message' && prompt.isModal) await this.options.machine.pass(1_000);
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
