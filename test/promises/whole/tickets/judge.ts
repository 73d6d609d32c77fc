import type { BookedOrder, OrderState } from '../../broker/book';
import { cut } from '../../broker/carryOut';
import type { OrderRequest } from '../../broker/broker';
import type { Says } from '../../broker/faultForms';
import type { HeardClaim } from './claims';
import type { FormSight } from './ticketForm';
import type { PlayedTicket, TicketPlan } from './ticketUser';
import { isOfPaper } from './ticketWorld';

/** All that is known of one ticket when it is over. */
export interface Evidence {
  readonly plan: TicketPlan;
  readonly played: PlayedTicket;
  readonly order: BookedOrder;
  /** From the broker's ledger. */
  readonly requests: readonly OrderRequest[];
  readonly says: Says;
  /** The form of the fault: executed. */
  readonly isDone: boolean;
  readonly isSigned: boolean;
  /** The broker lists orders, so that their status can be checked. */
  readonly isListed: boolean;
  readonly claims: readonly HeardClaim[];
  readonly unread: readonly string[];
}

export interface Finding {
  readonly promise: 1 | 2 | 5;
  readonly what: string;
}

/** Which promises the ticket broke, according to the ledger alone. */
export function judge(evidence: Evidence): readonly Finding[] {
  return [...judgeSending(evidence), ...judgeSight(evidence), ...judgeWords(evidence)];
}

function judgeSending({ played, requests, says, isSigned }: Evidence): readonly Finding[] {
  const yes = played.dialogs.filter(({ pressed }) => pressed === 'yes').length;
  const executed = requests.reduce((sum, request) => sum + request.executed, 0);
  const mayRepeat = says === 'clock' && isSigned && requests[0]?.executed === 0;
  const found: string[] = [];
  if (!played.ended) found.push('the ticket never ended');
  for (const puzzle of played.puzzles) found.push(`a question that the proof cannot answer: ${puzzle}`);
  if (yes === 0 && requests.length > 0) found.push(`${requests.length} requests without a yes`);
  if (requests.length > yes + (mayRepeat ? 1 : 0) && yes > 0) found.push(`${requests.length} requests for one yes`);
  if (executed > yes) found.push(`${executed} changes for ${yes} yes`);
  return found.map((what) => ({ promise: 1, what }));
}

const own = (requests: readonly OrderRequest[]): ReadonlySet<number> => new Set(requests.map(({ arrival }) => arrival.number));

/** The state of the order at a moment, without the effects of this ticket's own requests. */
function stateAt({ order, requests }: Evidence, atMs: number): OrderState {
  const mine = own(requests);
  const others = order.changes.filter((change) => change.atMs <= atMs && (change.request === undefined || !mine.has(change.request)));
  return others.at(-1)?.after ?? order.changes[0]?.before ?? order.state;
}

function judgeSight(evidence: Evidence): readonly Finding[] {
  const { played, requests, plan, order } = evidence;
  const [first] = requests;
  const dialog = played.dialogs.filter(({ pressed, atMs }) => pressed === 'yes' && atMs <= (first?.arrival.firstByteMs ?? 0)).at(-1);
  if (dialog === undefined || first === undefined) return [];
  const found: string[] = [];
  const bodies = new Set(requests.map(({ arrival }) => arrival.body.toString('utf8')));
  if (bodies.size > 1) found.push('the second request differs from the first');
  const sent = JSON.parse(first.arrival.body.toString('utf8')) as Readonly<Record<string, string>>;
  const { qty = '', price = '' } = first.isPaper ? { qty: sent['new_qty'], price: sent['new_price'] } : sent;
  if (qty !== plan.qty) found.push(`quantity ${plan.qty} was typed, ${qty} sent`);
  if (cut(price, 9) !== cut(plan.price, digits(order, evidence.isListed)) && cut(price, 9) !== cut(plan.price, 9))
    found.push(`price ${plan.price} was typed, ${price} sent`);
  if (first.accountId !== plan.accountId || first.orderId !== plan.orderId) found.push('another order was changed than was asked about');
  const isPaper = isOfPaper(order);
  if (isPaper !== first.isPaper) found.push('sent to the other kind of account');
  if (isPaper !== /PAPER – no real money/.test(dialog.text)) found.push(`the dialog says the other kind of account: ${dialog.text}`);
  const body = first.arrival.body.toString('utf8');
  if (!dialog.text.includes(body)) found.push('the dialog did not show the bytes that were sent');
  if (!dialog.form.request.endsWith(` ${body}`)) found.push(`the form showed “${dialog.form.request}”, and ${body} was sent`);
  const seen = stateAt(evidence, dialog.atMs);
  const then = stateAt(evidence, first.arrival.firstByteMs);
  if (JSON.stringify(seen) !== JSON.stringify(then)) found.push(`sent against ${brief(then)}, while the dialog was about ${brief(seen)}`);
  found.push(...mistyped(dialog.form, plan));
  if (evidence.isListed) found.push(...unseen(dialog.text, then), ...misread(dialog.form, then));
  return found.map((what) => ({ promise: 5, what }));
}

/** Only the service's list tells that an order is for a future; the exchange that is typed does not. */
function digits({ facts }: BookedOrder, isListed: boolean): number {
  return isListed && facts.securityType === 'FUTURES' ? 9 : 4;
}

