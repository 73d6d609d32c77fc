import * as vscode from 'vscode';
import type { SendingStop } from '../../../app/orders/write/stop/sendingStop';
import { commandOf } from '../../platform/runCommand';
import type { StatusPart } from '../../platform/statusBar/deskStatus';
import type { UiPorts } from '../../platform/ports';

/** *Stop Sending Orders* and *Release Sending…*; the status bar of every window says while sending is stopped. */
export function registerStop(
  dependencies: Pick<UiPorts, 'shell' | 'status' | 'timeZone' | 'log'> & { readonly sending: SendingStop },
): vscode.Disposable {
  const { shell, sending, status, log } = dependencies;
  let toldLost = '';
  const show = (): void => {
    const { state } = sending;
    const isStopped = state.kind === 'stopped';
    const lost = state.kind === 'stopped' && state.file !== 'says' ? state.file : '';
    // The question after the stop says that it could not be saved.
    if (lost !== toldLost && lost !== '' && lost !== 'unsaved') {
      log.warn(`Sending orders is stopped, and the file that says so is not as it was: ${lost}.`);
      void import('./stopCommands')
        .then(async ({ tellLostFile }) => tellLostFile(lost))
        .catch((error: unknown) => log.error('A lost file of the sending switch could not be told', error));
    }
    toldLost = lost;
    void shell.setContext('marketDesk.sending', isStopped ? 'stopped' : 'open');
    status.set('stop', isStopped ? stoppedPart(state.file === 'unsaved') : undefined);
  };
  shell.handle('marketDesk.orders.stopSending', async () => (await import('./stopCommands')).stopSending(dependencies));
  shell.handle('marketDesk.orders.releaseSending', async () => (await import('./stopCommands')).releaseSending(dependencies));
  show();
  if (sending.isStopped) log.warn('Sending orders is stopped.');
  // The journal is the second witness: the file may be gone since the last window closed.
  sending.check().catch((error: unknown) => log.error('The order journal could not be asked whether sending is stopped', error));
  return vscode.Disposable.from(
    sending.onDidChange(show),
    // Another window may have changed the switch, and a file watcher may miss that.
    vscode.window.onDidChangeWindowState(() => sending.look()),
  );
}

function stoppedPart(isHereOnly: boolean): StatusPart {
  return {
    forms: [vscode.l10n.t('Orders Stopped'), vscode.l10n.t({ message: 'Stopped', comment: ['Short for “Orders Stopped”'] })],
    icon: 'stop-circle',
    level: 'error',
    notes: [
      isHereOnly
        ? vscode.l10n.t('Sending orders is stopped in this window only.')
        : vscode.l10n.t('Sending orders is stopped in all windows.'),
    ],
    action: commandOf('marketDesk.orders.releaseSending', vscode.l10n.t('Release Sending Orders…')),
  };
}
