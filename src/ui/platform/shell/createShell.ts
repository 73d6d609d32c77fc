import * as vscode from 'vscode';
import {
  authenticationProviderId,
  commandIds,
  commands,
  mcpProviderId,
  pageViewIds,
  pageViews,
  panels,
  panelTypes,
  toolNames,
  viewIds,
  views,
} from '../ids';
import type { MarketDeskApi1 } from '../../../api';
import type { CommandId, ContextKeys, FeatureName, PageViewId, PanelType, ToolName, ViewId, ViewRow } from '../ids';
import type { ContextSource, EditorShell, LanguageTool, McpServers, TreeNode, TreeSource } from './shell';
import { front } from '../say/front';

/** The tree of a view, before and after the feature that provides it is loaded. */
class LazyTree implements vscode.TreeDataProvider<TreeNode> {
  readonly changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  source: TreeSource | undefined;

  constructor(
    private readonly load: () => Promise<void>,
    private readonly isDormant: () => boolean,
  ) {}

  getTreeItem(node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    return node.toTreeItem();
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (node !== undefined) return [...(await node.children())];
    if (this.source === undefined && this.isDormant()) return [];
    await this.load();
    return [...((await this.source?.roots()) ?? [])];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent?.();
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.ProviderResult<vscode.TreeItem> {
    return node.resolve === undefined ? item : node.resolve(item);
  }
}

/** Forwards drag and drop to the source of a tree, once there is one. */
class LazyDragAndDrop implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dropMimeTypes: readonly string[];
  readonly dragMimeTypes: readonly string[];

  constructor(
    id: ViewId,
    private readonly tree: LazyTree,
  ) {
    const mime = `application/vnd.code.tree.${id.toLowerCase()}`;
    this.dropMimeTypes = [mime];
    this.dragMimeTypes = [mime];
  }

  handleDrag(source: readonly TreeNode[], data: vscode.DataTransfer, token: vscode.CancellationToken): Thenable<void> | void {
    return this.tree.source?.dragAndDrop?.handleDrag?.(source, data, token);
  }

  handleDrop(target: TreeNode | undefined, data: vscode.DataTransfer, token: vscode.CancellationToken): Thenable<void> | void {
    return this.tree.source?.dragAndDrop?.handleDrop?.(target, data, token);
  }
}

export interface ShellOptions {
  readonly subscriptions: { push(...items: readonly vscode.Disposable[]): unknown };
  /** Builds the program if it does not exist yet, and the named feature. */
  readonly load: (feature: FeatureName) => Promise<void>;
  /** True while the user has never chosen a service: then views stay empty without loading anything. */
  readonly isDormant: () => boolean;
}

export interface EagerShell extends EditorShell, ContextSource {
  /** Loads the API for other extensions. */
  readonly connectApi: MarketDeskApi1['connect'];
  /** Makes the editor query the views again that stayed empty because the window was dormant. */
  wake(): void;
}

interface Attached {
  readonly commands: Map<CommandId, (given: readonly unknown[]) => unknown>;
  readonly tools: Map<ToolName, LanguageTool>;
  readonly views: ReadonlyMap<ViewId, { readonly tree: LazyTree; readonly view: vscode.TreeView<TreeNode> }>;
  authentication?: vscode.AuthenticationProvider;
  uris?: vscode.UriHandler;
  readonly panels: Map<PanelType, vscode.WebviewPanelSerializer>;
  readonly pages: Map<PageViewId, vscode.WebviewViewProvider>;
  hovers?: vscode.HoverProvider;
  mcpServers?: McpServers;
  api?: MarketDeskApi1['connect'];
}

/**
 * The eager part of the extension: registers every contributed ID with the editor at once and forwards to the
 * implementation, which is loaded on first use. So activation costs almost nothing, and nothing can be called too early.
 */
