import type { BookLevel, ExchangeBook, OrderBookQuery } from '../../marketRecords';
import { at, decodeEach, expectArray, expectObject, listOf } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { figure, milliseconds, optionalInt, scaledDown, text } from '../../schema/fields';
import { wholeNumber } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { securityId, wholeWithin, withJson } from '../rules';

const route = '/api/v1.0/quote/order-book';
const bookLevels = { least: 1, most: 60 } as const;

/** Beyond the specification: POST /quote/order-book, depth of market of one security, one book for each exchange. */
export const orderBook: ReadEndpoint<OrderBookQuery, readonly ExchangeBook[]> = {
  method: 'POST',
  route,
  empty: () => [],
  build: ({ code, levels }) =>
    withJson(route, JSON.stringify({ code: securityId('code', code), num: wholeWithin('num', levels, bookLevels.least, bookLevels.most) })),
  decode,
};

/** `data` is a list of one record for the security, with its `books`; a plain list of books is read as well. */
function decode(answer: JsonObject, place: Place): readonly ExchangeBook[] {
  const { list, place: here } = listOf(answer, place, 'books');
  const first = expectObject(list[0], at(here, 0));
  const isBook = 'bid_list' in first || 'ask_list' in first;
  return isBook ? decodeEach(list, here, readBook) : decodeEach(first['books'], at(at(here, 0), 'books'), readBook);
}

function readBook(book: JsonObject, place: Place): ExchangeBook {
  return {
    exchange: figure(book, 'exchange'),
    at: milliseconds(book, 'exchange_data_time_ms'),
    bids: readSide(book, 'bid', place),
    asks: readSide(book, 'ask', place),
  };
}

/** An order book without one of its levels would be wrong: an unreadable level drops the book. */
function readSide(book: JsonObject, side: 'bid' | 'ask', place: Place): readonly BookLevel[] {
  // The entries of a side that is not valid are no orders.
  const isValid = wholeNumber(book[`${side}_flag`]) !== 0;
  const here = at(place, `${side}_list`);
  const list = expectArray(book[`${side}_list`], here);
  const places = optionalInt(book, 'order_volume_precision', place) ?? 0;
  const exchange = figure(book, 'exchange');
  return isValid ? decodeEach(list, here, (level, found) => readLevel(level, found, places, exchange)) : [];
}

/**
 * @param places - Decimals of the quantities.
 * @param exchange - Used if the level does not name its own.
 */
export function readLevel(level: JsonObject, place: Place, places: number, exchange: string): BookLevel {
  return {
    price: text(level, 'price', place),
    volume: scaledDown(text(level, 'volume', place), places),
    exchange: figure(level, 'mpid') || exchange,
  };
}
