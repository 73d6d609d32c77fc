import type { Tick } from '../../marketRecords';
import { decodeEach, listOf } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { figure, milliseconds, scaledDown, text } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { get, rawQuery, securitySegment, wholeWithin } from '../rules';
import { volumePlaces } from './volumePlaces';

const tickCount = { least: 1, most: 750 } as const;

export interface TicksQuery {
  readonly code: string;
  /** 1 to 750. */
  readonly count: number;
}

/** Beyond the specification: GET /quote/{symbol}/rt-ticker, the latest trades. */
export const ticks: ReadEndpoint<TicksQuery, readonly Tick[]> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/rt-ticker',
  empty: () => [],
  build: ({ code, count }) =>
    get(
      `/api/v1.0/quote/${securitySegment(code)}/rt-ticker`,
      rawQuery([['num', wholeWithin('num', count, tickCount.least, tickCount.most)]]),
    ),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'ticker_list');
    const places = volumePlaces(answer);
    return decodeEach(found.list, found.place, (record, here) => readTick(record, here, places)).filter(
      ({ isUndone }) => isUndone !== true,
    );
  },
};

/** @param places - Decimals of the quantities. */
export function readTick(record: JsonObject, place: Place, places: number): Tick {
  return {
    sequence: figure(record, 'sequence'),
    time: milliseconds(record, 'time_ms', 'time'),
    price: text(record, 'price', place),
    volume: scaledDown(figure(record, 'volume'), places),
    direction: directionOf(figure(record, 'ticker_direction', 'direction')),
    ...sessionOf(figure(record, 'period_type')),
    // Documented for the U.S.: the trade was canceled.
    ...(figure(record, 'trade_type').trim().toUpperCase() === 'U' ? { isUndone: true } : {}),
  };
}

/** Outside the regular hours; a session that is not known is none. */
function sessionOf(period: string): Pick<Tick, 'session'> {
  const name = period.trim().toUpperCase();
  const session = Object.hasOwn(sessions, name) ? sessions[name] : undefined;
  return session === undefined ? {} : { session };
}

const sessions: Readonly<Record<string, NonNullable<Tick['session']>>> = {
  BEFORE: 'preMarket',
  PRE_MARKET: 'preMarket',
  AFTER: 'afterMarket',
  AFTER_HOURS: 'afterMarket',
  OVERNIGHT: 'overnight',
};

function directionOf(word: string): Tick['direction'] {
  if (word === 'BUY') return 'buy';
  return word === 'SELL' ? 'sell' : 'neutral';
}
