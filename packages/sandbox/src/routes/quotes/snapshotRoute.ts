import { depthOf } from '../../market/depth';
import { extendedQuote } from '../../market/market';
import type { ExtendedQuote, QuoteNow } from '../../market/market';
import { createYearRanges, turnoverOf } from '../../market/figures';
import type { SandboxLanguage, SandboxRequest } from '../../types';
import { dateOf } from '../../market/marketDays';
import type { ExtendedSession } from '../../market/marketHours';
import { nameOf, namesOf } from '../../securities/language';
import { hash32 } from '../../random';
import type { Security } from '../../securities/securities';
import { prefixOf } from '../../securities/securities';
import type { World } from '../../world/world';
import { invalidParameter, QuoteFailure } from '../envelopes';
import type { RouteContext } from '../routeContext';
import { codeList, listedSecurities } from './codes';
import { answerNumerals, numeral, ratio } from './numerals';

const nobodyTraded = { open: 0, close: 0, high: 0, low: 0, volume: 0 };
const sessionKinds = { pre_market: 'PRE', after_market: 'AFTER', overnight: 'OVERNIGHT' } as const;
const flatPrefixes = { pre: 'PRE', after: 'AFTER', overnight: 'OVERNIGHT' } as const;

/** The figures of a session; change and amplitude are relative to the regular close before it. */
function sessionFigures({ bar, regularClose }: Pick<ExtendedQuote, 'bar' | 'regularClose'>, digits: number) {
  const { close, high, low, volume } = bar;
  const change = close === 0 ? 0 : close - regularClose;
  return {
    price: numeral(close, digits),
    high: numeral(high, digits),
    low: numeral(low, digits),
    volume,
    turnover: numeral(turnoverOf(bar), digits),
    change_val: numeral(change, digits),
    change_rate: ratio((100 * change) / regularClose),
    amplitude: ratio((100 * (high - low)) / regularClose),
  };
}

/** The figures of a session in a snapshot, by the names of a recorded one. */
function recordedFigures(found: ExtendedQuote, digits: number) {
  const { price, high, low, volume, turnover } = sessionFigures(found, digits);
  return { last_price: price, high_price: high, low_price: low, volume, turnover };
}

/** The latest sessions outside regular hours, or null if the market has none. */
function blocks(quote: QuoteNow, nowMs: number, figuresOf: typeof sessionFigures | typeof recordedFigures): object {
  const block = (kind: ExtendedSession['kind']): object | null => {
    const found = quote.security.untraded === undefined ? extendedQuote(quote, kind, nowMs) : undefined;
    return found === undefined ? null : { data_time_ms: found.timeMs, ...figuresOf(found, quote.security.digits) };
  };
  return Object.fromEntries(Object.entries(sessionKinds).map(([name, kind]) => [name, block(kind)]));
}

