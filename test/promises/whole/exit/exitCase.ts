import type { BookedOrder } from '../../broker/book';
import type { WriteFault } from '../../broker/faultForms';
import { writeOf } from '../../broker/orderWrites';
import { paperFaults } from '../../broker/placeFaults';
import type { Arrival } from '../../broker/wire';
import { writeFaults } from '../../broker/writeFaults';
import type { Prompt } from '../../../support/editor/prompts';
import type { ShownPage } from '../../desk/shownPage';
import type { EditorWindow } from '../../desk/editorWindow';
import type { Said } from '../../../support/editor/standIn';
import { World } from '../../desk/world';
import type { WorldOptions } from '../../desk/world';
import type { Random } from '../../random';

/** The longest time in which the service counts requests. */
const countedMs = 60_000;
const accountId = '8001';
const paperAccountId = '7001';

/** How an order is answered when it is canceled, and whether it is canceled. */
interface Treated {
  readonly kind: WriteFault;
  readonly isDone: boolean;
}

/** One use of *Cancel All*: how many orders are open, and what happens before and while they are canceled. */
export interface ExitPlan {
  readonly isPaper: boolean;
  readonly count: number;
  /** `quiet`: nothing is read for half a minute; `refreshed`: the Orders view is refreshed a second before; `worked`: orders were canceled one by one. */
  readonly before: 'quiet' | 'refreshed' | 'worked';
  /** The answers that are not a plain acceptance, by the position of the order. */
  readonly faults: ReadonlyMap<number, Treated>;
  /** Positions of orders that are filled between the question and the answer. */
  readonly filled: ReadonlySet<number>;
  /** How long the broker takes for each answer. */
  readonly answerMs: number;
  /** Whether the questions of the service are confirmed. */
  readonly confirms: boolean;
}

/** One order on the page; `fate` is the group that it is in. */
export interface ShownRow {
  readonly fate: string;
  readonly text: string;
}

export interface PlayedExit {
  readonly plan: ExitPlan;
  readonly orders: readonly BookedOrder[];
  /** The states when the question was confirmed. */
  readonly openAtYes: readonly BookedOrder[];
  /** Undefined if there was no question. */
  readonly yesMs: number | undefined;
  readonly askedMs: number;
  readonly question: string;
  /** Trading requests of the minute before the question, and after it. */
  readonly requests: readonly Arrival[];
  readonly said: readonly Said[];
  /** The rows of the page that says what became of every order, as it is in the end, from top to bottom. */
  readonly rows: readonly ShownRow[];
  readonly hasEnded: boolean;
}

export const isTrading = ({ path }: Pick<Arrival, 'path'>): boolean => /^\/api\/v1\.0\/(?:accounts|sim-trade)\//.test(path);

/** A desk with a live and a paper account. */
export class ExitDesk {
  #next = 0;

  private constructor(
    readonly world: World,
    readonly window: EditorWindow,
  ) {}

