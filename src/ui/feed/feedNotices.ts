import * as vscode from 'vscode';
import type { FeedAddresses, FeedName } from '../../app/feed/feedAddresses';
import { addressProblemText } from '../platform/words/addressText';
import { sayWarning } from '../platform/say/messages';
import { openSetting } from '../platform/runCommand';

/** Tells the user once per window why a configured feed cannot be used. */
export class FeedNotices implements vscode.Disposable {
  /** Bounded by what the user has configured while the window was open. */
  readonly #shown = new Set<string>();
  readonly #subscription: { dispose(): void };

  constructor(private readonly addresses: FeedAddresses) {
    const showAll = (): void => {
      void this.#show('quote');
      void this.#show('trade');
    };
    this.#subscription = addresses.onDidChange(showAll);
    showAll();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #show(feed: FeedName): Promise<void> {
    const issue = this.addresses.of(feed);
    const key = JSON.stringify(issue);
    if ((issue.kind !== 'invalid' && issue.kind !== 'needsApproval') || this.#shown.has(key)) return;
    this.#shown.add(key);
    if (issue.kind === 'invalid') {
      const open = vscode.l10n.t('Open Settings');
      const said = vscode.l10n.t('The feed URL in your settings can’t be used. {0}', addressProblemText(issue.problem));
      if ((await sayWarning(said, open)) === open) await openSetting(`service.${feed}FeedUrl`);
      return;
    }
    const review = vscode.l10n.t('Review…');
    const said = vscode.l10n.t('Your settings point to a feed that you haven’t approved: {0}', issue.address.host);
    if ((await sayWarning(said, review)) !== review) return;
    const { askForApproval } = await import('../platform/say/askForApproval');
    if ((await askForApproval(issue.address, undefined)) === 'connect') await this.addresses.approve(issue.address);
  }
}
