import type { BookLevel, OrderBook, OrderBookQuery } from '../../marketRecords';
import { at, expectArray, expectObject, listOf } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { figure, milliseconds, text } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { securityId, wholeWithin, withJson } from '../rules';

const route = '/api/v1.0/quote/order-book';
export const bookLevels = { least: 1, most: 60 } as const;

/** Beyond the specification: POST /quote/order-book, depth of market of one security. */
export const orderBook: ReadEndpoint<OrderBookQuery, OrderBook> = {
  method: 'POST',
  route,
  empty: ({ code }) => ({ code, at: undefined, bids: [], asks: [] }),
  build: ({ code, levels }) =>
    withJson(route, JSON.stringify({ code: securityId('code', code), num: wholeWithin('num', levels, bookLevels.least, bookLevels.most) })),
  decode: (answer, place) => {
    const { list, place: here } = listOf(answer, place, 'books');
    const book = expectObject(list[0], at(here, 0));
    return {
      code: figure(book, 'code', 'symbol'),
      at: milliseconds(book, 'exchange_data_time_ms'),
      bids: readLevels(book, 'bid_list', at(here, 0)),
      asks: readLevels(book, 'ask_list', at(here, 0)),
    };
  },
};

/** Depth without one of its levels would be another depth: one that cannot be read costs the book. */
function readLevels(book: JsonObject, key: string, place: Place): readonly BookLevel[] {
  const here = at(place, key);
  return expectArray(book[key] ?? null, here).map((item, index) => {
    const level = expectObject(item, at(here, index));
    return {
      price: text(level, 'price', at(here, index)),
      volume: text(level, 'volume', at(here, index)),
      orderCount: figure(level, 'order_count'),
    };
  });
}
