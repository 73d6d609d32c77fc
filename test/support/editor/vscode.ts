import type * as vscode from 'vscode';
import { editor } from './editor';
import { createEditorApi } from './editorApi';

/** The module `vscode` of unit and contract tests: that of the test file's own window. */

export * from './values';

const api = createEditorApi(editor) as typeof vscode;

export const { authentication, commands, env, extensions, l10n, languages, lm, version, window, workspace, QuickInputButtons } = api;
export const {
  CodeActionKind,
  ColorThemeKind,
  ConfigurationTarget,
  EndOfLine,
  ExtensionKind,
  ExtensionMode,
  FileType,
  InputBoxValidationSeverity,
  LogLevel,
  OverviewRulerLane,
  ProgressLocation,
  QuickPickItemKind,
  StatusBarAlignment,
  TreeItemCollapsibleState,
  UIKind,
  ViewColumn,
} = api;
