/** The editor for modules of the program that run without one: settings, notifications, and links; what the program gives it is kept in {@link outputs}. */

type Layer = 'user' | 'userRemote' | 'workspace' | 'folder';
type Values = Readonly<Record<string, unknown>>;

interface Change {
  affectsConfiguration(section: string): boolean;
}

/** What the program gave the editor to show or open. */
export const outputs: { readonly messages: string[]; readonly opened: string[]; readonly settings: string[] } = {
  messages: [],
  opened: [],
  settings: [],
};

const layers: Record<Layer, Values> = { user: {}, userRemote: {}, workspace: {}, folder: {} };
const listeners = new Set<(change: Change) => void>();

/**
 * Replaces the values of one layer, as an edit of its file does; keys are complete, such as `http.proxy`. `userRemote` holds the settings
 * of a remote machine or container, which the editor counts as the user's own.
 */
export function setLayer(layer: Layer, values: Values): void {
  layers[layer] = values;
  for (const listener of [...listeners]) listener({ affectsConfiguration: () => true });
}

function inspect(key: string): object {
  const [local, remote] = [layers.user[key], layers.userRemote[key]];
  return {
    key,
    globalLocalValue: local,
    globalRemoteValue: remote,
    globalValue: remote ?? local,
    workspaceValue: layers.workspace[key],
    workspaceFolderValue: layers.folder[key],
  };
}

export const workspace = {
  getConfiguration: (section: string) => ({
    // The worst case for an editor: the workspace wins.
    get: (key: string) =>
      [layers.folder, layers.workspace, layers.userRemote, layers.user]
        .map((values) => values[`${section}.${key}`])
        .find((value) => value !== undefined),
    inspect: (key: string) => inspect(`${section}.${key}`),
    update: async (key: string, value: unknown) => {
      outputs.settings.push(`${section}.${key} ${JSON.stringify(value)}`);
      setLayer('user', { ...layers.user, [`${section}.${key}`]: value });
      return Promise.resolve();
    },
  }),
  onDidChangeConfiguration: (listener: (change: Change) => void) => {
    listeners.add(listener);
    return { dispose: () => void listeners.delete(listener) };
  },
};

async function say(message: string, ...rest: readonly unknown[]): Promise<undefined> {
  outputs.messages.push([message, ...rest.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))].join(' | '));
  return Promise.resolve(undefined);
}

export const window = { showErrorMessage: say, showWarningMessage: say, showInformationMessage: say };
export const commands = { executeCommand: async () => Promise.resolve(undefined) };
export const env = {
  get remoteName(): string | undefined {
    return Object.keys(layers.userRemote).length === 0 ? undefined : 'dev-container';
  },
  openExternal: async (target: unknown) => {
    outputs.opened.push(String(target));
    onOpen?.(String(target));
    return Promise.resolve(true);
  },
  asExternalUri: async (uri: unknown) => Promise.resolve(uri),
};
export { CancellationError, ConfigurationTarget, l10n, Uri } from '../../support/editor/vscode';

let onOpen: ((url: string) => void) | undefined;

/** Sets the browser: a function that is called with every address that the program opens. */
export function setBrowser(browser: (url: string) => void): void {
  onOpen = browser;
}