/** The current session, in fields of the quote itself; all are 0 outside of it. */
function flatSessions(quote: QuoteNow, nowMs: number): object {
  const flat = (prefix: string, kind: ExtendedSession['kind']): object => {
    const found = quote.security.untraded === undefined ? extendedQuote(quote, kind, nowMs) : undefined;
    const running = found?.isRunning === true ? found : { bar: nobodyTraded, regularClose: quote.bar.close };
    const { high, low, ...others } = sessionFigures(running, quote.security.digits);
    const fields = { ...others, high_price: high, low_price: low };
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}_${name}`, value]));
  };
  return Object.assign({}, ...Object.entries(flatPrefixes).map(([prefix, kind]) => flat(prefix, kind))) as object;
}

/** A security that nobody trades has a previous close and otherwise zeros, as recorded. */
function traded(quote: QuoteNow): QuoteNow {
  return quote.security.untraded === undefined ? quote : { ...quote, bar: nobodyTraded };
}

function day(quote: QuoteNow): object {
  const { security, bar, previousClose } = traded(quote);
  const { digits } = security;
  return {
    last_price: numeral(bar.close, digits),
    prev_close_price: numeral(previousClose, digits),
    open_price: numeral(bar.open, digits),
    high_price: numeral(bar.high, digits),
    low_price: numeral(bar.low, digits),
    volume: bar.volume,
    turnover: numeral(turnoverOf(bar), digits),
    amplitude: ratio((100 * (bar.high - bar.low)) / previousClose),
  };
}

/** The valuation and earnings of a company; null for other securities. */
function valuation({ security, bar }: QuoteNow): object {
  const draw = hash32(`value/${security.code}`);
  // As many lots as that on most days a few percent of them are traded.
  const shares = BigInt((10 + (draw % 200)) * 1_000_000 * Math.max(security.lot, 40));
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
  readonly yearRangeOf: ReturnType<typeof createYearRanges>;
  readonly likeLive: boolean;
}

function snapshotRecord(quote: QuoteNow, { language, nowMs, yearRangeOf, likeLive }: SnapshotOptions): object {
  const { security, bar, place } = quote;
  const { digits } = security;
  const { bids, asks } = depthOf(quote, 1);
  const isTraded = security.untraded === undefined;
  const range = yearRangeOf(quote);
  return {
    code: security.code,
    ...namesOf(security, language),
    update_time: place.timeMs,
    data_date: dateOf(quote.day.hours.day),
    ...day(quote),
    price_spread: numeral(quote.path.grid.spreadAt(bar.close), digits),
    lot_size: security.lot,
    // The live service has not been seen to state it.
    ...(likeLive || security.type !== 'OPTION' ? {} : { option_contract_multiplier: security.contractSize }),
    bid_price: numeral(isTraded ? (bids[0]?.price ?? 0) : 0, digits),
    ask_price: numeral(isTraded ? (asks[0]?.price ?? 0) : 0, digits),
    bid_vol: isTraded ? (bids[0]?.volume ?? 0) : 0,
    ask_vol: isTraded ? (asks[0]?.volume ?? 0) : 0,
    avg_price: numeral(isTraded ? Math.round((bar.open + bar.high + bar.low + bar.close) / 4) : 0, digits),
    highest52weeks_price: numeral(range.high, digits),
    lowest52weeks_price: numeral(range.low, digits),
    ...valuation(quote),
    suspension: security.untraded === 'halted',
    sec_status: security.untraded === 'halted' ? 'SUSPENDED' : 'NORMAL',
    ...(likeLive ? flatSessions(quote, nowMs) : blocks(quote, nowMs, recordedFigures)),
  };
}

function snapshot({ tools, world }: RouteContext, context: SandboxRequest, yearRangeOf: SnapshotOptions['yearRangeOf']): object {
  const found = listedSecurities(context, world());
  if (tools.options.likeLive && found.length === 0) throw new QuoteFailure('invalid_symbol', 'no symbol is known');
  const now = tools.now();
  const allowed = found.filter(({ code }) => !tools.isDenied(code));
  return {
    data: {
      snapshot_list: allowed.map((security) =>
        snapshotRecord(world().market.quote(security, now), {
          language: world().language,
          nowMs: now,
          yearRangeOf,
          likeLive: tools.options.likeLive,
        }),
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
        ...namesOf(quote.security, world().language),
        data_time: quote.place.timeMs,
        ...day(quote),
        suspension: quote.security.untraded === 'halted',
        ...blocks(quote, now, sessionFigures),
      })),
    },
  };
}

function marketState({ tools, world }: RouteContext, context: SandboxRequest): object {
  const now = tools.now();
  const codes = codeList(context);
  if (tools.options.likeLive && codes.some((code) => !/^[A-Z_]+\../.test(code))) throw invalidParameter('code_list must name markets');
  return {
    data: {
      market_state_list: codes.flatMap((code) => {
        const security = world().findSecurity(code);
        if (security === undefined) return tools.options.likeLive ? [{ code, market_state: 'NONE' }] : [];
        return [
          {
            code: security.code,
            stock_name: nameOf(security, world().language),
            sc_name: security.simplified,
            tc_name: security.traditional,
            market_state: world().market.hours(prefixOf(security.code)).stateAt(now),
          },
        ];
      }),
    },
  };
}

function basicRecord(security: Security, language: SandboxLanguage): object {
  return {
    code: security.code,
    ...namesOf(security, language),
    lot_size: security.lot,
    stock_type: security.type,
    listing_date: Date.parse(security.listed),
  };
}

function basicInfo(world: World, context: SandboxRequest): object {
  return { data: { basic_list: listedSecurities(context, world).map((security) => basicRecord(security, world.language)) } };
}

/** Beyond the specification: prices and descriptions of up to 400 codes; unknown ones are left out. */
export function registerSnapshotRoutes(route: RouteContext): void {
  const { app, tools, world } = route;
  const authorize = tools.authorize('quote:read');
  const add = (name: string, answer: (context: SandboxRequest) => object): void => {
    app.post(`/api/v1.0/quote/${name}`, authorize, (context) => answerNumerals(context, () => answer(context)));
  };
  const yearRangeOf = createYearRanges();
  add('snapshot', (context) => snapshot(route, context, yearRangeOf));
  add('stock-quote', (context) => stockQuote(route, context));
  add('market-state', (context) => marketState(route, context));
  add('stock-basicinfo', (context) => basicInfo(world(), context));
}
