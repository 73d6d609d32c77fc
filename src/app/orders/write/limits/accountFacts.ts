import { unknownAccount } from '../../../../domain/orders/limits/accountLimits';
import type { AccountFacts, SecurityFacts, SecurityReading } from '../../../../domain/orders/limits/accountLimits';
import { isSameAccount, isUnresolved, orderIdOf } from '../../../../domain/orders/orderAttempts';
import type { Attempt, AttemptState } from '../../../../domain/orders/orderAttempts';
import { hasEnded, isBuy, isSell } from '../../../../domain/orders/orderRules';
import { hasMark } from '../../../../domain/orders/placing/mark';
import { isListable } from '../../../../domain/orders/placing/placedOrders';
import { dayProfit } from '../../../../domain/positions/dayProfit';
import { dayTotals } from '../../../../domain/positions/dayTotals';
import { dayFigures, readHolding } from '../../../../domain/positions/holding';
import type { Holding, ReadHolding } from '../../../../domain/positions/holding';
import { canonicalCode, compareSecurities, marketOf, securityOf } from '../../../../domain/market/security';
import { plainAmount } from '../../../../domain/values/amount';
import { difference, isMoreThan, total } from '../../../../domain/values/decimal';
import { livePositionsPart, simulatedPositionsPart, snapshotPart } from '../../../../service/endpoints/sources';
import { simulatedOrdersPart } from '../../../../service/endpoints/tradingSources';
import { seen } from '../../../../service/lists/list';
import { mapPart, readList } from '../../../../service/lists/readList';
import type { ListPart } from '../../../../service/lists/readList';
import type { OrderRecord } from '../../../../service/records';
import type { CallOptions, ReadingClient } from '../../../../service/serviceClient';
import { fromLivePosition, fromPosition } from '../../../positions/holdings';
import { onceEach, ordersPartsOn } from '../../lists/listOrders';
import type { OrderPlace } from '../../lists/readOrders';

/** Which facts are wanted: reading each costs requests. */
export interface AccountWanted {
  readonly exposure: boolean;
  readonly dayLoss: boolean;
}

/** Lists may show an accepted request this late, also one that was no longer waited for. */
const lagMs = 60_000;
const accepted: ReadonlySet<AttemptState> = new Set<AttemptState>(['accepted', 'notApplied', 'endUnknown']);

/** No list ever shows an order of an option: one that may still be open counts for a day, and one without an end of its own for longer. */
const [unlistedDayMs, unlistedOpenMs] = [24 * 3_600_000, 90 * 24 * 3_600_000];

function patienceWith(attempt: Attempt): number {
  if (isListable(attempt)) return lagMs;
  return /"time_in_force"\s*:\s*"(?!DAY)/.test(attempt.body) ? unlistedOpenMs : unlistedDayMs;
}

/**
 * New orders and changes in this account whose outcome is open, or that were accepted so recently that lists may not show them, or that no list
 * shows.
 */
export function unseenRequests(
  attempts: readonly Attempt[],
  { accountId, isPaper = false }: Pick<OrderPlace, 'accountId' | 'isPaper'>,
  { baseUrl }: Pick<ReadingClient, 'baseUrl'>,
  nowMs: number,
): readonly Attempt[] {
  return attempts.filter((attempt) => {
    const { action, state, target, startedAt, endedAt = startedAt } = attempt;
    const isOpen = isUnresolved(state) || (accepted.has(state) && nowMs - Date.parse(endedAt) < patienceWith(attempt));
    return action !== 'cancel' && isOpen && isSameAccount(target, { service: baseUrl, accountId, isPaper });
  });
}

/**
 * The facts about an order's account that limits need, read now. An incomplete list gives no figure.
 *
 * @param code - `{market}.{code}` of the order's security.
 * @param requests - See {@link unseenRequests}.
 */
export async function accountFacts(
  client: ReadingClient,
  place: OrderPlace,
  code: string,
  wanted: AccountWanted,
  options: CallOptions,
  requests: readonly Attempt[] = [],
): Promise<AccountFacts> {
  if (!wanted.exposure && !wanted.dayLoss) return unknownAccount;
  const [holdings, orders] = await Promise.all([
    complete(holdingsParts(client, place), options),
    complete(openOrderParts(client, place), options),
  ]);
  if (holdings === undefined) return unknownAccount;
  const found: Pick<AccountFacts, 'security' | 'readings' | 'unmatched'> =
    orders === undefined || code === ''
      ? { security: undefined }
      : securityFacts(code, place.orderId, holdings, withRequests(orders, requests));
  return { ...found, ...(wanted.dayLoss ? await dayLossOf(client, place, code, { holdings, orders }, options) : nothingLost) };
}

