import * as vscode from 'vscode';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import { commandOf } from '../platform/runCommand';
import type { Shell } from '../platform/shell/shell';
import type { DeskStatus } from '../platform/statusBar/deskStatus';

/** *Toggle Privacy Mode*; the status bar says while figures are hidden. */
export function registerPrivacy({
  shell,
  privacy,
  status,
}: {
  readonly shell: Pick<Shell, 'handle'>;
  readonly privacy: PrivacyMode;
  readonly status: Pick<DeskStatus, 'set'>;
}): vscode.Disposable {
  const show = (): void =>
    status.set(
      'privacy',
      privacy.isOn
        ? {
            forms: [vscode.l10n.t('Private')],
            icon: 'eye-closed',
            notes: [
              vscode.l10n.t('Quantities, amounts, and account numbers are hidden.'),
              ...(privacy.isUnreadable ? [vscode.l10n.t('Whether you had turned this on can’t be read, so it is on.')] : []),
            ],
            action: commandOf('marketDesk.privacy.toggle', vscode.l10n.t('Turn Off Privacy Mode')),
          }
        : undefined,
    );
  shell.handle('marketDesk.privacy.toggle', async () => privacy.toggle());
  show();
  return privacy.onDidChange(show);
}
