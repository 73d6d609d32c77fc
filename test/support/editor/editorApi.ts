import type { MessagePrompt } from './prompts';
import { InputBox, QuickPick, textOf } from './prompts';
import { recorded } from './recorded';
import type { Progress, Said, StandIn } from './standIn';
import { StatusItem } from './statusItem';
import { TreeView } from './treeView';
import type { TreeProvider } from './treeView';
import * as values from './values';
import { CancellationTokenSource, Disposable, Uri } from './values';
import { WebviewPanel } from './webviewPanel';

type Fields = Readonly<Record<string, unknown>>;
type Handler = (...values: readonly unknown[]) => unknown;

const pickSurfaces = { title: 'title', placeholder: 'title', items: 'list' } as const;
const inputSurfaces = { title: 'title', placeholder: 'title', prompt: 'prompt', validationMessage: 'prompt' } as const;

const nothing = new Disposable(() => undefined);
const never = (): Disposable => nothing;

/** The module `vscode` of one window, as far as the extension uses it. Using a missing part throws an error that names it. */
export function createEditorApi(window: StandIn): object {
  const api: object = strict('vscode', parts(window));
  // Bundles copy the members of a module and inherit the rest: missing members are looked up here, which throws the error.
  return new Proxy(api, { getPrototypeOf: () => api });
}

function parts(window: StandIn): object {
  return {
    ...values,
    ...values.enumerations,
    QuickInputButtons: { Back: { id: 'back' } },
    version: '1.101.0',
    commands: strict('commands', commandsOf(window)),
    window: strict('window', windowOf(window)),
    workspace: strict('workspace', workspaceOf(window)),
    env: strict('env', environmentOf(window)),
    l10n: {
      t: (...given: readonly unknown[]) => window.reword(translate(...given)),
      get bundle() {
        return window.bundle;
      },
      uri: undefined,
    },
    languages: strict('languages', {
      registerHoverProvider: (_selector: unknown, provider: StandIn['hovers'][number]) => {
        window.hovers.push(provider);
        return nothing;
      },
      setTextDocumentLanguage: async (document: unknown) => Promise.resolve(document),
      // Prices and actions next to symbols in code are not covered by the proofs.
      registerInlayHintsProvider: never,
      registerCodeActionsProvider: never,
      registerDocumentLinkProvider: never,
      registerCodeLensProvider: never,
    }),
    lm: strict('lm', {
      registerTool: (name: string, tool: Parameters<StandIn['tools']['set']>[1]) => {
        window.tools.set(name, tool);
        return nothing;
      },
      registerMcpServerDefinitionProvider: never,
    }),
    authentication: strict('authentication', {
      registerAuthenticationProvider: (_id: string, _label: string, provider: unknown) => {
        window.authenticationProvider = provider;
        return nothing;
      },
      onDidChangeSessions: never,
      getSession: async () => Promise.resolve(undefined),
    }),
    extensions: strict('extensions', { getExtension: (id: string) => window.extensions.get(id), all: [], onDidChange: never }),
  };
}

/** A stand-in must not return `undefined` for something that the editor has: the program would take it for an old editor. */
function strict(name: string, parts: object): object {
  return new Proxy(parts, {
    get: (target, key) => {
      if (typeof key === 'symbol' || key in target || key === 'then' || key === '__esModule') return Reflect.get(target, key) as unknown;
      throw new Error(`the stand-in editor has no ${name}.${key}`);
    },
  });
}

/** The pieces of a text with places in it: what stands there, and in turn the name of what is put in. */
const pieces = new Map<string, readonly string[]>();

function translate(message?: unknown, ...given: readonly unknown[]): string {
  const fields = typeof message === 'object' && message !== null ? (message as Fields) : { message };
  const [first] = given;
  const args = fields['args'] ?? (given.length === 1 && typeof first === 'object' && first !== null ? first : given);
  const known = args as Fields;
  const text = textOf(fields['message']);
  if (!text.includes('{')) return text;
  let parts = pieces.get(text);
  if (parts === undefined) pieces.set(text, (parts = text.split(/\{(\w+)\}/)));
  return parts.map((part, at) => (at % 2 === 0 ? part : part in known ? String(known[part]) : `{${part}}`)).join('');
}

