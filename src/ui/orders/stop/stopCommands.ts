import * as vscode from 'vscode';
import type { SwitchWitness } from '../../../domain/orders/sendingSwitch';
import { sentences } from '../../../domain/text/sentences';
import { askOrShowOrders } from '../askOrShowOrders';
import { sayInfo, sayWarning } from '../../platform/say/messages';
import { plainProgress } from '../../platform/say/progress';
import { runCommand } from '../../platform/runCommand';
import { dayAndTime } from '../orderTimes';
import { releaseAction } from './releaseAction';
import type { SendingStop } from '../../../app/orders/write/stop/sendingStop';
import type { UiPorts } from '../../platform/ports';

/** Stops first and asks afterwards: a user who runs this is in a hurry. */
export async function stopSending({ sending, log }: Pick<UiPorts, 'log'> & { readonly sending: SendingStop }): Promise<void> {
  const { pending, journalError, fileError } = await plainProgress(
    vscode.l10n.t('Stopping orders in all windows'),
    'notification',
    async () => sending.stop(),
  );
  const notes = pending === 0 ? [] : [frozenText(pending)];
  if (journalError !== undefined) {
    log.error('The stop could not be written to the order journal', journalError);
    notes.push(vscode.l10n.t('This couldn’t be written to the order journal.'));
  }
  if (fileError !== undefined) log.error('The file that stops sending could not be written', fileError);
  const [title, extent] =
    fileError === undefined
      ? [
          vscode.l10n.t('Sending orders is stopped'),
          vscode.l10n.t('Nothing is placed, modified, or confirmed in any window until you release it, also after a restart.'),
        ]
      : [vscode.l10n.t('Sending orders is stopped in this window only'), witnessText('unsaved')];
  const detail = [extent, vscode.l10n.t('Open orders stay in the market.'), ...notes];
  const [yes, keep] = [vscode.l10n.t('Cancel All Open Orders…'), vscode.l10n.t('Keep Open Orders')];
  if (await askOrShowOrders(title, detail.join('\n'), yes, keep)) await runCommand('marketDesk.orders.cancelAll');
}

/** Allows orders to be sent again after the user has confirmed. Orders that were held back are not sent by this. */
export async function releaseSending({ sending, timeZone }: Pick<UiPorts, 'timeZone'> & { readonly sending: SendingStop }): Promise<void> {
  const state = await sending.check();
  if (state.kind === 'open') {
    void sayInfo(vscode.l10n.t('Sending orders isn’t stopped.'));
    return;
  }
  const since =
    state.atMs === undefined ? '' : vscode.l10n.t('Stopped since {0}.', dayAndTime(timeZone(), new Date(state.atMs).toISOString()));
  const after = vscode.l10n.t('Nothing is sent by this: every order still needs your confirmation.');
  const question = vscode.l10n.t('Let orders be sent again, in all windows?');
  const detail = sentences(since, witnessText(state.file), after);
  if (!(await askOrShowOrders(question, detail, vscode.l10n.t('Release'), vscode.l10n.t('Keep Stopped')))) return;
  await sending.release();
  if (sending.isStopped) void sayWarning(vscode.l10n.t('Sending orders is still stopped: another window stopped it again.'));
  else void sayInfo(vscode.l10n.t('Orders can be sent again.'));
}

/** Says what became of the file of the switch, once for each time that it was lost. */
export async function tellLostFile(file: SwitchWitness): Promise<void> {
  const text = sentences(stoppedWhere(file), witnessText(file));
  const { label, run } = releaseAction();
  if ((await sayWarning(text, label)) === label) run();
}

/** In which windows sending is stopped. */
function stoppedWhere(file: SwitchWitness): string {
  return file === 'unsaved'
    ? vscode.l10n.t('Sending orders is stopped in this window only.')
    : vscode.l10n.t('Sending orders is stopped in all windows.');
}

/** What is wrong with the file that says that sending is stopped; empty if nothing is. */
export function witnessText(file: SwitchWitness): string {
  switch (file) {
    case 'says':
      return '';
    case 'damaged':
      return vscode.l10n.t('The file that says so is damaged or can’t be read.');
    case 'gone':
      return vscode.l10n.t('The file that says so is gone, but the order journal says it, too.');
    case 'contradicts':
      return vscode.l10n.t('The file that says so was replaced by another one, but the order journal says it, too.');
    case 'unsaved':
      return vscode.l10n.t(
        'The stop couldn’t be saved to the disk: other windows, and this one after a restart, don’t know of it. Run Stop Sending Orders again when the disk can be written.',
      );
    case 'lost':
      return vscode.l10n.t('The file that says whether it is stopped is gone, and the order journal was damaged, so it counts as stopped.');
  }
}

function frozenText(count: number): string {
  return vscode.l10n.t(
    'Requests that a window had begun before and hasn’t reported yet: {0}. That window doesn’t respond; close it to be certain.',
    count,
  );
}
