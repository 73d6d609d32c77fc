import type { Random } from '../random';

/**
 * A small world with its truth: which security each record is of, what was traded, and when. Nothing here is taken from the product: spellings,
 * currencies, and zones are those of the page about what lies beyond the specification (Enumerations; Behaviour recorded; Added with b4e44655).
 */
export interface Security {
  readonly code: string;
  readonly kind: 'share' | 'future' | 'combination';
  readonly currency: string;
  readonly zone: string;
  /** As records write it. */
  readonly spellings: readonly string[];
}

function security(kind: Security['kind'], currency: string, zone: string, code: string, ...others: readonly string[]): Security {
  return { code, kind, currency, zone, spellings: [code, ...others] };
}

const hongKong = 'Asia/Hong_Kong';
const newYork = 'America/New_York';

const securities: readonly Security[] = [
  security('share', 'HKD', hongKong, 'HK.00700', 'SEHK.00700', 'HK.700', 'SEHK.700', 'hk.00700', 'ＨＫ.００７００'),
  security('share', 'HKD', hongKong, 'HK.00701', 'SEHK.00701', 'HK.701'),
  security('share', 'HKD', hongKong, 'HK.09988', 'SEHK.09988', 'SEHK.9988'),
  security('share', 'CNY', hongKong, 'HK.80700', 'SEHK.80700'),
  security('share', 'USD', newYork, 'US.AAPL', 'us.aapl', 'US.aapl'),
  security('share', 'USD', newYork, 'US.AAP', 'us.aap'),
  security('share', 'USD', newYork, 'US.BRK.B', 'US.BRK-B', 'US.BRK/B', 'us.brk.b'),
  security('share', 'USD', newYork, 'US.BRK.A', 'US.BRK-A'),
  security('share', 'CNY', 'Asia/Shanghai', 'SH.600519', 'SSE.600519', 'sh.600519'),
  security('share', 'CNY', 'Asia/Shanghai', 'SZ.000001', 'SZSE.000001'),
  security('share', 'CNY', 'Asia/Shanghai', 'SH.000001', 'SSE.000001'),
  security('share', 'SGD', 'Asia/Singapore', 'SG.D05', 'SGX.D05'),
  security('share', 'JPY', 'Asia/Tokyo', 'JP.130A', 'jp.130a'),
  security('share', 'JPY', 'Asia/Tokyo', 'JP.7203'),
  security('share', 'KRW', 'Asia/Seoul', 'KR.0013V0', 'kr.0013v0'),
  security('share', 'CAD', 'America/Toronto', 'CA.RCI.B', 'CA.RCI-B', 'ca.rci.b'),
  security('share', 'CAD', 'America/Toronto', 'CA.RCI.A'),
  security('share', 'CAD', 'America/Toronto', 'CA.REI.UN', 'ca.rei.un'),
  security('future', 'USD', newYork, 'US.CLmain'),
  security('future', 'HKD', hongKong, 'HK.HSImain'),
  security('combination', 'USD', newYork, 'US.SPXCOMBO'),
];

/** A market that nobody knows: whose security it is cannot be told. */
const darkMarket = 'XQ_DARK';

export interface Position {
  readonly id: number;
  readonly of: Security;
  /** As sent; the code of {@link of} in a market that nobody knows if `isDark`. */
  readonly code: string;
  readonly isDark: boolean;
  readonly side: 'LONG' | 'SHORT' | 'NONE';
  readonly quantity: bigint;
  /** In cents. */
  readonly price: bigint;
  readonly profit: bigint;
  /** The service calls the ratio meaningless: more was realized than was paid. */
  readonly isPaidBack: boolean;
  /** Of the counter, or empty as the service left it out. */
  readonly currency: string;
}

export interface OpenOrder {
  readonly id: number;
  readonly of: Security;
  readonly code: string;
  readonly isDark: boolean;
  readonly side: 'BUY' | 'SELL' | 'SELL_SHORT' | 'BUY_BACK';
  readonly status: string;
  readonly quantity: bigint;
  readonly filled: bigint;
  /** In cents; may be zero or below for what is no share. */
  readonly price: bigint;
}

export interface Fill {
  readonly id: string;
  readonly of: Security;
  readonly code: string;
  readonly side: OpenOrder['side'];
  readonly quantity: bigint;
  readonly price: bigint;
  readonly status: string;
  /** It is a trade. */
  readonly counts: boolean;
  /** Date and time at the exchange. */
  readonly date: string;
  readonly atMs: number;
}

export interface Quote {
  readonly of: Security;
  /** In cents; 0 if there is none. */
  readonly last: bigint;
  readonly close: bigint;
  readonly is: 'none' | 'usual' | 'split';
}

export interface ExDate {
  readonly of: Security;
  readonly date: string;
  readonly atMs: number;
}

export interface World {
  readonly target: Security;
  readonly positions: readonly Position[];
  readonly orders: readonly OpenOrder[];
  readonly fills: readonly Fill[];
  readonly quotes: readonly Quote[];
  readonly exDates: readonly ExDate[];
}

