import type { RangeChoice } from '../../domain/time/historyRange';
import type { FillRecord } from '../../service/endpoints/tradingRecords';
import type { OrderRecord } from '../../service/records';
import type { SessionView } from '../platform/sessionView';
import { isCopy, isKeptView, isListOf, isName, isNull, isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** The lists of the page. */
export const ordersTabs = ['open', 'history', 'fills'] as const;
export type OrdersTab = (typeof ordersTabs)[number];

export interface OrdersAccountView {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly kind: 'simulated' | 'live';
}

/** An order as the service sent it, with an ID that is unique on the page. */
export interface OrderRow extends Omit<OrderRecord, 'unknown'> {
  readonly id: string;
  readonly account: string;
  /** As sent; empty if the service names none. */
  readonly session: string;
}

/** A fill as the service sent it. */
export interface FillRow extends FillRecord {
  readonly id: string;
  readonly account: string;
}

/** The notes of a list, over all accounts. */
export interface ListFacts {
  /** False before the first response for any account. */
  readonly isLoaded: boolean;
  /** Everything that was requested has arrived. */
  readonly isComplete: boolean;
  /** What is missing, in words. */
  readonly missing: readonly string[];
  /** What the service does not offer, in words. */
  readonly notes: readonly string[];
  /** Unix milliseconds of the oldest part; null before the first answer. */
  readonly updatedAt: number | null;
  /** The age from which the list is late; undefined if it isn’t read again by itself. */
  readonly lateAfterMs?: number;
}

/** Enumerations of the service in words. */
export interface OrderWords {
  readonly side: Readonly<Record<string, string>>;
  /** The sides in one word each, for a narrow page. */
  readonly briefSide: Readonly<Record<string, string>>;
  readonly type: Readonly<Record<string, string>>;
  /** The types in the letters of a ticket, for a narrow page. */
  readonly briefType: Readonly<Record<string, string>>;
  readonly status: Readonly<Record<string, string>>;
  readonly timeInForce: Readonly<Record<string, string>>;
}

/** The last price of a security with open orders. */
export interface OrderPrice {
  /** Its code as quotes know it. */
  readonly symbol: string;
  /** As sent; empty if there is no price. */
  readonly last: string;
  /** The smallest step of its prices, as sent; empty if not known. */
  readonly tick: string;
  /** The contract multiplier, as sent; undefined unless it is known. */
  readonly contractSize?: string;
  /** It must look old. */
  readonly isOld: boolean;
  /** Nothing may be calculated from it. */
  readonly isExpired: boolean;
  /** The time of the price, and what the user should know about it. */
  readonly note: string;
}

export interface OrdersPageSettings {
  readonly isPrivate: boolean;
  readonly zone: string;
  /** True for the sandbox: its money is simulated. */
  readonly isSandbox: boolean;
}

/** From the extension to the page. */
export interface ToOrdersPage {
  readonly start: {
    readonly session: SessionView;
    readonly settings: OrdersPageSettings;
    readonly words: OrderWords;
    /** For the context of its menu: tells commands that the user chose them there. */
    readonly menuKey: string;
    /** What the page last sent as `keep` before it was closed. */
    readonly kept: unknown;
  };
  readonly accounts: readonly OrdersAccountView[];
  readonly orders: { readonly tab: 'open' | 'history'; readonly rows: readonly OrderRow[]; readonly facts: ListFacts };
  readonly fills: { readonly rows: readonly FillRow[]; readonly facts: ListFacts };
  /** Only changed prices. */
  readonly prices: readonly OrderPrice[];
  /** The user or the service changed: all prices so far are of another one. */
  readonly forget: null;
  readonly session: SessionView;
  readonly settings: OrdersPageSettings;
  /** A list is being read; `waiting` says why that takes long. */
  readonly busy: { readonly isBusy: boolean; readonly waiting: string };
  /** Shows only rows that match this text. */
  readonly filter: { readonly text: string };
}

/** What a button of the page does with the selected open order. */
export type SelectedAction = 'modify' | 'cancel';
export type OrdersPageAction = 'signIn' | 'connect' | 'startSandbox' | 'cancelAll';

/** From the page to the extension. Rows are named by their IDs. */
export interface ToOrdersHost {
  readonly ready: null;
  /** The selected list and its range. */
  readonly look: { readonly tab: OrdersTab; readonly range: RangeChoice };
  /** The securities whose prices are shown; none unless open orders are. */
  readonly visible: { readonly symbols: readonly string[] };
  readonly refresh: null;
  readonly act: { readonly action: OrdersPageAction };
  readonly open: { readonly tab: OrdersTab; readonly id: string };
  /** An open order, by the ID of its row. */
  readonly order: { readonly action: SelectedAction; readonly id: string };
  /** The user's choices on the page, for the next time that it is opened. */
  readonly keep: { readonly view: string };
  /** Tab-separated text of rows, as the page shows them. */
  readonly copy: { readonly text: string };
  /** The visible rows, in their order. */
  readonly export: { readonly tab: OrdersTab; readonly ids: readonly string[] };
}

const actions: readonly OrdersPageAction[] = ['signIn', 'connect', 'startSandbox', 'cancelAll'];
const mostRows = 100_000;
const mostSymbols = 500;
const mostDays = 366;

function isTab(value: unknown): value is OrdersTab {
  return ordersTabs.some((tab) => tab === value);
}

function isId(value: unknown): value is string {
  return isName(value, 600);
}

/** Whether the dates exist is not part of the shape. */
export function isRangeChoice(value: unknown): value is RangeChoice {
  if (!isRecord(value)) return false;
  const { kind, days, from, to } = value;
  const isDate = (text: unknown): boolean => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (kind === 'dates') return isDate(from) && isDate(to);
  return kind === 'days' && typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= mostDays;
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const ordersHostGuards: Guards<ToOrdersHost> = {
  ready: isNull,
  refresh: isNull,
  look: (body): body is ToOrdersHost['look'] => isRecord(body) && isTab(body['tab']) && isRangeChoice(body['range']),
  visible: (body): body is ToOrdersHost['visible'] => isRecord(body) && isListOf(body['symbols'], mostSymbols, isId),
  act: (body): body is ToOrdersHost['act'] => isRecord(body) && actions.some((action) => action === body['action']),
  order: (body): body is ToOrdersHost['order'] =>
    isRecord(body) && (body['action'] === 'modify' || body['action'] === 'cancel') && isId(body['id']),
  open: (body): body is ToOrdersHost['open'] => isRecord(body) && isTab(body['tab']) && isId(body['id']),
  keep: isKeptView,
  copy: isCopy,
  export: (body): body is ToOrdersHost['export'] => isRecord(body) && isTab(body['tab']) && isListOf(body['ids'], mostRows, isId),
};
