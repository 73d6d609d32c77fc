import { liveAccounts, simulatedAccounts } from './accounts/accounts';
import { livePositions } from './accounts/livePositions';
import { simulatedPositions } from './accounts/simulatedPositions';
import { hotCalendar } from './calendar/hotCalendar';
import { searchCalendar } from './calendar/searchCalendar';
import { orderDetails } from './orders/orderDetails';
import { orders } from './orders/orders';
import { plateConstituents, plateList, plateStock } from './quotes/plates';
import { snapshot } from './quotes/snapshot';
import { isNotOffered } from '../notOffered';
import type {
  CalendarEvent,
  CalendarSearchQuery,
  Constituent,
  HotCalendarQuery,
  ListedAccount,
  LivePosition,
  OrderRecord,
  PlateListEntry,
  Position,
} from '../records';
import type { SnapshotQuote } from '../marketRecords';
import type { BeyondClient, ReadingClient } from '../serviceClient';
import { contents, onlyPage } from '../schema/page';
import type { ListPage } from '../schema/page';
import type { ListPart } from '../lists/readList';
import { firstCursor } from '../lists/walk';
import type { FetchPage } from '../lists/walk';

/** Returns the current user's client. */
export type ClientSource = () => Promise<ReadingClient>;

type Paged<Q> = Omit<Q, 'nextKey'>;

export type Ask<T, C = ReadingClient> = (client: C, ...page: Parameters<FetchPage<T>>) => Promise<ListPage<T>>;

/**
 * The lists of the service as parts for the loader, one function for each endpoint. A part's name distinguishes it from the other
 * parts of the same list.
 */
export function part<T, C = ReadingClient>(
  name: string,
  { route }: { readonly route: string },
  source: () => Promise<C>,
  ask: Ask<T, C>,
): ListPart<T> {
  return {
    name,
    route,
    ask: async (cursor, options) => {
      const client = await source();
      options.signal.throwIfAborted();
      return ask(client, cursor, options);
    },
  };
}

/** The calls that read accounts. */
export type AccountsSource = () => Promise<{ readonly beyond: Pick<BeyondClient, 'liveAccounts' | 'simulatedAccounts'> }>;

export function accountsPart(source: AccountsSource, kind: ListedAccount['kind']): ListPart<ListedAccount> {
  return kind === 'simulated'
    ? part(kind, simulatedAccounts, source, async (client, _, options) => client.beyond.simulatedAccounts(options))
    : part(kind, liveAccounts, source, async (client, _, options) => client.beyond.liveAccounts(options));
}

/** @param market - Sent as `market`, and the name of the part. */
export function simulatedPositionsPart(source: ClientSource, accountId: string, market?: number): ListPart<Position> {
  const query = market === undefined ? { accountId } : { accountId, market };
  const name = market === undefined ? '' : String(market);
  return part(name, simulatedPositions, source, async (client, _, options) => client.simulatedPositions(query, options));
}

export function livePositionsPart(source: ClientSource, accountId: string): ListPart<LivePosition> {
  return part('', livePositions, source, async (client, _, options) => client.beyond.livePositions({ accountId }, options));
}

/** The orders of an account in one market, which names the part. */
export function ordersPart(source: ClientSource, accountId: string, tradeMarket: string): ListPart<OrderRecord> {
  const ask: Ask<OrderRecord> = async (client, pageFlag, options) => client.beyond.orders({ accountId, tradeMarket, pageFlag }, options);
  return { ...part(tradeMarket, orders, source, ask), idOf: ({ orderId }) => orderId };
}

export function orderDetailsPart(
  source: ClientSource,
  query: { readonly accountId: string; readonly exchange: string; readonly orderIds: readonly string[] },
): ListPart<OrderRecord> {
  return part('', orderDetails, source, async (client, _, options) => client.beyond.orderDetails(query, options));
}

export function searchPart(source: ClientSource, query: Paged<CalendarSearchQuery>): ListPart<CalendarEvent> {
  const ask: Ask<CalendarEvent> = async (client, nextKey, options) => client.searchCalendar({ ...query, nextKey }, options);
  return { ...part('', searchCalendar, source, ask), idOf: eventId };
}

export function hotPart(source: ClientSource, query: Paged<HotCalendarQuery>): ListPart<CalendarEvent> {
  const ask: Ask<CalendarEvent> = async (client, nextKey, options) => client.hotCalendar({ ...query, nextKey }, options);
  return { ...part('', hotCalendar, source, ask), idOf: eventId };
}

/** The unique key of an event may be missing, and one key may stand for releases at several times. */
function eventId({ uniqueId, time, country, text }: CalendarEvent): string {
  return JSON.stringify([uniqueId, time, country, text]);
}

export function platesPart(
  source: ClientSource,
  query: { readonly market: string; readonly plateClass: string },
): ListPart<PlateListEntry> {
  return part('', plateList, source, async (client, _, options) => client.beyond.plateList(query, options));
}

export function snapshotPart(source: ClientSource, codes: readonly string[]): ListPart<SnapshotQuote> {
  return part('', snapshot, source, async (client, _, options) =>
    knownOf(codes, { requests: mostHalves }, async (some) => client.beyond.snapshot({ codes: some }, options)),
  );
}

/** So many requests find one unknown code among 400. */
const mostHalves = 18;

/** A service may answer a request with nothing because of a single code that it does not know: then each half is asked for by itself. */
async function knownOf<T>(
  codes: readonly string[],
  left: { requests: number },
  ask: (codes: readonly string[]) => Promise<ListPage<T>>,
): Promise<ListPage<T>> {
  const page = await ask(codes);
  const { items, unreadable } = page[contents];
  if (items.length + unreadable.length > 0 || codes.length < 2 || left.requests < 2) return page;
  left.requests -= 2;
  const middle = Math.ceil(codes.length / 2);
  const first = (await knownOf(codes.slice(0, middle), left, ask))[contents];
  const second = (await knownOf(codes.slice(middle), left, ask))[contents];
  return onlyPage({ items: [...first.items, ...second.items], unreadable: [...first.unreadable, ...second.unreadable] });
}

/** Which of the two calls for constituents a service has, as found with another plate. */
export interface ConstituentsCall {
  /** The specified call is not offered, and the other one is. */
  readonly isOther: boolean;
  found(offered: 'other' | 'neither'): void;
}

/**
 * The constituents of a plate: by the specified call, or if the service does not offer it, by the one that public clients use.
 * All pages of a walk must be read by the same part.
 *
 * @param limit - Evaluated before every page.
 */
export function constituentsPart(
  source: ClientSource,
  { plateId, limit, call }: { readonly plateId: string; readonly limit: () => number; readonly call?: ConstituentsCall },
): ListPart<Constituent> {
  // A cursor belongs to the call that gave it.
  let byGet = false;
  const ask: Ask<Constituent> = async (client, nextKey, options) => {
    const request = { plateId, limit: limit(), nextKey };
    const isFirst = nextKey === firstCursor;
    if (isFirst) byGet = call?.isOther ?? false;
    if (!byGet) {
      try {
        return await client.plateConstituents(request, options);
      } catch (error) {
        if (!isFirst || !isNotOffered(error, plateConstituents.route)) throw error;
      }
    }
    try {
      const page = await client.beyond.plateStock(request, options);
      byGet = true;
      if (isFirst) call?.found('other');
      return page;
    } catch (error) {
      if (isNotOffered(error, plateStock.route)) call?.found('neither');
      throw error;
    }
  };
  return { ...part('', plateStock, source, ask), idOf: ({ code, name, unknown }) => code ?? JSON.stringify([name, unknown]) };
}
