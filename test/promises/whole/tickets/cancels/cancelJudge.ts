import type { BookedOrder, OrderState } from '../../../broker/book';
import type { OrderRequest } from '../../../broker/broker';
import type { Says } from '../../../broker/faultForms';
import type { HeardClaim } from '../claims';
import type { PlayedTicket, TicketPlan } from '../ticketUser';
import { isOfPaper } from '../ticketWorld';

/** All that is known of one cancellation when it is over. */
export interface CancelEvidence {
  readonly plan: TicketPlan;
  readonly played: PlayedTicket;
  readonly order: BookedOrder;
  /** From the broker's ledger. */
  readonly requests: readonly OrderRequest[];
  readonly says: Says;
  /** What the broker answered to the confirmation. */
  readonly saysConfirmed: Says;
  readonly isSigned: boolean;
  /** The result can be seen at once: the broker lists orders, and cancels without delay. */
  readonly isVisible: boolean;
  readonly claims: readonly HeardClaim[];
  readonly unread: readonly string[];
  /** Requests that arrived before their intent was on disk. */
  readonly unwritten: number;
}

export interface CancelFinding {
  readonly promise: 1 | 2 | 3 | 5;
  readonly what: string;
}

/** A text may describe a state that was read up to this long before. */
const readMs = 3_000;

const canceled = ({ status }: OrderState): boolean => status.startsWith('CANCELLED_');
const filled = ({ status }: OrderState): boolean => status === 'FILLED_ALL';

/** Which promises the cancellation broke, according to the ledger alone. */
export function judgeCancellation(evidence: CancelEvidence): readonly CancelFinding[] {
  return [
    ...sending(evidence).map((what) => ({ promise: 1, what }) as const),
    ...words(evidence).map((what) => ({ promise: 2, what }) as const),
    ...sight(evidence).map((what) => ({ promise: 5, what }) as const),
  ];
}

function yesOf({ dialogs }: PlayedTicket): number {
  return dialogs.filter(({ pressed }) => pressed === 'yes').length;
}

function sending({ played, requests, says, isSigned, unwritten }: CancelEvidence): readonly string[] {
  const yes = yesOf(played);
  const mayRepeat = says === 'clock' && isSigned && requests[0]?.executed === 0;
  const found = played.puzzles.map((puzzle) => `a question that the proof cannot answer: ${puzzle}`);
  if (!played.ended) found.push('the command never ended');
  if (unwritten > 0) found.push('a cancellation was sent whose intent was not on the disk');
  if (yes === 0 && requests.length > 0) found.push(`${requests.length} cancellations without a yes`);
  if (yes > 0 && requests.length > yes + (mayRepeat ? 1 : 0)) found.push(`${requests.length} cancellations for ${yes} yes`);
  return found;
}

/** The question shows the order as it is: only what a fill changes may differ. */
function sight({ plan, played, order, requests }: CancelEvidence): readonly string[] {
  const [first] = requests;
  const dialog = played.dialogs.filter(({ pressed, atMs }) => pressed === 'yes' && atMs <= (first?.arrival.firstByteMs ?? 0)).at(-1);
  if (dialog === undefined || first === undefined) return [];
  const found: string[] = [];
  if (first.accountId !== plan.accountId || first.orderId !== plan.orderId) found.push('another order was canceled than was asked about');
  if (isOfPaper(order) !== first.isPaper) found.push('sent to the other kind of account');
  for (const text of [plan.orderId, plan.accountId, isOfPaper(order) ? 'PAPER – no real money' : 'LIVE – REAL MONEY'])
    if (!dialog.text.includes(text)) found.push(`the question does not say “${text}”`);
  const then = order.stateAt(first.arrival.firstByteMs - 1);
  if (!dialog.text.replaceAll(',', '').includes(then.qty)) found.push(`the question does not say the quantity ${then.qty}: ${dialog.text}`);
  if (!dialog.text.replaceAll(',', '').includes(then.price))
    found.push(`the question does not say the price ${then.price}: ${dialog.text}`);
  // The dialog appeared before the event of its moment.
  const seen = order.stateAt(dialog.atMs - 1);
  if (seen.dealtQty !== '0' && !dialog.text.replaceAll(',', '').includes(`${seen.dealtQty} of `))
    found.push(`the question does not say that ${seen.dealtQty} are filled: ${dialog.text}`);
  return found;
}

