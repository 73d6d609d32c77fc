import * as vscode from 'vscode';
import { causeText } from '../errors/outage';
import { presentError } from '../errors/presentError';
import { listText } from '../lists/listText';
import type { NodeModel } from './treeModel';
import { waiting } from './waiting';
import type { WaitKind } from '../../../service/requests/limits';

export interface MessageRow {
  readonly id: string;
  readonly text: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon?: 'info' | 'warning' | 'error' | 'watch' | 'none';
  /** Runs when the row is chosen. */
  readonly command?: vscode.Command;
}

const icons = {
  info: () => new vscode.ThemeIcon('info'),
  warning: () => new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
  error: () => new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')),
  watch: () => new vscode.ThemeIcon('watch'),
} as const;

/** A row with a message instead of data. */
export function messageRow(row: MessageRow): NodeModel {
  return {
    id: row.id,
    face: JSON.stringify([row.text, row.description, row.tooltip, row.icon, row.command?.command]),
    item: () => {
      const item = new vscode.TreeItem(row.text);
      const icon = row.icon ?? 'info';
      if (icon !== 'none') item.iconPath = icons[icon]();
      if (row.description !== undefined) item.description = row.description;
      item.tooltip = row.tooltip ?? row.text;
      // A screen reader would read a plain-text tooltip instead of the row's text.
      if (row.description !== undefined) item.accessibilityInformation = { label: listText([row.text, row.description]) };
      if (row.command !== undefined) item.command = row.command;
      item.contextValue = 'message';
      return item;
    },
  };
}

/** A row with a spinner while something is loading; if that takes long, it shows why. */
export function loadingRow(id: string, loading: WaitKind = 'market', text = vscode.l10n.t('Loading…')): NodeModel {
  return {
    id,
    face: text,
    loading,
    item: () => {
      const item = new vscode.TreeItem(waiting.text(loading) ?? text);
      item.iconPath = new vscode.ThemeIcon('loading~spin');
      item.contextValue = 'message';
      return item;
    },
  };
}

/** A row with an error; choosing it runs the command, normally the view's refresh. */
export function errorRow(id: string, error: unknown, command: vscode.Command): NodeModel {
  const { severity } = presentError(error);
  const message = causeText(error);
  return messageRow({
    id,
    text: message,
    icon: severity === 'error' ? 'error' : 'warning',
    tooltip: `${message}\n${vscode.l10n.t('Select to try again.')}`,
    command,
  });
}
