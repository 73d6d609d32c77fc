import { readFile, stat, writeFile } from 'node:fs/promises';
import type { EditorWindow, Said } from './editorWindow';
import { WebviewPanel } from './editorWindow';
import type { MessagePrompt } from './drawn/prompts';
import { InputBox, QuickPick, textOf } from './drawn/prompts';
import { recorded } from './drawn/recorded';
import { TreeView } from './drawn/treeView';
import type { TreeProvider } from './drawn/treeView';
import * as values from '../../support/editor/values';
import { CancellationTokenSource, Disposable, Uri } from '../../support/editor/values';

type Fields = Readonly<Record<string, unknown>>;
type Handler = (...values: readonly unknown[]) => unknown;

const pickSurfaces = { title: 'title', placeholder: 'title', items: 'list' } as const;
const inputSurfaces = { title: 'title', placeholder: 'title', prompt: 'prompt', validationMessage: 'prompt' } as const;

const nothing = new Disposable(() => undefined);
const never = (): Disposable => nothing;

/** The module `vscode` of one window, as far as the extension uses it. Using a missing part throws an error that names it. */
export function createEditorApi(window: EditorWindow): object {
  const api: object = strict('vscode', parts(window));
  // Bundles copy the members of a module and inherit the rest: missing members are looked up here, which throws the error.
  return new Proxy(api, { getPrototypeOf: () => api });
}