const nothingLost = { dayLoss: undefined } as const;

function holdingsParts(client: ReadingClient, { accountId, isPaper, market }: OrderPlace): readonly ListPart<Holding>[] {
  const source = async (): Promise<ReadingClient> => Promise.resolve(client);
  return isPaper === true
    ? [mapPart(simulatedPositionsPart(source, accountId, market), fromPosition)]
    : [mapPart(livePositionsPart(source, accountId), fromLivePosition)];
}

function openOrderParts(client: ReadingClient, { accountId, exchange, isPaper, market }: OrderPlace): readonly ListPart<OrderRecord>[] {
  const source = async (): Promise<ReadingClient> => Promise.resolve(client);
  if (isPaper !== true) return ordersPartsOn(source, accountId, exchange);
  return market === undefined ? [] : [simulatedOrdersPart(source, { accountId, market })];
}

/** All items, or undefined if any may be missing. */
async function complete<T>(parts: readonly ListPart<T>[], options: CallOptions): Promise<readonly T[] | undefined> {
  try {
    const list = await readList(parts, options);
    return parts.length > 0 && list.verdict === 'complete' ? list.items : undefined;
  } catch {
    return undefined;
  }
}

/** The orders with the quantities that were requested, if they are larger, and the new orders that the list does not have. */
function withRequests(orders: readonly OrderRecord[], requests: readonly Attempt[]): readonly OpenOrder[] {
  const askedOf = ({ fields }: Attempt): string => fields.find(({ field }) => field === 'qty')?.kept ?? '';
  const changed = onceEach(orders).map((order) =>
    requests
      .filter(({ action, target }) => action === 'modify' && target.orderId === order.orderId)
      .map(askedOf)
      .reduce((now, quantity) => (isMoreThan(quantity, now.quantity) === true ? { ...now, quantity } : now), order),
  );
  const isListed = (placed: Attempt): boolean => {
    const { mark } = placed.target;
    // An ID in a response that could not be interpreted may be that of another order.
    const id = placed.outcome?.kind === 'unknown' ? '' : orderIdOf(placed);
    return orders.some(({ orderId, remark }) => orderId === id || (mark !== undefined && hasMark(remark, mark)));
  };
  const added = requests
    .filter((request) => request.action === 'place' && !isListed(request))
    .map((placed): OpenOrder => {
      const { code = '', side = '' } = placed.order ?? {};
      return { orderId: orderIdOf(placed), code, side, status: '', quantity: askedOf(placed), dealtQuantity: '' };
    });
  return [...changed, ...added];
}

type OpenOrder = Pick<OrderRecord, 'orderId' | 'code' | 'side' | 'status' | 'quantity' | 'dealtQuantity'>;

/**
 * What the account has in one security. `security` is undefined if a side or a quantity can't be read; `unmatched` names a position or order
 * that may be in it, or not.
 */
function securityFacts(
  code: string,
  orderId: string,
  holdings: readonly Holding[],
  orders: readonly OpenOrder[],
): Pick<AccountFacts, 'security' | 'readings' | 'unmatched'> {
  // A new order has no ID of its own yet.
  const isOther = (order: OpenOrder): boolean => orderId === '' || order.orderId !== orderId;
  const open = orders.filter((order) => !hasEnded(order.status) && isOther(order));
  const unmatched = [...holdings.map(({ symbol, sentSymbol = symbol }) => sentSymbol), ...open.map((order) => order.code)].find(
    (sent) => compareSecurities(sent, code) === 'unknown',
  );
  const own = holdings.filter(({ symbol }) => isOf(code, symbol));
  const openOrders = open.filter((order) => isOf(code, order.code));
  return { security: factsOf(own, openOrders), readings: readingsOf(own, openOrders), unmatched };
}

/** Orders that change a long position, and those that change a short one that stands beside it. */
const longSides = ['BUY', 'SELL'] as const;
const shortSides = ['SELL_SHORT', 'BUY_BACK'] as const;

/** A service may list a position twice, or a long and a short position in the same security, of which the sum is neither. */
function readingsOf(own: readonly Holding[], orders: readonly OpenOrder[]): readonly SecurityReading[] | undefined {
  const once = [...new Map(own.map((holding) => [holding.id, holding])).values()];
  const repeated = once.length === own.length ? [] : [factsOf(once, orders)];
  const hasBoth = (['long', 'short'] as const).every((side) => own.some((holding) => holding.side === side));
  const legs = [['long', longSides] as const, ['short', shortSides] as const].map(([leg, sides]) => {
    const changing = orders.filter(({ side }) => sides.some((one) => one === side));
    const facts = factsOf(
      own.filter(({ side }) => side === leg),
      changing,
    );
    return facts === undefined ? undefined : { ...facts, sides };
  });
  const readings = [...repeated, ...(hasBoth ? legs : [])].filter((reading) => reading !== undefined);
  return readings.length === 0 ? undefined : readings;
}

