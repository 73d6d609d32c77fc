import * as vscode from 'vscode';
import { commandOf } from '../platform/runCommand';
import type { UiPorts } from '../platform/ports';

/** *Toggle Privacy Mode*; the status bar says while figures are hidden. */
export function registerPrivacy({ shell, privacy, status }: Pick<UiPorts, 'shell' | 'privacy' | 'status'>): vscode.Disposable {
  const show = (): void =>
    status.set(
      'privacy',
      privacy.isOn
        ? {
            forms: [vscode.l10n.t('Private'), ''],
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