function commandsOf(window: StandIn): object {
  return {
    registerCommand: (id: string, handler: Handler) => {
      window.commands.set(id, handler);
      return new Disposable(() => void window.commands.delete(id));
    },
    executeCommand: async (id: string, ...args: readonly unknown[]): Promise<unknown> => {
      if (id === 'setContext') {
        window.contextKeys.set(String(args[0]), args[1]);
        return undefined;
      }
      window.ran.push([id, ...args]);
      return window.commands.get(id)?.(...args);
    },
    getCommands: async () => Promise.resolve([...window.commands.keys()]),
  };
}

function windowOf(window: StandIn): object {
  const { draws, settle } = window.place;
  const message =
    (severity: MessagePrompt['severity']): Handler =>
    async (...parts) =>
      showMessage(window, severity, parts);
  return {
    state: window.windowState,
    onDidChangeWindowState: window.stateChanged.event,
    get activeTextEditor() {
      return window.activeEditor;
    },
    visibleTextEditors: [],
    activeColorTheme: { kind: 2 },
    tabGroups: strict('tabGroups', {
      get all() {
        return window.tabGroups;
      },
      onDidChangeTabs: never,
      close: async (tab: object) => {
        if (!window.tabGroups.some(({ tabs }) => tabs.includes(tab))) throw new Error('Tab close: Invalid tab not found!');
        window.closedTabs.push(tab);
        return Promise.resolve(true);
      },
    }),
    onDidChangeActiveColorTheme: never,
    onDidChangeActiveTextEditor: never,
    onDidChangeVisibleTextEditors: never,
    showInformationMessage: message('info'),
    showWarningMessage: message('warning'),
    showErrorMessage: message('error'),
    setStatusBarMessage: (text: string) => {
      draws?.('status', text);
      window.say('status', text);
      window.flashing.push(text);
      return new Disposable(() => {
        const at = window.flashing.indexOf(text);
        if (at >= 0) window.flashing.splice(at, 1);
      });
    },
    createOutputChannel: () => {
      const write =
        (level: string) =>
        (text: unknown): void =>
          void window.log.push(`${level} ${text instanceof Error ? (text.stack ?? text.message) : String(text)}`);
      return {
        name: 'Market Desk',
        logLevel: 1,
        onDidChangeLogLevel: never,
        trace: write('trace'),
        debug: write('debug'),
        info: write('info'),
        warn: write('warn'),
        error: write('error'),
        append: write(''),
        appendLine: write(''),
        clear: () => undefined,
        show: () => undefined,
        hide: () => undefined,
        dispose: () => undefined,
      };
    },
    createQuickPick: () => recorded(new QuickPick((prompt) => window.show(prompt)), pickSurfaces, draws),
    createInputBox: () => recorded(new InputBox((prompt) => window.show(prompt), settle), inputSurfaces, draws),
    showQuickPick: async (items: unknown, options: Fields = {}) => showQuickPick(window, await items, options),
    showInputBox: async (options: Fields = {}) => showInputBox(window, settle, options),
    showSaveDialog: async () => Promise.resolve(window.saveTarget),
    showOpenDialog: async () => Promise.resolve(undefined),
    showTextDocument: async (document: unknown) =>
      Promise.resolve({ document, setDecorations: () => undefined, revealRange: () => undefined, selection: undefined }),
    createTextEditorDecorationType: () => ({ dispose: () => undefined }),
    createTreeView: (id: string, { treeDataProvider }: { readonly treeDataProvider: TreeProvider }) => {
      const view = new TreeView(treeDataProvider);
      window.views.set(id, view);
      return recorded(view, { message: 'view', description: 'view', title: 'view', badge: 'view' }, draws);
    },
    createStatusBarItem: (...given: readonly unknown[]) => {
      const [id, alignment, priority] = typeof given[0] === 'string' ? given : ['', ...given];
      const item = new StatusItem(String(id), Number(alignment), Number(priority), (gone) => {
        const at = window.statusItems.indexOf(gone);
        if (at >= 0) window.statusItems.splice(at, 1);
      });
      window.statusItems.push(item);
      return recorded(item, { text: 'status', tooltip: 'hover' }, draws);
    },
    createWebviewPanel: (type: string, title: string, column: unknown) => {
      const panel = new WebviewPanel(type);
      panel.openedIn = column;
      window.webviews.push(panel);
      const shown = recorded(panel, { title: 'tab' }, draws);
      shown.title = title;
      return shown;
    },
    registerFileDecorationProvider: never,
    registerWebviewPanelSerializer: never,
    registerWebviewViewProvider: (id: string, provider: { resolveWebviewView(...given: readonly unknown[]): unknown }) => {
      window.pageViews.set(id, provider);
      return nothing;
    },
    registerUriHandler: (handler: StandIn['uriHandler']) => {
      window.uriHandler = handler;
      return nothing;
    },
    withProgress: async (options: Fields, run: (progress: object, token: object) => Promise<unknown>) => {
      const source = new CancellationTokenSource();
      const title = textOf(options['title']);
      draws?.('progress', title);
      const shown: Progress = {
        title,
        location: options['location'],
        isCancellable: options['cancellable'] === true,
        messages: [],
        cancel: () => source.cancel(),
      };
      const report = (said: Fields): void => {
        draws?.('progress', textOf(said['message']));
        shown.messages.push(textOf(said['message']));
      };
      window.begin(shown);
      try {
        return await run({ report }, source.token);
      } finally {
        window.progress.delete(shown);
      }
    },
  };
}