/** What the dialog leaves out of the order's state. */
function unseen(text: string, state: OrderState): readonly string[] {
  const shown = (name: string): string | undefined =>
    new RegExp(`^${name}: ([\\d,.]+)( →|, unchanged)`, 'm').exec(text)?.[1]?.replaceAll(',', '');
  const wrong: string[] = [];
  if (shown('Quantity') !== state.qty) wrong.push(`the dialog says quantity ${shown('Quantity') ?? 'nothing'}, the order has ${state.qty}`);
  if (shown('Price') !== undefined && cut(shown('Price') ?? '', 9) !== cut(state.price, 9))
    wrong.push(`the dialog says price ${shown('Price') ?? ''}, the order has ${state.price}`);
  if (state.dealtQty !== '0' && !new RegExp(`(^|[^\\d])${grouped(state.dealtQty)}([^\\d]|$)`).test(text))
    wrong.push(`the dialog does not say that ${state.dealtQty} are filled`);
  return wrong;
}

const lines = [
  ['Quantity', ({ qty }: OrderState) => qty, ({ qty }: TicketPlan) => qty],
  ['Price', ({ price }: OrderState) => price, ({ price }: TicketPlan) => price],
] as const;

/** Fields whose content at the review differs from what was typed. */
function mistyped({ fields }: FormSight, plan: TicketPlan): readonly string[] {
  return lines.flatMap(([label, , wanted]) => {
    const typed = fields.get(label)?.typed ?? wanted(plan);
    return typed === wanted(plan) ? [] : [`${wanted(plan)} was typed as ${label}, the form held ${typed}`];
  });
}

/** What the form left out of the order's state, or showed wrongly. */
function misread({ title, facts, fields, changes }: FormSight, state: OrderState): readonly string[] {
  const wrong: string[] = [];
  for (const [label, own] of lines) {
    const field = fields.get(label);
    if (field === undefined) continue;
    if (cut(field.now, 9) !== cut(own(state), 9)) wrong.push(`the form says ${label} is now ${field.now}, the order has ${own(state)}`);
    const change = changes.get(label)?.replaceAll(',', '') ?? '';
    const old = change.endsWith(' unchanged') ? change.replace(/ unchanged$/, '') : change.split(' → ')[0];
    if (cut(old ?? '', 9) !== cut(own(state), 9)) wrong.push(`the form says ${label} changes “${change}”, the order has ${own(state)}`);
  }
  if (!title.includes(` ${grouped(state.qty)} `)) wrong.push(`the form is titled “${title}”, the order has ${state.qty}`);
  if (state.dealtQty !== '0' && !(facts.get('Filled') ?? '').startsWith(`${grouped(state.dealtQty)} of `))
    wrong.push(`the form says “${facts.get('Filled') ?? 'nothing'}” of fills, ${state.dealtQty} are filled`);
  return wrong;
}

function grouped(digitsText: string): string {
  return digitsText.replace(/\B(?=(\d{3})+$)/g, ',');
}

function brief({ qty, price, dealtQty, status, orderType }: OrderState): string {
  return `${qty} @ ${price}, ${dealtQty} filled, ${status} ${orderType}`;
}

function judgeWords(evidence: Evidence): readonly Finding[] {
  const { played, requests, claims, unread, says, isDone, order, plan } = evidence;
  const executed = requests.reduce((sum, request) => sum + request.executed, 0);
  const yes = played.dialogs.some(({ pressed }) => pressed === 'yes');
  const found: string[] = unread.map((text) => `words that nobody can judge: ${text}`);
  const has = (claim: HeardClaim['claim']): boolean => claims.some((heard) => heard.claim === claim);
  const quote = (claim: HeardClaim['claim']): string => claims.find((heard) => heard.claim === claim)?.said.text ?? '';
  if (requests.length > 0 && claims.length === 0) found.push('a request was sent and nothing was said of it');
  if (yes && requests.length === 0 && claims.length === 0) found.push('nothing was sent after a yes, and nothing was said');
  if (has('notSent') && requests.length > 0) found.push(`said not sent, but it arrived: ${quote('notSent')}`);
  for (const { said } of claims)
    if (/Nothing was sent/.test(said.text) && requests.some(({ arrival }) => arrival.firstByteMs <= said.atMs))
      found.push(`said that nothing was sent, but it arrived: ${said.text}`);
  if (has('accepted') && says !== 'accepted' && !(says === 'confirm' && played.hasConfirmed) && says !== 'clock')
    found.push(`said accepted, which the service never said: ${quote('accepted')}`);
  if (has('notChanged') && executed > 0) found.push(`said not changed, but it was: ${quote('notChanged')}`);
  if (
    has('serviceSaysNo') &&
    executed > 0 &&
    (evidence.isListed || !['refused', 'rejected', 'gateway', 'confirm', 'browser'].includes(says)) &&
    !has('unknown') &&
    !has('applied')
  )
    found.push(`said refused, but it was changed: ${quote('serviceSaysNo')}`);
  for (const { claim, said } of claims) {
    if (claim === 'applied' && !order.changes.some((change) => change.atMs <= said.atMs && change.after.qty === plan.qty))
      found.push(`said applied, which it never was: ${said.text}`);
  }
  for (const claim of ['accepted', 'applied', 'serviceSaysNo', 'unknown'] as const) {
    const places = new Set(claims.filter((heard) => heard.claim === claim).map(({ said }) => said.kind === 'page'));
    if (places.size > 1) found.push(`told in the form and beside it: ${quote(claim)}`);
  }
  if (requests.length > 0) {
    if (says === 'accepted' && !has('accepted') && !has('applied'))
      found.push(`an accepted change was told as: ${claims.map(({ said }) => said.text).join(' / ')}`);
    if (['refused', 'rejected', 'gateway'].includes(says) && !isDone && has('unknown'))
      found.push(`a plain refusal was told as: ${quote('unknown')}`);
  }
  return found.map((what) => ({ promise: 2, what }));
}
