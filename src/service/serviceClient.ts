import type {
  CalendarEvent,
  CalendarSearchQuery,
  Constituent,
  HotCalendarQuery,
  ListedAccount,
  LivePosition,
  OrderRecord,
  Page,
  PlateListEntry,
  PlateQuery,
  Position,
  PreparedModification,
  ServerTimeSample,
  SnapshotQuote,
  TradingDaysAnswer,
  TradingDaysQuery,
  WriteOutcome,
} from './records';

export interface CallOptions {
  readonly signal: AbortSignal;
}

/** Everything the service offers, one method per endpoint (Spec, Endpoints). Reads reject with a {@link ServiceError}. */
export interface ServiceClient {
  /** Base URL without trailing slash. */
  readonly baseUrl: string;
  serverTime(options: CallOptions): Promise<ServerTimeSample>;
  tradingDays(query: TradingDaysQuery, options: CallOptions): Promise<TradingDaysAnswer>;
  /** Sends exactly once and never throws: every way it can end is an outcome. */
  modifyOrder(prepared: PreparedModification, options: CallOptions): Promise<WriteOutcome>;
  simulatedPositions(query: { readonly accountId: string; readonly market?: number }, options: CallOptions): Promise<readonly Position[]>;
  searchCalendar(query: CalendarSearchQuery, options: CallOptions): Promise<Page<CalendarEvent>>;
  hotCalendar(query: HotCalendarQuery, options: CallOptions): Promise<Page<CalendarEvent>>;
  plateConstituents(query: PlateQuery, options: CallOptions): Promise<Page<Constituent>>;
  readonly beyond: BeyondClient;
}

/** Calls beyond the specification: a service may not offer them, `isNotOffered(error)` tells. */
export interface BeyondClient {
  liveAccounts(options: CallOptions): Promise<readonly ListedAccount[]>;
  simulatedAccounts(options: CallOptions): Promise<readonly ListedAccount[]>;
  /** One page; `nextKey` is the answer's `page_flag`. */
  orders(
    query: { readonly accountId: string; readonly tradeMarket: string; readonly pageFlag?: string },
    options: CallOptions,
  ): Promise<Page<OrderRecord>>;
  orderDetails(
    query: { readonly accountId: string; readonly exchange: string; readonly orderIds: readonly string[] },
    options: CallOptions,
  ): Promise<readonly OrderRecord[]>;
  /** Sends exactly once and never throws; `confirmId` is single-use. */
  confirmOrder(
    query: { readonly accountId: string; readonly confirmId: string },
    options: CallOptions,
  ): Promise<WriteOutcome | { readonly kind: 'notOffered' }>;
  livePositions(query: { readonly accountId: string }, options: CallOptions): Promise<readonly LivePosition[]>;
  plateList(query: { readonly market: string; readonly plateClass: string }, options: CallOptions): Promise<readonly PlateListEntry[]>;
  /** At most 400 codes; unknown codes are missing in the answer. */
  snapshot(query: { readonly codes: readonly string[] }, options: CallOptions): Promise<readonly SnapshotQuote[]>;
}
