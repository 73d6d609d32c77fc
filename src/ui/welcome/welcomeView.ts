import * as vscode from 'vscode';
import type { Handlers } from '../../panel/platform/messages';
import { welcomeHostGuards } from '../../panel/welcome/welcomeProtocol';
import type { ToWelcomeHost, ToWelcomePage, WelcomeAction, WelcomeBoot, WelcomeState } from '../../panel/welcome/welcomeProtocol';
import { extensionId } from '../platform/ids';
import type { CommandId } from '../platform/ids';
import { PageHost } from '../platform/pages/pageHost';
import { priceColors } from '../platform/pages/priceColors';
import type { PageHostOptions } from '../platform/pages/pageHost';
import type { ContextSource } from '../platform/shell/shell';
import { readSetting } from '../platform/settings';
import { runCommand } from '../platform/runCommand';
import type { UiPorts } from '../platform/ports';

const commands: Readonly<Record<Exclude<WelcomeAction, 'tour'>, CommandId>> = {
  startSandbox: 'marketDesk.sandbox.start',
  connect: 'marketDesk.connect',
  signIn: 'marketDesk.signIn',
  accounts: 'marketDesk.accounts.show',
  copyLink: 'marketDesk.signIn.copyAddress',
  tryAnotherWay: 'marketDesk.signIn.tryAnotherWay',
  cancel: 'marketDesk.signIn.cancel',
};

/**
 * The page in the side bar for users who are not signed in. It is a separate bundle, so that it is drawn without loading the program,
 * and never loaded for users who are signed in.
 */
export class WelcomeView implements vscode.WebviewViewProvider {
  #page: PageHost<ToWelcomePage, ToWelcomeHost> | undefined;
  #startsRunning = 0;

  constructor(
    private readonly dependencies: Pick<UiPorts, 'extensionUri'> & {
      /** The content of the page depends on the same context keys as `when` clauses. */
      readonly contexts: ContextSource;
      readonly log: PageHostOptions<ToWelcomeHost>['log'];
    },
  ) {}

  resolveWebviewView(view: vscode.WebviewView): void {
    const boot: WelcomeBoot = { state: this.#state, up: priceColors().up };
    this.#page?.dispose();
    const page = new PageHost<ToWelcomePage, ToWelcomeHost>({
      webview: view.webview,
      extensionUri: this.dependencies.extensionUri,
      page: { title: vscode.l10n.t('Welcome'), name: 'welcome', boot },
      guards: welcomeHostGuards,
      handlers: () => this.#handlers,
      log: this.dependencies.log,
    });
    this.#page = page;
    const subscription = this.dependencies.contexts.onDidChangeContext(() => this.#tell());
    view.onDidChangeVisibility(() => (view.visible ? undefined : page.markHidden()));
    view.onDidDispose(() => {
      subscription.dispose();
      page.dispose();
      if (this.#page === page) this.#page = undefined;
    });
  }

  readonly #handlers: Handlers<ToWelcomeHost> = {
    ready: () => this.#tell(),
    // Commands show their own errors.
    act: ({ action }) => void this.#act(action).catch((error: unknown) => this.dependencies.log.warn(`${action} failed: ${String(error)}`)),
  };

  get #state(): WelcomeState {
    const { contexts } = this.dependencies;
    return {
      kind: this.#kind,
      service: contexts.context('marketDesk.connection') === 'service' ? configuredHost() : '',
      hasAnotherWay: contexts.context('marketDesk.signIn.hasAnotherWay') === true,
      isStarting: this.#startsRunning > 0,
    };
  }

  get #kind(): WelcomeState['kind'] {
    const { contexts } = this.dependencies;
    if ((contexts.context('marketDesk.connection') ?? 'none') === 'none') return 'none';
    if (contexts.context('marketDesk.signIn') === 'waiting') return 'waiting';
    return contexts.context('marketDesk.session') === 'lapsed' ? 'lapsed' : 'signedOut';
  }

  async #act(action: WelcomeAction): Promise<void> {
    if (action === 'tour') {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#start`);
      return;
    }
    if (action !== 'startSandbox') {
      await runCommand(commands[action]);
      return;
    }
    this.#startsRunning += 1;
    this.#tell();
    try {
      await runCommand(commands[action]);
    } finally {
      this.#startsRunning -= 1;
      this.#tell();
    }
  }

  #tell(): void {
    // After sign-in, the page is visible for a moment more: it keeps its content.
    const session = this.dependencies.contexts.context('marketDesk.session');
    if (session !== 'signedIn' && session !== 'restoring') this.#page?.post('state', this.#state);
  }
}

/** The host of the service in the settings; empty without one, or if its URL can’t be read. */
function configuredHost(): string {
  const url = readSetting('service.url');
  return URL.canParse(url) ? new URL(url).host : '';
}