function factsOf(holdings: readonly Holding[], orders: readonly OpenOrder[]): SecurityFacts | undefined {
  let facts: SecurityFacts | undefined = { held: '0', buys: '0', sells: '0' };
  for (const { side, quantity, price } of holdings) {
    const held = signed(side, quantity);
    facts = facts === undefined || held === undefined ? undefined : withSum({ ...facts, price }, 'held', held);
  }
  for (const { side, quantity, dealtQuantity } of orders) {
    const left = difference(quantity, dealtQuantity === '' ? '0' : dealtQuantity);
    const way = isBuy(side) ? 'buys' : isSell(side) ? 'sells' : undefined;
    facts = facts === undefined || left === undefined || way === undefined ? undefined : withSum(facts, way, left);
  }
  return facts;
}

function withSum(facts: SecurityFacts, name: 'held' | 'buys' | 'sells', more: string): SecurityFacts | undefined {
  const sum = total(facts[name], more);
  return sum === undefined ? undefined : { ...facts, [name]: sum };
}

/** A signed quantity also states the side, and must not contradict it. */
function signed(side: Holding['side'], quantity: string): string | undefined {
  if (side === 'short') return difference('0', quantity.replace(/^-/, ''));
  return side === 'long' && isMoreThan('0', quantity) === false ? quantity : undefined;
}

function isOf(code: string, symbol: string): boolean {
  return compareSecurities(symbol, code) === 'same';
}

interface Held {
  readonly holdings: readonly Holding[];
  /** Of the day, as far as they could be read; undefined unless all were. */
  readonly orders: readonly OpenOrder[] | undefined;
}

/** The day's loss in the currency that lost most; undefined if one of the positions doesn't have it. */
async function dayLossOf(
  client: ReadingClient,
  { isPaper }: OrderPlace,
  code: string,
  { holdings, orders }: Held,
  options: CallOptions,
): Promise<Pick<AccountFacts, 'dayLoss' | 'dayLossAtMost'>> {
  const days = await withDays(client, code, holdings, options);
  if (days.some(({ day }) => day.kind === 'unknown')) return nothingLost;
  const lossOf = (all: readonly ReadHolding[]): string =>
    dayTotals([{ kind: isPaper === true ? 'simulated' : 'live', holdings: all }]).reduce((worst, { day: { amount = 0n } }) => {
      const loss = plainAmount(-amount);
      return isMoreThan(loss, worst) === true ? loss : worst;
    }, '0');
  const market = marketOf(code);
  // Of a paper account, the orders of the whole day are listed; of a live one, those that are open.
  const wasTraded = ({ holding: { symbol } }: ReadHolding): boolean =>
    isPaper !== true ||
    orders === undefined ||
    marketOf(symbol) !== market ||
    orders.some((order) => isOf(order.code, symbol) && isMoreThan(order.dealtQuantity, '0') === true);
  return { dayLoss: lossOf(days), dayLossAtMost: lossOf(days.map((read) => (wasTraded(read) ? atWorst(read) : read))) };
}

/** What was bought today at a worse price than the previous close has lost more than the change of the price since then: all that it lost. */
function atWorst(read: ReadHolding): ReadHolding {
  const { day, profit } = read;
  return day.kind === 'calculated' && profit !== undefined && profit < day.amount ? { ...read, day: { ...day, amount: profit } } : read;
}

/** If the service doesn't report the day's P&L, it is calculated from the previous close. */
async function withDays(
  client: ReadingClient,
  code: string,
  holdings: readonly Holding[],
  options: CallOptions,
): Promise<readonly ReadHolding[]> {
  const read = holdings.map(readHolding);
  const market = marketOf(code) ?? '';
  const codeOf = ({ holding: { symbol } }: ReadHolding): string => securityOf(symbol, { market }).code;
  const codes = [...new Set(read.filter(({ day }) => day.kind === 'unknown').map(codeOf))];
  if (codes.length === 0) return read;
  const quotes = await readList([snapshotPart(async () => Promise.resolve(client), codes)], options).catch(() => undefined);
  const known = new Map(quotes === undefined ? [] : seen(quotes).items.map((quote) => [canonicalCode(quote.code), quote]));
  return read.map((one) => {
    const { previousClose = '', isSuspended = false } = known.get(codeOf(one)) ?? {};
    // What has been halted for weeks has moved on another day.
    return one.day.kind === 'unknown' ? { ...one, day: dayProfit(dayFigures(one), { previousClose, isOld: isSuspended }) } : one;
  });
}
