import { describe, expect, it } from 'vitest';
import type { AccountListsState } from '../../../../src/app/accounts/accountBook';
import type { OrdersWatch } from '../../../../src/app/orders/lists/ordersBook';
import { RequestBudget } from '../../../../src/app/platform/requestBudget';
import type { PositionsWatch } from '../../../../src/app/positions/positionsBook';
import type { AccountKind } from '../../../../src/app/session/accounts/accounts';
import { SharedAnswers } from '../../../../src/app/session/sharedAnswers';
import { createRateLimits } from 'market-desk-sandbox/test/parts';
import { createServiceClient } from '../../../../src/service/client';
import { seen } from '../../../../src/service/lists/list';
import { publishedRates } from '../../../../src/service/requests/limits';
import { Pacer } from '../../../../src/service/requests/pacer';
import type { WireRequest, WireResponse } from '../../../../src/service/transport/types';
import { booksOf } from '../../../support/builders/books';
import { MemoryFile } from '../../../support/feed/liveWindows';
import { FakeAccess } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { MemoryFiles } from '../../../support/machine/memoryFiles';
import { seededRandom } from '../../../support/machine/seededRandom';
import { MemoryLocks } from '../../../support/orders/orderFakes';

const paperAccounts = 6;
/** A mobile line, on which requests that were sent apart arrive together. */
const jitterMs = 60;
const refusedOneIn = 20;
/** One of the requests that are waited for most: orders of a busy market. */
const refusedFirst = 4;

interface Asked {
  readonly text: string;
  readonly outcome: 'answered' | 'planted' | 'refused';
}

/** A service with the limits that were recorded, behind a line that delays each request and has one in twenty refused for spacing. */
class LimitedService {
  readonly asked: Asked[] = [];
  readonly #limits = createRateLimits();
  #trading = 0;

  constructor(
    private readonly time: FakeTime,
    private readonly live: number,
    private readonly random: () => number,
  ) {}

  async send(request: WireRequest): Promise<WireResponse> {
    const { label, path, query } = request;
    const sentAt = this.time.monotonicMs();
    await this.#wait(this.random() * jitterMs);
    const body = this.#answer(label.route, path, query);
    await this.#wait(5);
    return { status: 200, headers: {}, body: new TextEncoder().encode(body), sentAt, receivedAt: this.time.monotonicMs() };
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  #answer(route: string, path: string, query: string): string {
    const isTrading = route.startsWith('/api/v1.0/accounts/');
    if (isTrading) this.#trading += 1;
    const isPlanted = isTrading && this.#trading % refusedOneIn === refusedFirst;
    const { waitSeconds } = isPlanted ? { waitSeconds: 1 } : this.#limits.take('ada', route, this.time.wallMs());
    const outcome = isPlanted ? 'planted' : waitSeconds === undefined ? 'answered' : 'refused';
    this.asked.push({ text: `${path}?${query}`, outcome });
    if (waitSeconds !== undefined)
      return JSON.stringify({ ret_code: -11, ret_msg: 'request failed', error: { code: 'rate_limited', retry_after: waitSeconds } });
    return JSON.stringify(this.#content(route, path, query));
  }

  #content(route: string, path: string, query: string): object {
    const account = path.split('/')[4] ?? '';
    const ids = (count: number, first: number): readonly number[] => Array.from({ length: count }, (_, at) => first + at);
    switch (route) {
      case '/api/v1.0/accounts/authorized_trd_accs':
        return {
          s: 'ok',
          d: { accounts: ids(this.live, 8001).map((id) => ({ account_id: id, security_firm: 'Firm', enable_market: [1, 2] })) },
        };
      case '/api/v1.0/sim-trade/accounts':
        return {
          ret_code: 0,
          data: { accounts: ids(paperAccounts, 1).map((id) => ({ account_id: id, account_title: `Paper ${id}`, market_id: id })) },
        };
      case '/api/v1.0/accounts/{acc_id}/positions':
        return { s: 'ok', d: [{ position_side: 'LONG', code: 'HK.00700', qty: '100' }] };
      case '/api/v1.0/accounts/{acc_id}/orders': {
        const market = new URLSearchParams(query).get('trd_market') ?? '';
        const orders = ['HK', 'US'].includes(market)
          ? [{ order_id: `${account}-${market}`, code: `${market}.1`, order_status: 'SUBMITTED' }]
          : [];
        return { s: 'ok', d: { orders, page_flag: '', completed: true } };
      }
      case '/api/v1.0/sim-trade/{acc_id}/positions':
        return { ret_code: 0, data: { positions: [{ pstn_id: `p${account}`, pstn_type: 0, market: 1, symbol: '00700', qty: '100' }] } };
      case '/api/v1.0/sim-trade/{acc_id}/orders':
        return { ret_code: 0, data: { orders: [] } };
      case '/api/v1.0/sim-trade/{acc_id}/cash-info':
        return { ret_code: 0, data: { balance: '1' } };
      default:
        return { s: 'ok', d: { power: '1' } };
    }
  }

