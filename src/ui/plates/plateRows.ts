import * as vscode from 'vscode';
import type { OldRows } from '../../app/lastState/oldRows';
import type { OpenPlates, PlateState } from '../../app/plates/openPlates';
import { groupDigits, showSignedPercent } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import { plateChange, sortConstituents } from '../../domain/plates/plateChange';
import type { ConstituentOrder, PlateChange } from '../../domain/plates/plateChange';
import { arrowOf, directionOf, drawnDirection } from '../../domain/quotes/priceDirection';
import { parsePlateId } from '../../domain/plates/plateId';
import { nameWithin } from '../../domain/text/columns';
import { visibleText } from '../../domain/text/visibleText';
import { seen } from '../../service/lists/list';
import type { Constituent } from '../../service/records';
import { listText } from '../platform/lists/listText';
import { gapRows } from '../platform/lists/gapRows';
import { openSecurity } from '../platform/openSecurity';
import { tooltipTable } from '../platform/say/tooltipTable';
import { oldRow } from '../platform/trees/oldRows';
import { errorRow, loadingRow, messageRow } from '../platform/trees/treeMessages';
import type { NodeModel } from '../platform/trees/treeModel';
import type { DirectionIcons } from '../platform/words/directionIcons';
import { plateProblemText } from './plateText';
import { commandOf, tryAgain } from '../platform/runCommand';
import { inOrder } from '../../domain/text/leading';
import type { Leading } from '../../domain/text/leading';

/** The argument of commands on a row of the Plates view. */
export class PlateSubject {
  constructor(
    readonly plateId: string,
    /** The constituent's symbol, on the row of one. */
    readonly symbol?: string,
  ) {}
}

export interface PlateRowOptions {
  readonly plates: Pick<OpenPlates, 'state' | 'open'> & Partial<Pick<OpenPlates, 'old'>>;
  /** The time of old rows, as a text. */
  readonly asOf?: (old: OldRows<unknown>) => string;
  /** The plate's name, if known. */
  readonly name: string | undefined;
  readonly prices?: ConstituentPrices;
  readonly order?: ConstituentOrder;
  /** If undefined, constituents have no icons. */
  readonly icons?: DirectionIcons;
  readonly first?: Leading;
}

/** Texts are empty if no price is known. */
export interface ConstituentPrices {
  /** Price and change, shown after the name. */
  readonly text: (symbol: string) => string;
  /** The price outside the regular hours and its time, for the tooltip; empty if it is not newer. */
  readonly extended: (symbol: string) => string;
  /** The last known price, for old rows. */
  readonly old: (symbol: string) => string;
  /** In percent since the previous close; undefined if unknown. */
  readonly change: (symbol: string) => Amount | undefined;
}

export function plateRow(plateId: string, options: PlateRowOptions): NodeModel {
  const { plates, name, prices = noPrices, asOf, icons } = options;
  const parsed = parsePlateId(plateId);
  if (parsed.kind === 'problem') return { ...invalidRow(plateId, plateProblemText(parsed.problem)), subject: new PlateSubject(plateId) };
  const state = plates.state(plateId);
  const label = visibleText(name ?? plateId);
  const old = plates.old?.(plateId);
  const time = old === undefined ? '' : (asOf?.(old) ?? '');
  const count = state === undefined || old !== undefined ? time : countText(state);
  const change = state?.list === undefined ? undefined : plateChange(seen(state.list).items.map(({ code }) => prices.change(code ?? '')));
  const [moved, spread] = change === undefined ? ['', ''] : changeTexts(change);
  const about = [name === undefined ? '' : plateId, count].filter((part) => part !== '');
  const description = [...(moved === '' ? [] : [moved]), ...about].join(' · ');
  const more = state?.hasMore === true;
  const direction = change === undefined ? undefined : drawnDirection(showSignedPercent(change.average), change.average);
  return {
    id: plateId,
    face: `${label}\n${description}\n${spread}\n${more}`,
    get steady() {
      return `${label}\n${about.join('\n')}\n${more}`;
    },
    item: () => {
      const item = new vscode.TreeItem(nameWithin(label, mostPlateColumns), vscode.TreeItemCollapsibleState.Collapsed);
      item.description = description;
      item.iconPath = new vscode.ThemeIcon('layers', direction === undefined ? undefined : icons?.[direction].color);
      item.contextValue = more ? 'plateWithMore' : 'plate';
      item.tooltip = [plateId, name === undefined ? '' : label, count, moved, spread].filter((line) => line !== '').join('\n');
      return item;
    },
    children: plateChildren(
      plateId,
      state,
      options,
      old?.drawOld((rows) => constituentRows(plateId, rows, { prices: { ...noPrices, text: prices.old } })).map((row) => oldRow(row, time)),
    ),
    onOpen: () => plates.open(plateId),
    subject: new PlateSubject(plateId),
  };
}

