import * as vscode from 'vscode';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import { StatusItem } from '../platform/say/statusItem';
import type { Shell } from '../platform/shell/shell';

/** *Toggle Privacy Mode*, with a status bar item while figures are hidden. */
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
