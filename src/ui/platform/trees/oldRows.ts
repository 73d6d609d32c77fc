import * as vscode from 'vscode';
import type { OldRows } from '../../../app/lastState/oldRows';
import { listOf } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import { listText } from '../lists/listText';
import { asOfTime } from '../silence';
import { dim } from './dim';
import type { NodeModel } from './treeModel';

/** `as of 14:03:22`, with a note if rows were cut off. */
export function asOfText({ asOfMs, isWhole }: OldRows<unknown>, zone: string, nowMs: number): string {
  const time = asOfTime(zone, asOfMs, nowMs);
  return isWhole ? vscode.l10n.t('as of {0}', time) : vscode.l10n.t('as of {0}, incomplete', time);
}

/** Old rows for a view or page that shows lists. */
export function oldList<T>(rows: readonly T[], { isWhole }: OldRows<unknown>): List<T> {
  return listOf(rows, isWhole ? [] : [{ kind: 'more', part: '' }]);
}

/** Sums over cut lists would not be totals. */
export function withoutSums(row: NodeModel): NodeModel {
  return row.children === undefined ? row : { ...row, children: row.children.filter(({ isSum }) => isSum !== true).map(withoutSums) };
}

/**
 * A row, and all rows below it, as known before this window was opened: dimmed, and without commands. The row that
 * replaces it has the same ID.
 *
 * @param asOf - See {@link asOfText}.
 */
export function oldRow(row: NodeModel, asOf: string): NodeModel {
  return {
    id: row.id,
    // A newly read row may look the same, but it is not old.
    face: typeof row.face === 'string' ? `${asOf}\n${row.face}` : row.face,
    item: () => dimmed(row.item(), asOf),
    tooltip: () => vscode.l10n.t('Not read again yet: {0}', asOf),
    ...(row.children === undefined ? {} : { children: row.children.map((child) => oldRow(child, asOf)) }),
  };
}

function dimmed(item: vscode.TreeItem, asOf: string): vscode.TreeItem {
  dim(item);
  item.contextValue = 'message';
  delete item.command;
  delete item.tooltip;
  const label = item.accessibilityInformation?.label ?? listText([item.label, item.description].filter((text) => typeof text === 'string'));
  item.accessibilityInformation = { label: listText([label, asOf]) };
  return item;
}
