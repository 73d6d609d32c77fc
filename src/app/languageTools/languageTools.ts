import * as v from 'valibot';
import { eventCells } from '../../domain/calendar/calendarText';
import { hotLimits, searchLimits } from '../../domain/calendar/calendarQuery';
import { firstDate, lastDate } from '../../domain/tradingDays/monthGrid';
import { parsePlateId } from '../../domain/plates/plateId';
import { basicDate, dayOfDate } from '../../domain/time/zones';
import { InvalidInputError } from '../../service/errors';
import type { CalendarEvent, Page, SearchType } from '../../service/records';
import type { ServiceClient } from '../../service/serviceClient';
import { ifOffered, listAccounts } from '../session/accounts';
import type { Account, AccountKind, ConfiguredAccount } from '../session/accounts';
import { listOrders } from '../orders/ordersFeed';
import { PositionsReader } from '../positions/positionsReader';

/** What a question of a language model is answered with and from. */
export interface ToolSource {
  readonly client: ServiceClient;
  readonly configured: () => readonly ConfiguredAccount[];
  /** IANA zone of all times in answers. */
  readonly zone: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/**
 * One thing that a language model may look up. Nothing here changes anything: no tool calls a writing method of the client.
 */
export interface ReadTool {
  /** Account data goes to whoever runs the model, so the user is asked each time. */
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
  keyword: v.pipe(v.string(), v.trim(), v.nonEmpty()),
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
  market: v.pipe(v.string(), v.trim(), v.nonEmpty()),
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
  return eventsAnswer(await client.searchCalendar({ keyword, searchType, limit: searchLimits.most }, { signal }), zone);
});

export const hotEventsTool = publicTool(HotInput, async ({ date }, { client, zone, nowMs, signal }) => {
  const day = date === undefined ? basicDate(zone, nowMs) : date.replaceAll('-', '');
  return eventsAnswer(await client.hotCalendar({ date: day, timeZone: zone, limit: hotLimits.most }, { signal }), zone);
});

export const constituentsTool = publicTool(PlateInput, async ({ plate, limit }, { client, signal }) => {
  const parsed = parsePlateId(plate);
  if (parsed.kind === 'problem') throw new InvalidInputError('plate', 'must have the form market.code');
  const page = await client.plateConstituents({ plateId: parsed.id, limit }, { signal });
  return { constituents: page.items.map(({ code, name }) => ({ code, name })), total: page.total ?? null, isComplete: !page.hasMore };
});

export const tradingDaysTool = publicTool(MonthInput, async ({ market, year, month }, { client, signal }) => {
  const of = { year, month };
  return client.tradingDays({ market, start: firstDate(of), end: lastDate(of) }, { signal });
});

export const quotesTool = publicTool(QuotesInput, async ({ codes }, { client, signal }) => {
  const quotes = await ifOffered(client.beyond.snapshot({ codes }, { signal }));
  if (quotes === undefined) return { notOffered: 'This service doesn’t provide quotes.' };
  return { quotes };
});

export const positionsTool = personalTool(NoInput, async (_input, source) => {
  const reader = new PositionsReader();
  return eachAccount(source, ['simulated', 'live'], async (account) => {
    const read = await reader.read(source.client, account, undefined, source);
    return read.kind === 'notOffered' ? { notOffered: true } : { positions: read.holdings };
  });
});

export const openOrdersTool = personalTool(NoInput, async (_input, source) =>
  eachAccount(source, ['live'], async (account) => {
    const list = await listOrders(source.client, account.id, source);
    return list === 'notOffered' ? { notOffered: true } : { orders: list.orders, isComplete: list.isComplete };
  }),
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
  throw new InvalidInputError(v.getDotPath(issue) ?? 'input', issue.message);
}

function eventsAnswer(page: Page<CalendarEvent>, zone: string): object {
  const events = page.items.map((event) => {
    const [time, country, stars, text, previous, forecast, actual, unit, currency] = eventCells(event, zone);
    return { time, country, stars, text, previous, forecast, actual, unit, currency };
  });
  return { zone, events, isComplete: !page.hasMore };
}

async function eachAccount(
  source: ToolSource,
  kinds: readonly AccountKind[],
  read: (account: Account) => Promise<object>,
): Promise<object> {
  const { client, configured, signal } = source;
  const lists = await Promise.all(kinds.map(async (kind) => listAccounts({ client: async () => client }, configured, kind, { signal })));
  const accounts = lists.flatMap((list) => list.accounts);
  return {
    accounts: await Promise.all(accounts.map(async (account) => ({ accountId: account.id, kind: account.kind, ...(await read(account)) }))),
  };
}
