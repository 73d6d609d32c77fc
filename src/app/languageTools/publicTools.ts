import { canonicalCode, isSameSecurity } from '../../domain/market/security';
import * as v from 'valibot';
import { eventCells } from '../../domain/calendar/calendarText';
import type { EventPlace } from '../../domain/calendar/calendarText';
import { eventZone } from '../../domain/calendar/closureDay';
import { hotLimits } from '../../domain/calendar/calendarQuery';
import { firstDate, lastDate } from '../../domain/tradingDays/monthGrid';
import { parsePlateId } from '../../domain/plates/plateId';
import { basicDate, canonicalZone } from '../../domain/time/zones';
import { InvalidInputError } from '../../service/errors';
import { seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { constituentsPart, hotPart, snapshotPart } from '../../service/endpoints/sources';
import type { CalendarEvent } from '../../service/records';
import { listReport } from '../platform/listReport';
import { IsoDate, publicTool } from './readTool';

const HotInput = v.object({ date: v.optional(IsoDate) });
const PlateInput = v.object({ plate: v.string(), limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 50) });
const MonthInput = v.object({
  market: v.pipe(v.string(), v.trim(), v.regex(/^[A-Z_]{1,12}$/)),
  year: v.pipe(v.number(), v.integer(), v.minValue(1970), v.maxValue(9998)),
  month: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
});
const QuotesInput = v.object({ codes: v.pipe(v.array(v.pipe(v.string(), v.trim(), v.nonEmpty())), v.minLength(1), v.maxLength(50)) });

export const hotEventsTool = publicTool(HotInput, async ({ date }, { client, zone, nowMs, signal }) => {
  const day = date === undefined ? basicDate(zone, nowMs) : date.replaceAll('-', '');
  const part = hotPart(async () => client, { date: day, timeZone: canonicalZone(zone), limit: hotLimits.most });
  return eventsAnswer(await readList([part], { signal }), zone);
});

export const constituentsTool = publicTool(PlateInput, async ({ plate, limit }, { client, signal }) => {
  const parsed = parsePlateId(plate);
  if (parsed.kind === 'problem') throw new InvalidInputError('plate', 'market-code');
  const part = constituentsPart(async () => client, { plateId: parsed.id, limit: () => limit });
  const list = await readList([part], { signal, wanted: 1 });
  const total = list.verdict === 'notOffered' ? null : (list.total ?? null);
  return { constituents: seen(list).items.map(({ code, name }) => ({ code, name })), total, ...listReport(list) };
});

export const tradingDaysTool = publicTool(MonthInput, async ({ market, year, month }, { client, signal }) => {
  const of = { year, month };
  const days = await client.tradingDays({ market, start: firstDate(of), end: lastDate(of) }, { signal });
  // A response of unknown shape is returned field by field, so that each of its texts can be cut.
  return days.kind === 'raw' ? { kind: days.kind, response: JSON.parse(days.json) as unknown } : days;
});

const readQuotes = publicTool(QuotesInput, async ({ codes: typed }, { client, signal }) => {
  const codes = [...new Set(typed.map((code) => canonicalCode(code)))];
  const list = await readList([snapshotPart(async () => client, codes)], { signal });
  if (list.verdict === 'notOffered') return { notOffered: 'This service doesn’t provide quotes.' };
  const quotes = seen(list).items;
  const without = typed.filter((asked) => !quotes.some(({ code }) => isSameSecurity(code, asked)));
  return { quotes, ...listReport(list), ...(without.length === 0 ? {} : { withoutQuote: without }) };
});

/** A price is read each time: nothing in an answer says that it was kept. */
export const quotesTool = { ...readQuotes, isKept: false };

function eventsAnswer(list: List<CalendarEvent>, zone: string): object {
  return { zone, events: seen(list).items.map((event) => toldEvent(event, zone)), ...listReport(list) };
}

/** An event with its time in a zone and in UTC, or with its date at its exchange, which is no instant; with named figures. */
export function toldEvent(
  event: CalendarEvent,
  zone: string,
  { areDays }: Pick<EventPlace, 'areDays'> = { areDays: false },
): Readonly<Record<string, string | undefined>> {
  const place = { zone, areDays };
  const [time, country, stars, text, previous, forecast, actual, unit, currency] = eventCells(event, place);
  const own = areDays ? eventZone(event) : undefined;
  const when = own === undefined ? { time, timeUtc: utcText(event.time * 1000) } : { date: time, dateIn: own };
  return { ...when, country, stars, text, previous, forecast, actual, unit, currency };
}

/** Unix milliseconds as `2026-11-23T13:30:00Z`. */
export function utcText(atMs: number): string {
  return new Date(atMs).toISOString().replace('.000Z', 'Z');
}
