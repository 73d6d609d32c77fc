import type { MessagePrompt, Prompt } from './prompts';
import { textOf } from './prompts';
import type { Draws } from './recorded';
import type { Settings } from './settings';
import type { StatusItem } from './statusItem';
import type { TreeView } from './treeView';
import { EventEmitter } from './values';
import type { Uri } from './values';
import type { WebviewPanel } from './webviewPanel';

/** Something that the window showed without waiting for an answer, or a dialog as it was shown. */
export interface Said {
  readonly atMs: number;
  /** `page`: in a page that the user sees. */
  readonly kind: 'info' | 'warning' | 'error' | 'modal' | 'status' | 'progress' | 'page';
  readonly text: string;
  /** What a page says besides the details that it updates in place. */
  readonly headline?: string;
}

/** A message as it was shown, whether or not it waits for an answer. */
type Message = Omit<MessagePrompt, 'kind' | 'press'>;

/** A progress notification that is shown, or was. */
export interface Progress {
  readonly title: string;
  readonly location: unknown;
  readonly isCancellable: boolean;
  /** What it said below the title, newest last; empty where it said nothing. */
  readonly messages: string[];
  readonly cancel: () => void;
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

/** Where a window stands: who keeps its settings, and what passes while it waits. */
interface Surroundings {
  readonly settings: Settings;
  readonly nowMs: () => number;
  readonly isFocused: boolean;
  /** Waits for work outside the window, such as that of a disk. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Waits until what was begun has happened. */
  readonly settle: () => Promise<void>;
  /** Records everything that the editor draws. */
  readonly draws: Draws | undefined;
}

/** What `workspace.fs` does with files. */
export interface Disk {
  readonly writeFile: (path: string, bytes: Uint8Array) => Promise<void>;
  readonly readFile: (path: string) => Promise<Uint8Array>;
  readonly stat: (path: string) => Promise<object>;
}

const environment = {
  language: 'en',
  uriScheme: 'vscode',
  appName: 'Stand-in',
  appHost: 'desktop',
  uiKind: 1,
  remoteName: undefined as string | undefined,
  machineId: 'stand-in',
  sessionId: 'stand-in',
  isTelemetryEnabled: false,
};

/** A window of the stand-in editor: what the program registered, and what the user was shown. `createEditorApi` gives its module `vscode`. */
export class StandIn {
  /** What waits for an answer. */
  readonly prompts: Prompt[] = [];
  readonly said: Said[] = [];
  readonly messages: Message[] = [];
  readonly log: string[] = [];
  readonly commands = new Map<string, (...values: readonly unknown[]) => unknown>();
  /** Commands that the program ran, with their arguments. */
  readonly ran: (readonly unknown[])[] = [];
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
  /** Texts that stand in the status bar for some time. */
  readonly flashing: string[] = [];
  readonly statusItems: StatusItem[] = [];
  readonly webviews: WebviewPanel[] = [];
  /** What provides the views that are pages, by their IDs. */
  readonly pageViews = new Map<string, { resolveWebviewView(view: unknown, context: unknown, token: unknown): unknown }>();
  readonly tabGroups: { readonly viewColumn: number; isActive: boolean; readonly tabs: object[] }[] = [];
  readonly closedTabs: object[] = [];
  readonly progress = new Set<Progress>();
  readonly hovers: { provideHover(document: unknown, position: unknown, token: unknown): unknown }[] = [];
  readonly windowState: { focused: boolean; active: boolean };
  readonly stateChanged = new EventEmitter<{ focused: boolean }>();
  /** Installed extensions by ID. */
  readonly extensions = new Map<string, object>();
  readonly environment = { ...environment };
  activeEditor: unknown;
  /** The texts of the language that is set; undefined for English. */
  bundle: Readonly<Record<string, string>> | undefined;
  uriHandler: { handleUri(uri: Uri): unknown } | undefined;
  authenticationProvider: unknown;
  clipboard = '';
  /** The file that the next save dialog returns. */
  saveTarget: Uri | undefined;

  /** The real disk; without it, files are only kept. */
  readonly disk: Disk | undefined = undefined;

  constructor(readonly place: Surroundings) {
    this.windowState = { focused: place.isFocused, active: place.isFocused };
  }

  show(prompt: Prompt): void {
    if (prompt.kind === 'message')
      this.say(prompt.isModal ? 'modal' : prompt.severity, prompt.detail === '' ? prompt.message : `${prompt.message}\n${prompt.detail}`);
    this.prompts.push(prompt);
  }

  say(kind: Said['kind'], text: string, headline?: string): void {
    this.said.push({ atMs: this.place.nowMs(), kind, text, ...(headline === undefined ? {} : { headline }) });
  }

  /** A progress notification appears. */
  begin(shown: Progress): void {
    this.progress.add(shown);
    if (shown.title !== '') this.say('progress', shown.title);
  }

  /** Changes what the program says, as a translation would. */
  reword(text: string): string {
    return text;
  }

  /** What a browser does with an address that the program opens. */
  browse(_url: string): void {}

  /** Runs a command; returns the command's own promise. */
  async press(id: string, ...values: readonly unknown[]): Promise<unknown> {
    const command = this.commands.get(id);
    if (command === undefined) throw new Error(`no command ${id}`);
    return Promise.resolve(command(...values));
  }

  /** Makes a view visible and waits until nothing is in progress in it. */
  setVisible(id: string, isVisible: boolean): void {
    this.view(id).setVisible(isVisible);
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
    await this.place.during(walk(undefined, 0));
    return found;
  }

  /** Forgets everything that was shown, registered, or chosen; whoever listens goes on listening. */
  reset(): void {
    for (const list of [
      this.prompts,
      this.said,
      this.messages,
      this.log,
      this.ran,
      this.opened,
      this.flashing,
      this.statusItems,
      this.webviews,
      this.tabGroups,
      this.closedTabs,
      this.hovers,
    ])
      list.length = 0;
    for (const map of [
      this.commands,
      this.views,
      this.tools,
      this.contextKeys,
      this.documents,
      this.saved,
      this.progress,
      this.extensions,
      this.pageViews,
    ])
      map.clear();
    const { settings, inFolder, ofOwnMachine } = this.place.settings;
    for (const values of [settings, inFolder, ofOwnMachine]) values.clear();
    Object.assign(this.environment, environment);
    this.windowState.focused = this.windowState.active = this.place.isFocused;
    this.activeEditor = this.bundle = this.uriHandler = this.authenticationProvider = this.saveTarget = undefined;
    this.clipboard = '';
  }
}

function labelOf(label: unknown): string {
  return typeof label === 'object' && label !== null && 'label' in label ? textOf(label.label) : textOf(label);
}
