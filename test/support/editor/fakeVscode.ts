import { t } from '@vscode/l10n';
import { enumerations } from './values';

/** The editor's values, for modules that make or show texts; nothing of the editor runs. What a test needs besides, it mocks itself. */

export * from './values';

export const { ConfigurationTarget, ProgressLocation, QuickPickItemKind, StatusBarAlignment, TreeItemCollapsibleState, ViewColumn } =
  enumerations;

/** Formats as the editor does for a language without translations. */
export const l10n = { t, bundle: undefined };

export const env = { language: 'en' };
