import type Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figure, sumOf } from '../../support/accounting';
import { record, records } from '../../support/sandboxService';
import type { Json } from '../../support/sandboxService';
import { openTrading } from '../../support/tradingService';
import type { TradingService } from '../../support/tradingService';

interface Paper {
  readonly account: string;
  readonly market: number;
  readonly user: 'ada' | 'lin';
  readonly likeLive: boolean;
  /** With the lot of each. */
  readonly symbols: readonly (readonly [prefix: string, symbol: string, lot: number])[];
}

const hongKong = [
  ['HK', '00700', 100],
  ['HK', '03690', 100],
  ['HK', '00939', 1_000],
] as const;
const america = [
  ['US', 'AAPL', 1],
  ['US', 'NVDA', 1],
  ['US', 'BRK.B', 1],
] as const;
const japan = [
  ['JP', '7203', 100],
  ['JP', '6758', 100],
] as const;
const papers: readonly Paper[] = [
  { account: 'SIM-1001', market: 1, user: 'ada', likeLive: false, symbols: hongKong },
  { account: 'SIM-1001', market: 15, user: 'ada', likeLive: false, symbols: japan },
  { account: 'SIM-1002', market: 2, user: 'lin', likeLive: false, symbols: america },
  { account: '281756479864562681', market: 1, user: 'ada', likeLive: true, symbols: hongKong },
  { account: '281756479864562780', market: 100, user: 'ada', likeLive: true, symbols: america },
];

const small = fc.nat({ max: 8 });
const step = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -5, max: 5 }) }, { weight: 1, arbitrary: fc.constantFrom(-60, 60) });
const lots = fc.integer({ min: 1, max: 9 });
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      symbol: small,
      side: fc.constantFrom(1, 2, 3, 4),
      type: fc.constantFrom(1, 1, 3),
      step,
      lots,
      text: fc.constantFrom('', '', '', 'REST', 'PART', 'SLOW', 'LATE', 'HANG', 'TOOLATE'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('modify' as const), order: small, lots, step }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: small }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(900, 3_100, 600_000, 9 * 3_600_000) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

interface State {
  readonly cash: Json;
  readonly positions: readonly Json[];
  readonly orders: readonly Json[];
}

const isBuy = (order: Json): boolean => order['side'] === 1 || order['side'] === 4;
const isOpen = (order: Json): boolean => order['status'] === 2 || order['status'] === 3;

class Audit {
  readonly #path: string;
  #known = new Set<unknown>();

  constructor(
    private readonly service: TradingService,
    private readonly paper: Paper,
  ) {
    this.#path = `/api/v1.0/sim-trade/${paper.account}`;
  }

  async start(): Promise<State> {
    this.#known = new Set((await this.#all()).map((order) => order['order_id']));
    return this.#state();
  }

