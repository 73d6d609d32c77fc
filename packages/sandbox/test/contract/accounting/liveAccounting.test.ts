import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeRates } from '../../../src/routes/trading/balance';
import { afterFill, everyPage, figure, isBuy, positionOf, sizeOf, sumOf } from '../../support/accounting';
import type { Fill, Listing, Position } from '../../support/accounting';
import { action, hourMs, listings, mostNames, openedMs, zones } from './liveActions';
import type { Account, Action } from './liveActions';
import { postJson } from '../../support/sandboxHarness';
import { record, records, serviceNoon } from '../../support/sandboxService';
import type { Caller, Json } from '../../support/sandboxService';
import { openTrading } from '../../support/tradingService';
import type { TradingService } from '../../support/tradingService';

interface Start {
  readonly atMs: number;
  readonly positions: ReadonlyMap<string, Position>;
  readonly funds: ReadonlyMap<string, Json>;
  /** What could not be sold from the beginning on. */
  readonly unavailable: ReadonlyMap<string, Big>;
  /** What was realized before. */
  readonly realized: ReadonlyMap<string, Big>;
}

const cashFields = { hk_cash: 'HKD', us_cash: 'USD', cn_cash: 'CNY', sg_cash: 'SGD' };

function rateOf(currency: unknown): string {
  const rate = exchangeRates.get(String(currency));
  if (rate === undefined) throw new Error(`no rate of ${String(currency)}`);
  return rate;
}

/** The range of a history that leaves out most of the weeks before the start: all runs begin at the same time. */
const recent = { start: String((serviceNoon - 86_400_000) * 1000), end: '99999999999999999' };

/** One account of the sandbox, and everything about it that has to agree. */
class Audit {
  readonly #path: string;
  readonly #listings: readonly Listing[];
  readonly #currencies: readonly string[];
  readonly #ended = new Map<unknown, Json>();
  /** Orders whose fills need not keep to their limit. */
  readonly #bent = new Set<unknown>();
  /** Orders of the start that a change has brought to the market. */
  readonly #entered = new Set<unknown>();
  #fills: readonly Fill[] = [];

  constructor(
    private readonly service: TradingService,
    private readonly caller: Caller,
    private readonly account: Account,
    private readonly alwaysOpen: boolean,
  ) {
    this.#path = `/api/v1.0/accounts/${account}`;
    this.#listings = listings[account];
    this.#currencies = [...new Set(this.#listings.map(({ currency }) => currency))];
  }

