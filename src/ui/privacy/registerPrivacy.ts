import * as vscode from 'vscode';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { Shell } from '../platform/shell/shell';

/** *Toggle Privacy Mode*, with an item in the status bar for as long as figures are hidden. */
export function registerPrivacy({
  shell,
  privacy,
}: {
  readonly shell: Pick<Shell, 'handle'>;
  readonly privacy: PrivacyMode;
}): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('marketDesk.privacy', vscode.StatusBarAlignment.Right, 89);
  item.name = vscode.l10n.t('Market Desk Privacy Mode');
  item.text = `$(eye-closed) ${vscode.l10n.t('Private')}`;
  item.tooltip = vscode.l10n.t('Quantities, amounts, and account numbers are hidden. Select to show them.');
  item.command = 'marketDesk.privacy.toggle';
  const show = (): void => (privacy.isOn ? item.show() : item.hide());
  shell.handle('marketDesk.privacy.toggle', async () => privacy.toggle());
  show();
  return vscode.Disposable.from(item, privacy.onDidChange(show));
}

/** True, after it was said why, while nothing may leave the views. */
export function refusesToShare(privacy: Pick<PrivacyMode, 'isOn' | 'toggle'>): boolean {
  if (!privacy.isOn) return false;
  const off = vscode.l10n.t('Turn Off');
  const text = vscode.l10n.t('Nothing was copied or exported: privacy mode is on.');
  void vscode.window.showWarningMessage(text, off).then(async (chosen) => (chosen === off && privacy.isOn ? privacy.toggle() : undefined));
  return true;
}
