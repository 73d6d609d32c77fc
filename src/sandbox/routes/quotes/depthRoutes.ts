import { turnoverOf } from '../../market/figures';
import { depthOf } from '../../market/depth';
import type { Level } from '../../market/depth';
import { startOfMinute } from '../../market/market';
import { ticksOf } from '../../market/ticks';
import type { SandboxRequest } from '../../types';
import { nameOf } from '../../world/language';
import type { Security } from '../../world/securities';
import { prefixOf } from '../../world/securities';
import { jsonObject } from '../body';
import { invalidParameter } from '../envelopes';
import { optionalInteger } from '../query';
import type { RouteContext } from '../routeContext';
import { knownSecurity, symbolOf } from './codes';
import { answerNumerals, longNumeral, numeral } from './numerals';

/** Levels of a book: sixty of American stocks, ten of all others. */
export function mostLevels({ code }: Security): number {
  return prefixOf(code) === 'US' ? 60 : 10;
}

function orderBook({ tools, world }: RouteContext, context: SandboxRequest): object {
  const { code, num = 10 } = jsonObject(context) ?? {};
  if (typeof code !== 'string') throw invalidParameter('code must be a string');
  if (typeof num !== 'number' || !Number.isInteger(num) || num < 1 || num > 60)
    throw invalidParameter('num must be an integer from 1 to 60');
  const security = knownSecurity(world(), code);
  const quote = world().market.quote(security, tools.now());
  const { bids, asks } = depthOf(quote, Math.min(num, mostLevels(security)));
  const written = ({ price, volume, orders }: Level): object => ({ price: numeral(price, security.digits), volume, order_count: orders });
  return {
    data: {
      books: [
        {
          code,
          name: nameOf(security, world().language),
          bid_list: bids.map(written),
          ask_list: asks.map(written),
          exchange_data_time_ms: quote.place.timeMs,
        },
      ],
    },
  };
}

function pointsOfDay({ tools, world }: RouteContext, context: SandboxRequest): object {
  const security = symbolOf(context, world());
  const quote = world().market.quote(security, tools.now());
  const { day, place } = quote;
  const points = Array.from({ length: place.minute + 1 }, (_, index) => {
    const bar = index === place.minute ? day.minuteUntil(index, place.slot) : day.minute(index);
    return {
      time: startOfMinute(day.hours, index),
      price: numeral(bar.close, security.digits),
      avg_price: numeral(Math.round((bar.open + bar.high + bar.low + bar.close) / 4), security.digits),
      volume: bar.volume,
      turnover: numeral(turnoverOf(bar), security.digits),
    };
  });
  return { data: { code: security.code, last_close: numeral(quote.previousClose, security.digits), rt_list: points } };
}

function ticker({ tools, world }: RouteContext, context: SandboxRequest): object {
  const security = symbolOf(context, world());
  const count = optionalInteger(context, 'num', 500, 1, 750);
  const ticks = ticksOf(world().market.path(security), tools.now(), count);
  return {
    data: {
      code: security.code,
      ticker_list: ticks.map(({ sequence, timeMs, price, volume, direction }) => ({
        sequence: longNumeral(sequence),
        time: timeMs,
        price: numeral(price, security.digits),
        volume,
        turnover: numeral(BigInt(price) * BigInt(volume), security.digits),
        ticker_direction: direction,
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