  async start(): Promise<Start> {
    const atMs = this.service.now();
    const held = await this.#positions();
    const initial = held.map((position): readonly [string, Position] => {
      const quantity = figure(position, 'qty').times(position['position_side'] === 'SHORT' ? -1 : 1);
      const cost = figure(position, 'cost_price');
      // The one whose P&L of the day is the whole P&L was bought on the day of the start.
      const isOfToday = position['today_pl_val'] === position['pl_val'];
      return [String(position['code']), positionOf(quantity, cost, isOfToday ? [{ quantity, price: cost, atMs }] : [])];
    });
    const funds = await Promise.all(this.#currencies.map(async (currency) => [currency, await this.#funds(currency)] as const));
    const unavailable = held.map(
      (position) => [String(position['code']), figure(position, 'qty').minus(figure(position, 'can_sell_qty'))] as const,
    );
    // What was realized before the start is in the diluted cost, and so in the P&L by it.
    const realized = held.map((position) => [String(position['code']), figure(position, 'realized_pl')] as const);
    return {
      ...{ atMs, positions: new Map(initial), funds: new Map(funds), unavailable: new Map(unavailable) },
      realized: new Map(realized),
    };
  }

  async act(given: Action): Promise<void> {
    if (given.kind === 'wait') {
      this.service.advance(given.ms);
      return;
    }
    if (given.kind === 'place') return this.#place(given);
    const orders = (await this.#history()).filter((order) => ['SUBMITTED', 'FILLED_PART'].includes(String(order['order_status'])));
    const order = orders[given.order % Math.max(1, orders.length)];
    const listing = this.#listings.find(({ code }) => code === order?.['code']);
    if (order === undefined || listing === undefined) return;
    const path = `${this.#path}/orders/${encodeURIComponent(String(order['order_id']))}`;
    // Its change would apply later, at a price that is not known here.
    if (given.kind === 'change' && String(order['order_id']).startsWith('SLOW-')) return;
    if (given.kind === 'cancel') await this.caller.delete(path, { exchange: listing.exchange });
    else if (given.kind === 'change') {
      const price = await this.service.price(listing.code, given.step);
      this.#bent.add(order['order_id']);
      const trigger = figure(order, 'aux_price').eq(0) ? {} : { aux_price: price };
      const isReached = reaches(order, price, await this.service.price(listing.code));
      const asked = { exchange: listing.exchange, qty: String(given.lots * listing.lot), price, ...trigger };
      const { body } = await this.caller.put(path, asked);
      // The IDs of others ask for a response, and keep it at any price.
      const mayEnter = String(order['order_id']).startsWith('OK-');
      if (body['s'] === 'ok' && isReached && mayEnter) this.#entered.add(order['order_id']);
    } else {
      this.#bent.add(order['order_id']);
      const rest = figure(order, 'qty').minus(figure(order, 'dealt_qty'));
      const part = given.isWhole || rest.lt(2 * listing.lot) ? {} : { qty: String(listing.lot) };
      const asked = {
        account: this.account,
        order_id: order['order_id'],
        price: await this.service.price(listing.code, given.step),
        ...part,
      };
      expect((await postJson(`${this.service.sandbox.url}/sandbox/orders/fill`, asked)).status).toBe(200);
    }
  }

  async #place({
    code: at,
    side,
    type,
    step: steps,
    lots,
    timeInForce,
    remark,
  }: Extract<Action, { readonly kind: 'place' }>): Promise<void> {
    const listing = this.#listings[at % this.#listings.length];
    if (listing === undefined) return;
    const price = await this.service.price(listing.code, steps);
    const hasLimit = /LIMIT/.test(type);
    const hasTrigger = /STOP|TOUCHED/.test(type);
    const priced = { ...(hasLimit ? { price } : {}), ...(hasTrigger ? { aux_price: price } : {}) };
    const asked = { code: listing.code, side, order_type: type, time_in_force: timeInForce, remark, ...priced };
    const place = async (qty: Big): Promise<Json> =>
      (await this.caller.post(`${this.#path}/orders`, { ...asked, qty: qty.toFixed() })).body;
    if (lots !== 'most') {
      await place(new Big(lots * listing.lot));
      return;
    }
    if (!hasLimit) return;
    const query = { code: listing.code, order_type: type, price };
    const most = record((await this.caller.get(`${this.#path}/acctradinginfo`, query)).body['d']);
    const name = mostNames[side];
    const opens = side === 'SELL' && listing.isFuture ? figure(most, 'max_sell_short') : new Big(0);
    const count = figure(most, name).plus(opens);
    const usable = count.minus(count.mod(listing.lot));
    expect(await place(usable.plus(listing.lot)), `${side} more than the most`).toMatchObject({ s: 'error' });
    if (usable.gt(0)) expect(await place(usable), `${side} the most`).toMatchObject({ s: 'ok' });
  }