export function createShell(options: ShellOptions): EagerShell {
  const sessionsChanged = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const contexts: { -readonly [K in keyof ContextKeys]?: ContextKeys[K] } = {};
  const contextChanged = new vscode.EventEmitter<void>();
  const mcpServersChanged = new vscode.EventEmitter<void>();
  const attached: Attached = {
    commands: new Map(),
    tools: new Map(),
    panels: new Map(),
    pages: new Map<PageViewId, vscode.WebviewViewProvider>(),
    views: createViews(options),
  };
  options.subscriptions.push(
    sessionsChanged,
    contextChanged,
    mcpServersChanged,
    ...registerMcpServers(attached, mcpServersChanged.event),
    ...registerCommands(options, attached),
    ...registerTools(options, attached),
    registerAuthentication(options, attached, sessionsChanged.event),
    ...registerOthers(options, attached),
  );
  const entry = (id: ViewId): { readonly tree: LazyTree; readonly view: vscode.TreeView<TreeNode> } => {
    const found = attached.views.get(id);
    if (found === undefined) throw new Error(`no view ${id}`);
    return found;
  };
  return {
    attach: (id, run) => void attached.commands.set(id, run),
    provideTree: (id, source) => {
      const { tree } = entry(id);
      tree.source = source;
      const subscription = source.onDidChange((nodes) =>
        tree.changed.fire(Array.isArray(nodes) ? [...(nodes as readonly TreeNode[])] : (nodes as TreeNode | undefined)),
      );
      tree.changed.fire(undefined);
      return subscription;
    },
    view: (id) => entry(id).view,
    provideAuthentication: (provider) => {
      attached.authentication = provider;
      return provider.onDidChangeSessions((change) => sessionsChanged.fire(change));
    },
    handleUris: (handler) => {
      attached.uris = handler;
    },
    restorePanels: (type, serializer) => void attached.panels.set(type, serializer),
    providePage: (id, provider) => void attached.pages.set(id, provider),
    provideTool: (name, tool) => void attached.tools.set(name, tool),
    provideMcpServers: (source) => {
      attached.mcpServers = source;
      return source.onDidChange(() => mcpServersChanged.fire());
    },
    provideApi: (connect) => {
      attached.api = connect;
      return { dispose: () => undefined };
    },
    connectApi: async (extensionId) => {
      await options.load('api');
      return attached.api?.(extensionId);
    },
    provideHover: (provider) => {
      attached.hovers = provider;
    },
    setContext: async (key, value) => {
      contexts[key] = value;
      contextChanged.fire();
      await vscode.commands.executeCommand('setContext', key, value);
    },
    context: (key) => contexts[key],
    onDidChangeContext: contextChanged.event,
    unattached: () => unattached(attached),
    wake: () => {
      for (const { tree } of attached.views.values()) if (tree.source === undefined) tree.changed.fire(undefined);
    },
  };
}

function registerCommands({ load }: ShellOptions, attached: Attached): readonly vscode.Disposable[] {
  return commandIds.map((id) =>
    vscode.commands.registerCommand(id, async (...given: unknown[]): Promise<unknown> => {
      front.pressed();
      await load(commands[id].feature);
      return attached.commands.get(id)?.(given);
    }),
  );
}

function registerTools({ load }: ShellOptions, attached: Attached): readonly vscode.Disposable[] {
  return toolNames.map((name) => {
    const loaded = async (): Promise<LanguageTool> => {
      await load('languageTools');
      const tool = attached.tools.get(name);
      if (tool === undefined) throw new Error(`Market Desk has no tool ${name}`);
      return tool;
    };
    return vscode.lm.registerTool<unknown>(name, {
      invoke: async (options, token) => (await loaded()).invoke(options, token),
      prepareInvocation: async (options, token) => (await loaded()).prepareInvocation(options, token),
    });
  });
}

