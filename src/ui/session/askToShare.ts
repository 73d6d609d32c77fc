import * as vscode from 'vscode';
import type { SharingQuestion } from '../../app/session/sessionSharing';
import { visibleText } from '../../domain/text/visibleText';
import { askCarefully } from '../platform/say/askCarefully';

/** The modal question before another extension gets a token: states what it could do with it. */
export async function askToShare({ host, scopes, excess }: SharingQuestion): Promise<boolean> {
  const lines = [
    vscode.l10n.t('Another extension is asking for access to your account at {0}. It could:', host),
    ...scopes.map((scope) => `• ${scopeText(scope, excess.includes(scope))}`),
    ...(scopes.includes('trade:write')
      ? ['', vscode.l10n.t('Its orders would bypass Market Desk’s checks, review, and order journal.')]
      : []),
    '',
    vscode.l10n.t('Market Desk can’t see which extension is asking. Share only if you started this yourself.'),
  ];
  const answers = { safe: vscode.l10n.t('Don’t Share'), yes: vscode.l10n.t('Share') };
  return (await askCarefully(vscode.l10n.t('Share access with another extension?'), lines.join('\n'), answers)) === 'yes';
}

function scopeText(scope: string, isExcess: boolean): string {
  const text = purposeOf(scope);
  return isExcess ? vscode.l10n.t('{0} (not requested)', text) : text;
}

function purposeOf(scope: string): string {
  switch (scope) {
    case 'quote:read':
      return vscode.l10n.t('Read market data');
    case 'quote:write':
      return vscode.l10n.t('Change the market data you follow');
    case 'trade:read':
      return vscode.l10n.t('Read your accounts, positions, and orders');
    case 'trade:write':
      return vscode.l10n.t(
        'TRADE: place and modify orders on your behalf, with real money unless the account is a paper or sandbox account',
      );
    case 'accid:*':
      return vscode.l10n.t('Use all your accounts');
    default:
      return scope.startsWith('accid:')
        ? vscode.l10n.t('Use account {0}', visibleText(scope.slice('accid:'.length)))
        : vscode.l10n.t('Use the “{0}” permission', visibleText(scope));
  }
}
