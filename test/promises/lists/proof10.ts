import { PagedList, createServiceClient, readList } from '../../../src/service/index';
import type { Authenticator, CalendarEvent, List, Transport, WireRequest, WireResponse } from '../../../src/service/index';
import { seen } from '../../../src/service/lists/list';
import { searchPart } from '../../../src/service/lists/sources';
import type { Breach, Proof, ProofContext } from '../proof';
import { Random } from '../random';

/** How the paginator lies. `honest` lists are the control: they must come out whole. */
const tricks = [
  'honest',
  'honest with empty pages',
  'minus one but more',
  'cursor repeated',
  'cursor cycle',
  'empty for ever',
  'endless',
  'slow',
  'has_more missing',
  'has_more as text',
  'pagination missing',
  'next_key missing',
  'next_key a number',
  'next_key empty',
  'failure in the middle',
  'no data in the middle',
  'cut off in the middle',
  'data missing',
  'pagination inside data',
] as const;
type Trick = (typeof tricks)[number];

interface Script {
  readonly trick: Trick;
  readonly pages: readonly number[];
  /** Page from which on the trick is played. */
  readonly at: number;
}

interface Served {
  rows: number;
  /** The server said `has_more: false` in a well-formed answer after everything was served. */
  ended: boolean;
  requests: number;
}

const none: Authenticator = { method: 'none', headersFor: async () => Promise.resolve({}), recover: async () => Promise.resolve(false) };
const signal = new AbortController().signal;
const mostRequests = 200 * 3 + 3;

/** Promise 10: lists are complete or say that they are not. */
export const proof10: Proof = {
  number: 10,
  promise: 'lists are complete or say that they are not',
  quickRuns: 600,
  fullRuns: 10_000,
  run: async (context) => {
    const breaches: Breach[] = [];
    const tally = { complete: 0, incomplete: 0, failed: 0, rows: 0 };
    for (let index = context.from; index < context.from + context.runs && breaches.length < 5; index += 1) {
      breaches.push(...(await runCase(context, index, tally)));
      context.progress(index);
    }
    return {
      tried: `${context.runs} paginators of ${tricks.length} kinds, all at once and on demand`,
      found: `${breaches.length} partial lists shown as complete or walks without end; ${tally.complete} complete, ${tally.incomplete} said to be incomplete, ${tally.failed} failed on the first page; ${tally.rows} rows`,
      breaches,
    };
  },
};

async function runCase(
  context: ProofContext,
  index: number,
  tally: { complete: number; incomplete: number; failed: number; rows: number },
): Promise<readonly Breach[]> {
  const random = Random.forCase(context.seed, index);
  const script = drawScript(random);
  const problems: string[] = [];
  for (const walk of [readAll, readOnDemand]) {
    const served: Served = { rows: 0, ended: false, requests: 0 };
    const result = await walk(createPaginator(script, served));
    tally[result.end] += 1;
    tally.rows += result.rows;
    if (result.end === 'complete' && !served.ended) problems.push(`${walk.name}: shown as complete, but the service never said so`);
    if (result.end === 'complete' && result.rows !== served.rows)
      problems.push(`${walk.name}: shown as complete with ${result.rows} of ${served.rows} rows`);
    if (script.trick.startsWith('honest') && result.end !== 'complete')
      problems.push(`${walk.name}: an honest list did not come out whole`);
    if (served.requests > mostRequests) problems.push(`${walk.name}: ${served.requests} requests`);
  }
  return problems
    .slice(0, 1)
    .map((summary) => ({ summary: `${script.trick}: ${summary}`, replay: { seed: context.seed, case: index, script } }));
}

interface Walked {
  readonly end: 'complete' | 'incomplete' | 'failed';
  readonly rows: number;
}

type Paginator = Parameters<typeof readList<CalendarEvent>>[0][number];

async function readAll(part: Paginator): Promise<Walked> {
  let nowMs = 0;
  try {
    return walked(await readList([part], { signal, monotonicMs: () => (nowMs += 350) }));
  } catch {
    return { end: 'failed', rows: 0 };
  }
}

async function readOnDemand(part: Paginator): Promise<Walked> {
  let nowMs = 0;
  const clock = { wallMs: () => 0, monotonicMs: () => (nowMs += 350) };
  const list = new PagedList<string, CalendarEvent>({ part: () => part, clock, changed: () => undefined });
  await list.start('x');
  while (list.state.shown?.hasMore === true && list.state.phase.kind === 'ready') await list.more();
  const { shown } = list.state;
  return shown === undefined ? { end: 'failed', rows: 0 } : walked(shown.list);
}

function walked(list: List<CalendarEvent>): Walked {
  const { items } = seen(list);
  return { end: list.verdict === 'complete' ? 'complete' : 'incomplete', rows: items.length };
}