/** `▲ +0.52% on average`, with the number of constituents that count. */
function changeTexts({ average, up, down, flat }: PlateChange): readonly [moved: string, spread: string] {
  const shown = showSignedPercent(average);
  const percent = `${arrowOf(drawnDirection(shown, average))} ${shown}`;
  return [
    vscode.l10n.t({ message: '{0} on average', args: [percent], comment: ['{0} is a change such as ▲ +0.52%.'] }),
    vscode.l10n.t('Constituents with a price: {0} up, {1} down, {2} unchanged', up, down, flat),
  ];
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

/** `200 of 1,534`, `8`, with a note if the list is incomplete. */
function countText({ list, hasMore }: PlateState): string {
  if (list === undefined || list.verdict === 'notOffered') return '';
  const shown = groupDigits(String(seen(list).items.length));
  const total = list.total === undefined ? undefined : groupDigits(String(list.total));
  if (list.verdict === 'complete') return total === undefined || total === shown ? shown : vscode.l10n.t('{0} of {1}', shown, total);
  if (hasMore) return total === undefined ? vscode.l10n.t('{0}, more available', shown) : vscode.l10n.t('{0} of {1}', shown, total);
  return total === undefined ? vscode.l10n.t('{0}, incomplete', shown) : vscode.l10n.t('{0} of {1}, incomplete', shown, total);
}

const noPrices: ConstituentPrices = { text: () => '', extended: () => '', old: () => '', change: () => undefined };

type ConstituentLook = Pick<PlateRowOptions, 'prices' | 'order' | 'icons' | 'first'>;

/** @param old - Shown in place of what has not been read. */
function plateChildren(
  plateId: string,
  state: PlateState | undefined,
  look: ConstituentLook,
  old: readonly NodeModel[] = [],
): readonly NodeModel[] {
  if (state === undefined) return [...old, loadingRow(`${plateId}/loading`)];
  const again = tryAgain('marketDesk.plates.refresh', plateId);
  if (state.list?.verdict === 'notOffered')
    return [messageRow({ id: `${plateId}/notOffered`, text: vscode.l10n.t('This service doesn’t provide this list.') })];
  const rows: NodeModel[] = [];
  if (state.error !== undefined) rows.push(errorRow(`${plateId}/error`, state.error, again));
  if (state.list === undefined) return rows.length > 0 && !state.loading ? [...rows, ...old] : [...old, loadingRow(`${plateId}/loading`)];
  const { items, gaps } = seen(state.list);
  rows.push(...constituentRows(plateId, items, look));
  if (items.length === 0 && state.list.verdict === 'complete')
    rows.push(messageRow({ id: `${plateId}/empty`, text: vscode.l10n.t('No constituents'), icon: 'none' }));
  if (state.hasMore) rows.push(state.loading ? loadingRow(`${plateId}/loading`) : loadMoreRow(plateId, state));
  // The row above already shows that there are more pages, and the first row why the last request failed.
  const lacks = gaps.filter(({ kind }) => kind !== 'more' && (kind !== 'failed' || state.error === undefined));
  return [...rows, ...gapRows(plateId, lacks, 'constituents', again)];
}

function constituentRows(
  plateId: string,
  items: readonly Constituent[],
  { prices = noPrices, order = 'service', icons, first = 'name' }: ConstituentLook,
): readonly NodeModel[] {
  const times = new Map<string, number>();
  return sortConstituents(items, order, prices.change, vscode.env.language).map((constituent) => {
    const code = constituent.code ?? '';
    const count = (times.get(code) ?? 0) + 1;
    times.set(code, count);
    return constituentRow(`${plateId}/${code}${count === 1 ? '' : `#${count}`}`, { plateId, constituent, prices, icons, first });
  });
}

/** With a price and a change such as `1,467.50 ▲ +0.98%`, the first fits into a side bar of 300 pixels; the second beside an average. */
const [mostNameColumns, mostPlateColumns] = [11, 18];

interface ConstituentLine {
  readonly plateId: string;
  readonly constituent: Constituent;
  readonly prices: ConstituentPrices;
  readonly icons: DirectionIcons | undefined;
  readonly first: Leading;
}

function constituentRow(id: string, { plateId, constituent, prices, icons, first }: ConstituentLine): NodeModel {
  const { code, name } = constituent;
  const [leading, other] = inOrder(first, { name: name ?? '', symbol: code ?? '' });
  const price = prices.text(code ?? '');
  const extended = prices.extended(code ?? '');
  const change = prices.change(code ?? '');
  const icon = change === undefined ? undefined : icons?.[directionOf(change)];
  const label = visibleText(leading === '' ? (firstValue(constituent.unknown) ?? vscode.l10n.t('(unnamed)')) : leading);
  return {
    id,
    face: JSON.stringify([constituent, label, price, extended, icon?.id, icon?.color?.id]),
    get steady() {
      return JSON.stringify(constituent);
    },
    item: () => {
      // Short, so that a narrow view has room for the price after it.
      const item = new vscode.TreeItem(nameWithin(label, mostNameColumns));
      item.description = [price, visibleText(other)].filter((part) => part !== '').join(' · ');
      item.accessibilityInformation = { label: listText([label, item.description]) };
      item.contextValue = 'constituent';
      if (icon !== undefined) item.iconPath = icon;
      if (code !== undefined) item.command = openSecurity(code);
      return item;
    },
    tooltip: () => tooltipTable(label, constituentFields(constituent), extended === '' ? [] : [extended]),
    subject: new PlateSubject(plateId, code),
  };
}

function firstValue(fields: Readonly<Record<string, string>>): string | undefined {
  return Object.values(fields).find((value) => value !== '');
}

/** Known fields with names and formats, unknown ones as received. */
function constituentFields({ code, name, stockType, lotSize, listTime, unknown }: Constituent): readonly (readonly [string, string])[] {
  const known: readonly (readonly [string, string | undefined])[] = [
    [vscode.l10n.t('Symbol'), code],
    [vscode.l10n.t('Name'), name],
    [vscode.l10n.t('Type'), stockType],
    [vscode.l10n.t('Lot size'), lotSize],
    [vscode.l10n.t('Listing date'), listTime === undefined ? undefined : listingDate(listTime)],
  ];
  return [...known.filter((row): row is readonly [string, string] => row[1] !== undefined && row[1] !== ''), ...otherFields(unknown)];
}

/** Fields outside the specification's example: shown if their name is known, left out if they mean nothing to a reader. */
function otherFields(unknown: Constituent['unknown']): readonly (readonly [string, string])[] {
  const names: Readonly<Record<string, string | undefined>> = {
    sc_name: vscode.l10n.t('Simplified Chinese name'),
    tc_name: vscode.l10n.t('Traditional Chinese name'),
  };
  const internal = new Set(['stock_id', 'listing_date', 'main_sector']);
  return Object.entries(unknown).flatMap(([key, value]) => (internal.has(key) ? [] : [[names[key] ?? key, value] as const]));
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
      command: commandOf('marketDesk.plates.loadMore', vscode.l10n.t('Load More'), plateId),
    }),
    subject: new PlateSubject(plateId),
  };
}
