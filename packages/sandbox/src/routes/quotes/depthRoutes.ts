import { turnoverOf } from '../../market/figures';
import { exchangeDepths } from '../../market/depth';
import type { Level } from '../../market/depth';
import type { DayPath } from '../../market/dayPath';
import { extendedSessionOf, placeIn, startOfMinute } from '../../market/market';
import type { ExtendedSession } from '../../market/marketHours';
import { extendedTicksOf, ticksOf } from '../../market/ticks';
import type { Tick } from '../../market/ticks';
import type { SandboxRequest } from '../../types';
import { namesOf } from '../../securities/language';
import type { Security } from '../../securities/securities';
import { prefixOf } from '../../securities/securities';
import { jsonObject } from '../body';
import { invalidParameter } from '../envelopes';
import { optionalInteger, optionalText } from '../query';
import type { RouteContext } from '../routeContext';
import { knownSecurity, symbolOf } from './codes';
import { answerNumerals, longNumeral, numeral } from './numerals';

const knownSections = ['NORMAL', 'FULL', 'PREMARKET', 'AFTERHOURS', 'HK_DARK', 'OVERNIGHT'] as const;

/** Levels of a book: sixty for American stocks, ten for all others. */
function mostLevels({ code }: Security): number {
  return prefixOf(code) === 'US' ? 60 : 10;
}

function orderBook({ tools, world }: RouteContext, context: SandboxRequest): object {
  const { code, num = 10 } = jsonObject(context) ?? {};
  if (typeof code !== 'string') throw invalidParameter('code must be a string');
  if (typeof num !== 'number' || !Number.isInteger(num) || num < 1 || num > 60)
    throw invalidParameter('num must be an integer from 1 to 60');
  const security = knownSecurity(world(), code);
  const quote = world().market.quote(security, tools.now());
  const written = ({ price, volume, orders }: Level): object => ({ price: numeral(price, security.digits), volume, order_count: orders });
  const books = exchangeDepths(quote, Math.min(num, mostLevels(security))).map(({ exchange, bids, asks }) => ({
    exchange,
    bid_flag: 1,
    ask_flag: 1,
    exchange_data_time_ms: quote.place.timeMs,
    server_send_to_client_time_ms: Math.trunc(tools.now()),
    order_volume_precision: 0,
    bid_list: bids.map(written),
    ask_list: asks.map(written),
  }));
  return { data: [{ code, ...namesOf(security, world().language), books }] };
}

/** Names of the sections of a day: around a lunch break, they are named after their half of the day. */
function sectionKinds(prefix: string, sections: number): readonly string[] {
  if (sections > 1) return ['MORNING', 'AFTERNOON'];
  return [prefix === 'US' ? 'US_REGULAR' : 'REGULAR'];
}

interface Section {
  readonly day: DayPath;
  readonly kinds: readonly string[];
}

/** What each requested section consists of, in the order of the day; `undefined` stands for the regular hours. */
const sectionsOf: Readonly<Record<(typeof knownSections)[number], readonly (ExtendedSession['kind'] | undefined)[]>> = {
  NORMAL: [undefined],
  FULL: ['OVERNIGHT', 'PRE', undefined, 'AFTER'],
  PREMARKET: ['PRE'],
  AFTERHOURS: ['AFTER'],
  OVERNIGHT: ['OVERNIGHT'],
  // The gray market before a listing: none of the sandbox's securities is new.
  HK_DARK: [],
};

const extendedKinds: Readonly<Record<ExtendedSession['kind'], string>> = {
  PRE: 'US_PREMARKET',
  AFTER: 'US_AFTERHOURS',
  OVERNIGHT: 'US_OVERNIGHT',
};

