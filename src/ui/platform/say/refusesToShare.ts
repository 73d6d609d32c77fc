import * as vscode from 'vscode';
import type { PrivacyMode } from '../../../app/privacy/privacyMode';
import { sayWarning } from './messages';

/** True while nothing may be exported from the views; then the reason was shown. */
export function refusesToShare(privacy: Pick<PrivacyMode, 'isOn' | 'toggle'>): boolean {
  if (!privacy.isOn) return false;
  const off = vscode.l10n.t('Turn Off');
  const text = vscode.l10n.t('Nothing was copied or exported: privacy mode is on.');
  void sayWarning(text, off).then(async (chosen) => (chosen === off && privacy.isOn ? privacy.toggle() : undefined));
  return true;
}