/** How many records a world has, on average, with its quotes. */
export const recordsOf = ({ positions, orders, fills, quotes, exDates }: World): number =>
  positions.length + orders.length + fills.length + quotes.length + exDates.length;

const openStatuses = ['SUBMITTED', 'FILLED_PART', 'WAITING_SUBMIT', 'SUBMITTING'];
const endedStatuses = ['FILLED_ALL', 'CANCELLED_ALL', 'CANCELLED_PART', 'FAILED'];
const undoneStatuses = ['CANCELLED', 'CHANGED', 'cancelled', 'BUSTED', 'SOMETHING_NEW'];

export function createWorld(random: Random): World {
  const target = random.pick(securities.filter(({ kind }) => kind === 'share'));
  /** Half of the records are of the security in question, the others of some that look like it. */
  const some = (): Security => (random.chance(0.5) ? target : random.pick(securities));
  const named = (of: Security, mayBeDark: boolean): { readonly code: string; readonly isDark: boolean } => {
    const isDark = mayBeDark && of.kind === 'share' && random.chance(0.02);
    return isDark ? { code: `${darkMarket}.${of.code.slice(3)}`, isDark } : { code: random.pick(of.spellings), isDark };
  };
  const whole = (most: number): bigint => BigInt(random.integer(1, most));
  const side = (): OpenOrder['side'] => random.pick(['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'] as const);
  const prices = new Map(securities.map(({ code }) => [code, BigInt(random.integer(200, 90_000))]));
  const priceOf = ({ code }: Security): bigint => prices.get(code) ?? 100n;

  const positions = Array.from({ length: random.integer(3, 9) }, (_, id): Position => {
    const of = some();
    const [quantity, price] = [whole(900), priceOf(of)];
    const isPaidBack = random.chance(0.2);
    const value = quantity * price;
    const profit = isPaidBack ? value + whole(5_000) : (value * BigInt(random.integer(-60, 60))) / 100n;
    const isNamed = random.chance(0.85);
    return {
      ...{ id, of, ...named(of, true), quantity, price, profit, isPaidBack },
      side: isPaidBack
        ? 'LONG'
        : random.pick(['LONG', 'LONG', 'LONG', 'SHORT', ...(random.chance(0.1) ? (['NONE'] as const) : [])] as const),
      currency: isNamed ? of.currency : '',
    };
  });
  const orders = Array.from({ length: random.integer(2, 7) }, (_, id): OpenOrder => {
    const of = some();
    const quantity = whole(500);
    const sign = of.kind === 'share' ? 1n : random.pick([-1n, 0n, 1n]);
    const hasEnded = random.chance(0.25);
    return {
      ...{ id, of, ...named(of, true), side: side(), quantity, price: sign * priceOf(of) },
      status: random.pick(hasEnded ? endedStatuses : openStatuses),
      filled: random.chance(0.4) ? BigInt(random.integer(0, Number(quantity))) : 0n,
    };
  });
  const fills = Array.from({ length: random.integer(3, 9) }, (_, id): Fill => {
    const of = some();
    const counts = random.chance(0.7);
    const date = `2026-${random.pick(['01', '03', '07', '11'])}-${random.pick(['05', '12', '19', '27'])}`;
    return {
      ...{ id: `D${String(id)}x`, of, code: random.pick(of.spellings), side: side(), quantity: whole(300) },
      price: of.kind === 'share' ? priceOf(of) : -priceOf(of),
      ...{ status: counts ? random.pick(['OK', '']) : random.pick(undoneStatuses), counts, date },
      atMs: instantOf(date, random.pick([5, 720, 1_435]), of.zone),
    };
  });
  const quotes = securities.map((of): Quote => {
    const price = priceOf(of);
    const is = random.pick(['none', 'usual', 'usual', 'split'] as const);
    const moved = (price * BigInt(random.integer(93, 107))) / 100n;
    const parts = BigInt(random.pick([2, 4, 5, 10]));
    return { of, is, last: is === 'none' ? 0n : is === 'usual' ? moved : random.chance(0.5) ? price / parts : price * parts, close: price };
  });
  const exDates = Array.from({ length: 3 }, (): ExDate => {
    const of = random.pick(securities.filter(({ kind, code }) => kind === 'share' && !code.endsWith('V0')));
    const date = `2026-11-${random.pick(['02', '15', '24', '30'])}`;
    return { of, date, atMs: instantOf(date, random.pick([0, 570, 1_410]), of.zone) };
  });
  return { target, positions, orders, fills, quotes, exDates };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The instant of a minute of a day on the clock of a zone, found by asking the platform what that clock shows. */
function instantOf(date: string, minute: number, zone: string): number {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  clocks.set(zone, clock);
  const wanted = `${date} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const near = Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
  for (let quarters = -60; quarters <= 60; quarters += 1) {
    const at = near + quarters * 900_000;
    if (clock.format(at) === wanted) return at;
  }
  throw new Error(`${wanted} does not exist in ${zone}`);
}

/** Cents as a decimal. */
export function decimal(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${String(size / 100n)}.${String(size % 100n).padStart(2, '0')}`;
}
