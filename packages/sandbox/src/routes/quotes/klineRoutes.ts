import { barsOf, dayBeforePeriod, firstDayOf } from '../../market/bars';
import type { ExtendedSession } from '../../market/marketHours';
import type { Adjustment, BarRequest, Interval, TimedBar } from '../../market/bars';
import type { SecurityPath } from '../../market/securityPath';
import { turnoverOf } from '../../market/figures';
import { dateOf, dayNumberOf } from '../../market/marketDays';
import type { SandboxRequest } from '../../types';
import { isCivilDate } from '../../dates/civilDate';
import { namesOf } from '../../securities/language';
import type { Security } from '../../securities/securities';
import type { World } from '../../world/world';
import { invalidParameter } from '../envelopes';
import { optionalInteger, optionalText, requiredText } from '../query';
import type { RouteContext } from '../routeContext';
import { symbolOf } from './codes';
import { answerNumerals, numeral } from './numerals';

const mostBars = 370;
const mostForwardBars = 1_000;
const intervals: ReadonlyMap<number, Interval> = new Map<number, Interval>([
  [1, 1],
  [2, 'day'],
  [3, 'week'],
  [4, 'month'],
  [5, 'year'],
  [6, 5],
  [7, 15],
  [8, 30],
  [9, 60],
  [10, 3],
  [11, 'quarter'],
  [14, 120],
  [15, 240],
  [26, 10],
  [29, 180],
]);

function intervalOf(context: SandboxRequest): Interval {
  const interval = intervals.get(optionalInteger(context, 'ktype', 2, 1, 99));
  if (interval === undefined) throw invalidParameter(`ktype must be one of ${[...intervals.keys()].join(', ')}`);
  return interval;
}

function adjustmentOf(context: SandboxRequest): Adjustment {
  const type = optionalInteger(context, 'autype', 1, 0, 4);
  return type === 0 ? 'none' : type === 1 ? 'forward' : 'backward';
}

/** Only minutes have sessions. */
function sessionsOf(context: SandboxRequest): readonly ExtendedSession['kind'][] {
  const extended = optionalInteger(context, 'extended_time', 0, 0, 2);
  return (['PRE', 'AFTER', 'OVERNIGHT'] as const).slice(0, [0, 2, 3][extended]);
}

function currentBars({ tools, world }: RouteContext, context: SandboxRequest): object {
  const security = symbolOf(context, world());
  if (tools.options.likeLive) requiredText(context, 'num');
  const count = optionalInteger(context, 'num', mostBars, 1, mostBars);
  const path = world().market.path(security);
  const { bars } = barsOf(path, {
    interval: intervalOf(context),
    adjustment: adjustmentOf(context),
    sessions: sessionsOf(context),
    nowMs: tools.now(),
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    count,
  });
  const price = (units: number): object => numeral(units, security.digits);
  return {
    data: {
      kline_list: asTraded(bars, security).map((bar) => ({
        code: security.code,
        ...namesOf(security, world().language),
        time_key: bar.timeMs,
        date: basicDate(bar.day),
        open_price: price(bar.open),
        close_price: price(bar.close),
        high_price: price(bar.high),
        low_price: price(bar.low),
        last_close_price: price(bar.lastClose),
        volume: bar.volume,
        turnover: numeral(bar.open === 0 ? 0 : turnoverOf(bar), security.digits),
      })),
    },
  };
}

/** The latest bar of a security that nobody trades has a close alone, as recorded. */
function asTraded(bars: readonly TimedBar[], { untraded }: Security): readonly TimedBar[] {
  if (untraded === undefined) return bars;
  return bars.map((bar, at) => (at < bars.length - 1 ? bar : { ...bar, open: 0, high: 0, low: 0, close: bar.lastClose, volume: 0 }));
}

interface Bound {
  readonly day: number;
  readonly untilMs: number | undefined;
}

