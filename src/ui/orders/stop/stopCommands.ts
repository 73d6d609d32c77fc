import * as vscode from 'vscode';
import { sentences } from '../../../domain/text/sentences';
import { askCarefully } from '../../platform/say/askCarefully';
import { sayInfo, sayWarning } from '../../platform/say/messages';
import { plainProgress } from '../../platform/say/progress';
import { runCommand } from '../../platform/runCommand';
import { dayAndTime } from '../orderTimes';
import type { StopDependencies } from './registerStop';

/** Stops first and asks afterwards: a user who runs this is in a hurry. */
export async function stopSending({ sending, journal, log }: StopDependencies): Promise<void> {
  const wasStopped = sending.isStopped;
  const { pending } = await plainProgress(vscode.l10n.t('Stopping orders in all windows'), 'notification', async () => sending.stop());
  const notes = pending === 0 ? [] : [frozenText(pending)];
  if (!wasStopped)
    try {
      await journal().append({ kind: 'stopped' });
    } catch (error) {
      log.error('The stop could not be written to the order journal', error);
      notes.push(vscode.l10n.t('This couldn’t be written to the order journal.'));
    }
  const detail = [
    vscode.l10n.t('Nothing is placed, modified, or confirmed in any window until you release it, also after a restart.'),
    vscode.l10n.t('Open orders stay in the market.'),
    ...notes,
  ];
  const answers = {
    safe: vscode.l10n.t('Keep Open Orders'),
    yes: vscode.l10n.t('Cancel All Open Orders…'),
    close: vscode.l10n.t('Close'),
  };
  const answer = await askCarefully(vscode.l10n.t('Sending orders is stopped'), detail.join('\n'), answers);
  if (answer === 'yes') await runCommand('marketDesk.orders.cancelAll');
}

/** Allows orders to be sent again after the user has confirmed. Orders that were held back are not sent by this. */
export async function releaseSending({ sending, journal, timeZone }: StopDependencies): Promise<void> {
  const { state } = sending;
  if (state.kind === 'open') {
    sending.look();
    void sayInfo(vscode.l10n.t('Sending orders isn’t stopped.'));
    return;
  }
  const since =
    state.atMs === undefined ? '' : vscode.l10n.t('Stopped since {0}.', dayAndTime(timeZone(), new Date(state.atMs).toISOString()));
  const damage = state.isDamaged ? vscode.l10n.t('The file that says so is damaged or can’t be read.') : '';
  const after = vscode.l10n.t('Nothing is sent by this: every order still needs your confirmation.');
  const answers = { safe: vscode.l10n.t('Keep Stopped'), yes: vscode.l10n.t('Release') };
  const question = vscode.l10n.t('Let orders be sent again, in all windows?');
  if ((await askCarefully(question, sentences(since, damage, after), answers)) !== 'yes') return;
  // Nothing is released without a record of it.
  await journal().append({ kind: 'released' });
  await sending.release();
  if (sending.isStopped) void sayWarning(vscode.l10n.t('Sending orders is still stopped: another window stopped it again.'));
  else void sayInfo(vscode.l10n.t('Orders can be sent again.'));
}

function frozenText(count: number): string {
  return vscode.l10n.t(
    'Requests that a window had begun before and hasn’t reported yet: {0}. That window doesn’t respond; close it to be certain.',
    count,
  );
}
