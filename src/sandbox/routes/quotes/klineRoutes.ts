import { barsOf, firstDayOf } from '../../market/bars';
import type { Adjustment, Interval, TimedBar } from '../../market/bars';
import { turnoverOf } from '../../market/figures';
import { dateOf, dayNumberOf } from '../../market/marketDays';
import type { SandboxRequest } from '../../types';
import { isCivilDate } from '../../world/civilDate';
import type { World } from '../../world/world';
import { invalidParameter } from '../envelopes';
import { optionalInteger, optionalText, requiredText } from '../query';
import type { RouteContext } from '../routeContext';
import { symbolOf } from './codes';
import { answerNumerals, numeral } from './numerals';

const MOST_BARS = 370;
const INTERVALS: ReadonlyMap<number, Interval> = new Map<number, Interval>([
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
]);

function intervalOf(context: SandboxRequest): Interval {
  const interval = INTERVALS.get(optionalInteger(context, 'ktype', 2, 1, 99));
  if (interval === undefined) throw invalidParameter(`ktype must be one of ${[...INTERVALS.keys()].join(', ')}`);
  return interval;
}

function adjustmentOf(context: SandboxRequest): Adjustment {
  const type = optionalInteger(context, 'autype', 1, 0, 4);
  optionalInteger(context, 'extended_time', 0, 0, 2);
  return type === 0 ? 'none' : type === 1 ? 'forward' : 'backward';
}

function currentBars({ tools, world }: RouteContext, context: SandboxRequest): object {
  const security = symbolOf(context, world());
  const count = optionalInteger(context, 'num', MOST_BARS, 1, MOST_BARS);
  const path = world().market.path(security);
  const { bars } = barsOf(path, {
    interval: intervalOf(context),
    adjustment: adjustmentOf(context),
    nowMs: tools.now(),
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    count,
  });
  const price = (units: number): object => numeral(units, security.digits);
  return {
    data: {
      code: security.code,
      kline_list: bars.map((bar) => ({
        time_key: bar.timeMs,
        open_price: price(bar.open),
        close_price: price(bar.close),
        high_price: price(bar.high),
        low_price: price(bar.low),
        last_close_price: price(bar.lastClose),
        volume: bar.volume,
        turnover: numeral(turnoverOf(bar), security.digits),
      })),
    },
  };
}

/** A bound of the range: a date, or a date and a time on the exchange's clock. */
function boundOf(world: World, zone: string, name: string, text: string): { readonly day: number; readonly untilMs: number | undefined } {
  const match = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}):(\d{2}))?$/.exec(text);
  const [, date = '', time, seconds = '0'] = match ?? [];
  if (!isCivilDate(date)) throw invalidParameter(`${name} must have the format yyyy-MM-dd or yyyy-MM-dd HH:mm:ss`);
  const untilMs = time === undefined ? undefined : world.zoned.instantOf(date, time, zone) + Number(seconds) * 1_000;
  return { day: dayNumberOf(date), untilMs };
}

/** Where the page before this one ends. */
function nextTime(world: World, zone: string, interval: Interval, first: TimedBar): string {
  if (typeof interval !== 'number') return dateOf(first.day - 1);
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
  const { bars, hasMore } = barsOf(path, {
    interval,
    adjustment: adjustmentOf(context),
    nowMs: tools.now(),
    from: start?.day ?? firstDayOf(path),
    to: end.day,
    untilMs: end.untilMs,
    count: optionalInteger(context, 'num', MOST_BARS, 1, MOST_BARS),
  });
  const price = (units: number): object => numeral(units, security.digits);
  const [first] = bars;
  return {
    data: {
      code: security.code,
      kline_list: bars.map((bar) => ({
        time_key: bar.timeMs,
        date: Number(dateOf(bar.day).replaceAll('-', '')),
        open: price(bar.open),
        close: price(bar.close),
        high: price(bar.high),
        low: price(bar.low),
        last_close: price(bar.lastClose),
        volume: bar.volume,
        turnover: numeral(turnoverOf(bar), security.digits),
      })),
      has_more: hasMore,
    },
    extra: { next_time: hasMore && first !== undefined ? nextTime(world(), zone, interval, first) : '' },
  };
}

/** Beyond the specification: bars of one security; the ranges page backwards by rule 4 of Spec, Pagination. */
export function registerKlineRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const authorize = tools.authorize('quote:read');
  app.get('/api/v1.0/quote/:symbol/cur-kline', authorize, (context) => answerNumerals(context, () => currentBars(route, context)));
  app.get('/api/v1.0/quote/:symbol/history-kline', authorize, (context) => answerNumerals(context, () => history(route, context)));
}