function pointsOfDay({ tools, world }: RouteContext, context: SandboxRequest): object {
  const asked = optionalText(context, 'request_section') ?? knownSections[0];
  const section = knownSections.find((known) => known === asked);
  if (tools.options.likeLive && section === undefined) {
    throw invalidParameter(`request_section must be one of ${knownSections.join(', ')}`);
  }
  const security = symbolOf(context, world());
  const nowMs = tools.now();
  const quote = world().market.quote(security, nowMs);
  const { path } = quote;
  const price = (units: number): object => numeral(units, security.digits);
  const regular: Section = { day: quote.day, kinds: sectionKinds(prefixOf(security.code), quote.day.hours.segments.length) };
  const found = sectionsOf[section ?? 'NORMAL'].flatMap((kind): readonly Section[] => {
    if (kind === undefined) return [regular];
    const session = extendedSessionOf(path, kind, nowMs);
    return session === undefined ? [] : [{ day: path.extended(session), kinds: [extendedKinds[kind]] }];
  });
  const sections = found.flatMap(({ day, kinds }) => {
    const place = placeIn(day.hours, nowMs);
    const last = Math.min(place.minute, day.hours.datedMinutes - 1);
    const points = Array.from({ length: last + 1 }, (_, index) => {
      const bar = index === last ? day.sinceUntil(index, place.minute, place.slot) : day.minute(index);
      return {
        time: startOfMinute(day.hours, index),
        open: price(bar.open),
        high: price(bar.high),
        low: price(bar.low),
        cur_price: price(bar.close),
        volume: bar.volume,
        turnover: numeral(turnoverOf(bar), security.digits),
      };
    });
    return day.hours.segments.map(({ startMs, endMs }, index) => ({
      code: security.code,
      ...namesOf(security, world().language),
      trade_section: kinds[index],
      last_close: price(quote.previousClose),
      point_list: points.filter(({ time }) => time >= startMs && time < endMs),
    }));
  });
  return { data: { volume_precision: 0, section_list: sections.filter(({ point_list: list }) => list.length > 0) } };
}

const periods: Readonly<Record<string, ExtendedSession['kind']>> = { BEFORE: 'PRE', AFTER: 'AFTER', OVERNIGHT: 'OVERNIGHT' };

/** Documented for the U.S.: trades that were canceled stay in the list. Each tenth one stands there a second time, at a price of nobody. */
function withUndone(ticks: readonly Tick[], hasUndone: boolean): readonly (Tick & { readonly isUndone: boolean })[] {
  return ticks.flatMap((tick, at) => {
    const good = { ...tick, isUndone: false };
    return hasUndone && at % 10 === 4 ? [{ ...tick, price: tick.price * 2, isUndone: true }, good] : [good];
  });
}

function ticker({ tools, world }: RouteContext, context: SandboxRequest): object {
  const security = symbolOf(context, world());
  const count = optionalInteger(context, 'num', 500, 1, 750);
  const now = tools.now();
  const asked = optionalText(context, 'period') ?? 'NORMAL';
  const kind = Object.hasOwn(periods, asked) ? periods[asked] : undefined;
  const path = world().market.path(security);
  const ticks = kind === undefined ? ticksOf(path, now, count) : extendedTicksOf(path, kind, now, count);
  return {
    data: {
      code: security.code,
      ...namesOf(security, world().language),
      last_close: numeral(world().market.previousClose(security, now), security.digits),
      volume_precision: 0,
      ticker_list: withUndone(ticks, tools.options.likeLive && prefixOf(security.code) === 'US')
        .slice(-count)
        .map(({ sequence, timeMs, price, volume, direction, isUndone }) => ({
          sequence: longNumeral(sequence),
          time: timeMs,
          price: numeral(price, security.digits),
          volume,
          turnover: numeral(BigInt(price) * BigInt(volume), security.digits),
          ticker_direction: direction,
          tick_type: 'AUTO_MATCH',
          period_type: kind === undefined ? 'NORMAL' : asked,
          trade_type: isUndone ? 'U' : '',
        })),
    },
  };
}

/** Beyond the specification: the order book, the points of the day and the trades of one security. */
export function registerDepthRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const authorize = tools.authorize('quote:read');
  app.post('/api/v1.0/quote/order-book', authorize, (context) => answerNumerals(context, () => orderBook(route, context)));
  app.get('/api/v1.0/quote/:symbol/rt-data', authorize, (context) => answerNumerals(context, () => pointsOfDay(route, context)));
  app.get('/api/v1.0/quote/:symbol/rt-ticker', authorize, (context) => answerNumerals(context, () => ticker(route, context)));
}
