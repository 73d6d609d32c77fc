import * as v from 'valibot';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import type { Holding } from '../../domain/positions/holding';
import { orderFields } from '../../service/records';
import type { CalendarEvent, Constituent, OrderRecord } from '../../service/records';
import { onFirstUse } from '../platform/storedJson';

/** The stored fields of each kind of row: those that are drawn, and no unknown ones. */

const text = onFirstUse(() => v.pipe(v.string(), v.maxLength(600)));
const textOrNull = onFirstUse(() => v.nullable(text()));
const maybe = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.optional(v.nullable(schema), null),
    v.transform((value) => value ?? undefined),
  );
const none = onFirstUse(() =>
  v.pipe(
    v.optional(v.unknown(), null),
    v.transform((): Readonly<Record<string, string>> => ({})),
  ),
);

export const keptHolding = onFirstUse((): v.GenericSchema<unknown, Holding> => {
  const schema = v.object({
    id: text(),
    side: v.picklist(['long', 'short', 'other']),
    sideText: text(),
    market: maybe(v.number()),
    symbol: text(),
    sentSymbol: maybe(text()),
    name: text(),
    quantity: text(),
    availableQuantity: text(),
    price: text(),
    costPrice: text(),
    averageBuyPrice: maybe(text()),
    marketValue: text(),
    profit: text(),
    profitRatio: text(),
    costBasis: maybe(v.literal('diluted')),
    unrealizedProfit: maybe(text()),
    realizedProfit: maybe(text()),
    currency: maybe(text()),
    unknown: none(),
  });
  return schema;
});

export const keptOrder = onFirstUse((): v.GenericSchema<unknown, OrderRecord> =>
  v.object({ ...v.entriesFromList(orderFields, text()), unknown: none() }),
);

export const keptConstituent = onFirstUse((): v.GenericSchema<unknown, Constituent> =>
  v.object({
    code: v.exactOptional(text()),
    name: v.exactOptional(text()),
    stockType: v.exactOptional(text()),
    lotSize: v.exactOptional(text()),
    listTime: v.exactOptional(text()),
    unknown: none(),
  }),
);

/** In seconds; well within the range of dates that the editor supports. */
const furthest = 1e11;

export const keptEvent = onFirstUse((): v.GenericSchema<unknown, CalendarEvent> =>
  v.object({
    text: text(),
    previous: textOrNull(),
    predictive: textOrNull(),
    announce: textOrNull(),
    star: v.number(),
    time: v.pipe(v.number(), v.safeInteger(), v.minValue(-furthest), v.maxValue(furthest)),
    country: text(),
    currency: textOrNull(),
    unit: textOrNull(),
    uniqueId: textOrNull(),
    detailUrl: textOrNull(),
  }),
);

/** The fields of a price that are drawn beside a symbol. */
export const keptQuote = onFirstUse(
  (): v.GenericSchema<unknown, Pick<LiveQuote, 'symbol' | 'name' | 'at' | 'lastPrice' | 'previousClose' | 'isSuspended'>> =>
    v.object({
      symbol: text(),
      name: text(),
      at: v.pipe(v.number(), v.safeInteger(), v.minValue(-furthest), v.maxValue(furthest * 1000)),
      lastPrice: text(),
      previousClose: text(),
      isSuspended: v.boolean(),
    }),
);
