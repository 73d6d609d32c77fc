import type { BasicDate, Cursor, DecimalText, IsoDate, UnixMicrosecondsText, UnixMilliseconds, UnixSeconds } from './schema/units';

/** Fields of a record that this client does not know, with their values as compact text. */
export type UnknownFields = Readonly<Record<string, string>>;

/** Spec, Economic calendar event. */
export interface CalendarEvent {
  /** Text with the service's `<em>` markup, untouched. */
  readonly text: string;
  readonly previous: string | null;
  readonly predictive: string | null;
  /** Null or, in the hot list, the empty string while unreleased. "0" is a value. */
  readonly announce: string | null;
  /** 1 to 5; 0 if the service returns none. */
  readonly star: number;
  readonly time: UnixSeconds;
  readonly country: string;
  readonly currency: string | null;
  readonly unit: string | null;
  /** `calendar_economic:<number>` or `calendar_event:<number>`. */
  readonly uniqueId: string | null;
  readonly detailUrl: string | null;
}

/** Spec, GET /api/v1.0/quote/economic-calendar/search: 1 data, 2 market close, 3 event, 4 right interest. */
export type SearchType = 1 | 2 | 3 | 4;

export interface CalendarSearchQuery {
  readonly keyword: string;
  readonly searchType: SearchType;
  /** 1 to 30. */
  readonly limit?: number;
  readonly nextKey?: Cursor;
  /** Only sent for search types 2 and 3. */
  readonly order?: 'ascending' | 'descending';
}

export interface HotCalendarQuery {
  /** 1 to 20. */
  readonly limit?: number;
  readonly nextKey?: Cursor;
  readonly date?: BasicDate;
  /** IANA name of the zone of `date`; always sent, because the service's default is Asia/Shanghai. */
  readonly timeZone: string;
}

/** Spec, Position. A figure that the service leaves out is the empty text. */
export interface Position {
  readonly positionId: string;
  readonly side: 'long' | 'short' | { readonly unknown: number };
  /** Opaque: group by it, send it back, never interpret it. */
  readonly market: number;
  readonly symbol: string;
  readonly name: string;
  readonly quantity: DecimalText;
  readonly availableQuantity: DecimalText;
  readonly costPrice: DecimalText;
  readonly averageBuyPrice: DecimalText;
  readonly currentPrice: DecimalText;
  readonly marketValue: DecimalText;
  readonly profit: DecimalText;
  /** Percent: "1.23" means 1.23%. */
  readonly profitRatio: DecimalText;
  /** Not in the specification's record; kept if a service sends it. */
  readonly currency?: string;
  readonly unknown: UnknownFields;
}

/** One constituent of a plate. Every field but the raw record may be missing: the specification does not show them. */
export interface Constituent {
  readonly code?: string;
  readonly name?: string;
  readonly stockType?: string;
  readonly lotSize?: string;
  /** `yyyy-MM-dd` or Unix milliseconds, as sent. */
  readonly listTime?: string;
  readonly unknown: UnknownFields;
}

export interface PlateQuery {
  readonly plateId: string;
  readonly nextKey?: Cursor;
  readonly limit: number;
}

export interface TradingDaysQuery {
  readonly market: string;
  readonly start: IsoDate;
  readonly end: IsoDate;
}

export interface TradingDay {
  readonly date: IsoDate;
  readonly session: 'whole' | 'morning' | 'afternoon' | { readonly unknown: string };
}

/** `days` when the body has the documented shape, else the raw answer as compact JSON text. */
export type TradingDaysAnswer =
  | { readonly kind: 'days'; readonly days: readonly TradingDay[] }
  | { readonly kind: 'raw'; readonly json: string };

