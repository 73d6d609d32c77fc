import type { BookedOrder, OrderState } from '../../broker/book';
import { remarkIn } from '../../broker/carryOut';
import type { OrderAction } from '../../broker/orderWrites';
import type { Claim, HeardClaim } from './claims';
import { executedOf, markIn, yesOf } from './evidence';
import type { Evidence } from './evidence';
import { sightOf } from './sight';

/** Promises that are judged by what became of a change, a new order, or a cancellation. */
export const judged = [1, 2, 5, 15] as const;
type Judged = (typeof judged)[number];

export interface Finding {
  readonly promise: Judged;
  readonly what: string;
}

/** How the promise was broken, by the ledger alone. */
export function judge(promise: Judged, evidence: Evidence): readonly string[] {
  return judges[promise](evidence);
}

const judges: Readonly<Record<Judged, (evidence: Evidence) => readonly string[]>> = { 1: sending, 2: words, 5: sightOf, 15: naming };

/** Promise 1: one confirmation sends at most one request. */
function sending(evidence: Evidence): readonly string[] {
  const { action, played, requests, says, isSigned, unwritten } = evidence;
  const [yes, executed] = [yesOf(evidence), executedOf(evidence)];
  const mayRepeat = says === 'clock' && isSigned && requests[0]?.executed === 0;
  const found = played.puzzles.map((puzzle) => `a question that the proof cannot answer: ${puzzle}`);
  if (!played.ended) found.push('the ticket never ended');
  if (yes === 0 && requests.length > 0) found.push(`${requests.length} requests without a yes`);
  if (yes > 0 && requests.length > yes + (mayRepeat ? 1 : 0)) found.push(`${requests.length} requests for ${yes} yes`);
  if (executed > yes) found.push(`${executed} were carried out for ${yes} yes`);
  if (action === 'cancel' && unwritten > 0) found.push('a cancellation was sent whose intent was not on the disk');
  return found;
}