/** A bound of the range: a date, a date and a time in the exchange's time, or milliseconds as in a like-live page. */
function boundOf(world: World, zone: string, name: string, text: string): Bound {
  if (/^\d{13}$/.test(text)) return { day: dayNumberOf(world.zoned.dateAt(Number(text), zone)), untilMs: Number(text) - 1 };
  const match = /^(\d{4}-\d{2}-\d{2})(?: ((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d))?$/.exec(text);
  const [, date = '', time, seconds = '0'] = match ?? [];
  if (!isCivilDate(date)) throw invalidParameter(`${name} must have the format yyyy-MM-dd or yyyy-MM-dd HH:mm:ss`);
  const untilMs = time === undefined ? undefined : world.zoned.instantOf(date, time, zone) + Number(seconds) * 1_000;
  return { day: dayNumberOf(date), untilMs };
}

/** The end of the page before this one; a day within the first bar would ask for that bar again. */
function nextTime(world: World, zone: string, interval: Interval, first: TimedBar): string {
  if (typeof interval !== 'number') return dateOf(dayBeforePeriod(interval, first.day));
  const before = first.timeMs - 1_000;
  const date = world.zoned.dateAt(before, zone);
  const ofDay = Math.round((before - world.zoned.instantOf(date, '00:00', zone)) / 1_000);
  const part = (seconds: number): string => String(Math.floor(seconds)).padStart(2, '0');
  return `${date} ${part(ofDay / 3_600)}:${part((ofDay / 60) % 60)}:${part(ofDay % 60)}`;
}

function history({ tools, world }: RouteContext, context: SandboxRequest): object {
  const security = symbolOf(context, world());
  const path = world().market.path(security);
  const { zone } = path.hours;
  const interval = intervalOf(context);
  const end = boundOf(world(), zone, 'end', requiredText(context, 'end'));
  const startText = optionalText(context, 'start') ?? '';
  const start = startText === '' ? undefined : boundOf(world(), zone, 'start', startText);
  if (start !== undefined && start.day > end.day) throw invalidParameter('end must not be before start');
  const count = optionalInteger(context, 'num', mostBars, 1, mostBars);
  const sessions = sessionsOf(context);
  const range = {
    interval,
    adjustment: adjustmentOf(context),
    sessions,
    nowMs: tools.now(),
    from: start?.day ?? firstDayOf(path),
    to: end.day,
  };
  const isForward = tools.options.likeLive && start !== undefined && typeof interval === 'number';
  const { bars, hasMore } = isForward ? firstBars(path, range) : barsOf(path, { ...range, untilMs: end.untilMs, count });
  const price = (units: number): object => numeral(units, security.digits);
  const [first] = bars;
  return {
    data: {
      kline_list: bars.map((bar) => ({
        time_key: bar.timeMs,
        date: basicDate(bar.day),
        open: price(bar.open),
        close: price(bar.close),
        high: price(bar.high),
        low: price(bar.low),
        last_close: price(bar.lastClose),
        volume: bar.volume,
        turnover: numeral(turnoverOf(bar), security.digits),
      })),
      ...(tools.options.likeLive ? { next_time: hasMore ? (first?.timeMs ?? null) : null, volume_precision: 0 } : { has_more: hasMore }),
    },
    ...(tools.options.likeLive
      ? { pagination: { has_more: hasMore, next_key: '', total: 0 } }
      : { extra: { next_time: hasMore && first !== undefined ? nextTime(world(), zone, interval, first) : '' } }),
  };
}

/** Minutes from a start on, as recorded: a limited number at once, without the last day, and without a hint that there is more. */
function firstBars(
  path: SecurityPath,
  range: Omit<BarRequest, 'count'>,
): { readonly bars: readonly TimedBar[]; readonly hasMore: boolean } {
  const { bars } = barsOf(path, { ...range, to: range.to - 1, count: Number.MAX_SAFE_INTEGER });
  return { bars: bars.slice(0, mostForwardBars), hasMore: false };
}

function basicDate(day: number): number {
  return Number(dateOf(day).replaceAll('-', ''));
}

/** Beyond the specification: bars of one security; ranges are paged backwards by rule 4 of Spec, Pagination. */
export function registerKlineRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const authorize = tools.authorize('quote:read');
  app.get('/api/v1.0/quote/:symbol/cur-kline', authorize, (context) => answerNumerals(context, () => currentBars(route, context)));
  app.get('/api/v1.0/quote/:symbol/history-kline', authorize, (context) => answerNumerals(context, () => history(route, context)));
}