async function showMessage(
  window: StandIn,
  severity: MessagePrompt['severity'] & Said['kind'],
  parts: readonly unknown[],
): Promise<unknown> {
  const [message, second, ...rest] = parts;
  const hasOptions = typeof second === 'object' && second !== null && !('title' in second);
  const options = (hasOptions ? second : {}) as Fields;
  const items = hasOptions || second === undefined ? rest : [second, ...rest];
  const title = (item: unknown): string => (typeof item === 'string' ? item : textOf((item as Fields)['title']));
  const isModal = options['modal'] === true;
  const { draws } = window.place;
  for (const text of [textOf(message), ...items.map(title)]) draws?.(isModal ? 'dialog' : 'notification', text);
  if (options['detail'] !== undefined) draws?.('detail', textOf(options['detail']));
  const shown = { severity, isModal, message: textOf(message), detail: textOf(options['detail']), buttons: items.map(title) };
  window.messages.push(shown);
  if (items.length === 0 && !isModal) {
    window.say(severity, textOf(message));
    return undefined;
  }
  return new Promise((resolve) => {
    window.show({
      kind: 'message',
      ...shown,
      press: (button) => resolve(items.find((item) => (button === undefined ? isModal && closes(item) : title(item) === button))),
    });
  });
}

/** Escape chooses this button of a dialog. */
function closes(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'isCloseAffordance' in item && item.isCloseAffordance === true;
}

async function showQuickPick(window: StandIn, items: unknown, options: Fields): Promise<unknown> {
  const pick = recorded(new QuickPick((prompt) => window.show(prompt)), pickSurfaces, window.place.draws);
  pick.title = textOf(options['title']);
  pick.placeholder = textOf(options['placeHolder']);
  pick.ignoreFocusOut = options['ignoreFocusOut'] === true;
  pick.items = items as readonly unknown[];
  const many = options['canPickMany'] === true;
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(many ? pick.selectedItems : pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  });
}

async function showInputBox(window: StandIn, settle: () => Promise<void>, options: Fields): Promise<unknown> {
  const box = recorded(new InputBox((prompt) => window.show(prompt), settle), inputSurfaces, window.place.draws);
  box.title = textOf(options['title']);
  box.prompt = textOf(options['prompt']);
  box.value = textOf(options['value']);
  const validate = options['validateInput'] as ((text: string) => unknown) | undefined;
  return new Promise((resolve) => {
    box.onDidAccept(() => {
      void Promise.resolve(validate?.(box.value)).then((complaint) => {
        box.validationMessage = complaint;
        if (isError(complaint)) return;
        resolve(box.value);
        box.hide();
      });
    });
    box.onDidHide(() => resolve(undefined));
    box.show();
  });
}