  /** Everything that must hold now. */
  async check(start: Start): Promise<void> {
    const orders = await this.#history();
    const fills = (await this.#fillHistory()).map(fillOf);
    this.#checkFills(fills);
    this.#checkOrders(orders, fills);
    await this.#checkLists(orders, fills);
    await this.#checkMoney(orders, fills.filter(({ atMs }) => atMs >= start.atMs).toReversed(), start);
  }

  #checkFills(fills: readonly Fill[]): void {
    expect(new Set(fills.map(({ id }) => id)).size, 'each fill once').toBe(fills.length);
    const times = fills.map(({ atMs }) => atMs);
    expect(times, 'fills, the newest first').toEqual(times.toSorted((a, b) => b - a));
    expect(Math.max(...times)).toBeLessThanOrEqual(this.service.now());
    const known = fills.filter((fill) => this.#fills.some(({ id }) => id === fill.id));
    expect(
      known.map(({ id }) => id),
      'no fill is lost',
    ).toEqual(this.#fills.map(({ id }) => id));
    // Nothing happens in a time that was looked at before.
    expect(fills.slice(0, fills.length - known.length), 'new fills are the newest').toEqual(fills.filter((fill) => !known.includes(fill)));
    this.#fills = fills;
  }

  #checkOrders(orders: readonly Json[], fills: readonly Fill[]): void {
    expect(new Set(orders.map((order) => order['order_id'])).size, 'each order once').toBe(orders.length);
    for (const order of orders) {
      const [id, status] = [order['order_id'], String(order['order_status'])];
      const name = `${String(id)} ${status}`;
      const own = fills.filter(({ orderId }) => orderId === id);
      const [whole, dealt] = [figure(order, 'qty'), figure(order, 'dealt_qty')];
      const filled = sumOf(own, ({ quantity }) => quantity);
      expect(filled.toFixed(), `${name} fills`).toBe(dealt.toFixed());
      const average = filled.eq(0) ? new Big(0) : sumOf(own, ({ quantity, price }) => quantity.times(price)).div(filled);
      expect(average.minus(figure(order, 'dealt_avg_price')).abs().toNumber(), `${name} average`).toBeLessThan(1e-6);
      expect(dealt.lte(whole), `${name} not more than ordered`).toBe(true);
      const expected = dealt.eq(whole)
        ? ['FILLED_ALL']
        : dealt.gt(0)
          ? ['FILLED_PART', 'CANCELLED_PART']
          : ['SUBMITTING', 'SUBMITTED', 'CANCELLED_ALL', 'FAILED'];
      expect(expected, name).toContain(status);
      for (const fill of own) {
        expect(fill.code).toBe(order['code']);
        expect(fill.side).toBe(order['side']);
        expect(fill.atMs * 1000, `${name} fill in its time`).toBeGreaterThanOrEqual(Number(order['create_time']));
        expect(fill.atMs * 1000, `${name} fill in its time`).toBeLessThanOrEqual(Number(order['updated_time']));
        const isLimited = /LIMIT/.test(String(order['order_type'])) && !this.#bent.has(id) && order['remark'] !== 'TOOLATE';
        if (isLimited && /^\d+$/.test(String(id))) {
          const better = isBuy(fill.side) ? figure(order, 'price').minus(fill.price) : fill.price.minus(figure(order, 'price'));
          expect(better.gte(0), `${name} at its limit or better`).toBe(true);
        }
      }
      const before = this.#ended.get(id);
      if (before !== undefined) expect(order, `${name} has ended`).toEqual(before);
      if (/CANCELLED|FILLED_ALL|FAILED/.test(status)) this.#ended.set(id, order);
      else if (order['time_in_force'] === 'DAY' && status !== 'SUBMITTING' && /^\d+$/.test(String(id)))
        expect(this.service.now(), `${name} ends with its day`).toBeLessThan(this.#closesMs(order));
    }
    for (const id of this.#ended.keys()) expect(orders.some((order) => order['order_id'] === id)).toBe(true);
  }

  /** At the latest. */
  #closesMs(order: Json): number {
    const createdMs = Number(order['create_time']) / 1000;
    const opened = openedMs(String(order['code']), createdMs, this.alwaysOpen);
    const hours = Number(zones[String(order['code']).slice(0, 2)]?.[0] ?? 0);
    const isFriday = new Date(opened + hours * hourMs).getUTCDay() === 5;
    if (this.alwaysOpen) return opened + (isFriday ? 3 : 1) * 86_400_000;
    const close = opened + (String(order['code']).startsWith('SG') ? 8 : 6.5) * hourMs;
    return createdMs < close ? close : close + (isFriday ? 3 : 1) * 86_400_000;
  }

  async #checkLists(orders: readonly Json[], fills: readonly Fill[]): Promise<void> {
    const listed = await everyPage(this.caller, `${this.#path}/orders`, 'orders', {});
    const since = (this.service.now() - 86_400_000) * 1000;
    const expected = orders.filter(
      (order) => !/CANCELLED|FILLED_ALL|FAILED/.test(String(order['order_status'])) || Number(order['updated_time']) > since,
    );
    const byId = (list: readonly Json[]): readonly Json[] =>
      list.toSorted((a, b) => String(a['order_id']).localeCompare(String(b['order_id'])));
    expect(byId(listed), 'the list is a part of the history').toEqual(byId(expected));
    const today = (await everyPage(this.caller, `${this.#path}/order_fills`, 'order_fills', {})).map(fillOf);
    const dateOf = (code: string, atMs: number): number => Math.floor((atMs / hourMs + (zones[code.slice(0, 2)]?.[0] ?? 0)) / 24);
    const days = fills.filter(({ code, atMs }) => dateOf(code, atMs) === dateOf(code, this.service.now()));
    expect(
      today.map(({ id }) => id),
      'the fills of the day',
    ).toEqual(days.map(({ id }) => id));
  }

  async #checkMoney(orders: readonly Json[], fills: readonly Fill[], start: Start): Promise<void> {
    const model = new Map(start.positions);
    const [paid, realized] = [new Map<string, Big>(), new Map<string, Big>()];
    const add = (sums: Map<string, Big>, currency: string, amount: Big): void =>
      void sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
    for (const fill of fills) {
      const listing = this.#listings.find(({ code }) => code === fill.code);
      if (listing === undefined) throw new Error(fill.code);
      const { position, gain } = afterFill(model.get(fill.code) ?? positionOf(new Big(0), new Big(0)), fill, listing);
      if (fill.side === 'SELL' && !listing.isFuture && fill.orderId.length > 10)
        expect(position.quantity.gte(0), `${fill.code}: a sale does not end in a short position`).toBe(true);
      model.set(fill.code, position);
      add(realized, listing.currency, gain);
      const value = fill.quantity.times(fill.price).times(sizeOf(fill.code));
      add(paid, listing.currency, listing.isFuture ? gain : value.times(isBuy(fill.side) ? -1 : 1));
    }
    const held = await this.#positions();
    await this.#checkPositions(held, model, orders, start);
    const currencyOf = new Map<unknown, unknown>(
      [...held, ...this.#listings].map((known: Json | Listing) => [known['code'], known['currency']]),
    );
    for (const currency of this.#currencies) {
      const [funds, before] = [await this.#funds(currency), start.funds.get(currency)];
      const near = (name: string, expected: Big): void =>
        expect(figure(funds, name).minus(expected).abs().toNumber(), `${currency} ${name} ${expected.toFixed(2)}`).toBeLessThan(
          (this.account === '8002' ? 1 : 0.1) + expected.abs().toNumber() / 1e6,
        );
      const isFuture = this.account === '8002';
      // What is of the whole account is converted; what can be spent is in each currency by itself.
      const converted = (amount: Big, from: unknown): Big => amount.times(rateOf(from)).div(rateOf(currency));
      const allRealized = sumOf([...realized], ([from, amount]) => converted(amount, from));
      const ownField = `${{ HKD: 'hk', USD: 'us', SGD: 'sg' }[currency] ?? ''}_cash`;
      near(ownField, figure(before, ownField).plus(paid.get(currency) ?? 0));
      near('realized_pl', allRealized);
      near(
        'unrealized_pl',
        sumOf(held, (position) => converted(figure(position, 'unrealized_pl'), position['currency'])),
      );
      const sided = (position: Json, name: string): Big => figure(position, name).times(position['position_side'] === 'SHORT' ? -1 : 1);
      near(
        'market_val',
        sumOf(held, (position) => converted(isFuture ? figure(position, 'pl_val') : sided(position, 'market_val'), position['currency'])),
      );
      const allCash = sumOf(Object.entries(cashFields), ([name, from]) => converted(figure(funds, name), from));
      near('cash', allCash);
      near('total_assets', allCash.plus(figure(funds, 'market_val')));
      near('available_funds', figure(funds, ownField).minus(figure(funds, 'frozen_cash')));
      const credit = figure(before, 'power').minus(figure(before, 'available_funds'));
      near('power', figure(funds, 'available_funds').plus(credit));
      // Everything that was won or lost, by the prices alone.
      const unrealizedBefore = figure(before, 'unrealized_pl');
      const gained = figure(funds, 'unrealized_pl').plus(allRealized).minus(unrealizedBefore);
      near('total_assets', figure(before, 'total_assets').plus(gained));
      const ownModel = [...model].filter(([code]) => currencyOf.get(code) === currency);
      const needed = sumOf(ownModel, ([, { quantity, cost, proceeds }]) =>
        isFuture ? quantity.abs().times(cost).times('0.1') : proceeds.times(2),
      );
      const reserving = orders.filter(
        (order) =>
          order['currency'] === currency &&
          this.#reserves(order) &&
          ['SUBMITTING', 'SUBMITTED', 'FILLED_PART'].includes(String(order['order_status'])) &&
          (isFuture || order['side'] !== 'SELL'),
      );
      if (reserving.length === 0) near('frozen_cash', needed);
      else expect(figure(funds, 'frozen_cash').gte(needed.minus(1)), 'no less is frozen than positions need').toBe(true);
      if (reserving.some((order) => order['side'] === 'BUY' && !isFuture)) expect(figure(funds, 'frozen_cash').gt(needed)).toBe(true);
    }
  }

  async #checkPositions(held: readonly Json[], model: ReadonlyMap<string, Position>, orders: readonly Json[], start: Start): Promise<void> {
    const expected = [...model].filter(([, { quantity }]) => !quantity.eq(0)).map(([code]) => code);
    expect(held.map((position) => String(position['code'])).toSorted(), 'positions').toEqual(expected.toSorted());
    const { body } = await this.caller.post('/api/v1.0/quote/snapshot', { code_list: expected });
    const quotes = new Map(records(record(body['data'])['snapshot_list']).map((quote) => [quote['code'], quote]));
    for (const position of held) {
      const code = String(position['code']);
      const known = model.get(code);
      if (known === undefined) throw new Error(code);
      const { quantity, cost, realized, trades } = known;
      const size = quantity.abs();
      expect([position['position_side'], position['qty']], code).toEqual([quantity.gt(0) ? 'LONG' : 'SHORT', size.toFixed()]);
      const price = figure(position, 'nominal_price');
      const near = (name: string, value: Big): void =>
        expect(figure(position, name).minus(value).abs().toNumber(), `${code} ${name} ${value.toFixed(4)}`).toBeLessThan(
          Math.max(0.02, size.toNumber() * 0.0002),
        );
      expect(price.toNumber(), `${code} price`).toBe(Number(quotes.get(code)?.['last_price']));
      near('cost_price', cost);
      near('market_val', price.times(size).times(sizeOf(code)));
      near('pl_val', price.minus(cost).times(quantity).times(sizeOf(code)));
      near('realized_pl', realized.plus(start.realized.get(code) ?? 0));
      near('pl_val', figure(position, 'unrealized_pl').plus(start.realized.get(code) ?? 0));
      const opened = openedMs(code, this.service.now(), this.alwaysOpen);
      const today = trades.filter(({ atMs }) => atMs >= opened);
      const carried = today.reduce((left, trade) => left.minus(trade.quantity), quantity);
      const close = new Big(String(quotes.get(code)?.['prev_close_price']));
      const since = sumOf(today, (trade) => price.minus(trade.price).times(trade.quantity));
      near('today_pl_val', price.minus(close).times(carried).plus(since).times(sizeOf(code)));
      const closing = orders.filter(
        (order) =>
          order['code'] === code &&
          this.#reserves(order) &&
          isBuy(order['side']) === quantity.lt(0) &&
          ['SUBMITTING', 'SUBMITTED', 'FILLED_PART'].includes(String(order['order_status'])),
      );
      const free = size.minus(sumOf(closing, (order) => figure(order, 'qty').minus(figure(order, 'dealt_qty'))));
      const can = figure(position, 'can_sell_qty');
      expect(can.gte(0) && can.lte(size)).toBe(true);
      const kept = start.unavailable.get(code) ?? new Big(0);
      expect(can.lte(free.gt(0) ? free : 0), `${code} can be sold`).toBe(true);
      expect(can.gte(free.minus(kept)), `${code} can be sold`).toBe(true);
    }
  }

  /** Orders of the start reserve nothing until a change brings them to the market. */
  #reserves(order: Json): boolean {
    return /^\d+$/.test(String(order['order_id'])) || this.#entered.has(order['order_id']);
  }

