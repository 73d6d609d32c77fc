import * as v from 'valibot';
import { eventCells } from '../../domain/calendar/calendarText';
import { hotLimits, searchLimits } from '../../domain/calendar/calendarQuery';
import { firstDate, lastDate } from '../../domain/tradingDays/monthGrid';
import { parsePlateId } from '../../domain/plates/plateId';
import { basicDate, canonicalZone, dayOfDate } from '../../domain/time/zones';
import { InvalidInputError } from '../../service/errors';
import { firstFailure, seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { constituentsPart, hotPart, searchPart, snapshotPart } from '../../service/endpoints/sources';
import type { CalendarEvent, SearchType } from '../../service/records';
import type { ServiceClient } from '../../service/serviceClient';
import { firstFailureIn } from '../session/accounts/accountBook';
import type { AccountListsState } from '../session/accounts/accountBook';
import type { OrdersBook } from '../orders/ordersBook';
import type { PositionsBook } from '../positions/positionsBook';
import { listReport, notReadYet } from '../platform/listReport';
import type { ListReport } from '../platform/listReport';

/** What a question of a language model is answered with and from. */
export interface ToolSource {
  readonly client: ServiceClient;
  readonly books: { readonly positions: Pick<PositionsBook, 'read'>; readonly orders: Pick<OrdersBook, 'read'> };
  /** IANA zone of all times in answers. */
  readonly zone: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/**
 * One thing that a language model may look up. Nothing here changes anything: no tool calls a writing method of the client.
 */
export interface ReadTool {
  /** Account data goes to whoever runs the model, so the editor asks the user, each time unless told otherwise. */
  readonly isPersonal: boolean;
  /**
   * @param input - As the model wrote it, unchecked.
   * @throws {@link InvalidInputError} naming the field that is wrong, {@link ServiceError} of a request that failed.
   */
  answer(input: unknown, source: ToolSource): Promise<object>;
}

const searchTypeNumbers: Readonly<Record<string, SearchType>> = {
  economicData: 1,
  marketClosure: 2,
  economicEvent: 3,
  corporateAction: 4,
};

const SearchInput = v.object({
  // No longer than a search needs: it is sent without a question, and must not carry the content of a file.
  keyword: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(60)),
  type: v.optional(v.picklist(Object.keys(searchTypeNumbers)), 'economicData'),
});
const HotInput = v.object({
  date: v.optional(
    v.pipe(
      v.string(),
      v.isoDate(),
      v.check((date) => dayOfDate(date.replaceAll('-', '')) !== undefined, 'must be a valid date'),
    ),
  ),
});
const PlateInput = v.object({ plate: v.string(), limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 50) });
const MonthInput = v.object({
  market: v.pipe(v.string(), v.trim(), v.regex(/^[A-Z_]{1,12}$/)),
  year: v.pipe(v.number(), v.integer(), v.minValue(1970), v.maxValue(9998)),
  month: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
});
const QuotesInput = v.object({ codes: v.pipe(v.array(v.pipe(v.string(), v.trim(), v.nonEmpty())), v.minLength(1), v.maxLength(50)) });
const NoInput = v.object({});
const Text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const Proposal = v.object({
  accountId: Text,
  orderId: Text,
  exchange: v.optional(Text),
  qty: v.optional(Text),
  price: v.optional(Text),
  auxPrice: v.optional(Text),
});

/** A change that a model would like the user to look at; every rule of orders is still to be checked. */
export type OrderProposal = v.InferOutput<typeof Proposal>;

/** @throws {@link InvalidInputError} naming the field that is wrong. */
export function readProposal(input: unknown): OrderProposal {
  return checked(Proposal, input);
}

export const searchCalendarTool = publicTool(SearchInput, async ({ keyword, type }, { client, zone, signal }) => {
  const searchType = searchTypeNumbers[type] ?? 1;
  const part = searchPart(async () => client, { keyword, searchType, limit: searchLimits.most });
  return eventsAnswer(await readList([part], { signal, wanted: 1 }), zone);
});

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
  // A response of unknown shape is given field by field, so that each of its texts can be cut.
  return days.kind === 'raw' ? { kind: days.kind, response: JSON.parse(days.json) as unknown } : days;
});

export const quotesTool = publicTool(QuotesInput, async ({ codes }, { client, signal }) => {
  const list = await readList([snapshotPart(async () => client, codes)], { signal });
  if (list.verdict === 'notOffered') return { notOffered: 'This service doesn’t provide quotes.' };
  const quotes = seen(list).items;
  const found = new Set(quotes.map(({ code }) => code));
  const without = codes.filter((code) => !found.has(code));
  return { quotes, ...listReport(list), ...(without.length === 0 ? {} : { withoutQuote: without }) };
});

/** A model that asks several questions in a row is answered from one list; each answer says from when it is. */
const fresh = { maxAgeMs: 15_000, incompleteMs: 1_000 } as const;

export const positionsTool = personalTool(NoInput, async (_input, { books, signal }) =>
  accountsAnswer(await books.positions.read(fresh, signal), 'positions', ({ holding }) => holding),
);

export const openOrdersTool = personalTool(NoInput, async (_input, { books, signal }) =>
  accountsAnswer(await books.orders.read(fresh, signal), 'orders', (order) => order),
);

function publicTool<S extends v.GenericSchema>(schema: S, run: (input: v.InferOutput<S>, source: ToolSource) => Promise<object>): ReadTool {
  return tool(false, schema, run);
}

function personalTool<S extends v.GenericSchema>(
  schema: S,
  run: (input: v.InferOutput<S>, source: ToolSource) => Promise<object>,
): ReadTool {
  return tool(true, schema, run);
}

function tool<S extends v.GenericSchema>(
  isPersonal: boolean,
  schema: S,
  run: (input: v.InferOutput<S>, source: ToolSource) => Promise<object>,
): ReadTool {
  return {
    isPersonal,
    answer: async (input, source) => run(checked(schema, input), source),
  };
}

function checked<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, input);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new InvalidInputError(v.getDotPath(issue) ?? 'input', { kind: 'tool-input', expected: issue.expected ?? issue.message });
}

function eventsAnswer(list: List<CalendarEvent>, zone: string): object {
  const events = seen(list).items.map((event) => {
    const [time, country, stars, text, previous, forecast, actual, unit, currency] = eventCells(event, zone);
    return { time, country, stars, text, previous, forecast, actual, unit, currency };
  });
  return { zone, events, ...listReport(list) };
}

/** One list for each account; an account that cannot be read says so and does not cost the others. */
function accountsAnswer<V>(state: AccountListsState<V>, name: string, told: (item: V) => unknown): object {
  const { accounts = [], directory } = state;
  const failure = firstFailureIn({ accounts: [], directory });
  if (failure !== undefined && directory.every(({ list }) => firstFailure(list) !== undefined)) throw failure.error;
  return {
    accounts: accounts.map(({ account, list, updatedAtMs }) => ({
      accountId: account.id,
      kind: account.kind,
      ...(updatedAtMs === undefined ? {} : { asOf: new Date(updatedAtMs).toISOString() }),
      ...(list === undefined || list.verdict === 'notOffered' ? {} : { [name]: seen(list).items.map(told) }),
      ...reportOf(list),
    })),
    accountLists: directory.map(({ kind, list }) => ({ kind, ...reportOf(list) })),
  };
}

function reportOf(list: List<unknown> | undefined): ListReport {
  return list === undefined ? notReadYet : listReport(list);
}
