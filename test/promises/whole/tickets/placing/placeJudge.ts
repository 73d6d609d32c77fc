import type { BookedOrder } from '../../../broker/book';
import type { OrderRequest } from '../../../broker/broker';
import { cut, remarkIn, sentIn } from '../../../broker/carryOut';
import type { Says } from '../../../broker/faultForms';
import type { HeardClaim } from '../claims';
import type { PlayedTicket, TicketPlan } from '../ticketUser';

/** All that is known of one new order when it is over. */
export interface PlaceEvidence {
  readonly plan: TicketPlan & Required<Pick<TicketPlan, 'place'>>;
  readonly played: PlayedTicket;
  /** From the broker's ledger. */
  readonly requests: readonly OrderRequest[];
  /** The orders that these requests created. */
  readonly made: readonly BookedOrder[];
  readonly says: Says;
  /** What the broker answered to the confirmation. */
  readonly saysConfirmed: Says;
  /** The answer named the order, or asked for a confirmation that named it. */
  readonly isNamed: boolean;
  readonly isPaper: boolean;
  readonly isSigned: boolean;
  /** Lists return the remark. */
  readonly isEchoed: boolean;
  readonly lagMs: number;
  readonly claims: readonly HeardClaim[];
  readonly unread: readonly string[];
  /** Requests that arrived before an intent with their mark was on disk. */
  readonly unwritten: number;
  /** All of the journal's lines. */
  readonly journal: string;
}