function parts(window: EditorWindow): object {
  return {
    ...values,
    ...values.enumerations,
    QuickInputButtons: { Back: { id: 'back' } },
    version: '1.101.0',
    commands: strict('commands', commandsOf(window)),
    window: strict('window', windowOf(window)),
    workspace: strict('workspace', workspaceOf(window)),
    env: strict('env', environmentOf(window)),
    l10n: { t: (...given: readonly unknown[]) => window.options.profile.reword(translate(...given)), bundle: undefined, uri: undefined },
    languages: strict('languages', {
      registerHoverProvider: (_selector: unknown, provider: EditorWindow['hovers'][number]) => {
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
      registerTool: (name: string, tool: Parameters<EditorWindow['tools']['set']>[1]) => {
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
    extensions: strict('extensions', { getExtension: () => undefined, all: [], onDidChange: never }),
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

function commandsOf(window: EditorWindow): object {
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
      return window.commands.get(id)?.(...args);
    },
    getCommands: async () => Promise.resolve([...window.commands.keys()]),
  };
}

function windowOf(window: EditorWindow): object {
  const { machine, draws } = window.options;
  const settle = async (): Promise<void> => machine.settle();
  const message =
    (severity: MessagePrompt['severity']): Handler =>
    async (...parts) =>
      showMessage(window, severity, parts);
  return {
    state: window.windowState,
    onDidChangeWindowState: window.stateChanged.event,
    activeTextEditor: undefined,
    visibleTextEditors: [],
    activeColorTheme: { kind: 2 },
    tabGroups: { all: [], onDidChangeTabs: never, close: async () => Promise.resolve(true) },
    onDidChangeActiveColorTheme: never,
    onDidChangeActiveTextEditor: never,
    onDidChangeVisibleTextEditors: never,
    showInformationMessage: message('info'),
    showWarningMessage: message('warning'),
    showErrorMessage: message('error'),
    setStatusBarMessage: (text: string) => {
      draws?.('status', text);
      window.say('status', text);
      return nothing;
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
    createStatusBarItem: () => {
      const item = {
        text: '',
        tooltip: undefined as unknown,
        isShown: false,
        show: () => void (item.isShown = true),
        hide: () => void (item.isShown = false),
        dispose: () => undefined,
      };
      window.statusItems.push(item);
      return recorded(item, { text: 'status', tooltip: 'hover' }, draws);
    },
    createWebviewPanel: (type: string, title: string) => {
      const panel = new WebviewPanel(type);
      window.webviews.push(panel);
      const shown = recorded(panel, { title: 'tab' }, draws);
      shown.title = title;
      return shown;
    },
    registerFileDecorationProvider: never,
    registerWebviewPanelSerializer: never,
    registerWebviewViewProvider: never,
    registerUriHandler: (handler: EditorWindow['uriHandler']) => {
      window.uriHandler = handler;
      return nothing;
    },
    withProgress: async (options: Fields, run: (progress: object, token: object) => Promise<unknown>) => {
      const source = new CancellationTokenSource();
      const title = textOf(options['title']);
      if (title !== '') window.say('progress', title);
      draws?.('progress', title);
      const shown = { title, cancel: () => source.cancel() };
      window.progress.add(shown);
      try {
        return await run({ report: (said: Fields) => draws?.('progress', textOf(said['message'])) }, source.token);
      } finally {
        window.progress.delete(shown);
      }
    },
  };
}

async function showMessage(window: EditorWindow, severity: MessagePrompt['severity'], parts: readonly unknown[]): Promise<unknown> {
  const [message, second, ...rest] = parts;
  const hasOptions = typeof second === 'object' && second !== null && !('title' in second);
  const options = (hasOptions ? second : {}) as Fields;
  const items = hasOptions || second === undefined ? rest : [second, ...rest];
  const title = (item: unknown): string => (typeof item === 'string' ? item : textOf((item as Fields)['title']));
  const isModal = options['modal'] === true;
  const { draws } = window.options;
  for (const text of [textOf(message), ...items.map(title)]) draws?.(isModal ? 'dialog' : 'notification', text);
  if (options['detail'] !== undefined) draws?.('detail', textOf(options['detail']));
  if (items.length === 0 && !isModal) {
    window.say(severity, textOf(message));
    return undefined;
  }
  return new Promise((resolve) => {
    window.show({
      kind: 'message',
      severity: severity satisfies Said['kind'],
      isModal,
      message: textOf(message),
      detail: textOf(options['detail']),
      buttons: items.map(title),
      press: (button) => resolve(items.find((item) => button !== undefined && title(item) === button)),
    });
  });
}

async function showQuickPick(window: EditorWindow, items: unknown, options: Fields): Promise<unknown> {
  const pick = recorded(new QuickPick((prompt) => window.show(prompt)), pickSurfaces, window.options.draws);
  pick.title = textOf(options['title']);
  pick.placeholder = textOf(options['placeHolder']);
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

async function showInputBox(window: EditorWindow, settle: () => Promise<void>, options: Fields): Promise<unknown> {
  const box = recorded(new InputBox((prompt) => window.show(prompt), settle), inputSurfaces, window.options.draws);
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

function workspaceOf(window: EditorWindow): object {
  const { profile } = window.options;
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
        get: (key: string, fallback?: unknown) => profile.get(full(key)) ?? fallback,
        has: (key: string) => profile.get(full(key)) !== undefined,
        inspect: (key: string) => ({ key: full(key), ...profile.inspect(full(key)) }),
        update: async (key: string, value: unknown) => {
          profile.set(full(key), value);
          return Promise.resolve();
        },
      };
    },
    onDidChangeConfiguration: (listener: (change: object) => unknown) =>
      profile.settingChanged.event((key) =>
        listener({ affectsConfiguration: (section: string) => key === section || key.startsWith(`${section}.`) }),
      ),
    createFileSystemWatcher: () => ({ onDidChange: never, onDidCreate: never, onDidDelete: never, dispose: () => undefined }),
    registerTextDocumentContentProvider: (scheme: string, provider: { provideTextDocumentContent(uri: Uri): unknown }) => {
      window.documents.set(scheme, provider);
      return nothing;
    },
    registerFileSystemProvider: never,
    openTextDocument: async (target: unknown) => {
      const text = target instanceof Uri ? await window.documents.get(target.scheme)?.provideTextDocumentContent(target) : undefined;
      window.opened.push(String(text));
      return {
        uri: target,
        languageId: 'plaintext',
        getText: () => String(text),
        lineCount: 1,
        positionAt: () => new values.Position(0, 0),
      };
    },
    asRelativePath: (path: unknown) => String(path),
    fs: strict('workspace.fs', {
      writeFile: async (uri: Uri, bytes: Uint8Array) => {
        window.saved.set(uri.path, Buffer.from(bytes).toString('utf8'));
        if (uri.scheme === 'file') await window.options.machine.during(writeFile(uri.fsPath, bytes));
      },
      readFile: async (uri: Uri) => window.options.machine.during(readFile(uri.fsPath)),
      stat: async (uri: Uri) => window.options.machine.during(stat(uri.fsPath)),
    }),
  };
}

function environmentOf(window: EditorWindow): object {
  return {
    language: 'en',
    uriScheme: 'vscode',
    appName: 'Stand-in',
    appHost: 'desktop',
    uiKind: 1,
    remoteName: undefined,
    machineId: 'stand-in',
    sessionId: 'stand-in',
    isTelemetryEnabled: false,
    clipboard: {
      writeText: async (text: string) => {
        window.clipboard = text;
        return Promise.resolve();
      },
      readText: async () => Promise.resolve(window.clipboard),
    },
    openExternal: async (target: unknown) => {
      window.options.browse?.(String(target), window);
      return Promise.resolve(true);
    },
    asExternalUri: async (uri: Uri) => Promise.resolve(uri),
    onDidChangeTelemetryEnabled: never,
  };
}
