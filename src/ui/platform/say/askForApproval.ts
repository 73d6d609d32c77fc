import * as vscode from 'vscode';
import type { ServiceAddress } from '../../../domain/session/serviceAddress';
import { askCarefully } from './askCarefully';

export type Approval = 'connect' | 'change-address' | undefined;

/**
 * The modal question before any credential is sent to a new origin; shows only the ASCII host, which cannot be spoofed. Enter
 * never connects.
 *
 * @param trouble - Why no service was found there, in words: then Enter leads back to the URL.
 */
export async function askForApproval(address: ServiceAddress, trouble: string | undefined): Promise<Approval> {
  const answers =
    trouble === undefined
      ? { safe: vscode.l10n.t('Don’t Connect'), yes: vscode.l10n.t('Connect') }
      : { safe: vscode.l10n.t('Change URL…'), yes: vscode.l10n.t('Connect Anyway') };
  const promise = vscode.l10n.t('Your sign-in and orders will be sent to this URL: {0}', address.baseUrl);
  const detail = trouble === undefined ? promise : `${trouble}\n\n${promise}`;
  const chosen = await askCarefully(vscode.l10n.t('Connect Market Desk to {0}?', address.host), detail, answers);
  if (chosen === 'yes') return 'connect';
  return chosen === 'safe' && trouble !== undefined ? 'change-address' : undefined;
}
