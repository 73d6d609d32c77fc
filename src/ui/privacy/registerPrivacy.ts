import * as vscode from 'vscode';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import { StatusItem } from '../platform/say/statusItem';
import type { Shell } from '../platform/shell/shell';
import { sayWarning } from '../platform/say/messages';

/** *Toggle Privacy Mode*, with an item in the status bar for as long as figures are hidden. */
export function registerPrivacy({
  shell,
  privacy,
}: {
  readonly shell: Pick<Shell, 'handle'>;
  readonly privacy: PrivacyMode;
}): vscode.Disposable {
  const item = new StatusItem('marketDesk.privacy', 89, vscode.l10n.t('Market Desk Privacy Mode'));
  item.command = 'marketDesk.privacy.toggle';
  const tooltip = vscode.l10n.t('Quantities, amounts, and account numbers are hidden. Select to show them.');
  const text = vscode.l10n.t('Private');
  const show = (): void =>
    privacy.isOn ? item.draw({ icon: 'eye-closed', text, tooltip, label: vscode.l10n.t('{0}: {1}', text, tooltip) }) : item.hide();
  shell.handle('marketDesk.privacy.toggle', async () => privacy.toggle());
  show();
  return vscode.Disposable.from(item, privacy.onDidChange(show));
}

/** True, after it was said why, while nothing may leave the views. */
export function refusesToShare(privacy: Pick<PrivacyMode, 'isOn' | 'toggle'>): boolean {
  if (!privacy.isOn) return false;
  const off = vscode.l10n.t('Turn Off');
  const text = vscode.l10n.t('Nothing was copied or exported: privacy mode is on.');
  void sayWarning(text, off).then(async (chosen) => (chosen === off && privacy.isOn ? privacy.toggle() : undefined));
  return true;
}
