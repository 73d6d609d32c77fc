import type { BookedOrder } from '../../broker/book';
import { writeOf } from '../../broker/orderWrites';
import type { Arrival } from '../../broker/wire';
import { isTrading } from './exitCase';
import type { PlayedExit } from './exitCase';

/** What the service allows: 30 requests within 30 s, and in paper accounts 30 of one kind within a minute. */
const budget = { count: 30, withinMs: 30_000 };
const pathBudget = { count: 30, withinMs: 60_000 };
/** Every cancellation that the budget allows has arrived by then. */
const promptMs = 2_000;
/** Between the first byte and what the broker counts. */
const slackMs = 1_500;
/** The editor shows three new notifications within this time; any other is never seen. */
const noticesMs = 800;

const groups = ['open', 'unclear', 'waiting', 'over'];

/** What the exit broke, by the broker's ledger alone. */
export function judgeExit(played: PlayedExit): readonly string[] {
  const { yesMs, hasEnded, openAtYes } = played;
  if (yesMs === undefined) return [`there was no question about ${String(openAtYes.length)} orders`];
  return [...(hasEnded ? [] : ['the command never ended']), ...sending(played, yesMs), ...naming(played), ...telling(played)];
}

function isCancelOf(order: BookedOrder): (request: Arrival) => boolean {
  return (request) => {
    const write = writeOf(request);
    return write?.action === 'cancel' && write.orderId === order.facts.orderId;
  };
}

/** Every order that was open got its one request, as soon as the budget allowed, and no read came before any of them. */
function sending({ openAtYes, requests }: PlayedExit, yesMs: number): readonly string[] {
  const found: string[] = [];
  const trading = requests.filter(isTrading);
  const cancels: Arrival[] = [];
  for (const order of openAtYes) {
    const own = trading.filter(isCancelOf(order));
    const [first, second] = own;
    if (first === undefined) found.push(`an order that could be canceled got no cancellation: ${order.facts.orderId}`);
    else cancels.push(first);
    if (second !== undefined) found.push(`an order got ${String(own.length)} cancellations: ${order.facts.orderId}`);
  }
  for (const { firstByteMs, path } of cancels) {
    if (firstByteMs <= yesMs + promptMs) continue;
    const before = trading.filter((request) => request.firstByteMs < firstByteMs);
    const ofPath = before.filter((request) => writeOf(request)?.action === 'cancel' && writeOf(request)?.isPaper === true);
    const isFull = (counted: readonly Arrival[], { count, withinMs }: typeof budget): boolean =>
      firstByteMs - (counted.at(-count)?.firstByteMs ?? -Infinity) <= withinMs + slackMs;
    if (!isFull(before, budget) && !isFull(ofPath, pathBudget))
      found.push(
        `a cancellation left ${String(Math.round(firstByteMs - yesMs))} ms after the yes although the budget allowed it before: ${path}`,
      );
  }
  const last = Math.max(yesMs, ...cancels.map(({ firstByteMs }) => firstByteMs));
  const reads = trading.filter(
    (request) => request.firstByteMs > yesMs + 50 && request.firstByteMs < last && writeOf(request) === undefined,
  );
  if (reads.length > 0 && last <= yesMs + promptMs)
    found.push(`${String(reads.length)} reads came before the last cancellation: ${reads[0]?.path ?? ''}`);
  const crowd = trading.findIndex(({ firstByteMs }, at) => {
    const other = trading[at + budget.count];
    return other !== undefined && other.firstByteMs - firstByteMs < budget.withinMs - slackMs;
  });
  if (crowd >= 0) found.push('more requests than the service allows');
  return found;
}

/** The question names what is canceled; the page names every order once, and what is left comes first and in full. */
function naming({ openAtYes, question, rows }: PlayedExit): readonly string[] {
  const found = openAtYes
    .filter(({ facts }) => !names(question, facts.orderId))
    .map(({ facts }) => `the question does not name ${facts.orderId}`);
  const places = rows.map(({ fate }) => groups.indexOf(fate));
  if (places.some((place, at) => place < (places[at - 1] ?? 0)))
    found.push(`what is left does not come first: ${rows.map(({ fate }) => fate).join()}`);
  for (const order of openAtYes) {
    const own = rows.filter(({ text }) => names(text, order.facts.orderId));
    const [row] = own;
    if (row === undefined || own.length > 1) {
      found.push(`the page names ${order.facts.orderId} ${String(own.length)} times`);
      continue;
    }
    const text = row.text.replaceAll(',', '');
    const { qty, price } = order.state;
    for (const part of [order.facts.side, order.facts.name, qty, price])
      if (!text.includes(part)) found.push(`the page names an order without “${part}”: ${row.text}`);
    if (row.fate === 'over' && !order.hasEnded) found.push(`the page calls an open order over: ${row.text}`);
  }
  return found;
}

function names(text: string, orderId: string): boolean {
  return new RegExp(`\\b${orderId}\\b`).test(text);
}

/** The last message of the exit can be seen, and says whether something is left. */
function telling({ said, openAtYes }: PlayedExit): readonly string[] {
  const notices = said.filter(({ kind }) => kind === 'info' || kind === 'warning' || kind === 'error' || kind === 'progress');
  const isSummary = (text: string): boolean => /^(Still open: |Not certain: |Accepted, not canceled yet: |No longer open: )/.test(text);
  const summaries = notices.filter(({ kind, text }) => kind !== 'progress' && isSummary(text));
  if (openAtYes.length < 2) return [];
  const [summary, another] = summaries;
  if (summary === undefined || another !== undefined) return [`${String(summaries.length)} last messages: ${said.at(-1)?.text ?? ''}`];
  const crowd = notices.filter(({ atMs }) => atMs <= summary.atMs && atMs > summary.atMs - noticesMs);
  return crowd.length > 3 ? [`the last message comes as number ${String(crowd.length)} within ${String(noticesMs)} ms`] : [];
}