  async #wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => void this.time.after(ms, resolve));
  }
}

type Books = ReturnType<typeof booksOf>;

/** A machine whose windows share the limits of a service and what they read. */
class SimulatedMachine {
  readonly time = new FakeTime();
  readonly service: LimitedService;
  readonly #random: () => number;
  readonly #files = new MemoryFiles();
  readonly #file = new MemoryFile();
  readonly #locks = new MemoryLocks();
  readonly #open: { dispose(): void }[] = [];

  constructor(
    readonly live: number,
    seed: number,
  ) {
    this.#random = seededRandom(seed);
    this.service = new LimitedService(this.time, live, this.#random);
  }

  /** Opens a window that shows its views. */
  async open(): Promise<Window> {
    const { time } = this;
    const timing = {
      monotonicMs: () => time.monotonicMs(),
      random: this.#random,
      sleep: async (ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          const timer = time.after(ms, resolve);
          signal.addEventListener('abort', () => {
            timer.dispose();
            resolve();
          });
        }),
    };
    const shared = { locks: this.#locks, clock: time, timers: time };
    const answers = new SharedAnswers({ ...shared, files: this.#files });
    await answers.keepOnly(['one'], 'all');
    const client = createServiceClient({
      baseUrl: 'https://api.example.test',
      transport: this.service,
      authenticator: { method: 'bearer', headersFor: async () => Promise.resolve({}), recover: async () => Promise.resolve(false) },
      timing,
      pacer: new Pacer({
        timing,
        rates: publishedRates,
        shared: new RequestBudget({ ...shared, file: this.#file, log: new MemoryLog(), key: 'service' }),
      }),
      answers: answers.of({ baseUrl: 'https://api.example.test', sessionId: 'one', scopes: [] }),
      wallMs: () => time.wallMs(),
    });
    const books = booksOf({ access: new FakeAccess(client), time });
    const window = new Window(books, this.live);
    this.#open.push(window);
    return window;
  }

  /** @returns when it became so, in milliseconds since the machine was started. */
  async until(isSo: () => boolean, mostMs = 40_000): Promise<number> {
    while (!isSo() && this.time.monotonicMs() < mostMs) await this.time.advance(10);
    return this.time.monotonicMs();
  }

  /** Lets the first half minute end, closes everything, and tells what was asked in vain. */
  async end(): Promise<{ readonly answered: readonly string[]; readonly twice: readonly string[]; readonly refused: number }> {
    await this.time.advance(Math.max(0, 29_000 - this.time.monotonicMs()));
    for (const each of this.#open) each.dispose();
    const answered = this.service.asked.filter(({ outcome }) => outcome === 'answered').map(({ text }) => text);
    return {
      answered,
      twice: answered.filter((text, at) => answered.indexOf(text) !== at),
      refused: this.service.asked.filter(({ outcome }) => outcome === 'refused').length,
    };
  }
}

class Window {
  readonly #positions: PositionsWatch;
  readonly #orders: OrdersWatch;
  readonly #others: readonly { setOn(isOn: boolean): void; dispose(): void }[];

  constructor(
    private readonly books: Books,
    private readonly live: number,
  ) {
    const options = { maxAgeMs: () => 30_000, changed: () => undefined };
    this.#positions = books.positions.watch(options);
    this.#orders = books.orders.watch(options);
    this.#others = [books.paperOrders.watch(options), books.funds.watch({ ...options, maxAgeMs: () => 120_000 })];
    for (const watch of [this.#positions, this.#orders, ...this.#others]) watch.setOn(true);
  }

  get hasLive(): boolean {
    return countOf(this.#positions.state, 'live', 1) === this.live && countOf(this.#orders.state, 'live', 2) === this.live;
  }

  /** Every market of every live account has been read. */
  get hasAllMarkets(): boolean {
    const { accounts } = this.#orders.state;
    return accounts?.filter(({ account }) => account.kind === 'live').every(({ list }) => list?.verdict === 'complete') === true;
  }

  get hasPaper(): boolean {
    return countOf(this.#positions.state, 'simulated', 1) === paperAccounts;
  }

  dispose(): void {
    const { positions, orders, paperOrders, funds } = this.books;
    for (const each of [this.#positions, this.#orders, ...this.#others, positions, orders, paperOrders, funds]) each.dispose();
  }
}

/** The accounts of a kind that show this many items. */
function countOf(state: AccountListsState<unknown>, kind: AccountKind, fewest: number): number {
  return (state.accounts ?? []).filter(
    ({ account, list }) => account.kind === kind && list !== undefined && seen(list).items.length >= fewest,
  ).length;
}

describe('a window that opens at a service with limits, over a line that is late and refuses one request in twenty', () => {
  it.each([
    [1, 2_000, 1],
    [1, 2_000, 2],
    [5, 3_000, 3],
    [5, 3_000, 4],
  ])(
    'shows %i live accounts within %i ms and six paper accounts within 5 s, and asks for nothing twice (seed %i)',
    async (live, mostMs, seed) => {
      const machine = new SimulatedMachine(live, seed);
      const window = await machine.open();
      expect(await machine.until(() => window.hasLive)).toBeLessThanOrEqual(mostMs);
      expect(await machine.until(() => window.hasPaper)).toBeLessThanOrEqual(5_000);
      // What only decorates must not use up what is left of the limit.
      if (live === 1) expect(await machine.until(() => window.hasAllMarkets)).toBeLessThanOrEqual(5_000);
      const { twice, refused } = await machine.end();
      expect(machine.service.asked.filter(({ outcome }) => outcome === 'planted').length).toBeGreaterThan(0);
      expect([twice, refused]).toEqual([[], 0]);
    },
  );

  it('has read every market of five live accounts after about two minutes, although polls alone would use up the limit', async () => {
    const machine = new SimulatedMachine(5, 6);
    const window = await machine.open();
    expect(await machine.until(() => window.hasAllMarkets, 300_000)).toBeLessThanOrEqual(130_000);
    expect((await machine.end()).refused).toBe(0);
  });

  it.each([2, 6, 20])('shows them in each of %i windows within 3 s, for what one window costs', async (count) => {
    const machine = new SimulatedMachine(1, count);
    const windows = await Promise.all(Array.from({ length: count }, async () => machine.open()));
    expect(await machine.until(() => windows.every(({ hasLive }) => hasLive))).toBeLessThanOrEqual(3_000);
    const { answered, refused } = await machine.end();
    const alone = new SimulatedMachine(1, 1);
    await alone.open();
    expect(answered.length).toBeLessThanOrEqual(1.3 * (await alone.end()).answered.length);
    expect(refused).toBe(0);
  });
});