function drawScript(random: Random): Script {
  const trick = random.pick(tricks);
  const pages = Array.from({ length: random.integer(1, 12) }, () =>
    trick === 'honest with empty pages' && random.chance(0.3) ? 0 : random.integer(1, 30),
  );
  // More than two empty pages in a row are a trick of their own.
  const tamed = pages.map((count, position) => (count === 0 && pages[position - 1] === 0 ? 1 : count));
  return { trick, pages: tamed, at: random.integer(0, tamed.length - 1) };
}

/** The real client over a transport that plays the script. */
function createPaginator(script: Script, served: Served): Paginator {
  const transport: Transport = {
    send: async (request) => Promise.resolve(answer(script, served, request)),
    close: async () => Promise.resolve(),
  };
  const timing = { monotonicMs: () => 0, random: () => 0, sleep: async () => Promise.resolve() };
  const client = createServiceClient({ baseUrl: 'http://127.0.0.1:1', transport, authenticator: none, timing });
  return searchPart(async () => client, { keyword: 'x', searchType: 1 });
}

function answer(script: Script, served: Served, request: WireRequest): WireResponse {
  served.requests += 1;
  const position = Number(new URLSearchParams(request.query).get('next_key')?.replace('p', '') ?? '0') || 0;
  const last = position >= script.pages.length - 1;
  const played = position >= script.at && !script.trick.startsWith('honest');
  const count = script.pages[position] ?? 1;
  const body = played
    ? playTrick(script, position, last)
    : { rows: count, pagination: { has_more: !last, next_key: last ? '-1' : `p${position + 1}` } };
  if (typeof body === 'string') return respond(body);
  served.rows += body.rows;
  if (isEnd(body.pagination)) served.ended = true;
  return respond(
    JSON.stringify({
      ret_code: 0,
      ret_msg: '',
      data: body.raw ?? rows(body.rows),
      ...(body.pagination === undefined ? {} : { pagination: body.pagination }),
    }),
  );
}

interface Body {
  readonly rows: number;
  readonly pagination: unknown;
  readonly raw?: unknown;
}

function playTrick({ trick, pages }: Script, position: number, last: boolean): Body | string {
  const more = (next: unknown, count = pages[position] ?? 1): Body => ({ rows: count, pagination: { has_more: true, next_key: next } });
  switch (trick) {
    case 'minus one but more':
      return last ? { rows: 1, pagination: { has_more: false, next_key: '-1' } } : more(`p${position + 1}`);
    case 'cursor repeated':
      return more(`p${position}`);
    case 'cursor cycle':
      return more(position === 0 ? 'p1' : 'p0');
    case 'empty for ever':
      return more(`p${position + 1}`, 0);
    case 'endless':
    case 'slow':
      return more(`p${position + 1}`, 1);
    case 'has_more missing':
      return { rows: 1, pagination: { next_key: `p${position + 1}` } };
    case 'has_more as text':
      return { rows: 1, pagination: { has_more: 'no', next_key: '-1' } };
    case 'pagination missing':
      return { rows: 1, pagination: undefined };
    case 'next_key missing':
      return { rows: 1, pagination: { has_more: true } };
    case 'next_key a number':
      return more({ page: 2 });
    case 'next_key empty':
      return more('');
    case 'failure in the middle':
      return '{"ret_code":-4,"ret_msg":"down","error":{"code":"internal_error"}}';
    case 'no data in the middle':
      return position === 0 ? '{"ret_code":-3,"ret_msg":"x"}' : '{"ret_code":-10,"ret_msg":"no data"}';
    case 'cut off in the middle':
      return '{"ret_code":0,"data":[{"event_te';
    case 'data missing':
      return '{"ret_code":0,"pagination":{"has_more":false,"next_key":"-1"}}';
    case 'pagination inside data':
      return { rows: 1, pagination: undefined, raw: { list: rows(1), pagination: { has_more: false, next_key: '-1' } } };
    case 'honest':
    case 'honest with empty pages':
      throw new Error('no trick');
  }
}

function isEnd(pagination: unknown): boolean {
  return typeof pagination === 'object' && pagination !== null && 'has_more' in pagination && pagination.has_more === false;
}

function rows(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => ({
    event_text: `row ${index}`,
    previous: null,
    predictive: null,
    announce: null,
    star: 1,
    event_time: 1_700_000_000,
    country: 'US',
    currency: null,
    unit: null,
    unique_id: `calendar_economic:${index}`,
    detail_url: null,
  }));
}

function respond(body: string): WireResponse {
  return { status: 200, headers: {}, body: new TextEncoder().encode(body), sentAt: 0, receivedAt: 0 };
}
