import { createHotList, createSearchList, hotQuery } from '../../../src/app/calendar/calendarSearch';
import type { CalendarList } from '../../../src/app/calendar/calendarSearch';
import { TodayReleases } from '../../../src/app/calendar/todayReleases';
import { constituentsTool, hotEventsTool, quotesTool } from '../../../src/app/languageTools/languageTools';
import { searchCalendarTool } from '../../../src/app/languageTools/searchCalendar';
import { openOrdersTool, positionsTool } from '../../../src/app/languageTools/accountTools';
import type { ReadTool } from '../../../src/app/languageTools/readTool';
import { findOrders } from '../../../src/app/orders/listOrders';
import { foundIn } from '../../../src/app/orders/readOrders';
import { OpenPlates } from '../../../src/app/plates/openPlates';
import { QuoteBook } from '../../../src/app/quotes/quoteBook';
import { QuoteLookup } from '../../../src/app/quotes/quoteLookup';
import type { SearchForm } from '../../../src/domain/calendar/calendarQuery';
import { readList } from '../../../src/service/lists/readList';
import { seen } from '../../../src/service/lists/list';
import type { List } from '../../../src/service/lists/list';
import { platesPart } from '../../../src/service/endpoints/sources';
import type { ServiceClient } from '../../../src/service/serviceClient';
import { booksOf, now } from '../../support/builders/books';
import type { TestBooks } from '../../support/builders/books';
import { nothingElse } from '../../support/builders/tools';
import type { FakeAccess } from '../../support/fakeAccess';
import type { FakeTime } from '../../support/machine/fakeTime';
import type { Truth } from './world';

/** A list as it is shown: what it claims to be, what it holds, and what it would have to hold to be that. */
export interface Shown {
  readonly what: string;
  readonly claim: 'complete' | 'incomplete' | 'notOffered';
  readonly ids: readonly string[];
  readonly truth: readonly string[];
}

/** One object of the product that shows lists. */
export interface Subject {
  readonly name: string;
  /** Reads as a poll or a user does. Never rejects for a failing service. */
  read(): Promise<void>;
  shown(): readonly Shown[];
}

interface Desk {
  readonly access: FakeAccess;
  readonly client: ServiceClient;
  readonly time: FakeTime;
  readonly truth: Truth;
}

const { signal } = new AbortController();
const options = { signal };

export function subjectsOf(desk: Desk): readonly Subject[] {
  return [
    positions(desk),
    orders(desk),
    today(desk),
    search(desk),
    hot(desk),
    plate(desk),
    plates(desk),
    quotes(desk),
    ticket(desk),
    ...tools(desk),
  ];
}

function positions({ access, time, truth }: Desk): Subject {
  const { positions: feed } = booksOf({ access, time });
  return {
    name: 'positions and accounts',
    read: async () => {
      await feed.read(now, signal);
    },
    shown: () => [
      ...feed.state.directory.flatMap(({ kind, list }) => shownList(`${kind} accounts`, list, ({ id }) => id, truth[kind])),
      ...(feed.state.accounts ?? []).flatMap(({ account, list }) =>
        shownList(`positions of ${account.id}`, list, ({ holding }) => holding.symbol, truth.positions.get(account.id) ?? []),
      ),
    ],
  };
}

function orders({ access, time, truth }: Desk): Subject {
  const { orders: book } = booksOf({ access, time });
  return {
    name: 'orders',
    read: async () => {
      await book.read(now, signal);
    },
    shown: () => [
      ...book.state.directory.flatMap(({ list }) => shownList('live accounts', list, ({ id }) => id, truth.live)),
      ...(book.state.accounts ?? []).flatMap(({ account, list }) =>
        shownList(`orders of ${account.id}`, list, ({ orderId }) => orderId, truth.orders.get(account.id) ?? []),
      ),
    ],
  };
}

