import * as vscode from 'vscode';
import { createDeferred } from '../../app/platform/deferred';
import type { Reception } from '../../app/session/signIn/callbackInbox';
import type { SignInUi, WaitingChoice, WaitingInfo } from '../../app/session/signIn/signIn';
import { queryOfPasted } from '../../service/auth/oauthCallback';
import type { Shell } from '../platform/shell/shell';
import { createInput } from '../platform/say/inputs';
import { cancellableProgress } from '../platform/say/progress';
import type { CommandLink, Said } from '../platform/say/said';
import { flash } from '../platform/say/statusItem';

interface Waiting {
  readonly info: WaitingInfo;
  readonly choose: (choice: WaitingChoice) => void;
}

/**
 * Shows that sign-in waits for the browser: in the views, and in a notification or, in the last flow, an input box for the
 * URL. Each offers to cancel, try another flow, or copy the URL, because the consent page may fail without a callback.
 */
export class WaitingUi implements SignInUi {
  #waiting: Waiting | undefined;

  constructor(
    private readonly shell: Pick<Shell, 'handle' | 'setContext'>,
    private readonly receive: (query: string) => Promise<Reception>,
  ) {
    shell.handle('marketDesk.signIn.cancel', () => this.#waiting?.choose('cancel'));
    shell.handle('marketDesk.signIn.tryAnotherWay', () => this.#tryAnotherWay());
    shell.handle('marketDesk.signIn.copyAddress', async () => this.#copyAddress());
  }

  async wait(info: WaitingInfo, options: { readonly signal: AbortSignal }): Promise<WaitingChoice> {
    const chosen = createDeferred<WaitingChoice>();
    const waiting: Waiting = { info, choose: chosen.resolve };
    this.#waiting = waiting;
    const cancel = (): void => chosen.resolve('cancel');
    options.signal.addEventListener('abort', cancel, { once: true });
    await this.#announce();
    try {
      return await (info.flow === 'paste' ? this.#askForAddress(info, chosen.promise) : this.#showProgress(info, chosen.promise));
    } finally {
      options.signal.removeEventListener('abort', cancel);
      if (this.#waiting === waiting) {
        this.#waiting = undefined;
        await this.#announce();
      }
    }
  }

  async #announce(): Promise<void> {
    const waiting = this.#waiting;
    await this.shell.setContext('marketDesk.signIn.hasAnotherWay', waiting?.info.nextFlow !== undefined);
    await this.shell.setContext('marketDesk.signIn', waiting === undefined ? 'none' : 'waiting');
  }

  async #showProgress(info: WaitingInfo, chosen: Promise<WaitingChoice>): Promise<WaitingChoice> {
    const title = vscode.l10n.t('Signing in to {0}', info.host);
    return cancellableProgress(title, async (signal, report) => {
      report(waitingText(info));
      const canceled = new Promise<WaitingChoice>((resolve) => {
        // Ends with the progress, whose signal this is.
        signal.addEventListener('abort', () => resolve('cancel'), { once: true });
      });
      return Promise.race([chosen, canceled]);
    });
  }

  async #askForAddress(info: WaitingInfo, chosen: Promise<WaitingChoice>): Promise<WaitingChoice> {
    const box = createInput();
    box.title = vscode.l10n.t('Signing in to {0}', info.host);
    box.prompt = vscode.l10n.t('Allow access in the browser, then paste the URL of the next page, even if that page doesn’t load.');
    box.placeholder = 'http://127.0.0.1/callback?code=…&state=…';
    box.ignoreFocusOut = true;
    const left = createDeferred<WaitingChoice>();
    box.onDidChangeValue(() => (box.validationMessage = undefined));
    box.onDidAccept(() => void this.#accept(box));
    box.onDidHide(() => left.resolve('cancel'));
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
      box.validationMessage = vscode.l10n.t('This isn’t the URL of the page after consent: it has no state parameter.');
      return;
    }
    if ((await this.receive(query)) === 'ignored')
      box.validationMessage = vscode.l10n.t('This URL belongs to another sign-in. Paste the URL of the page that just opened.');
  }

  #tryAnotherWay(): void {
    if (this.#waiting?.info.nextFlow !== undefined) this.#waiting.choose('another-way');
  }

  async #copyAddress(): Promise<void> {
    if (this.#waiting === undefined) return;
    await vscode.env.clipboard.writeText(this.#waiting.info.url);
    flash(vscode.l10n.t('Sign-in link copied'), 3000);
  }
}

function waitingText({ nextFlow }: WaitingInfo): Said {
  const waiting = `${vscode.l10n.t('Waiting for the browser.')} `;
  const copy: CommandLink = { label: vscode.l10n.t('Copy Link'), command: 'marketDesk.signIn.copyAddress' };
  if (nextFlow === undefined) return [waiting, copy];
  return [waiting, copy, ' · ', { label: vscode.l10n.t('Try Another Way'), command: 'marketDesk.signIn.tryAnotherWay' }];
}
