import type { BookedOrder, OrderState } from '../../broker/book';
import { cut, remarkIn, sentIn } from '../../broker/carryOut';
import type { OrderRequest } from '../../broker/broker';
import type { Evidence } from './evidence';
import type { FormSight } from './ticketForm';
import type { PlayedTicket, TicketPlan } from './ticketUser';

/** What was on the screen at the yes, and the request that followed. */
interface Seen {
  readonly dialog: PlayedTicket['dialogs'][number];
  readonly first: OrderRequest;
  /** What was sent. */
  readonly body: string;
}

/** Promise 5: what is seen is what is sent, and the values seen are the order's own. */
export function sightOf(evidence: Evidence): readonly string[] {
  const { action, played, requests, isPaper } = evidence;
  const [first] = requests;
  const dialog = played.dialogs.filter(({ pressed, atMs }) => pressed === 'yes' && atMs <= (first?.arrival.firstByteMs ?? 0)).at(-1);
  if (dialog === undefined || first === undefined) return [];
  const body = first.arrival.body.toString('utf8');
  const found = isPaper === first.isPaper ? [] : ['sent to the other kind of account'];
  if (action === 'cancel') return [...found, ...sightOfCancellation(evidence, { dialog, first, body })];
  if (requests.some(({ arrival }) => arrival.body.toString('utf8') !== body)) found.push('the second request differs from the first');
  if (!dialog.form.request.endsWith(` ${body}`)) found.push(`the form showed “${dialog.form.request}”, and ${body} was sent`);
  return [...found, ...(action === 'place' ? sightOfPlacement : sightOfChange)(evidence, { dialog, first, body })];
}

function sightOfChange(evidence: Evidence, { dialog, first, body }: Seen): readonly string[] {
  const { plan, isPaper, isListed } = evidence;
  const [order] = evidence.orders;
  if (order === undefined) return ['a change of no order'];
  const found: string[] = [];
  const sent = JSON.parse(body) as Readonly<Record<string, string>>;
  const { qty = '', price = '' } = first.isPaper ? { qty: sent['new_qty'], price: sent['new_price'] } : sent;
  if (qty !== plan.qty) found.push(`quantity ${plan.qty} was typed, ${qty} sent`);
  if (cut(price, 9) !== cut(plan.price, digits(order, isListed)) && cut(price, 9) !== cut(plan.price, 9))
    found.push(`price ${plan.price} was typed, ${price} sent`);
  if (first.accountId !== plan.accountId || first.orderId !== plan.orderId) found.push('another order was changed than was asked about');
  if (isPaper !== /PAPER – no real money/.test(dialog.text)) found.push(`the dialog says the other kind of account: ${dialog.text}`);
  const [seen, then] = [dialog.atMs, first.arrival.firstByteMs].map((atMs) => stateAt(evidence, order, atMs));
  if (seen === undefined || then === undefined) return found;
  if (JSON.stringify(seen) !== JSON.stringify(then)) found.push(`sent against ${brief(then)}, while the dialog was about ${brief(seen)}`);
  found.push(...mistyped(dialog.form, plan));
  if (isListed) found.push(...unseen(dialog.text, then), ...misread(dialog.form, then));
  return found;
}

/** The state of the order at a moment, without the effects of this ticket's own requests. */
function stateAt({ requests }: Evidence, order: BookedOrder, atMs: number): OrderState {
  const mine = new Set(requests.map(({ arrival }) => arrival.number));
  const others = order.changes.filter((change) => change.atMs <= atMs && (change.request === undefined || !mine.has(change.request)));
  return others.at(-1)?.after ?? order.changes[0]?.before ?? order.state;
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
    // A price that is left has the digits of the market.
    return cut(typed, 9) === cut(wanted(plan), 9) ? [] : [`${wanted(plan)} was typed as ${label}, the form held ${typed}`];
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

const sides = ['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'];
const types = new Map<unknown, string>([
  [1, 'LIMIT'],
  [3, 'MARKET'],
]);

function sightOfPlacement({ plan, isPaper }: Evidence, { dialog, first }: Seen): readonly string[] {
  const { place } = plan;
  if (place === undefined) return ['a new order that nobody asked for'];
  const sent = sentIn(first.arrival);
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
  const says = [plan.accountId, place.code, isPaper ? 'PAPER' : 'LIVE – REAL MONEY', place.remark];
  for (const text of says) if (!dialog.text.includes(text)) found.push(`the dialog does not say “${text}”`);
  for (const [label, typed] of [['Quantity', plan.qty], ...(isPriced ? [['Price', plan.price] as const] : [])] as const)
    if (cut(dialog.form.fields.get(label)?.typed ?? '', 9) !== cut(typed, 9))
      found.push(`${typed} was typed as ${label}, the form held another`);
  return found;
}

/** The question shows the order as it is: only what a fill changes may differ. */
function sightOfCancellation({ plan, orders, isPaper }: Evidence, { dialog, first }: Seen): readonly string[] {
  const [order] = orders;
  if (order === undefined) return ['a cancellation of no order'];
  const found: string[] = [];
  if (first.accountId !== plan.accountId || first.orderId !== plan.orderId) found.push('another order was canceled than was asked about');
  for (const text of [plan.orderId, plan.accountId, isPaper ? 'PAPER – no real money' : 'LIVE – REAL MONEY'])
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
