import type { Authenticator } from './auth/authenticator';
import { parseBaseUrl } from './baseUrl';
import { liveAccounts, simulatedAccounts } from './endpoints/accounts/accounts';
import { buildConfirmOrder, confirmOrderLabel } from './endpoints/orders/confirmOrder';
import { hotCalendar } from './endpoints/calendar/hotCalendar';
import { livePositions } from './endpoints/accounts/livePositions';
import { modifyOrderLabel } from './endpoints/orders/modifyOrder';
import { orderDetails } from './endpoints/orders/orderDetails';
import { orders } from './endpoints/orders/orders';
import { plateConstituents } from './endpoints/quotes/plateConstituents';
import { plateList } from './endpoints/quotes/plateList';
import { searchCalendar } from './endpoints/calendar/searchCalendar';
import { serverTime } from './endpoints/serverTime';
import { simulatedPositions } from './endpoints/accounts/simulatedPositions';
import { snapshot } from './endpoints/quotes/snapshot';
import { tradingDays } from './endpoints/quotes/tradingDays';
import { Exchanger } from './requests/exchanger';
import type { RequestEvent } from './requests/exchanger';
import { Reader } from './requests/reader';
import { machineTiming } from './requests/resend';
import type { ResendTiming } from './requests/resend';
import type { PreparedModification, WriteOutcome } from './records';
import type { BeyondClient, CallOptions, ServiceClient } from './serviceClient';
import type { Transport } from './transport/types';
import { Writer } from './requests/writer';

export interface ServiceClientOptions {
  /** May have a path prefix; a trailing slash does not matter. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly authenticator: Authenticator;
  /** Digits for X-Vendor-Client-Nnid, asked for at every plate request; empty leaves the header out. */
  readonly vendorClientNnid?: () => string;
  /** Told of every sending. What it throws is dropped: an observer has no say in the outcome of a call. */
  readonly observe?: (event: RequestEvent) => void;
  /** Removes credentials from what the service wrote before it becomes part of an error or an outcome. */
  readonly redact?: (text: string) => string;
  readonly timing?: ResendTiming;
  /** Unix milliseconds, for a Retry-After that is a date without the answer's own date. */
  readonly wallMs?: () => number;
}

/**
 * The client of one service under one credential (Spec, Endpoints). It holds no state but what its parts hold: the
 * transport belongs to the caller and is closed there.
 *
 * @throws {@link InvalidInputError} for a base URL that cannot be used.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { transport, authenticator } = options;
  const base = parseBaseUrl(options.baseUrl);
  const exchanger = new Exchanger({ base, transport, authenticator });
  const timing = options.timing ?? machineTiming;
  const observe = harmless(options.observe);
  const redact = options.redact ?? ((text: string) => text);
  const reader = new Reader({ exchanger, authenticator, timing, observe, redact, wallMs: options.wallMs ?? (() => Date.now()) });
  const writer = new Writer({ exchanger, timing, observe, redact });
  const vendorClientNnid = options.vendorClientNnid ?? (() => '');
  return {
    baseUrl: `${base.origin}${base.prefix}`,
    serverTime: async (call) => {
      const { value, response } = await reader.readUnsigned(serverTime, undefined, call);
      return { serverTime: value, sentAt: response.sentAt, receivedAt: response.receivedAt };
    },
    tradingDays: async (query, call) => reader.read(tradingDays, query, call),
    modifyOrder: async (prepared, call) => modifyOrder(writer, prepared, call),
    simulatedPositions: async (query, call) => reader.read(simulatedPositions, query, call),
    searchCalendar: async (query, call) => reader.read(searchCalendar, query, call),
    hotCalendar: async (query, call) => reader.read(hotCalendar, query, call),
    plateConstituents: async (query, call) => reader.read(plateConstituents, { ...query, vendorClientNnid: vendorClientNnid() }, call),
    beyond: beyondClient(reader, writer),
  };
}

function beyondClient(reader: Reader, writer: Writer): BeyondClient {
  return {
    liveAccounts: async (call) => reader.read(liveAccounts, undefined, call),
    simulatedAccounts: async (call) => reader.read(simulatedAccounts, undefined, call),
    orders: async (query, call) => reader.read(orders, query, call),
    orderDetails: async (query, call) => reader.read(orderDetails, query, call),
    confirmOrder: async (query, call) => writer.writeIfOffered({ label: confirmOrderLabel, build: () => buildConfirmOrder(query) }, call),
    livePositions: async (query, call) => reader.read(livePositions, query, call),
    plateList: async (query, call) => reader.read(plateList, query, call),
    snapshot: async (query, call) => reader.read(snapshot, query, call),
  };
}

async function modifyOrder(writer: Writer, prepared: PreparedModification, call: CallOptions): Promise<WriteOutcome> {
  const headers = { 'content-type': 'application/json' };
  return writer.write({ label: modifyOrderLabel, build: () => ({ path: prepared.path, query: '', headers, body: prepared.body }) }, call);
}

function harmless(observe: ServiceClientOptions['observe']): (event: RequestEvent) => void {
  return (event) => {
    try {
      observe?.(event);
    } catch {
      // See ServiceClientOptions.observe.
    }
  };
}