function createViews({ subscriptions, load, isDormant }: ShellOptions): Attached['views'] {
  return new Map(
    viewIds.map((id) => {
      const row: ViewRow = views[id];
      const tree = new LazyTree(async () => load(row.feature), isDormant);
      const view = vscode.window.createTreeView<TreeNode>(id, {
        treeDataProvider: tree,
        showCollapseAll: row.collapses === true,
        canSelectMany: false,
        ...(row.dragAndDrop === true ? { dragAndDropController: new LazyDragAndDrop(id, tree) } : {}),
      });
      subscriptions.push(view, tree.changed);
      return [id, { tree, view }];
    }),
  );
}

function registerAuthentication(
  { load, isDormant }: ShellOptions,
  attached: Attached,
  onDidChangeSessions: vscode.AuthenticationProvider['onDidChangeSessions'],
): vscode.Disposable {
  const loaded = async (): Promise<vscode.AuthenticationProvider> => {
    await load('session');
    if (attached.authentication === undefined) throw new Error('Market Desk has no authentication provider');
    return attached.authentication;
  };
  return vscode.authentication.registerAuthenticationProvider(
    authenticationProviderId,
    'Market Desk',
    {
      onDidChangeSessions,
      getSessions: async (scopes, options) => (isDormant() ? [] : (await loaded()).getSessions(scopes, options)),
      createSession: async (scopes, options) => (await loaded()).createSession(scopes, options),
      removeSession: async (sessionId) => (await loaded()).removeSession(sessionId),
    },
    { supportsMultipleAccounts: true },
  );
}

/** No servers exist before the user starts one, so querying them loads nothing. Editors without MCP lack this API. */
function registerMcpServers(attached: Attached, onDidChangeMcpServerDefinitions: vscode.Event<void>): readonly vscode.Disposable[] {
  const { lm }: { readonly lm: Partial<typeof vscode.lm> } = vscode;
  const registered = lm.registerMcpServerDefinitionProvider?.(mcpProviderId, {
    onDidChangeMcpServerDefinitions,
    provideMcpServerDefinitions: () => attached.mcpServers?.provide() ?? [],
    resolveMcpServerDefinition: (definition) => attached.mcpServers?.resolve(definition),
  });
  return registered === undefined ? [] : [registered];
}

function registerOthers({ load }: ShellOptions, attached: Attached): readonly vscode.Disposable[] {
  return [
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        await load('session');
        await attached.uris?.handleUri(uri);
      },
    }),
    ...panelTypes.map((type) =>
      vscode.window.registerWebviewPanelSerializer(type, {
        deserializeWebviewPanel: async (panel, state: unknown) => {
          await load(panels[type].feature);
          await attached.panels.get(type)?.deserializeWebviewPanel(panel, state);
        },
      }),
    ),
    ...pageViewIds.map((id) =>
      vscode.window.registerWebviewViewProvider(id, {
        resolveWebviewView: async (view, context, token) => {
          const { feature }: { readonly feature: FeatureName } = pageViews[id];
          await load(feature);
          await attached.pages.get(id)?.resolveWebviewView(view, context, token);
        },
      }),
    ),
    // Hovering over text must never load the program.
    vscode.languages.registerHoverProvider('*', {
      provideHover: (document, position, token) => attached.hovers?.provideHover(document, position, token),
    }),
  ];
}

function unattached(attached: Attached): readonly string[] {
  return [
    ...commandIds.filter((id) => !attached.commands.has(id)),
    ...toolNames.filter((name) => !attached.tools.has(name)),
    ...[...attached.views].flatMap(([id, { tree }]) => (tree.source === undefined ? [id] : [])),
    ...(attached.authentication === undefined ? ['authentication'] : []),
    ...(attached.uris === undefined ? ['uri handler'] : []),
    ...panelTypes.filter((type) => !attached.panels.has(type)),
    ...pageViewIds.filter((id) => !attached.pages.has(id)),
    ...(attached.hovers === undefined ? ['hover'] : []),
    ...(attached.api === undefined ? ['API'] : []),
    ...(attached.mcpServers === undefined ? ['MCP servers'] : []),
  ];
}
