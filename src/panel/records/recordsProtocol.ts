import { isCopy, isKeptView, isListOf, isName, isNull, isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** The kinds of evidence that the page shows, one at a time. */
export const recordsTabs = ['orders', 'requests', 'agents'] as const;
export type RecordsTab = (typeof recordsTabs)[number];

/** Columns of each kind, by their stable names. */
export const recordColumns = {
  orders: ['time', 'account', 'what', 'outcome', 'askedBy', 'orderId'],
  requests: ['time', 'request', 'status', 'outcome', 'duration', 'attempt', 'askedBy'],
  agents: ['time', 'agent', 'what', 'outcome', 'size', 'duration', 'times'],
} as const satisfies Readonly<Record<RecordsTab, readonly string[]>>;
export type RecordColumn = (typeof recordColumns)[RecordsTab][number];

/** What rows of each kind can be restricted to. A row may be of several. */
export const recordKinds = {
  orders: ['place', 'modify', 'cancel', 'unresolved', 'program', 'other'],
  requests: ['failed', 'write', 'program'],
  agents: ['personal', 'failed', 'other'],
} as const satisfies Readonly<Record<RecordsTab, readonly string[]>>;
export type RecordKind = (typeof recordKinds)[RecordsTab][number];

/** What can be done with a row; the host knows what it is about. */
export const rowActions = ['showReceipt', 'exportReceipt', 'resolve', 'explainSignature', 'copyRequest'] as const;
export type RowAction = (typeof rowActions)[number];

/** What can be done on the page as a whole. */
export const recordsActions = ['acknowledge', 'openAsText', 'verifyReceipt', 'showLog', 'manageAgents'] as const;
export type RecordsAction = (typeof recordsActions)[number];

/** One record, in words: what privacy mode hides is hidden already. */
export interface RecordRow {
  readonly id: string;
  /** Rows with higher numbers are newer. */
  readonly order: number;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly kinds: readonly RecordKind[];
  readonly look: 'good' | 'bad' | 'open' | 'plain';
  readonly texts: Readonly<Partial<Record<RecordColumn, string>>>;
  readonly actions: readonly RowAction[];
}

/** What is to be said of a list. */
export interface RecordsFacts {
  /** The records that are here are not all of them yet. */
  readonly isReading: boolean;
  /** Whether they can be trusted; empty if there is nothing to say of that. */
  readonly verdict: string;
  /** Which ones are not here, and where they are; empty if all of them are. */
  readonly older: string;
  /** Why they could not be read; empty if they could. */
  readonly failure: string;
  /** What is wrong with the order journal, which blocks orders until it is acknowledged; empty if nothing is. */
  readonly damage: string;
}

/** Rows of one kind. */
export interface RecordsPart {
  readonly rows: readonly RecordRow[];
  /** False if they are added to those before, or replace them by their IDs. */
  readonly isWhole: boolean;
  readonly facts: RecordsFacts;
}

/** Everything that is known of one record. */
export interface RecordDetails {
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** What happened to it, line by line. */
  readonly history: readonly { readonly line: string; readonly time: string; readonly text: string }[];
}

export interface RecordsSettings {
  readonly isPrivate: boolean;
  readonly zone: string;
}

/** From the extension to the page. */
export interface ToRecordsPage {
  readonly start: {
    readonly settings: RecordsSettings;
    /** What the page last sent as `keep` before it was closed. */
    readonly kept: unknown;
  };
  readonly settings: RecordsSettings;
  readonly records: RecordsPart & { readonly tab: RecordsTab };
  /** Goes to a kind of records, and to one of them. */
  readonly show: { readonly tab: RecordsTab; readonly id: string | null };
  readonly details: { readonly tab: RecordsTab; readonly id: string; readonly details: RecordDetails };
}

/** From the page to the extension. Rows are named by their IDs. */
export interface ToRecordsHost {
  readonly ready: null;
  /** The kind of records that is shown. */
  readonly look: { readonly tab: RecordsTab };
  readonly details: { readonly tab: RecordsTab; readonly id: string };
  readonly act: { readonly action: RecordsAction };
  readonly actOn: { readonly tab: RecordsTab; readonly id: string; readonly action: RowAction };
  readonly keep: { readonly view: string };
  /** Tab-separated text of rows, as the page shows them. */
  readonly copy: { readonly text: string };
  /** The visible rows; null if nothing is filtered out. */
  readonly export: { readonly tab: RecordsTab; readonly ids: readonly string[] | null };
}

const longestView = 10_000;
const mostRows = 100_000;

function isTab(value: unknown): value is RecordsTab {
  return recordsTabs.some((tab) => tab === value);
}

function isId(value: unknown): value is string {
  return isName(value, 600);
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const recordsHostGuards: Guards<ToRecordsHost> = {
  ready: isNull,
  look: (body): body is ToRecordsHost['look'] => isRecord(body) && isTab(body['tab']),
  details: (body): body is ToRecordsHost['details'] => isRecord(body) && isTab(body['tab']) && isId(body['id']),
  act: (body): body is ToRecordsHost['act'] => isRecord(body) && recordsActions.some((action) => action === body['action']),
  actOn: (body): body is ToRecordsHost['actOn'] =>
    isRecord(body) && isTab(body['tab']) && isId(body['id']) && rowActions.some((action) => action === body['action']),
  keep: (body): body is ToRecordsHost['keep'] => isKeptView(body, longestView),
  copy: isCopy,
  export: (body): body is ToRecordsHost['export'] =>
    isRecord(body) && isTab(body['tab']) && (body['ids'] === null || isListOf(body['ids'], mostRows, isId)),
};