/** Whether it was true at any moment of the time that a text may describe. */
function wasSo(order: BookedOrder, atMs: number, fits: (state: OrderState) => boolean): boolean {
  const then = order.changes.filter((change) => change.atMs > atMs - readMs && change.atMs <= atMs).map(({ before }) => before);
  return [order.stateAt(atMs), ...then].some(fits);
}

function words(evidence: CancelEvidence): readonly string[] {
  const { played, order, requests, says, saysConfirmed, isVisible, claims, unread } = evidence;
  const found = unread.map((text) => `words that nobody can judge: ${text}`);
  const executed = requests.reduce((sum, request) => sum + request.executed, 0);
  const has = (claim: HeardClaim['claim']): boolean => claims.some((heard) => heard.claim === claim);
  const quote = (claim: HeardClaim['claim']): string => claims.find((heard) => heard.claim === claim)?.said.text ?? '';
  const told = claims.filter(({ claim }) => claim !== 'nothing');
  if (requests.length > 0 && told.length === 0) found.push('a request was sent and nothing was said of it');
  if (yesOf(played) > 0 && requests.length === 0 && claims.length === 0) found.push('nothing was sent after a yes, and nothing was said');
  const saidOk = says === 'accepted' || says === 'clock' || (says === 'confirm' && played.hasConfirmed && saysConfirmed === 'accepted');
  if (has('accepted') && !saidOk) found.push(`said accepted, which the service never said: ${quote('accepted')}`);
  for (const { claim, said } of claims) {
    const was = (fits: (state: OrderState) => boolean): boolean => wasSo(order, said.atMs, fits);
    if (claim === 'notSent' && requests.some(({ arrival }) => arrival.firstByteMs <= said.atMs) && !/^Not executed/.test(said.text))
      found.push(`said not sent, but it arrived: ${said.text}`);
    if (claim === 'applied' && !was(canceled)) found.push(`said canceled, which it is not: ${said.text}`);
    if (claim === 'applied') found.push(...misfilled(order, said.atMs, said.text));
    if (claim === 'tooLate' && !was(filled)) found.push(`said too late, but the order is not filled: ${said.text}`);
    if (claim === 'notChanged' && !was((state) => !canceled(state))) found.push(`said not canceled, but it is: ${said.text}`);
  }
  const isHearsay = ['refused', 'rejected', 'gateway', 'confirm', 'browser', 'nothing'].includes(says) && !isVisible;
  if (has('serviceSaysNo') && executed > 0 && canceled(order.state) && !isHearsay && !has('unknown') && !has('applied'))
    found.push(`said refused, but it was canceled: ${quote('serviceSaysNo')}`);
  if (
    requests.length > 0 &&
    says === 'accepted' &&
    !['accepted', 'applied', 'tooLate'].some((claim) => claims.some((heard) => heard.claim === claim))
  )
    found.push(`an accepted cancellation was told as: ${claims.map(({ said }) => said.text).join(' / ')}`);
  if (['refused', 'rejected', 'gateway'].includes(says) && executed === 0 && has('unknown'))
    found.push(`a plain refusal was told as: ${quote('unknown')}`);
  return found;
}

/** An order canceled after a partial fill ends differently from an unfilled one: the text must give the filled quantity. */
function misfilled(order: BookedOrder, atMs: number, text: string): readonly string[] {
  const { dealtQty } = order.stateAt(atMs);
  const told = /[Ff]illed before: ([\d,]+) of/.exec(text)?.[1]?.replaceAll(',', '') ?? '0';
  const isState = / \(cancellation\)/.test(text);
  return isState || told === dealtQty ? [] : [`${dealtQty} were filled before, and the text says ${told}: ${text}`];
}
