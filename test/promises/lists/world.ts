import { TransportError } from '../../../src/service/errors';
import type { Transport, WireRequest, WireResponse } from '../../../src/service/transport/types';
import { tradeMarkets } from '../../../src/app/orders/listOrders';
import type { Random } from '../random';

/** How an answer may go wrong. A service that says of a part that it is the whole lies in a way that nobody can notice: not here. */
const faults = [
  'too many requests',
  'out of order',
  'no right',
  'no right, politely',
  'rate limit with 200',
  'backend',
  'not found',
  'not supported',
  'method not allowed',
  'web page',
  'cut off',
  'reset',
  'bad record',
  'record of another kind',
  'has_more missing',
  'has_more as text',
  'next_key missing',
  'cursor repeated',
  'first cursor again',
  'empty for ever',
  'endless',
  'list missing',
  'nothing behind a cursor',
  'envelope missing',
] as const;
export type Fault = (typeof faults)[number];

/** Faults by which the service says that it does not have the call. */
export const absences: ReadonlySet<Fault> = new Set(['not found', 'not supported', 'method not allowed']);

interface Request {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

type Family = 'order' | 'quote';

/** One list of the service: what it truly holds, by the id of each record. */
interface Source {
  readonly family: Family;
  /** Name of the array; empty where the array is the payload itself. */
  readonly field: string;
  readonly paged: boolean;
  readonly ids: readonly string[];
  readonly pageSize: number;
  record(id: string): Readonly<Record<string, unknown>>;
}

export interface Truth {
  readonly simulated: readonly string[];
  readonly live: readonly string[];
  readonly orders: ReadonlyMap<string, readonly string[]>;
  readonly positions: ReadonlyMap<string, readonly string[]>;
  readonly constituents: readonly string[];
  readonly plates: readonly string[];
  readonly events: readonly string[];
  readonly quotes: readonly string[];
}

const ids = (prefix: string, count: number): readonly string[] => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** A service with a ledger: what it holds is known, and answers go wrong only while the test says so. */
export class ListWorld implements Transport {
  readonly truth: Truth;
  readonly played = new Set<Fault>();
  requests = 0;
  /** Chance that an answer goes wrong. */
  trouble = 0;
  readonly #random: Random;
  readonly #kinds: readonly Fault[];
  readonly #pageSize: number;
  readonly #orderMarkets: ReadonlyMap<string, readonly string[]>;
  readonly #positionsOf: ReadonlyMap<string, readonly (readonly [market: number, id: string])[]>;
  readonly #marketWanted: boolean;
  readonly #byGetOnly: boolean;

  constructor(random: Random) {
    this.#random = random;
    this.#kinds = random.chance(0.5) ? [random.pick(faults)] : [random.pick(faults), random.pick(faults), random.pick(faults)];
    this.#pageSize = random.integer(1, 12);
    this.#marketWanted = random.chance(0.3);
    this.#byGetOnly = random.chance(0.3);
    const simulated = ids('S', random.integer(0, 2));
    const live = ids('L', random.integer(0, 2));
    const orderMarkets = new Map<string, readonly string[]>();
    const orders = new Map<string, readonly string[]>();
    for (const account of live) {
      for (const market of tradeMarkets)
        orderMarkets.set(`${account}/${market}`, random.chance(0.5) ? [] : ids(`${account}/${market}`, random.integer(1, 30)));
      orders.set(
        account,
        tradeMarkets.flatMap((market) => orderMarkets.get(`${account}/${market}`) ?? []),
      );
    }
    const positionsOf = new Map<string, readonly (readonly [number, string])[]>();
    for (const account of [...simulated, ...live])
      positionsOf.set(
        account,
        ids(`P/${account}`, random.integer(0, 20)).map((id) => [1, id] as const),
      );
    this.#orderMarkets = orderMarkets;
    this.#positionsOf = positionsOf;
    this.truth = {
      simulated,
      live,
      orders,
      positions: new Map([...positionsOf].map(([account, held]) => [account, held.map(([, id]) => id)])),
      constituents: ids('HK.C', random.integer(0, 60)),
      plates: ids('HK.BK', random.integer(0, 40)),
      events: ids('calendar_economic:E', random.integer(0, 60)),
      quotes: ids('HK.Q', random.integer(1, 10)),
    };
  }

  get kinds(): readonly Fault[] {
    return this.#kinds;
  }

