import * as vscode from 'vscode';
import type { PlateFeed, PlateState } from '../../app/plates/plateFeed';
import { groupDigits } from '../../domain/values/amount';
import { parsePlateId } from '../../domain/plates/plateId';
import { visibleText } from '../../domain/text/segments';
import type { PaginationErrorCode } from '../../service/errors';
import { PaginationError } from '../../service/errors';
import type { Constituent } from '../../service/records';
import { presentError } from '../platform/errors/presentError';
import { tooltipTable } from '../platform/trees/tooltipTable';
import { errorRow, loadingRow, messageRow } from '../platform/trees/treeMessages';
import type { NodeModel } from '../platform/trees/treeModel';
import { plateProblemText } from './plateText';

/** What a command on a row of the Plates view works with. */
export class PlateSubject {
  constructor(readonly plateId: string) {}
}

export interface PlateRowOptions {
  readonly feed: PlateFeed;
  /** The plate's name where it is known. */
  readonly name: string | undefined;
}

export function plateRow(plateId: string, { feed, name }: PlateRowOptions): NodeModel {
  const parsed = parsePlateId(plateId);
  if (parsed.kind === 'problem') return { ...invalidRow(plateId, plateProblemText(parsed.problem)), subject: new PlateSubject(plateId) };
  const state = feed.state(plateId);
  const label = visibleText(name ?? plateId);
  const count = state === undefined ? '' : countText(state);
  const description = [name === undefined ? '' : plateId, count].filter((part) => part !== '').join(' · ');
  const more = state?.end?.kind === 'more';
  return {
    id: plateId,
    face: `${label}\n${description}\n${more}`,
    item: () => {
      const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
      item.description = description;
      item.iconPath = new vscode.ThemeIcon('layers');
      item.contextValue = more ? 'plateWithMore' : 'plate';
      item.tooltip = [plateId, name === undefined ? '' : label, count].filter((line) => line !== '').join('\n');
      return item;
    },
    children: plateChildren(plateId, state),
    onOpen: () => feed.open(plateId),
    subject: new PlateSubject(plateId),
  };
}

function invalidRow(plateId: string, problem: string): NodeModel {
  const row = messageRow({ id: `invalid/${plateId}`, text: visibleText(plateId), description: problem, icon: 'warning' });
  return {
    ...row,
    item: () => {
      const item = row.item();
      if (item instanceof vscode.TreeItem) item.contextValue = 'plate';
      return item;
    },
  };
}

/** `200 of 1,534`, `8`, and what is wrong with the list where something is. */
export function countText(state: PlateState): string {
  if (state.end === undefined) return '';
  const shown = groupDigits(String(state.items.length));
  const total = state.total === undefined ? undefined : groupDigits(String(state.total));
  switch (state.end.kind) {
    case 'complete':
      return total === undefined || total === shown ? shown : vscode.l10n.t('{0} of {1}', shown, total);
    case 'more':
      return total === undefined ? vscode.l10n.t('{0}, more available', shown) : vscode.l10n.t('{0} of {1}', shown, total);
    case 'incomplete':
      return total === undefined ? vscode.l10n.t('{0}, incomplete', shown) : vscode.l10n.t('{0} of {1}, incomplete', shown, total);
  }
}

function plateChildren(plateId: string, state: PlateState | undefined): readonly NodeModel[] {
  if (state === undefined) return [loadingRow(`${plateId}/loading`)];
  const rows: NodeModel[] = [];
  if (state.error !== undefined)
    rows.push(errorRow(`${plateId}/error`, state.error, { command: 'marketDesk.plates.refresh', arguments: [plateId] }));
  if (state.end === undefined) return rows.length > 0 && !state.loading ? rows : [loadingRow(`${plateId}/loading`)];
  const seen = new Map<string, number>();
  for (const constituent of state.items) {
    const code = constituent.code ?? '';
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    rows.push(constituentRow(`${plateId}/${code}${count === 1 ? '' : `#${count}`}`, plateId, constituent));
  }
  if (state.items.length === 0 && state.end.kind === 'complete')
    rows.push(messageRow({ id: `${plateId}/empty`, text: vscode.l10n.t('No constituents'), icon: 'none' }));
  if (state.end.kind === 'more') rows.push(state.loading ? loadingRow(`${plateId}/loading`) : loadMoreRow(plateId, state));
  if (state.end.kind === 'incomplete') rows.push(incompleteRow(plateId, state.end.reason));
  return rows;
}

function constituentRow(id: string, plateId: string, constituent: Constituent): NodeModel {
  const { code, name } = constituent;
  const label = visibleText(name ?? code ?? firstValue(constituent.unknown) ?? vscode.l10n.t('(unnamed)'));
  return {
    id,
    face: JSON.stringify(constituent),
    item: () => {
      const item = new vscode.TreeItem(label);
      if (code !== undefined && name !== undefined) item.description = visibleText(code);
      item.contextValue = 'constituent';
      return item;
    },
    tooltip: () => tooltipTable(label, constituentFields(constituent)),
    subject: new PlateSubject(plateId),
  };
}

function firstValue(fields: Readonly<Record<string, string>>): string | undefined {
  return Object.values(fields).find((value) => value !== '');
}

/** Known fields named and formatted, unknown ones as they came. */
function constituentFields({ code, name, stockType, lotSize, listTime, unknown }: Constituent): readonly (readonly [string, string])[] {
  const known: readonly (readonly [string, string | undefined])[] = [
    [vscode.l10n.t('Symbol'), code],
    [vscode.l10n.t('Name'), name],
    [vscode.l10n.t('Type'), stockType],
    [vscode.l10n.t('Lot size'), lotSize],
    [vscode.l10n.t('Listing date'), listTime === undefined ? undefined : listingDate(listTime)],
  ];
  return [...known.filter((row): row is readonly [string, string] => row[1] !== undefined && row[1] !== ''), ...Object.entries(unknown)];
}

/** A date is shown as sent; Unix milliseconds as the UTC date (Spec, General conventions: `listing_date`). */
function listingDate(sent: string): string {
  if (!/^\d{11,14}$/.test(sent)) return sent;
  return new Date(Number(sent)).toISOString().slice(0, 10);
}

function loadMoreRow(plateId: string, state: PlateState): NodeModel {
  return {
    ...messageRow({
      id: `${plateId}/more`,
      text: vscode.l10n.t('Load More'),
      description: countText(state),
      icon: 'none',
      command: { command: 'marketDesk.plates.loadMore', title: vscode.l10n.t('Load More'), arguments: [plateId] },
    }),
    subject: new PlateSubject(plateId),
  };
}

function incompleteRow(plateId: string, reason: PaginationErrorCode): NodeModel {
  const { message } = presentError(new PaginationError(reason));
  return messageRow({
    id: `${plateId}/incomplete`,
    text: message,
    icon: 'warning',
    tooltip: `${message}\n${vscode.l10n.t('Select to reload the list.')}`,
    command: { command: 'marketDesk.plates.refresh', title: vscode.l10n.t('Refresh Plates'), arguments: [plateId] },
  });
}
