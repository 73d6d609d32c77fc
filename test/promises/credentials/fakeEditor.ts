import type * as vscode from 'vscode';
import { createEditorApi } from '../../support/editor/editorApi';
import type { Prompt } from '../../support/editor/prompts';
import { Settings } from '../../support/editor/settings';
import { StandIn } from '../../support/editor/standIn';

/** The editor for modules of the program that run without a window: settings in layers, a browser, and messages that nobody answers. */

type Layer = 'user' | 'userRemote' | 'workspace' | 'folder';
type Values = Readonly<Record<string, unknown>>;

/** What the program gave the editor to open or to keep. */
export const outputs: { readonly opened: string[]; readonly settings: string[] } = { opened: [], settings: [] };

const layers: Record<Layer, Values> = { user: {}, userRemote: {}, workspace: {}, folder: {} };

class LayeredSettings extends Settings {
  override inspect(key: string) {
    const [local, remote] = [layers.user[key], layers.userRemote[key]];
    return {
      ...{ defaultValue: undefined, globalLocalValue: local, globalRemoteValue: remote, globalValue: remote ?? local },
      ...{ workspaceValue: layers.workspace[key], workspaceFolderValue: layers.folder[key] },
    };
  }

  /** The worst case for an editor: the workspace wins. */
  override get(key: string): unknown {
    return [layers.folder, layers.workspace, layers.userRemote, layers.user]
      .map((values) => values[key])
      .find((value) => value !== undefined);
  }

  override set(key: string, value: unknown): void {
    outputs.settings.push(`${key} ${JSON.stringify(value)}`);
    setLayer('user', { ...layers.user, [key]: value });
  }
}

class Desk extends StandIn {
  onOpen: ((url: string) => void) | undefined;

  override show(prompt: Prompt): void {
    if (prompt.kind === 'message') prompt.press(undefined);
    else prompt.close();
  }

  override browse(url: string): void {
    outputs.opened.push(url);
    this.onOpen?.(url);
  }
}

const desk = new Desk({
  settings: new LayeredSettings(() => new Map()),
  nowMs: () => performance.now(),
  isFocused: true,
  during: async (work) => work,
  settle: async () => Promise.resolve(),
  draws: undefined,
});

/** What the program gave the editor to show. */
export const { messages } = desk;

/**
 * Replaces the values of one layer, as an edit of its file does; keys are complete, such as `http.proxy`. `userRemote` holds the settings
 * of a remote machine or container, which the editor counts as the user's own.
 */
export function setLayer(layer: Layer, values: Values): void {
  const keys = new Set([...Object.keys(layers[layer]), ...Object.keys(values)]);
  layers[layer] = values;
  desk.environment.remoteName = Object.keys(layers.userRemote).length === 0 ? undefined : 'dev-container';
  for (const key of keys) desk.place.settings.settingChanged.fire(key);
}

/** Sets the browser: a function that is called with every address that the program opens. */
export function setBrowser(browser: (url: string) => void): void {
  desk.onOpen = browser;
}

export const { CancellationError, commands, ConfigurationTarget, env, l10n, Uri, window, workspace } = createEditorApi(
  desk,
) as typeof vscode;