function isError(complaint: unknown): boolean {
  if (typeof complaint === 'object' && complaint !== null && 'severity' in complaint)
    return complaint.severity === values.enumerations.InputBoxValidationSeverity.Error;
  return typeof complaint === 'string' && complaint !== '';
}

function workspaceOf(window: StandIn): object {
  const { settings } = window.place;
  return {
    workspaceFolders: undefined,
    isTrusted: true,
    textDocuments: [],
    onDidOpenTextDocument: never,
    onDidChangeTextDocument: never,
    onDidCloseTextDocument: never,
    onDidGrantWorkspaceTrust: never,
    getConfiguration: (section = '') => {
      const full = (key: string): string => (section === '' ? key : `${section}.${key}`);
      return {
        get: (key: string, fallback?: unknown) => settings.get(full(key)) ?? fallback,
        has: (key: string) => settings.get(full(key)) !== undefined,
        inspect: (key: string) => ({ key: full(key), ...settings.inspect(full(key)) }),
        update: async (key: string, value: unknown) => {
          settings.set(full(key), value);
          return Promise.resolve();
        },
      };
    },
    onDidChangeConfiguration: (listener: (change: object) => unknown) =>
      settings.settingChanged.event((key) =>
        listener({ affectsConfiguration: (section: string) => key === section || key.startsWith(`${section}.`) }),
      ),
    createFileSystemWatcher: () => ({ onDidChange: never, onDidCreate: never, onDidDelete: never, dispose: () => undefined }),
    registerTextDocumentContentProvider: (scheme: string, provider: { provideTextDocumentContent(uri: Uri): unknown }) => {
      window.documents.set(scheme, provider);
      return nothing;
    },
    registerFileSystemProvider: never,
    openTextDocument: async (target: unknown) => {
      const text = textOf(
        target instanceof Uri
          ? await window.documents.get(target.scheme)?.provideTextDocumentContent(target)
          : (target as Fields | undefined)?.['content'],
      );
      window.opened.push(text);
      return {
        uri: target,
        languageId: 'plaintext',
        getText: () => text,
        lineCount: 1,
        positionAt: () => new values.Position(0, 0),
      };
    },
    asRelativePath: (path: unknown) => String(path),
    fs: strict('workspace.fs', {
      writeFile: async (uri: Uri, bytes: Uint8Array) => {
        window.saved.set(uri.path, Buffer.from(bytes).toString('utf8'));
        if (uri.scheme === 'file') await window.disk?.writeFile(uri.fsPath, bytes);
      },
      readFile: async (uri: Uri) => window.disk?.readFile(uri.fsPath) ?? Buffer.from(fileOf(window, uri)),
      stat: async (uri: Uri) => window.disk?.stat(uri.fsPath) ?? { size: fileOf(window, uri).length },
    }),
  };
}

function fileOf(window: StandIn, { path }: Uri): string {
  const text = window.saved.get(path);
  if (text === undefined) throw new Error(`no file ${path}`);
  return text;
}

function environmentOf(window: StandIn): object {
  const own = Object.keys(window.environment).map((key) => [key, { get: () => Reflect.get(window.environment, key) as unknown }] as const);
  return Object.defineProperties(
    {
      clipboard: {
        writeText: async (text: string) => {
          window.clipboard = text;
          return Promise.resolve();
        },
        readText: async () => Promise.resolve(window.clipboard),
      },
      openExternal: async (target: unknown) => {
        window.browse(String(target));
        return Promise.resolve(true);
      },
      asExternalUri: async (uri: Uri) => Promise.resolve(uri),
      onDidChangeTelemetryEnabled: never,
    },
    Object.fromEntries(own),
  );
}
