import * as vscode from 'vscode';
import type { SendingStop } from '../../../app/orders/write/stop/sendingStop';
import type { Log } from '../../../app/platform/ports';
import type { Shell } from '../../platform/shell/shell';
import { StatusItem } from '../../platform/say/statusItem';

export interface StopDependencies {
  readonly shell: Pick<Shell, 'handle' | 'setContext'>;
  readonly sending: SendingStop;
  /** IANA zone of all times shown. */
  readonly timeZone: () => string;
  readonly log: Log;
}

/** *Stop Sending Orders* and *Release Sending…*, with a status bar item in every window while sending is stopped. */
export function registerStop(dependencies: StopDependencies): vscode.Disposable {
  const { shell, sending, log } = dependencies;
  const item = new StatusItem('marketDesk.sending', 101, vscode.l10n.t('Market Desk: Sending Stopped'));
  item.command = 'marketDesk.orders.releaseSending';
  const background = new vscode.ThemeColor('statusBarItem.errorBackground');
  let toldLost = '';
  const show = (): void => {
    const { state } = sending;
    const isStopped = state.kind === 'stopped';
    const lost = state.kind === 'stopped' && state.file !== 'says' ? state.file : '';
    if (lost !== toldLost && lost !== '') {
      log.warn(`Sending orders is stopped, and the file that says so is not as it was: ${lost}.`);
      void import('./stopCommands')
        .then(async ({ tellLostFile }) => tellLostFile(lost))
        .catch((error: unknown) => log.error('A lost file of the sending switch could not be told', error));
    }
    toldLost = lost;
    void shell.setContext('marketDesk.sending', isStopped ? 'stopped' : 'open');
    const text = vscode.l10n.t('Orders Stopped');
    const tooltip = vscode.l10n.t('Sending orders is stopped in all windows. Select to release it.');
    if (isStopped) item.draw({ icon: 'stop-circle', text, tooltip, label: vscode.l10n.t('{0}: {1}', text, tooltip), background });
    else item.hide();
  };
  shell.handle('marketDesk.orders.stopSending', async () => (await import('./stopCommands')).stopSending(dependencies));
  shell.handle('marketDesk.orders.releaseSending', async () => (await import('./stopCommands')).releaseSending(dependencies));
  show();
  if (sending.isStopped) log.warn('Sending orders is stopped.');
  // The journal is the second witness: the file may be gone since the last window closed.
  sending.check().catch((error: unknown) => log.error('The order journal could not be asked whether sending is stopped', error));
  return vscode.Disposable.from(
    item,
    sending.onDidChange(show),
    // Another window may have changed the switch, and a file watcher may miss that.
    vscode.window.onDidChangeWindowState(() => sending.look()),
  );
}