/** Spec, GET /api/v1.0/server-time, with the monotonic instants around the request (milliseconds). */
export interface ServerTimeSample {
  readonly serverTime: UnixMilliseconds;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Beyond the specification: an account that the service lists. */
export interface ListedAccount {
  readonly id: string;
  readonly kind: 'simulated' | 'live';
  readonly title: string;
  /** Opaque market integers the account may trade. */
  readonly markets: readonly number[];
}

/** Beyond the specification: an open order or one that ended in the last 24 h. Enumerations are kept as sent. */
export interface OrderRecord {
  readonly orderId: string;
  readonly code: string;
  readonly name: string;
  readonly securityType: string;
  readonly side: string;
  readonly orderType: string;
  readonly status: string;
  readonly timeInForce: string;
  readonly currency: string;
  readonly quantity: DecimalText;
  readonly price: DecimalText;
  readonly auxPrice: DecimalText;
  readonly dealtQuantity: DecimalText;
  readonly dealtAveragePrice: DecimalText;
  readonly createdAt: UnixMicrosecondsText;
  readonly updatedAt: UnixMicrosecondsText;
  readonly lastError: string;
  readonly remark: string;
  readonly unknown: UnknownFields;
}

/** The fields of an order that are texts: all that are known. */
export const orderFields = [
  ...(['orderId', 'code', 'name', 'securityType', 'side', 'orderType', 'status', 'timeInForce', 'currency', 'quantity', 'price'] as const),
  ...(['auxPrice', 'dealtQuantity', 'dealtAveragePrice', 'createdAt', 'updatedAt', 'lastError', 'remark'] as const),
] satisfies readonly Exclude<keyof OrderRecord, 'unknown'>[];

/** Beyond the specification: an entry of the plate list. `code` is the `{market}.{code}` form. */
export interface PlateListEntry {
  readonly code: string;
  readonly name: string;
}

/** Beyond the specification: GET /accounts/{acc_id}/positions. A figure that is left out or marked invalid is the empty text. */
export interface LivePosition {
  readonly side: string;
  readonly code: string;
  readonly name: string;
  readonly quantity: DecimalText;
  readonly availableQuantity: DecimalText;
  readonly currency: string;
  readonly price: DecimalText;
  readonly costPrice: DecimalText;
  readonly marketValue: DecimalText;
  readonly profit: DecimalText;
  readonly profitRatio: DecimalText;
  /** P&L of the day; empty if the service does not return it. */
  readonly dayProfit: DecimalText;
  /** Beside the figures by diluted cost, which `costPrice`, `profit`, and `profitRatio` are; empty if the service does not return them. */
  readonly averageCost: DecimalText;
  readonly unrealizedProfit: DecimalText;
  readonly realizedProfit: DecimalText;
  readonly unknown: UnknownFields;
}

/** Body of PUT /api/v1.0/accounts/{acc_id}/orders/{order_id}; all values are text and are sent unchanged. */
export interface OrderModification {
  readonly accountId: string;
  readonly orderId: string;
  readonly exchange: string;
  readonly quantity: DecimalText;
  readonly price: DecimalText;
  readonly auxPrice?: DecimalText;
}

/** The exact request of one modification, built once: preview, journal and wire all use these bytes. */
export interface PreparedModification {
  readonly accountId: string;
  readonly orderId: string;
  /** Percent-encoded path below the base URL. */
  readonly path: string;
  readonly bodyText: string;
  readonly body: Uint8Array;
}

/**
 * What is proven about one write (placing, changing, cancelling or confirming an order). Nothing here is guessed. Every `errmsg` contains the
 * service's own words, in one bounded line.
 *
 * - `notSent`: proof that no byte was sent.
 * - `accepted`: the service accepted the request; an order changes later, if at all.
 * - `refused`: the service says that the order was not changed.
 * - `notAuthorized`: the gateway did not pass the request on; `lacks` says whether the token or a permission is missing.
 * - `tooManyRequests`: the gateway did not pass the request on; `waitMs` is the wait that it asks for, if any.
 * - `clockRejected`: complete -12006 of a signed request, not executed.
 * - `notOffered`: the service doesn't have this call, which proves that nothing was done.
 * - `unknown`: anything else after sending, with whatever the service said.
 */
export type WriteOutcome =
  | { readonly kind: 'notSent'; readonly error: unknown }
  /** `orderId` is the order that a placement created; undefined for any other write, and if the response names none. */
  | { readonly kind: 'accepted'; readonly orderId?: string | undefined }
  /** By a code that is documented as refused before execution. */
  | { readonly kind: 'refused'; readonly errcode: number; readonly errmsg: string }
  /** By any other code: this is only the service's claim, which reading the order back must confirm. */
  | { readonly kind: 'saysRejected'; readonly errcode: number; readonly errmsg: string }
  | {
      readonly kind: 'notAuthorized';
      readonly status: number;
      readonly code: number;
      readonly errmsg: string;
      readonly lacks: 'token' | 'scope';
    }
  | {
      readonly kind: 'tooManyRequests';
      readonly status: number;
      readonly code: number;
      readonly errmsg: string;
      readonly waitMs: number | undefined;
    }
  | { readonly kind: 'needsConfirmation'; readonly confirmId: string; readonly errmsg: string }
  | { readonly kind: 'needsBrowser'; readonly jumpUrl: string; readonly errmsg: string }
  | { readonly kind: 'clockRejected' }
  | { readonly kind: 'notOffered' }
  | {
      readonly kind: 'unknown';
      /** A stable word for log and journal. */
      readonly reason: string;
      readonly status?: number | undefined;
      readonly errcode?: number | undefined;
      readonly errmsg?: string | undefined;
      /** The order that the response to a placement names nevertheless. */
      readonly orderId?: string | undefined;
    };