  static async open(options: Pick<WorldOptions, 'plants'> = {}): Promise<ExitDesk> {
    const settings = { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' };
    const world = new World({ settings, ...options });
    world.broker.hasLive(accountId);
    const paper = { account_id: paperAccountId, broker_id: 1, market_id: 1, account_type: 1, account_title: 'Paper' };
    world.broker.lists.set('simulatedAccounts', [paper]);
    const window = await world.open();
    window.setVisible('marketDesk.orders', true);
    // What a window reads when it opens is not what this is about.
    await world.machine.pass(60_000);
    return new ExitDesk(world, window);
  }

  async close(): Promise<void> {
    await this.world.close();
  }

  async play(plan: ExitPlan, random: Random): Promise<PlayedExit> {
    const { world, window } = this;
    const { broker, machine } = world;
    const orders = Array.from({ length: plan.count }, () => this.#add(plan.isPaper, random));
    const places = new Map(orders.map(({ facts }, at) => [facts.orderId, at]));
    // The view has the orders, as it has on any desk on which orders are open.
    await window.play('marketDesk.orders.refresh', [], (prompt) => (prompt.kind === 'message' ? prompt.press(undefined) : prompt.close()));
    await machine.pass(plan.before === 'refreshed' ? 1_000 : 45_000);
    if (plan.before === 'worked') await this.#work(plan.isPaper, random);
    broker.treat = ({ request, send, socket, carryOut }) => {
      const write = writeOf(request);
      if (write === undefined) return false;
      const at = places.get(write.orderId) ?? -1;
      const order = orders[at];
      if (order !== undefined && plan.filled.has(at))
        order.apply(machine.monotonicMs, undefined, { status: 'FILLED_ALL', dealtQty: order.state.qty });
      const fault = plan.faults.get(at);
      machine.after(plan.answerMs, () => {
        if (fault === undefined) send(carryOut());
        else fault.kind.play({ request, send, socket, carryOut, broker }, fault.isDone);
      });
      return true;
    };
    const from = window.said.length;
    let [yesMs, question]: [number | undefined, string] = [undefined, ''];
    let openAtYes: readonly BookedOrder[] = [];
    const askedMs = machine.monotonicMs;
    let pressedMs = askedMs;
    const answer = (prompt: Prompt): void => {
      if (prompt.kind === 'pick') prompt.choose(({ label, description }) => /paper/i.test(`${label} ${description}`) === plan.isPaper);
      else if (prompt.kind === 'text') prompt.close();
      else if (prompt.isModal && prompt.buttons.some((button) => /^Cancel \d+ Orders?$/.test(button))) {
        pressedMs = machine.monotonicMs;
        yesMs ??= pressedMs;
        question = `${prompt.message}\n${prompt.detail}`;
        openAtYes = orders.filter(({ hasEnded }) => !hasEnded);
        prompt.press(prompt.buttons.find((button) => /^Cancel \d+ Orders?$/.test(button)));
      } else if (prompt.isModal) prompt.press(plan.confirms ? prompt.buttons.find((button) => button.startsWith('Confirm')) : undefined);
      else prompt.press(undefined);
    };
    const hasEnded = await window.play('marketDesk.orders.cancelAll', [], answer, 300_000);
    await machine.pass(90_000);
    const panel = window.webviews.findLast(({ viewType, isDisposed }) => viewType === 'marketDesk.canceled' && !isDisposed);
    const page = panel === undefined ? undefined : window.look(panel);
    await machine.pass(1_000);
    const requests = broker.arrivals.filter((request) => isTrading(request) && request.firstByteMs > askedMs - countedMs);
    const played = {
      plan,
      orders,
      openAtYes,
      yesMs,
      askedMs,
      question,
      requests,
      said: window.said.slice(from),
      rows: rowsOf(page),
      hasEnded,
    };
    this.#tidy(orders);
    return played;
  }

  #add(isPaper: boolean, random: Random): BookedOrder {
    this.#next += 1;
    const isUs = !isPaper && random.chance(0.2);
    const facts = {
      orderId: `X-${this.#next}`,
      accountId: isPaper ? paperAccountId : accountId,
      market: isPaper ? 'PAPER' : isUs ? 'US' : 'HK',
      code: isUs ? 'US.AAPL' : 'HK.00700',
      name: isUs ? 'Apple' : 'Tencent',
      securityType: 'STOCK',
      side: random.pick(['BUY', 'SELL']),
      currency: isUs ? 'USD' : 'HKD',
    };
    const price = `${random.integer(100, 900)}.${random.integer(1, 9)}`;
    return this.world.broker.book.add(facts, { qty: String(random.integer(1, 50) * 100), price });
  }

  /** Orders are canceled one by one, as a user does who then decides to cancel all. */
  async #work(isPaper: boolean, random: Random): Promise<void> {
    const { window, world } = this;
    for (let count = 0; count < 5; count += 1) {
      const order = this.#add(isPaper, random);
      const { orderId } = order.facts;
      const exchange = order.facts.market === 'US' ? 'US' : 'SEHK';
      const named = { accountId: order.facts.accountId, orderId, ...(isPaper ? { accountKind: 'simulated' } : { exchange }) };
      await window.play('marketDesk.orders.cancel', [named], (prompt) => {
        if (prompt.kind === 'message') prompt.press(prompt.buttons.find((button) => button === 'Cancel Order'));
        else prompt.close();
      });
      world.broker.book.remove(order);
    }
  }

  #tidy(orders: readonly BookedOrder[]): void {
    const { world, window } = this;
    world.broker.treat = () => false;
    for (const order of orders) world.broker.book.remove(order);
    for (const panel of window.webviews.splice(0)) panel.dispose();
    for (const prompt of window.prompts.splice(0)) {
      if (prompt.kind === 'message') prompt.press(undefined);
      else prompt.close();
    }
    // What was sent just before still counts toward the limits in the next case.
    const { arrivals } = world.broker;
    arrivals.splice(0, arrivals.length, ...arrivals.filter(({ firstByteMs }) => firstByteMs > world.machine.monotonicMs - countedMs));
    world.broker.orderRequests.splice(0);
    window.said.splice(0);
  }
}

function rowsOf(page: ShownPage | undefined): readonly ShownRow[] {
  const groups = page?.elements('main section') ?? [];
  return groups.flatMap((group) =>
    [...group.querySelectorAll('tbody tr')].map((row) => ({ fate: group.className, text: row.textContent.replaceAll(/\s+/g, ' ').trim() })),
  );
}

/** Draws a plan: 12 to 40 orders, and a fault of every kind at every position. */
export function drawPlan(random: Random): ExitPlan {
  const isPaper = random.chance(0.3);
  const count = random.integer(12, 40);
  const known = (isPaper ? paperFaults : writeFaults).filter(({ says }) => says !== 'clock');
  const faults = new Map<number, Treated>();
  const wanted = random.pick([0, 1, 1, 2, 3, Math.ceil(count / 2)]);
  for (let each = 0; each < wanted; each += 1) {
    const kind = random.pick(known);
    faults.set(random.pick([0, count - 1, random.integer(0, count - 1)]), { kind, isDone: random.pick(kind.forms) });
  }
  return {
    isPaper,
    count,
    before: random.pick(['quiet', 'refreshed', 'worked'] as const),
    faults,
    filled: random.chance(0.3) ? new Set([random.integer(0, count - 1)]) : new Set(),
    answerMs: random.pick([0, 0, 20, 150, 1_500]),
    confirms: random.chance(0.5),
  };
}
