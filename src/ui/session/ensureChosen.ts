import * as vscode from 'vscode';
import type { ChosenConnection } from '../../app/session/connection';
import type { ConnectionStore } from '../../app/session/connectionStore';
import { askForApproval } from '../platform/say/askForApproval';
import { chooseOne } from '../platform/say/ask';
import { runCommand } from '../platform/runCommand';

/** The current connection; if there is none, the user may approve the one in the settings, connect, or use the sandbox. */
export async function ensureChosen(connections: ConnectionStore): Promise<ChosenConnection | undefined> {
  const issue = connections.issue;
  if (issue?.kind === 'needs-approval' && (await askForApproval(issue.address, undefined)) === 'connect')
    await connections.approve(issue.address.origin);
  const current = connections.current;
  if (current.kind !== 'none') return current;
  if (issue !== undefined) return undefined;
  const sandbox = vscode.l10n.t('Try the Sandbox');
  const service = vscode.l10n.t('Connect to a Service…');
  const picked = await chooseOne(
    [{ label: sandbox, detail: vscode.l10n.t('A simulated broker on this machine. No account needed.') }, { label: service }],
    {
      title: vscode.l10n.t('Which service do you want to sign in to?'),
    },
  );
  // Both start their own sign-in.
  if (picked?.label === sandbox) await runCommand('marketDesk.sandbox.start');
  if (picked?.label === service) await runCommand('marketDesk.connect');
  return undefined;
}
