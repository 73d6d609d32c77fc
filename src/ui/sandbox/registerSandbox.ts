import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import type { SandboxControl } from '../../app/sandbox/sandboxControl';
import type { SessionFlow } from '../../app/session/signIn/sessionFlow';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { readSetting, writeSetting } from '../platform/settings';
import { sayInfo, askModal } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';
import { plainProgress } from '../platform/say/progress';
import { runCommand } from '../platform/runCommand';
import type { UiPorts } from '../platform/ports';

/** *Start Sandbox* (which is also *Try the Sandbox*), *Stop Sandbox* and *Reset Sandbox*. */
export function registerSandbox({
  shell,
  sandbox: control,
  access,
  flow,
  books,
  markUsed,
}: Pick<UiPorts, 'shell' | 'access' | 'markUsed'> & {
  readonly sandbox: SandboxControl;
  readonly flow: Pick<SessionFlow, 'signIn'>;
  /** Clears the last known data, which belongs to the discarded world. */
  readonly books: { readonly last: { forget(origin: string): Promise<void> } };
}): void {
  const start = async (): Promise<void> => {
    if (!(await wantsSandbox())) return;
    await plainProgress(vscode.l10n.t('Starting the sandbox…'), 'statusBar', async () => control.start());
    await markUsed();
    await signInAndShow(access, flow, control);
  };
  const stop = async (): Promise<void> => {
    if (control.status.kind === 'stopped') {
      void sayInfo(vscode.l10n.t('The sandbox isn’t running.'));
      return;
    }
    await control.stop();
    flash(vscode.l10n.t('Sandbox stopped'), 3000);
  };
  const reset = async (): Promise<void> => {
    if (control.status.kind === 'stopped') {
      void sayInfo(vscode.l10n.t('The sandbox isn’t running.'));
      return;
    }
    const yes = vscode.l10n.t('Reset');
    const text = vscode.l10n.t('Reset the sandbox to its initial orders and positions?');
    if ((await askModal(text, vscode.l10n.t('All changes of orders in the sandbox are lost.'), yes)) !== yes) return;
    await control.reset();
    const { connection } = access.current;
    if (connection.kind === 'sandbox') await books.last.forget(connection.origin);
    flash(vscode.l10n.t('Sandbox reset to its initial orders and positions'), 5000);
  };
  shell.handle('marketDesk.sandbox.start', start);
  shell.handle('marketDesk.sandbox.stop', stop);
  shell.handle('marketDesk.sandbox.reset', reset);
}

/** A service in the settings takes precedence, so the user has to confirm leaving it. */
async function wantsSandbox(): Promise<boolean> {
  const configured = readSetting('service.url');
  if (configured.trim() === '') return true;
  const yes = vscode.l10n.t('Use the Sandbox');
  const chosen = await askModal(
    vscode.l10n.t('Use the sandbox instead of {0}?', configured),
    vscode.l10n.t('The URL is removed from your settings. Your sign-in to that service is kept.'),
    yes,
  );
  if (chosen !== yes) return false;
  await writeSetting('service.url', '');
  return true;
}

/** From the button to a signed-in calendar: whoever starts the sandbox need not ask themselves for consent. *Sign In* shows its page. */
async function signInAndShow(access: ServiceAccess, flow: Pick<SessionFlow, 'signIn'>, control: SandboxControl): Promise<void> {
  const { connection } = access.current;
  if (connection.kind !== 'sandbox') return;
  if (!isSignedIn(access.current)) {
    const { signal } = new AbortController();
    await flow.signIn(connection, { signal, answer: async (url) => control.allow(url) });
  }
  if (isSignedIn(access.current)) await runCommand('marketDesk.calendar.open');
}
