import * as vscode from 'vscode';
import type { MarketDeskExports } from './api';
import type { Container } from './container';
import type { FeatureName } from './ui/platform/ids';
import { publicFace } from './ui/api/publicFace';
import { codeCacheOf } from './ui/platform/files/codeCache';
import { createShell } from './ui/platform/shell/createShell';
import { sayError } from './ui/platform/say/messages';

/** Set once a service was ever chosen, so that a window of somebody who does not use the extension loads nothing. */
const usedKey = 'marketDesk.used';

export function activate(context: vscode.ExtensionContext): MarketDeskExports {
  const log = vscode.window.createOutputChannel('Market Desk', { log: true });
  let container: Promise<Container> | undefined;
  let loaded: Container | undefined;
  let isDisposed = false;
  const program = (): Promise<Container> => {
    container ??= build();
    return container;
  };
  let welcomed: Promise<void> | undefined;
  const welcome = async (): Promise<void> => (welcomed ??= provideWelcome());
  const isDormant = (): boolean =>
    container === undefined &&
    context.globalState.get(usedKey) !== true &&
    vscode.workspace.getConfiguration('marketDesk').get('service.url') === '';
  const load = async (feature: FeatureName): Promise<void> => (feature === 'welcome' ? welcome() : (await program()).load(feature));
  const code = codeCacheOf(context);
  const shell = createShell({ subscriptions: context.subscriptions, load, isDormant });

  /** Drawn for somebody who has not begun: without the program. */
  async function provideWelcome(): Promise<void> {
    const { WelcomeView } = await import('./ui/welcome/welcomeView');
    shell.providePage('marketDesk.welcome', new WelcomeView({ contexts: shell, extensionUri: context.extensionUri, log }));
  }

  async function build(): Promise<Container> {
    try {
      code?.load('main.js');
      const { createContainer } = await import('./container');
      const built = await createContainer({ context, shell, log, markUsed: async () => context.globalState.update(usedKey, true) });
      if (isDisposed) built.dispose();
      else loaded = built;
      shell.wake();
      return built;
    } catch (error) {
      container = undefined;
      log.error(error instanceof Error ? error : String(error));
      void sayError(vscode.l10n.t('Market Desk couldn’t start: {0}', error instanceof Error ? error.message : String(error)));
      throw error;
    }
  }

  const warmUp = isDormant() ? undefined : setTimeout(() => void program().catch(() => undefined), 1500);
  // The log goes last: everything disposed before it may still want to write.
  context.subscriptions.push({
    dispose: () => {
      isDisposed = true;
      clearTimeout(warmUp);
      code?.dispose();
      loaded?.dispose();
      log.dispose();
    },
  });
  if (warmUp === undefined) void shell.setContext('marketDesk.connection', 'none');
  // Not before there is somebody to fill the views: until then they would say that nobody does.
  void shell.setContext('marketDesk.session', warmUp === undefined ? 'signedOut' : 'restoring');
  return publicFace(context.extensionMode, { connect: async (id) => shell.connectApi(id) }, async () => {
    await welcome();
    return { unattached: await (await program()).loadAll() };
  });
}
