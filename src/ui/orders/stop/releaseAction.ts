import * as vscode from 'vscode';
import { runCommand } from '../../platform/runCommand';
import type { NewsAction } from '../outcomeNews';

/** Leads from a text that says that sending is stopped to the question that releases it. */
export function releaseAction(): NewsAction {
  return { label: vscode.l10n.t('Release…'), run: () => runCommand('marketDesk.orders.releaseSending') };
}
