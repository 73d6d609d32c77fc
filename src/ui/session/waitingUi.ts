import * as vscode from 'vscode';
import type { Reception } from '../../app/session/callbackInbox';
import { createDeferred } from '../../app/platform/deferred';
import type { RungKind, SignInUi, WaitingChoice, WaitingInfo } from '../../app/session/signIn';
import { queryOfPasted } from '../../service/auth/oauthCallback';
import type { Shell } from '../platform/shell';

/**
 * Shows that the browser is waited for: a notification that can be cancelled and offers the next way, or, on the last
 * way, a box to paste the address into.
 */
export class WaitingUi implements SignInUi {
  #choose: ((choice: WaitingChoice) => void) | undefined;
  #url: string | undefined;

  constructor(
    private readonly shell: Shell,
    private readonly receive: (query: string) => Promise<Reception>,
  ) {
    shell.handle('marketDesk.signIn.tryAnotherWay', () => this.#choose?.('another-way'));
    shell.handle('marketDesk.signIn.copyAddress', async () => this.#copyAddress());
  }

  async wait(info: WaitingInfo, options: { readonly signal: AbortSignal }): Promise<WaitingChoice> {
    const chosen = createDeferred<WaitingChoice>();
    this.#choose = chosen.resolve;
    this.#url = info.url;
    options.signal.addEventListener('abort', () => chosen.resolve('cancelled'), { once: true });
    await this.shell.setContext('marketDesk.signingIn', true);
    try {
      return info.rung === 'paste' ? await this.#askForAddress(info, chosen.promise) : await this.#showProgress(info, chosen.promise);
    } finally {
      if (this.#choose === chosen.resolve) {
        this.#choose = undefined;
        this.#url = undefined;
        await this.shell.setContext('marketDesk.signingIn', false);
      }
    }
  }

  async #showProgress(info: WaitingInfo, chosen: Promise<WaitingChoice>): Promise<WaitingChoice> {
    const title = vscode.l10n.t('Signing in to {0}', info.host);
    return vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        progress.report({ message: waitingText(info.nextRung) });
        return Promise.race([
          chosen,
          new Promise<WaitingChoice>((resolve) => void token.onCancellationRequested(() => resolve('cancelled'))),
        ]);
      },
    );
  }

  async #askForAddress(info: WaitingInfo, chosen: Promise<WaitingChoice>): Promise<WaitingChoice> {
    const box = vscode.window.createInputBox();
    box.title = vscode.l10n.t('Signing in to {0}', info.host);
    box.prompt = vscode.l10n.t('Allow access in the browser, then paste the URL of the next page, even if that page doesn’t load.');
    box.placeholder = 'http://127.0.0.1/callback?code=…&state=…';
    box.ignoreFocusOut = true;
    const left = createDeferred<WaitingChoice>();
    box.onDidChangeValue(() => (box.validationMessage = undefined));
    box.onDidAccept(() => void this.#accept(box));
    box.onDidHide(() => left.resolve('cancelled'));
    box.show();
    try {
      return await Promise.race([chosen, left.promise]);
    } finally {
      box.dispose();
    }
  }

  async #accept(box: vscode.InputBox): Promise<void> {
    const query = queryOfPasted(box.value);
    if (query === undefined) {
      box.validationMessage = vscode.l10n.t('This is not the URL of the page after consent: it has no state parameter.');
      return;
    }
    if ((await this.receive(query)) === 'ignored')
      box.validationMessage = vscode.l10n.t('This URL belongs to another sign-in. Paste the URL of the page that just opened.');
  }

  async #copyAddress(): Promise<void> {
    if (this.#url === undefined) return;
    await vscode.env.clipboard.writeText(this.#url);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Sign-in link copied'), 3000);
  }
}

function waitingText(nextRung: RungKind | undefined): string {
  const waiting = vscode.l10n.t('Waiting for the browser.');
  const copy = `[${vscode.l10n.t('Copy Link')}](command:marketDesk.signIn.copyAddress)`;
  if (nextRung === undefined) return `${waiting} ${copy}`;
  // Translators: the link lets the user sign in by other means, such as pasting an address.
  return `${waiting} ${copy} · [${vscode.l10n.t('Having Trouble?')}](command:marketDesk.signIn.tryAnotherWay)`;
}