  async #funds(currency: string): Promise<Json> {
    return record((await this.caller.get(`${this.#path}/funds`, { currency })).body['d']);
  }

  async #positions(): Promise<readonly Json[]> {
    return records((await this.caller.get(`${this.#path}/positions`)).body['d']);
  }

  /** Orders that are not of the weeks before the start. */
  async #history(): Promise<readonly Json[]> {
    const all = await everyPage(this.caller, `${this.#path}/orders_history`, 'orders', recent);
    return all.filter((order) => !/^800\d{16,}$/.test(String(order['order_id'])));
  }

  async #fillHistory(): Promise<readonly Json[]> {
    const all = await everyPage(this.caller, `${this.#path}/fills_history`, 'order_fills', recent);
    return all.filter((fill) => !/^800\d{16,}$/.test(String(fill['order_id'])));
  }
}

/** Whether a change of the limit, or of the trigger, to a price moves an order towards the market and reaches the last price. */
function reaches(order: Json, price: string, last: string): boolean {
  const type = String(order['order_type']);
  const hasTrigger = /STOP|TOUCHED/.test(type);
  if (type.startsWith('AUCTION') || type === 'MARKET') return false;
  const from = figure(order, hasTrigger ? 'aux_price' : 'price');
  const isFilledBelow = isBuy(order['side']) !== type.startsWith('STOP');
  return isFilledBelow ? from.lt(price) && new Big(last).lte(price) : from.gt(price) && new Big(last).gte(price);
}

function fillOf(fill: Json): Fill {
  return {
    id: String(fill['deal_id']),
    orderId: String(fill['order_id']),
    code: String(fill['code']),
    side: String(fill['trd_side']),
    quantity: figure(fill, 'qty'),
    price: figure(fill, 'price'),
    atMs: Number(fill['create_time']) / 1000,
  };
}

describe.each([true, false])('the live accounts of a sandbox, always open: %s', (alwaysOpen) => {
  it.each(['8001', '8002'] as const)(
    '%s add up after any orders, fills, changes, and cancellations',
    { timeout: 120_000 },
    async (account) => {
      const service = await openTrading({ alwaysOpen });
      const caller = account === '8001' ? service.ada : service.lin;
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 22 }), async (actions) => {
            const startMs = service.now();
            service.sandbox.reset();
            try {
              const audit = new Audit(service, caller, account, alwaysOpen);
              const start = await audit.start();
              for (const given of actions) {
                await audit.act(given);
                await audit.check(start);
              }
            } finally {
              service.advance(startMs - service.now());
            }
          }),
          { numRuns: 3, endOnFailure: true },
        );
      } finally {
        await service.close();
      }
    },
  );
});