function today({ access, time, truth }: Desk): Subject {
  const feed = new TodayReleases({ access, clock: time, timeZone: () => 'Asia/Tokyo' });
  return {
    name: 'today',
    read: async () => feed.refresh(signal).catch(() => undefined),
    shown: () => shownList('today', feed.state.list, ({ text }) => text, truth.events),
  };
}

async function readWhole<Q>(list: CalendarList<Q>, query: Q): Promise<void> {
  await list.start(query);
  for (let pages = 0; list.state.shown?.hasMore === true && list.state.phase.kind === 'ready' && pages < 300; pages += 1) await list.more();
}

function search({ access, time, truth }: Desk): Subject {
  const list = createSearchList(access, time);
  return {
    name: 'calendar search',
    read: async () => readWhole(list, { keyword: 'x', searchType: 1, order: 'ascending', pageSize: 30 } satisfies SearchForm),
    shown: () => shownList('search', list.state.shown?.list, ({ text }) => text, truth.events),
  };
}

function hot({ access, time, truth }: Desk): Subject {
  const list = createHotList(access, time);
  return {
    name: 'hot list',
    read: async () => readWhole(list, hotQuery({ date: null, zone: 'Asia/Tokyo', pageSize: 20 }, time.wallMs())),
    shown: () => shownList('hot', list.state.shown?.list, ({ text }) => text, truth.events),
  };
}

function plate({ access, time, truth }: Desk): Subject {
  const feed = new OpenPlates({ access, clock: time });
  return {
    name: 'constituents',
    read: async () => {
      await feed.refresh('HK.BK1');
      for (let pages = 0; feed.state('HK.BK1')?.hasMore === true && feed.state('HK.BK1')?.error === undefined && pages < 300; pages += 1)
        await feed.loadMore('HK.BK1');
    },
    shown: () => shownList('constituents', feed.state('HK.BK1')?.list, ({ code }) => code ?? '', truth.constituents),
  };
}

/** What is read once, each time anew: nothing is shown when it fails. */
function once<T>(name: string, read: () => Promise<List<T>>, id: (item: T) => string, truth: readonly string[]): Subject {
  let list: List<T> | undefined;
  return {
    name,
    read: async () => {
      list = await read().catch(() => undefined);
    },
    shown: () => shownList(name, list, id, truth),
  };
}

function plates({ client, truth }: Desk): Subject {
  const part = platesPart(async () => client, { market: 'HK', plateClass: 'ALL' });
  return once(
    'plates',
    async () => readList([part], options),
    ({ code }) => code,
    truth.plates,
  );
}

function quotes({ access, time, truth }: Desk): Subject {
  const serverMs = (): number => time.wallMs();
  const book = new QuoteBook({ timers: time, serverMs, onDropped: () => undefined });
  const lookup = new QuoteLookup({ access, clock: time, market: { book, isOld: () => false }, serverMs });
  const [code = ''] = truth.quotes;
  let found: Shown | undefined;
  return {
    name: 'quote of a hover',
    read: async () => {
      found = await lookup.find(code, signal).then(
        (quote) => ({
          what: 'quote',
          // Nothing found claims nothing: the hover stays away and is asked for again.
          claim: quote === undefined ? 'incomplete' : 'complete',
          ids: quote === undefined ? [] : [quote.quote.symbol],
          truth: [code],
        }),
        () => undefined,
      );
    },
    shown: () => (found === undefined ? [] : [found]),
  };
}

/** An order looked for by its id: "not found" is a claim about all of them. */
function ticket({ client, truth }: Desk): Subject {
  const [account = ''] = truth.live;
  const all = truth.orders.get(account) ?? [];
  const last = all.at(-1) ?? '';
  let found: Shown | undefined;
  return {
    name: 'ticket',
    read: async () => {
      if (account === '') return;
      found = await findOrders(client, { accountId: account, orderIds: [last], exchange: '' }, options)
        .then((orders): Shown => {
          const order = foundIn(orders, last);
          return {
            what: 'order by id',
            claim: order === 'notOffered' ? 'notOffered' : 'complete',
            ids: typeof order === 'object' ? [order.orderId] : [],
            truth: last === '' ? [] : [last],
          };
        })
        .catch(() => undefined);
    },
    shown: () => (found === undefined ? [] : [found]),
  };
}

