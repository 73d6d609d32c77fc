import * as vscode from 'vscode';
import { idText } from '../../../domain/text/visibleText';

/** Why a request was not sent or has no known outcome, in words; a code without words is shown as it is. */
export function reasonText(code: string): string {
  const texts = new Map<string, string>([
    ['connect-failed', vscode.l10n.t('can’t reach the service')],
    ['timed-out', vscode.l10n.t('no response in time')],
    ['aborted', vscode.l10n.t('canceled while in progress')],
    ['SendingStopped', vscode.l10n.t('sending orders was stopped')],
    ['tls', vscode.l10n.t('no secure connection')],
    ['proxy', vscode.l10n.t('the proxy refused or can’t be reached')],
    ['too-large', vscode.l10n.t('the response is too large')],
    ['broken-answer', vscode.l10n.t('the response is incomplete')],
    ['not-json', vscode.l10n.t('the response is no data')],
    ['no-envelope', vscode.l10n.t('the response has an unknown form')],
    ['contradictory', vscode.l10n.t('the response contradicts itself')],
    ['sign-in-required', vscode.l10n.t('sign-in required')],
    ['renewal-failed', vscode.l10n.t('the sign-in couldn’t be renewed')],
    ['token-rejected', vscode.l10n.t('sign-in required')],
  ]);
  return texts.get(code) ?? idText(code);
}