/** Promise 15: the journal names every order, and none exists twice. */
function naming(evidence: Evidence): readonly string[] {
  const { action, requests, orders, unwritten, journal } = evidence;
  if (action !== 'place') return [];
  const found: string[] = [];
  if (unwritten > 0) found.push('an order was sent whose mark was not on the disk');
  if (orders.length > yesOf(evidence)) found.push(`${orders.length} orders are at the broker for ${yesOf(evidence)} yes`);
  for (const { arrival } of requests) {
    const mark = markIn(remarkIn(arrival));
    if (!/^#\w{6,}$/.test(mark)) found.push(`an order without a mark: “${remarkIn(arrival)}”`);
    else if (!journal.includes(mark)) found.push('the journal does not name an order that was sent');
  }
  return found;
}

const refusals: readonly string[] = ['refused', 'rejected', 'gateway'];
/** Answers after which an accepted request may be told as one of these. */
const goodEnds: Readonly<Record<OrderAction, readonly Claim[]>> = {
  modify: ['accepted', 'applied'],
  place: ['accepted', 'applied', 'notChanged', 'reached', 'hangs'],
  cancel: ['accepted', 'applied', 'tooLate'],
};
/** What else may be told beside a refusal that was carried out: it says that the refusal was not the end. */
const betterWords: Readonly<Record<OrderAction, readonly Claim[]>> = {
  modify: ['unknown', 'applied'],
  place: ['unknown', 'applied', 'reached', 'notChanged'],
  cancel: ['unknown', 'applied'],
};

/** Promise 2: no outcome is claimed without proof. */
function words(evidence: Evidence): readonly string[] {
  const { action, played, requests, says, saysConfirmed, isVisible, claims, unread } = evidence;
  const found = unread.map((text) => `words that nobody can judge: ${text}`);
  const executed = executedOf(evidence);
  const has = (claim: Claim): boolean => claims.some((heard) => heard.claim === claim);
  const quote = (claim: Claim): string => claims.find((heard) => heard.claim === claim)?.said.text ?? '';
  const told = claims.filter(({ claim }) => claim !== 'nothing');
  const isAnswered = (action === 'cancel' ? claims : told).length > 0;
  if (requests.length > 0 && told.length === 0) found.push('a request was sent and nothing was said of it');
  if (yesOf(evidence) > 0 && requests.length === 0 && !isAnswered) found.push('nothing was sent after a yes, and nothing was said');
  const saidOk = says === 'accepted' || says === 'clock' || (says === 'confirm' && played.hasConfirmed && saysConfirmed === 'accepted');
  if (has('accepted') && !saidOk) found.push(`said accepted, which the service never said: ${quote('accepted')}`);
  for (const heard of claims) found.push(...untrue[action](heard, evidence).map((what) => `${what}: ${heard.said.text}`));
  // A refusal is believed and quoted if the service's lists cannot disprove it in time.
  const isHearsay = [...refusals, 'confirm', 'browser', ...(action === 'modify' ? [] : ['nothing'])].includes(says) && !isVisible;
  if (has('serviceSaysNo') && isDone(evidence) && !isHearsay && !betterWords[action].some(has))
    found.push(`said refused, but it was done: ${quote('serviceSaysNo')}`);
  if (requests.length > 0 && says === 'accepted' && !goodEnds[action].some(has))
    found.push(`what was accepted was told as: ${claims.map(({ said }) => said.text).join(' / ')}`);
  if (refusals.includes(says) && executed === 0 && has('unknown')) found.push(`a plain refusal was told as: ${quote('unknown')}`);
  for (const claim of action === 'modify' ? (['accepted', 'applied', 'serviceSaysNo', 'unknown'] as const) : []) {
    const places = new Set(claims.filter((heard) => heard.claim === claim).map(({ said }) => said.kind === 'page'));
    if (places.size > 1) found.push(`told in the form and beside it: ${quote(claim)}`);
  }
  return found;
}

const inMarket = ({ status }: OrderState): boolean => /^(SUBMITTED|FILLED_|CANCELLED_)/.test(status);
const failed = ({ status }: OrderState): boolean => status === 'FAILED';
const canceled = ({ status }: OrderState): boolean => status.startsWith('CANCELLED_');
const filled = ({ status }: OrderState): boolean => status === 'FILLED_ALL';

function isDone({ action, orders, ...rest }: Evidence): boolean {
  if (action === 'place') return orders.some(({ state }) => !failed(state));
  return executedOf(rest) > 0 && (action === 'modify' || orders.some(({ state }) => canceled(state)));
}

/** A text may describe a state that was read up to this long before. */
const readMs = 3_000;
/**
 * A look at the lists takes as long as the slowest of them, which may be read again or wait for the service's limit: what the others had may
 * be this old when the look has ended.
 */
const lookMs = 8_000;
/** That lists don't have an order means something only if two reads are this far apart. */
const apartMs = 60_000;

/** Whether it was true of an order at any moment of the time that a text may describe. */
function wasSo(orders: readonly BookedOrder[], atMs: number, fits: (state: OrderState) => boolean): boolean {
  return orders.some((order) => {
    const then = order.changes.filter((change) => change.atMs > atMs - readMs && change.atMs <= atMs).map(({ before }) => before);
    return [order.stateAt(atMs), ...then].some(fits);
  });
}

type Untrue = (heard: HeardClaim, evidence: Evidence) => readonly string[];

/** What was wrong about a claim when it was made. */
const untrue: Readonly<Record<OrderAction, Untrue>> = {
  modify: ({ claim, said }, evidence) => {
    const { requests, orders, plan } = evidence;
    const found: string[] = [];
    if (claim === 'notSent' && requests.length > 0) found.push('said not sent, but it arrived');
    if (/Nothing was sent/.test(said.text) && hasArrived(evidence, said.atMs)) found.push('said that nothing was sent, but it arrived');
    if (claim === 'notChanged' && executedOf(evidence) > 0) found.push('said not changed, but it was');
    const isChanged = orders.some(({ changes }) => changes.some(({ atMs, after }) => atMs <= said.atMs && after.qty === plan.qty));
    if (claim === 'applied' && !isChanged) found.push('said applied, which it never was');
    return found;
  },
  place: ({ claim, said }, evidence) => {
    const { requests, orders, isListed, isNamed } = evidence;
    const was = (fits: (state: OrderState) => boolean): boolean => wasSo(orders, said.atMs, fits);
    const found = unsent({ claim, said }, evidence);
    if (claim === 'applied' && !was(inMarket)) found.push('said placed, which it never was');
    if (claim === 'applied' && !isListed && !isNamed) found.push('said placed, with nothing to know it by');
    if (claim === 'notChanged' && was(inMarket) && !was(failed)) found.push('said not in the market, but it is');
    if (claim === 'reached' && !was(() => true)) found.push('said at the broker, which has no such order');
    const hadIt = isListed && orders.some(({ facts }) => (facts.listedFromMs ?? 0) <= said.atMs - lookMs);
    if ((claim === 'absent' || claim === 'absentTwice' || claim === 'lookalike') && hadIt)
      found.push('said that no list has it, but they had');
    if (claim === 'absentTwice' && said.atMs - (requests.at(-1)?.arrival.completeMs ?? 0) < apartMs)
      found.push('said that lists a minute apart don’t have it, too early');
    return found;
  },
  cancel: ({ claim, said }, evidence) => {
    const { orders } = evidence;
    const was = (fits: (state: OrderState) => boolean): boolean => wasSo(orders, said.atMs, fits);
    const found = unsent({ claim, said }, evidence);
    if (claim === 'applied' && !was(canceled)) found.push('said canceled, which it is not');
    if (claim === 'applied') found.push(...orders.flatMap((order) => misfilled(order, said)));
    if (claim === 'tooLate' && !was(filled)) found.push('said too late, but the order is not filled');
    if (claim === 'notChanged' && !was((state) => !canceled(state))) found.push('said not canceled, but it is');
    return found;
  },
};

function hasArrived({ requests }: Evidence, atMs: number): boolean {
  return requests.some(({ arrival }) => arrival.firstByteMs <= atMs);
}

function unsent({ claim, said }: HeardClaim, evidence: Evidence): string[] {
  const isWrong = claim === 'notSent' && hasArrived(evidence, said.atMs) && !/^Not executed/.test(said.text);
  return isWrong ? ['said not sent, but it arrived'] : [];
}

/** An order canceled after a partial fill ends differently from an unfilled one: the text must give the filled quantity. */
function misfilled(order: BookedOrder, { atMs, text }: HeardClaim['said']): readonly string[] {
  const { dealtQty } = order.stateAt(atMs);
  const told = /[Ff]illed before: ([\d,]+) of/.exec(text)?.[1]?.replaceAll(',', '') ?? '0';
  const isState = / \(cancellation\)/.test(text);
  return isState || told === dealtQty ? [] : [`${dealtQty} were filled before, and the text says ${told}`];
}
