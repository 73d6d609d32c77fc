import * as vscode from 'vscode';
import { runCommand } from '../../platform/runCommand';
import type { NewsAction } from '../outcomeNews';

/** A button for messages that sending is stopped: opens the question that releases it. */
export function releaseAction(): NewsAction {
  return { label: vscode.l10n.t('Release…'), run: () => runCommand('marketDesk.orders.releaseSending') };
}
