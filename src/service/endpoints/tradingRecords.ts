import type { OrderRecord, UnknownFields } from '../records';
import type { Cursor, DecimalText, UnixMicrosecondsText } from '../schema/units';
import type { HttpMethod } from '../transport/types';

/** Order types of live accounts (beyond the specification). */
export type OrderType = 'LIMIT' | 'MARKET' | 'AUCTION' | 'AUCTION_LIMIT' | 'STOP' | 'STOP_LIMIT' | 'MARKET_IF_TOUCHED' | 'LIMIT_IF_TOUCHED';
export type OrderSide = 'BUY' | 'SELL' | 'SELL_SHORT' | 'BUY_BACK';
export type TimeInForce = 'DAY' | 'GTC';
/** For American securities only. */
export type TradingSession = 'RTH' | 'RTH+Pre/Post-Mkt' | 'OVERNIGHT' | 'ALL_DAY';
/** For securities of Hong Kong only. */
export type LotType = 'ROUND' | 'ODD';

/** Body of POST /accounts/{acc_id}/orders; all values are text and are sent unchanged. */
export interface OrderPlacement {
  readonly accountId: string;
  /** `{market}.{code}`. */
  readonly code: string;
  readonly quantity: DecimalText;
  readonly side: OrderSide;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  /** Only and always for types with a limit. */
  readonly price?: DecimalText | undefined;
  /** Only and always for types with a trigger. */
  readonly auxPrice?: DecimalText | undefined;
  readonly session?: TradingSession | undefined;
  readonly lotType?: LotType | undefined;
  /** At most 64 bytes of UTF-8. */
  readonly remark?: string | undefined;
}

/** Body of POST /sim-trade/{acc_id}/orders, in the words of live orders. */
export interface SimulatedPlacement {
  readonly accountId: string;
  /** The account's own integer. */
  readonly market: number;
  /** The code without its market; see `bareSymbol`. */
  readonly symbol: string;
  readonly quantity: DecimalText;
  readonly side: OrderSide;
  readonly orderType: 'LIMIT' | 'MARKET';
  /** Only and always for limit orders. */
  readonly price?: DecimalText | undefined;
  readonly session?: 'regular' | 'extended' | undefined;
  /** At most 100 bytes of UTF-8; the list returns it as `remark`. */
  readonly remark?: string | undefined;
}

/** Both values are always sent, even an unchanged one: the service refuses the price alone. */
export interface SimulatedModification {
  readonly accountId: string;
  readonly orderId: string;
  /** The account's own integer. */
  readonly market: number;
  readonly quantity: DecimalText;
  readonly price: DecimalText;
}

export interface SimulatedCancellation {
  readonly accountId: string;
  readonly orderId: string;
  /** The account's own integer. */
  readonly market: number;
}

/** The exact request of one write, built once: preview, journal and wire all use these bytes. */
export interface PreparedWrite {
  readonly method: HttpMethod;
  readonly accountId: string;
  /** The order that is changed or cancelled; undefined for a new one. */
  readonly orderId: string | undefined;
  /** Percent-encoded path below the base URL. */
  readonly path: string;
  /** Raw query without `?`. */
  readonly query: string;
  /** Empty if there is no body. */
  readonly bodyText: string;
  readonly body: Uint8Array | undefined;
}

/** Beyond the specification: one execution. It does not include fees. */
export interface FillRecord {
  readonly dealId: string;
  readonly orderId: string;
  readonly code: string;
  readonly name: string;
  /** As sent. */
  readonly side: string;
  readonly quantity: DecimalText;
  readonly price: DecimalText;
  /** As sent; empty if the service doesn’t say it. */
  readonly currency: string;
  readonly createdAt: UnixMicrosecondsText;
  readonly updatedAt: UnixMicrosecondsText;
  readonly counterBrokerId: string;
  readonly counterBrokerName: string;
  readonly status: string;
  readonly unknown: UnknownFields;
}

/**
 * Beyond the specification: an order of a paper account. Side, type and status are in the words of live orders where their integers
 * are known, else as sent; `code` is the bare symbol, `remark` the order's text.
 */
export interface SimulatedOrder extends OrderRecord {
  /** As in the row, which may differ from the integer of the account; empty if the row has none. */
  readonly market: string;
  /** The integers as sent. */
  readonly sent: { readonly side: string; readonly orderType: string; readonly status: string };
}

/** Orders or fills in a time range; both ends are always sent, because services return nothing without them. */
export interface HistoryQuery {
  readonly accountId: string;
  /** Required: a service that is not told one refuses, or has nothing. */
  readonly tradeMarket: string;
  /** `{market}.{code}`; all securities if undefined. */
  readonly code?: string | undefined;
  readonly start: UnixMicrosecondsText;
  readonly end: UnixMicrosecondsText;
  readonly pageFlag?: string | undefined;
}

export interface FillsQuery {
  readonly accountId: string;
  /** Required: a service that is not told one refuses, or has nothing. */
  readonly tradeMarket: string;
  readonly pageFlag?: string | undefined;
}

export interface SimulatedAccountQuery {
  readonly accountId: string;
  /** The account's own integer. */
  readonly market: number;
}

export interface SimulatedHistoryQuery extends SimulatedAccountQuery {
  readonly start: UnixMicrosecondsText;
  readonly end: UnixMicrosecondsText;
  readonly nextKey?: Cursor | undefined;
}

export interface SimulatedPowerQuery extends SimulatedAccountQuery {
  readonly symbol: string;
  readonly orderType: 'LIMIT' | 'MARKET';
  /** Without it, the figures of a limit order are zeros. */
  readonly price?: DecimalText | undefined;
  /** The order to be changed. */
  readonly orderId?: string | undefined;
}

/** Beyond the specification: money of a live account. A figure that the service leaves out is the empty text. */
export interface Funds {
  readonly currency: string;
  readonly power: DecimalText;
  readonly totalAssets: DecimalText;
  readonly cash: DecimalText;
  readonly marketValue: DecimalText;
  readonly initialMargin: DecimalText;
  readonly maintenanceMargin: DecimalText;
  readonly unrealizedProfit: DecimalText;
  readonly riskStatus: string;
  /** By the prefix of the field: `hk` for `hk_cash`. */
  readonly cashByMarket: Readonly<Record<string, DecimalText>>;
}

/** Beyond the specification: money of a paper account. A figure that is null is the empty text. */
export interface SimulatedCash {
  readonly balance: DecimalText;
  readonly power: DecimalText;
  readonly totalAssets: DecimalText;
  readonly marketValue: DecimalText;
  readonly unrealizedProfit: DecimalText;
}
