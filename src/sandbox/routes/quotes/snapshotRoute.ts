import { depthOf } from '../../market/depth';
import { extendedQuote } from '../../market/market';
import type { QuoteNow } from '../../market/market';
import { turnoverOf, yearRangeOf } from '../../market/figures';
import type { SandboxLanguage, SandboxRequest } from '../../types';
import { nameOf } from '../../world/language';
import { hash32 } from '../../world/random';
import type { Security } from '../../world/securities';
import { prefixOf } from '../../world/securities';
import type { World } from '../../world/world';
import { QuoteFailure } from '../envelopes';
import type { RouteContext } from '../routeContext';
import { listedSecurities } from './codes';
import { answerNumerals, numeral, ratio } from './numerals';

/** More codes than this come without the range of the year, which takes a look at every day of it. */
const MOST_WITH_RANGE = 50;

/** A session outside regular hours, or null where the market has none. */
function block(quote: QuoteNow, kind: 'PRE' | 'AFTER' | 'OVERNIGHT', nowMs: number): object | null {
  const found = extendedQuote(quote, kind, nowMs);
  if (found === undefined) return null;
  const { bar } = found;
  const { digits } = quote.security;
  const base = kind === 'PRE' ? quote.previousClose : quote.bar.close;
  return {
    price: numeral(bar.close, digits),
    high: numeral(bar.high, digits),
    low: numeral(bar.low, digits),
    volume: bar.volume,
    turnover: numeral(turnoverOf(bar), digits),
    change_val: numeral(bar.close - base, digits),
    change_rate: ratio((100 * (bar.close - base)) / base),
    amplitude: ratio((100 * (bar.high - bar.low)) / base),
    data_time_ms: found.timeMs,
  };
}

const blocks = (quote: QuoteNow, nowMs: number): object => ({
  pre_market: block(quote, 'PRE', nowMs),
  after_market: block(quote, 'AFTER', nowMs),
  overnight: block(quote, 'OVERNIGHT', nowMs),
});

function day({ security, bar, previousClose, path }: QuoteNow): object {
  const { digits } = security;
  return {
    last_price: numeral(bar.close, digits),
    prev_close_price: numeral(previousClose, digits),
    open_price: numeral(bar.open, digits),
    high_price: numeral(bar.high, digits),
    low_price: numeral(bar.low, digits),
    volume: bar.volume,
    turnover: numeral(turnoverOf(bar), digits),
    change_val: numeral(bar.close - previousClose, digits),
    change_rate: ratio((100 * (bar.close - previousClose)) / previousClose),
    amplitude: ratio((100 * (bar.high - bar.low)) / previousClose),
    price_spread: numeral(path.grid.spreadAt(bar.close), digits),
  };
}

/** What a company is said to be worth and to earn; null for what is no share. */
function valuation({ security, bar }: QuoteNow): object {
  const draw = hash32(`value/${security.code}`);
  const shares = BigInt((1 + (draw % 4_000)) * 2_000_000);
  const isShare = security.type === 'STOCK';
  return {
    turnover_rate: isShare ? ratio((100 * bar.volume) / Number(shares)) : null,
    volume_ratio: isShare ? ratio(0.5 + (draw % 300) / 200) : null,
    total_market_val: isShare ? numeral(BigInt(bar.close) * shares, security.digits) : null,
    pe_ratio: isShare ? ratio(6 + (draw % 3_000) / 100) : null,
    pb_ratio: isShare ? ratio(0.4 + (draw % 700) / 100) : null,
  };
}

interface SnapshotOptions {
  readonly language: SandboxLanguage;
  readonly nowMs: number;
  readonly withRange: boolean;
}

function snapshotRecord(quote: QuoteNow, { language, nowMs, withRange }: SnapshotOptions): object {
  const { security, bar, place } = quote;
  const { digits } = security;
  const { bids, asks } = depthOf(quote, 1);
  const range = withRange ? yearRangeOf(quote) : undefined;
  return {
    code: security.code,
    name: nameOf(security, language),
    update_time: place.timeMs,
    ...day(quote),
    lot_size: security.lot,
    bid_price: numeral(bids[0]?.price ?? 0, digits),
    ask_price: numeral(asks[0]?.price ?? 0, digits),
    bid_vol: bids[0]?.volume ?? 0,
    ask_vol: asks[0]?.volume ?? 0,
    avg_price: numeral(Math.round((bar.open + bar.high + bar.low + bar.close) / 4), digits),
    highest52weeks_price: range === undefined ? null : numeral(range.high, digits),
    lowest52weeks_price: range === undefined ? null : numeral(range.low, digits),
    ...valuation(quote),
    suspension: false,
    sec_status: 'NORMAL',
    ...blocks(quote, nowMs),
  };
}

function snapshot({ tools, world }: RouteContext, context: SandboxRequest): object {
  const found = listedSecurities(context, world());
  const now = tools.now();
  const withRange = found.length <= MOST_WITH_RANGE;
  const allowed = found.filter(({ code }) => !tools.isDenied(code));
  return {
    data: {
      snapshot_list: allowed.map((security) =>
        snapshotRecord(world().market.quote(security, now), { language: world().language, nowMs: now, withRange }),
      ),
      skipped: found.filter(({ code }) => tools.isDenied(code)).map(({ code }) => code),
    },
  };
}

function stockQuote({ tools, world }: RouteContext, context: SandboxRequest): object {
  const now = tools.now();
  const found = listedSecurities(context, world());
  if (found.some(({ code }) => tools.isDenied(code))) throw new QuoteFailure('permission_denied', 'no permission for these quotes');
  const quotes = found.map((security) => world().market.quote(security, now));
  return {
    data: {
      quote_list: quotes.map((quote) => ({
        code: quote.security.code,
        name: nameOf(quote.security, world().language),
        data_time: quote.place.timeMs,
        ...day(quote),
        lot_size: quote.security.lot,
        suspension: false,
        ...blocks(quote, now),
      })),
    },
  };
}

function marketState({ tools, world }: RouteContext, context: SandboxRequest): object {
  const now = tools.now();
  return {
    data: {
      market_state_list: listedSecurities(context, world()).map((security) => ({
        code: security.code,
        name: nameOf(security, world().language),
        market_state: world().market.hours(prefixOf(security.code)).stateAt(now),
      })),
    },
  };
}

function basicRecord(security: Security, language: SandboxLanguage): object {
  return {
    code: security.code,
    name: nameOf(security, language),
    sc_name: security.simplified,
    tc_name: security.traditional,
    lot_size: security.lot,
    stock_type: security.type,
    currency: security.currency,
    listing_date: security.listed,
    delisting: false,
  };
}

function basicInfo(world: World, context: SandboxRequest): object {
  return { data: { basic_list: listedSecurities(context, world).map((security) => basicRecord(security, world.language)) } };
}

/** Beyond the specification: prices and descriptions of up to 400 codes; those that nobody knows are left out. */
export function registerSnapshotRoutes(route: RouteContext): void {
  const { app, tools, world } = route;
  const authorize = tools.authorize('quote:read');
  const add = (name: string, answer: (context: SandboxRequest) => object): void => {
    app.post(`/api/v1.0/quote/${name}`, authorize, (context) => answerNumerals(context, () => answer(context)));
  };
  add('snapshot', (context) => snapshot(route, context));
  add('stock-quote', (context) => stockQuote(route, context));
  add('market-state', (context) => marketState(route, context));
  add('stock-basicinfo', (context) => basicInfo(world(), context));
}