  async send(request: WireRequest): Promise<WireResponse> {
    this.requests += 1;
    const text = new TextDecoder().decode(request.body ?? new Uint8Array());
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const asked: Request = { path: request.path, query: new URLSearchParams(request.query), body };
    const wanted = this.#missing(asked, request.method);
    if (wanted !== undefined) return wanted;
    const source = this.#sourceOf(asked);
    if (!this.#random.chance(this.trouble)) return this.#answer(source, asked, undefined);
    const fault = this.#random.pick(this.#kinds);
    this.played.add(fault);
    if (fault === 'reset') throw new TransportError('connect-failed', { sent: 'no', request: request.label });
    return this.#answer(source, asked, fault);
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  /** What this service always answers to some requests, whatever else goes wrong. */
  #missing({ path, query }: Request, method: string): WireResponse | undefined {
    if (this.#byGetOnly && method === 'POST' && path.includes('/quote/plate/')) return respond('{}', 405);
    if (this.#marketWanted && path.includes('/sim-trade/S') && !query.has('market')) return respond('{"ret_code":-5,"ret_msg":"market"}');
    return undefined;
  }

  #sourceOf({ path, query, body }: Request): Source {
    const list = (family: Family, field: string, paged: boolean, of: readonly string[], record: Source['record']): Source => ({
      family,
      field,
      paged,
      ids: of,
      pageSize: paged ? this.#pageSize : Number.POSITIVE_INFINITY,
      record,
    });
    const account = /\/(?:accounts|sim-trade)\/([SL]-\d+)\//.exec(path)?.[1] ?? '';
    const held = this.#positionsOf.get(account) ?? [];
    if (path.endsWith('/authorized_trd_accs'))
      return list('order', 'accounts', false, this.truth.live, (id) => ({ account_id: id, enable_market: [1] }));
    if (path.endsWith('/sim-trade/accounts'))
      return list('quote', 'accounts', false, this.truth.simulated, (id) => ({ account_id: id, market_id: 1 }));
    if (path.includes('/sim-trade/')) {
      const market = query.get('market');
      return list(
        'quote',
        'positions',
        false,
        held.filter(([of]) => market === null || String(of) === market).map(([, id]) => id),
        (id) => simulatedPosition(id),
      );
    }
    if (path.endsWith('/positions'))
      return list(
        'order',
        '',
        false,
        held.map(([, id]) => id),
        (id) => ({ position_side: 'LONG', code: id, qty: '1', currency: 'HKD' }),
      );
    if (path.endsWith('/orders')) {
      const of = this.#orderMarkets.get(`${account}/${query.get('trd_market') ?? ''}`) ?? [];
      return list('order', 'orders', true, of, (id) => ({
        order_id: id,
        code: 'HK.00700',
        order_status: 'SUBMITTED',
        qty: '1',
        price: '1',
      }));
    }
    if (path.includes('/economic-calendar/'))
      return list('quote', '', true, this.truth.events, (id) => ({
        event_text: id,
        star: 3,
        event_time: 1_700_000_000,
        country: 'US',
        unique_id: id,
      }));
    if (path.endsWith('/plate-list')) return list('quote', 'plate_list', false, this.truth.plates, (id) => ({ code: id, plate_name: 'x' }));
    if (path.endsWith('/snapshot')) {
      const codes = Array.isArray(body['code_list']) ? body['code_list'].map(String) : [];
      return list(
        'quote',
        'snapshot_list',
        false,
        this.truth.quotes.filter((code) => codes.includes(code)),
        (id) => ({ code: id, last_price: '1' }),
      );
    }
    return list('quote', 'stock_list', true, this.truth.constituents, (id) => ({ code: id, stock_name: 'x' }));
  }

  #answer(source: Source, { query, body }: Request, fault: Fault | undefined): WireResponse {
    switch (fault) {
      case 'too many requests':
        return respond('{}', 429);
      case 'out of order':
        return respond('{"message":"down"}', this.#random.pick([500, 502, 503]));
      case 'no right':
        return respond('{}', 403);
      case 'no right, politely':
        return respond('{"ret_code":-9,"ret_msg":"no permission"}');
      case 'rate limit with 200':
        return respond('{"ret_code":-11,"ret_msg":"slow down"}');
      case 'backend':
        return respond('{"ret_code":-4,"ret_msg":"down"}');
      case 'not found':
        return respond('<html>nothing here</html>', 404);
      case 'not supported':
        return respond('{"ret_code":-8,"ret_msg":"unsupported"}');
      case 'method not allowed':
        return respond('{}', 405);
      case 'web page':
        return respond('<html><body>Sign in to the network</body></html>');
      default:
        break;
    }
    const posted = body['next_key'];
    const cursor = query.get('next_key') ?? query.get('page_flag') ?? (typeof posted === 'string' ? posted : '');
    const from = Number(cursor.split('/').at(-1) ?? '') || 0;
    const page = source.ids.slice(from, from + source.pageSize);
    const end = from + page.length;
    const hasMore = end < source.ids.length;
    const records: unknown[] = page.map((id) => source.record(id));
    const text = JSON.stringify(
      bend(shape(source, records, hasMore, `p/${end}`), source, fault, { cursor, from, records, random: this.#random }),
    );
    return respond(fault === 'cut off' ? text.slice(0, Math.max(1, Math.floor(text.length / 2))) : text);
  }
}

interface Answer {
  readonly payload: unknown;
  readonly pagination: Readonly<Record<string, unknown>> | undefined;
  readonly envelope: Readonly<Record<string, unknown>>;
}

function shape(source: Source, records: readonly unknown[], hasMore: boolean, next: string): Answer {
  const envelope = source.family === 'order' ? { s: 'ok' } : { ret_code: 0, ret_msg: '' };
  return { payload: records, pagination: source.paged ? { hasMore, next: hasMore ? next : '-1' } : undefined, envelope };
}

interface Play {
  readonly cursor: string;
  readonly from: number;
  readonly records: readonly unknown[];
  readonly random: Random;
}

/** Writes the answer as its family does, with the fault in it. */
function bend({ payload, pagination, envelope }: Answer, source: Source, fault: Fault | undefined, play: Play): unknown {
  const { cursor, records, random, from } = play;
  let list: unknown = payload;
  let paging = pagination;
  const more = (next: unknown, of: unknown = list): void => {
    // A list without pages that leaves records out lies in a way that nobody can notice.
    if (paging === undefined) return;
    list = of;
    paging = { hasMore: true, next };
  };
  if (fault === 'bad record') list = [...records, source.family === 'order' ? { order_id: {}, account_id: null, code: [] } : bad(source)];
  if (fault === 'record of another kind' && records.length > 0) list = records.with(random.integer(0, records.length - 1), 5);
  if (fault === 'has_more missing') paging = paging === undefined ? undefined : { next: paging['next'] };
  if (fault === 'has_more as text') paging = paging === undefined ? undefined : { ...paging, hasMore: 'false' };
  if (fault === 'next_key missing') more(undefined);
  if (fault === 'cursor repeated') more(cursor === '' ? `p/${from}` : cursor);
  if (fault === 'first cursor again') more('');
  if (fault === 'empty for ever') more(`e${random.integer(0, 1e9)}/${from}`, []);
  if (fault === 'endless') more(`n${random.integer(0, 1e9)}/${from}`);
  // Constituents without any list are an empty plate: on a first page nobody could tell.
  if (fault === 'list missing') list = source.field === 'stock_list' && cursor === '' ? 'none' : undefined;
  if (fault === 'nothing behind a cursor' && cursor !== '') {
    list = [];
    paging = undefined;
  }
  const open = fault === 'envelope missing' ? {} : envelope;
  if (source.family === 'order') {
    const flags = paging === undefined ? {} : { page_flag: paging['next'] === '-1' ? '' : paging['next'], ...completedOf(paging) };
    return { ...open, d: source.field === '' ? list : { [source.field]: list, ...flags } };
  }
  const data = source.field === '' ? list : { [source.field]: list };
  return { ...open, data, ...(paging === undefined ? {} : { pagination: { has_more: paging['hasMore'], next_key: paging['next'] } }) };
}

function completedOf(paging: Readonly<Record<string, unknown>>): object {
  const { hasMore } = paging;
  return hasMore === undefined ? {} : { completed: typeof hasMore === 'boolean' ? !hasMore : hasMore };
}

function bad(source: Source): unknown {
  // Constituents have no field that must be there: only what is no record at all is bad.
  return source.field === 'stock_list' ? 7 : { event_text: null, pstn_id: {}, account_id: null, code: [] };
}

function simulatedPosition(id: string): Readonly<Record<string, unknown>> {
  return { pstn_id: id, pstn_type: 0, market: 1, symbol: id, stock_name: 'x', qty: '1', mv: '1', profit: '0', profit_ratio: '0' };
}

function respond(text: string, status = 200): WireResponse {
  return { status, headers: {}, body: new TextEncoder().encode(text), sentAt: 0, receivedAt: 0 };
}