/** A language tool: its answer is judged as the model reads it. */
function tools({ access, client, time, truth }: Desk): readonly Subject[] {
  const ask = (name: string, tool: ReadTool, input: unknown, judge: (answer: Answer) => readonly Shown[]): Subject => {
    const books: TestBooks = booksOf({ access, time });
    let answer: Answer | undefined;
    return {
      name: `tool ${name}`,
      read: async () => {
        answer = await tool
          .answer(input, { ...nothingElse, client, books, zone: 'Asia/Tokyo', nowMs: time.wallMs(), signal })
          .catch(() => undefined);
      },
      shown: () => (answer === undefined ? [] : judge(answer)),
    };
  };
  const perAccount =
    (field: 'positions' | 'orders', kinds: readonly ('simulated' | 'live')[], id: 'symbol' | 'orderId') =>
    (answer: Answer): readonly Shown[] => [
      ...(answer.accountLists ?? []).map(({ kind, ...verdict }) => ({
        what: `${kind} accounts`,
        claim: claimOf(verdict),
        ids: (answer.accounts ?? []).filter((account) => account.kind === kind).map(({ accountId }) => accountId),
        truth: truth[kind],
      })),
      ...(answer.accounts ?? [])
        .filter(({ kind }) => kinds.includes(kind))
        .map((account) => ({
          what: `${field} of ${account.accountId}`,
          claim: claimOf(account),
          ids: (account[field] ?? []).map((item) => String(item[id])),
          truth: truth[field].get(account.accountId) ?? [],
        })),
    ];
  const list =
    (field: 'events' | 'constituents' | 'quotes', id: string, all: readonly string[]) =>
    (answer: Answer): readonly Shown[] => [
      { what: field, claim: claimOf(answer), ids: (answer[field] ?? []).map((item) => String(item[id])), truth: all },
    ];
  return [
    ask('positions', positionsTool, {}, perAccount('positions', ['simulated', 'live'], 'symbol')),
    ask('orders', openOrdersTool, {}, perAccount('orders', ['live'], 'orderId')),
    ask('search', searchCalendarTool, { keyword: 'x', from: '1970-01-01', limit: 100 }, list('events', 'text', truth.events)),
    ask('hot', hotEventsTool, {}, list('events', 'text', truth.events)),
    ask('constituents', constituentsTool, { plate: 'HK.BK1', limit: 1000 }, list('constituents', 'code', truth.constituents)),
    ask('quotes', quotesTool, { codes: [...truth.quotes] }, list('quotes', 'code', truth.quotes)),
  ];
}

interface Verdict {
  readonly isComplete?: boolean;
  readonly notOffered?: string;
}

type Items = readonly Readonly<Record<string, unknown>>[];

interface Answer extends Verdict {
  readonly accounts?: readonly (Verdict & {
    readonly accountId: string;
    readonly kind: 'simulated' | 'live';
    readonly positions?: Items;
    readonly orders?: Items;
  })[];
  readonly accountLists?: readonly (Verdict & { readonly kind: 'simulated' | 'live' })[];
  readonly events?: Items;
  readonly constituents?: Items;
  readonly quotes?: Items;
}

function claimOf({ isComplete, notOffered }: Verdict): Shown['claim'] {
  if (notOffered !== undefined) return 'notOffered';
  return isComplete === true ? 'complete' : 'incomplete';
}

function shownList<T>(what: string, list: List<T> | undefined, id: (item: T) => string, truth: readonly string[]): readonly Shown[] {
  if (list === undefined) return [];
  return [{ what, claim: list.verdict, ids: seen(list).items.map(id), truth }];
}
