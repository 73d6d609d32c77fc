import { t } from '@vscode/l10n';
import { enumerations } from './values';

/** The editor's value classes, for modules that create or show texts; no part of the editor runs. Anything else that a test needs, it mocks itself. */

export * from './values';

export const { ConfigurationTarget, ProgressLocation, QuickPickItemKind, StatusBarAlignment, TreeItemCollapsibleState, ViewColumn } =
  enumerations;

/** Formats as the editor does in a language without translations. */
export const l10n = { t, bundle: undefined };

export const env = { language: 'en' };