  async act(given: Action): Promise<void> {
    const { market, symbols, user } = this.paper;
    if (given.kind === 'wait') {
      this.service.advance(given.ms);
      return;
    }
    const post = async (path: string, body: Json): Promise<Json> =>
      (await this.service[user].post(`${this.#path}/${path}`, { market, ...body })).body;
    if (given.kind === 'place') {
      const [prefix, symbol, lot] = symbols[given.symbol % symbols.length] ?? hongKong[0];
      const price = await this.service.price(`${prefix}.${symbol}`, given.step);
      const asked = { symbol, order_side: given.side, order_type: given.type, qty: String(given.lots * lot), price, text: given.text };
      await post('orders', asked);
      return;
    }
    const open = (await this.#state()).orders.filter(isOpen);
    const order = open[given.order % Math.max(1, open.length)];
    const listing = symbols.find(([, symbol]) => symbol === order?.['symbol']);
    if (order === undefined || listing === undefined) return;
    const path = `orders/${String(order['order_id'])}`;
    if (given.kind === 'cancel') await post(`${path}/cancel`, {});
    else {
      const price = await this.service.price(`${listing[0]}.${listing[1]}`, given.step);
      await post(`${path}/modify`, { new_qty: String(given.lots * listing[2]), new_price: price });
    }
  }

  async check(start: State): Promise<void> {
    const { cash, positions, orders } = await this.#state();
    for (const order of orders) {
      const [whole, dealt] = [figure(order, 'qty'), figure(order, 'cum_qty')];
      const expected = dealt.eq(0) ? [2, 5, 6] : dealt.eq(whole) ? [4] : [3, 5];
      expect(dealt.lte(whole)).toBe(true);
      expect(expected, JSON.stringify(order)).toContain(order['status']);
      expect(figure(order, 'avg_fill_price').gt(0)).toBe(dealt.gt(0));
    }
    const value = (order: Json): Big => figure(order, 'cum_qty').times(figure(order, 'avg_fill_price'));
    const near = (name: string, expected: Big): void =>
      expect(figure(cash, name).minus(expected).abs().toNumber(), `${name} ${expected.toFixed(2)}`).toBeLessThan(
        0.1 + expected.abs().toNumber() / 1e6,
      );
    near('balance', figure(start.cash, 'balance').plus(sumOf(orders, (order) => value(order).times(isBuy(order) ? -1 : 1))));
    near('total_asset', figure(cash, 'balance').plus(figure(cash, 'mv')));
    const credit = figure(start.cash, 'max_power_long').minus(figure(start.cash, 'balance')).plus(figure(start.cash, 'hold'));
    near('max_power_long', figure(cash, 'balance').minus(figure(cash, 'hold')).plus(credit));
    const isShortSold = orders.some((order) => order['side'] === 3 && !figure(order, 'cum_qty').eq(0));
    if (!isShortSold && !orders.some(isOpen)) expect(cash['hold']).toBe(start.cash['hold']);
    this.#checkPositions(start, positions, orders);
    const main = positions.filter((position) => this.paper.likeLive || position['market'] === this.paper.market);
    if (main.length === positions.length) {
      const sided = (position: Json): Big => figure(position, 'mv').times(position['pstn_type'] === 1 ? -1 : 1);
      near('mv', sumOf(positions, sided));
      near(
        'unrealized_profit',
        sumOf(positions, (position) => figure(position, 'profit')),
      );
    }
    if (this.paper.likeLive) return;
    const gained = figure(cash, 'unrealized_profit').minus(figure(start.cash, 'unrealized_profit')).plus(figure(cash, 'realized_profit'));
    near('total_asset', figure(start.cash, 'total_asset').plus(gained));
  }

  #checkPositions(start: State, positions: readonly Json[], orders: readonly Json[]): void {
    const quantityOf = (list: readonly Json[], symbol: string): Big =>
      sumOf(
        list.filter((position) => String(position['symbol']).endsWith(symbol)),
        (position) => figure(position, 'qty').times(position['pstn_type'] === 1 ? -1 : 1),
      );
    for (const [, symbol] of this.paper.symbols) {
      const own = orders.filter((order) => order['symbol'] === symbol);
      const change = sumOf(own, (order) => figure(order, 'cum_qty').times(isBuy(order) ? 1 : -1));
      expect(quantityOf(positions, symbol).toFixed(), symbol).toBe(quantityOf(start.positions, symbol).plus(change).toFixed());
    }
    for (const position of positions) {
      expect(figure(position, 'qty').gt(0)).toBe(true);
      expect(figure(position, 'qty_avbl').gte(0) && figure(position, 'qty_avbl').lte(figure(position, 'qty'))).toBe(true);
    }
  }

  async #get(call: string, query: Readonly<Record<string, string>> = {}): Promise<Json> {
    const { user, market } = this.paper;
    return (await this.service[user].get(`${this.#path}/${call}`, { market: String(market), ...query })).body;
  }

  async #all(): Promise<readonly Json[]> {
    const found: Json[] = [];
    for (let key = ''; ;) {
      const end = String(this.service.now() * 1000);
      const body = await this.#get('history-orders', {
        time_begin: '0',
        time_end: end,
        page_size: '100',
        ...(key === '' ? {} : { next_key: key }),
      });
      const data = record(body['data']);
      found.push(...records(data['orders']));
      const pagination = record(data['pagination'] ?? body['pagination']);
      if (pagination['has_more'] !== true) return found;
      key = String(pagination['next_key']);
    }
  }

  /** With the orders that were placed since the start. */
  async #state(): Promise<State> {
    return {
      cash: record((await this.#get('cash-info'))['data']),
      positions: records(record((await this.#get('positions'))['data'])['positions']),
      orders: (await this.#all()).filter((order) => !this.#known.has(order['order_id'])),
    };
  }
}

describe('the paper accounts of a sandbox', () => {
  it.each(papers)(
    '$account adds up in market $market after any orders, changes, and cancellations',
    { timeout: 120_000 },
    async (paper) => {
      const service = await openTrading({ likeLive: paper.likeLive });
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 20 }), async (actions) => {
            const startMs = service.now();
            service.sandbox.reset();
            try {
              const audit = new Audit(service, paper);
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