export interface PlaceFinding {
  readonly promise: 1 | 2 | 5 | 15;
  readonly what: string;
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

/** Which promises the placement broke, according to the ledger alone. */
export function judgePlacement(evidence: PlaceEvidence): readonly PlaceFinding[] {
  return [
    ...sending(evidence).map((what) => ({ promise: 1, what }) as const),
    ...words(evidence).map((what) => ({ promise: 2, what }) as const),
    ...sight(evidence).map((what) => ({ promise: 5, what }) as const),
    ...naming(evidence).map((what) => ({ promise: 15, what }) as const),
  ];
}

function executedOf(requests: readonly OrderRequest[]): number {
  return requests.reduce((sum, { executed }) => sum + executed, 0);
}

function yesOf({ dialogs }: PlayedTicket): number {
  return dialogs.filter(({ pressed }) => pressed === 'yes').length;
}

function sending({ played, requests, says, isSigned }: PlaceEvidence): readonly string[] {
  const yes = yesOf(played);
  const mayRepeat = says === 'clock' && isSigned && requests[0]?.executed === 0;
  const found = played.puzzles.map((puzzle) => `a question that the proof cannot answer: ${puzzle}`);
  if (!played.ended) found.push('the ticket never ended');
  if (yes === 0 && requests.length > 0) found.push(`${requests.length} new orders without a yes`);
  if (yes > 0 && requests.length > yes + (mayRepeat ? 1 : 0)) found.push(`${requests.length} new orders for one yes`);
  return found;
}

export function markIn(remark: string): string {
  return remark.split(' ').at(-1) ?? '';
}

/** Promise 15: the journal names every order, and none exists twice. */
function naming({ played, requests, made, unwritten, journal }: PlaceEvidence): readonly string[] {
  const found: string[] = [];
  if (unwritten > 0) found.push('an order was sent whose mark was not on the disk');
  if (made.length > yesOf(played)) found.push(`${made.length} orders are at the broker for ${yesOf(played)} yes`);
  for (const { arrival } of requests) {
    const mark = markIn(remarkIn(arrival));
    if (!/^#\w{6,}$/.test(mark)) found.push(`an order without a mark: “${remarkIn(arrival)}”`);
    else if (!journal.includes(mark)) found.push('the journal does not name an order that was sent');
  }
  return found;
}

function sight({ plan, played, requests, isPaper }: PlaceEvidence): readonly string[] {
  const [first] = requests;
  const dialog = played.dialogs.filter(({ pressed, atMs }) => pressed === 'yes' && atMs <= (first?.arrival.firstByteMs ?? 0)).at(-1);
  if (dialog === undefined || first === undefined) return [];
  const body = first.arrival.body.toString('utf8');
  const sent = sentIn(first.arrival);
  const { place } = plan;
  const [sides, types] = [
    ['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'],
    new Map<unknown, string>([
      [1, 'LIMIT'],
      [3, 'MARKET'],
    ]),
  ];
  const heard = {
    account: first.accountId,
    code: isPaper ? `HK.${String(sent['symbol'])}` : sent['code'],
    side: isPaper ? sides[Number(sent['order_side']) - 1] : sent['side'],
    type: isPaper ? types.get(sent['order_type']) : sent['order_type'],
    qty: sent['qty'],
    price: typeof sent['price'] === 'string' ? cut(sent['price'], 9) : undefined,
    trigger: typeof sent['aux_price'] === 'string' ? cut(sent['aux_price'], 9) : undefined,
    remark: remarkIn(first.arrival).split(' ').slice(0, -1).join(' '),
  };
  const isPriced = /LIMIT/.test(place.orderType);
  const wanted = {
    account: plan.accountId,
    code: place.code,
    side: place.side,
    type: place.orderType,
    qty: plan.qty,
    price: isPriced ? cut(plan.price, 4) : undefined,
    trigger: plan.auxPrice === '' ? undefined : cut(plan.auxPrice, 9),
    remark: place.remark,
  };
  const found: string[] = [];
  if (JSON.stringify(heard) !== JSON.stringify(wanted))
    found.push(`${JSON.stringify(wanted)} was asked for, ${JSON.stringify(heard)} sent`);
  if (isPaper !== first.isPaper) found.push('sent to the other kind of account');
  if (requests.some(({ arrival }) => arrival.body.toString('utf8') !== body)) found.push('the second request differs from the first');
  if (!dialog.text.includes(body)) found.push('the dialog did not show the bytes that were sent');
  if (!dialog.form.request.endsWith(` ${body}`)) found.push(`the form showed “${dialog.form.request}”, and ${body} was sent`);
  const says = [plan.accountId, place.code, isPaper ? 'PAPER' : 'LIVE – REAL MONEY', place.remark];
  for (const text of says) if (!dialog.text.includes(text)) found.push(`the dialog does not say “${text}”`);
  for (const [label, typed] of [['Quantity', plan.qty], ...(isPriced ? [['Price', plan.price] as const] : [])] as const)
    if (dialog.form.fields.get(label)?.typed !== typed) found.push(`${typed} was typed as ${label}, the form held another`);
  return found;
}

const inMarket = /^(SUBMITTED|FILLED_|CANCELLED_)/;

/** Whether it was true at any moment of the time that a text may describe. */
function wasSo(order: BookedOrder, atMs: number, fits: (status: string) => boolean): boolean {
  const then = order.changes.filter((change) => change.atMs > atMs - readMs && change.atMs <= atMs).map(({ before }) => before.status);
  return [order.stateAt(atMs).status, ...then].some(fits);
}

function words(evidence: PlaceEvidence): readonly string[] {
  const { played, requests, made, says, saysConfirmed, isEchoed, isNamed, lagMs, claims, unread } = evidence;
  const found = unread.map((text) => `words that nobody can judge: ${text}`);
  const executed = executedOf(requests);
  const has = (claim: HeardClaim['claim']): boolean => claims.some((heard) => heard.claim === claim);
  const quote = (claim: HeardClaim['claim']): string => claims.find((heard) => heard.claim === claim)?.said.text ?? '';
  const told = claims.filter(({ claim }) => claim !== 'nothing');
  if (requests.length > 0 && told.length === 0) found.push('a request was sent and nothing was said of it');
  if (yesOf(played) > 0 && requests.length === 0 && told.length === 0) found.push('nothing was sent after a yes, and nothing was said');
  const saidOk = says === 'accepted' || says === 'clock' || (says === 'confirm' && played.hasConfirmed && saysConfirmed === 'accepted');
  if (has('accepted') && !saidOk) found.push(`said accepted, which the service never said: ${quote('accepted')}`);
  for (const { claim, said } of claims) {
    const isMade = (fits: (status: string) => boolean): boolean => made.some((order) => wasSo(order, said.atMs, fits));
    const isListed = made.some(({ facts }) => isEchoed && (facts.listedFromMs ?? 0) <= said.atMs - lookMs);
    const arrived = requests.some(({ arrival }) => arrival.firstByteMs <= said.atMs);
    if (claim === 'notSent' && arrived && !/^Not executed/.test(said.text)) found.push(`said not sent, but it arrived: ${said.text}`);
    if (claim === 'applied' && !isMade((status) => inMarket.test(status))) found.push(`said placed, which it never was: ${said.text}`);
    if (claim === 'applied' && !isEchoed && !isNamed) found.push(`said placed, with nothing to know it by: ${said.text}`);
    if (claim === 'notChanged' && isMade((status) => inMarket.test(status)) && !isMade((status) => status === 'FAILED'))
      found.push(`said not in the market, but it is: ${said.text}`);
    if (claim === 'reached' && !isMade(() => true)) found.push(`said at the broker, which has no such order: ${said.text}`);
    if ((claim === 'absent' || claim === 'absentTwice' || claim === 'lookalike') && isListed)
      found.push(`said that no list has it, but they had: ${said.text}`);
    if (claim === 'absentTwice' && said.atMs - (requests.at(-1)?.arrival.completeMs ?? 0) < apartMs)
      found.push(`said that lists a minute apart don’t have it, too early: ${said.text}`);
  }
  // A refusal is believed and quoted if the service's lists cannot disprove it in time.
  const isVisible = isEchoed && lagMs === 0;
  const isHearsay = ['refused', 'rejected', 'gateway', 'confirm', 'browser', 'nothing'].includes(says) && !isVisible;
  const isPlaced = made.some(({ state }) => state.status !== 'FAILED');
  if (has('serviceSaysNo') && isPlaced && !isHearsay && !has('unknown') && !has('applied') && !has('reached') && !has('notChanged'))
    found.push(`said refused, but it was placed: ${quote('serviceSaysNo')}`);
  if (
    requests.length > 0 &&
    says === 'accepted' &&
    !['accepted', 'applied', 'notChanged', 'reached', 'hangs'].some((claim) => claims.some((heard) => heard.claim === claim))
  )
    found.push(`an accepted order was told as: ${claims.map(({ said }) => said.text).join(' / ')}`);
  if (['refused', 'rejected', 'gateway'].includes(says) && executed === 0 && has('unknown'))
    found.push(`a plain refusal was told as: ${quote('unknown')}`);
  return found;
}
