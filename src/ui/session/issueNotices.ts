import * as vscode from 'vscode';
import type { ConnectionStore } from '../../app/session/connectionStore';
import { addressProblemText } from '../platform/words/addressText';
import { sayWarning } from '../platform/say/messages';
import { openSetting } from '../platform/runCommand';

/** Shows once per window why the configured service is not used. */
export class IssueNotices {
  /** Bounded by what the user has configured while the window was open. */
  readonly #shown = new Set<string>();

  constructor(private readonly connections: ConnectionStore) {}

  async show(): Promise<void> {
    const issue = this.connections.issue;
    const key = JSON.stringify(issue);
    if (issue === undefined || this.#shown.has(key)) return;
    this.#shown.add(key);
    if (issue.kind === 'invalid-address') {
      const open = vscode.l10n.t('Open Settings');
      const said = vscode.l10n.t('The service URL in your settings can’t be used. {0}', addressProblemText(issue.problem));
      if ((await sayWarning(said, open)) === open) await openAddressSetting();
      return;
    }
    // Not modal: the user may still be typing the setting.
    const review = vscode.l10n.t('Review…');
    const said = vscode.l10n.t('Your settings point to a service that you haven’t approved: {0}', issue.address.host);
    if ((await sayWarning(said, review)) !== review) return;
    const { askForApproval } = await import('../platform/say/askForApproval');
    if ((await askForApproval(issue.address, undefined)) === 'connect') await this.connections.approve(issue.address.origin);
  }
}

async function openAddressSetting(): Promise<void> {
  await openSetting('service.url');
}
