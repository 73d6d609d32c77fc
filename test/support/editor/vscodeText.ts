import { t } from '@vscode/l10n';

/** The part of the editor's API that modules need which only make text. */
export const vscodeText = {
  l10n: { t },
  CancellationError: class CancellationError extends Error {},
};
