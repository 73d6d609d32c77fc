import type { BookedOrder, OrderState } from '../../broker/book';
import type { Exchange, OrderRequest, Treatment } from '../../broker/broker';
import { writeOf } from '../../broker/orderWrites';
import type { WriteFault } from '../../broker/faultForms';
import type { Plant as ProgramPlant } from '../../desk/bundle';
import type { EditorWindow } from '../../desk/editorWindow';
import { address, World } from '../../desk/world';
import type { WorldOptions } from '../../desk/world';
import type { Random } from '../../random';

export const accountId = '8001';
export const paperAccountId = '7001';
const allow = 'marketDesk.orders.allow';
/** Share of paper orders among the orders that are changed or canceled. */
export const paperShare = 0.25;

/** A fault planted in a world, which the proof must notice. */
export interface Plant {
  readonly name: string;
  /** In the built program. */
  readonly program?: Pick<ProgramPlant, 'find' | 'put'>;
  readonly world?: (world: World) => void;
  /** On its disk. */
  readonly files?: WorldOptions['files'];
  /** The answer to a change that reveals the fault; some of the changes get it. */
  readonly fault?: string;
  /** The state of a new order that reveals the fault; most of the new orders get it. */
  readonly status?: string;
  readonly order?: (order: BookedOrder) => void;
}

/** Whether an order belongs to the paper account. */
export function isOfPaper({ facts }: Pick<BookedOrder, 'facts'>): boolean {
  return facts.accountId === paperAccountId;
}

/** How the next request is answered, and whether it is executed. */
export interface DrawnFault {
  readonly kind: WriteFault;
  readonly isDone: boolean;
}

/** One day at a desk: two windows of one user, one broker, many orders. */
export class TicketWorld {
  readonly world: World;
  readonly windows: EditorWindow[] = [];
  #next = 0;
  /** The fault for the next request to change an order. */
  fault: DrawnFault | undefined;
  /** The fault for the next answer to a question of the broker. */
  confirmFault: DrawnFault | undefined;
  /** Called when a request about an order arrives, before it is handled. */
  onWrite: (exchange: Exchange) => void = () => undefined;
  /** Handles requests for anything else. */
  onRead: Treatment = () => false;
  /** New connections are refused from the moment of the confirmation. */
  #isAway = false;

  private constructor(
    readonly authentication: 'oauth' | 'apiKey',
    readonly strict: boolean,
    readonly plant: Plant | undefined,
  ) {
    this.world = new World({
      authentication,
      strict,
      settings: { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' },
      ...(plant?.files === undefined ? {} : { files: plant.files }),
      plants: plant?.program === undefined ? [] : [{ name: plant.name, ...plant.program }],
    });
    plant?.world?.(this.world);
    const { broker } = this.world;
    broker.keepsReads = false;
    broker.hasLive(accountId);
    broker.lists.set('simulatedAccounts', [
      { account_id: paperAccountId, broker_id: 1, market_id: 1, account_type: 1, account_title: 'Paper' },
    ]);
    broker.treat = (exchange) => {
      if (exchange.request.path.endsWith('/order_confirm')) return this.#confirm(exchange);
      if (writeOf(exchange.request) === undefined) return this.onRead(exchange);
      this.onWrite(exchange);
      if (this.fault === undefined) return false;
      const { kind, isDone } = this.fault;
      // A wrong timestamp is reported once; then the change is accepted.
      if (kind.says === 'clock' && !isDone) this.fault = undefined;
      kind.play(exchange, isDone);
      return true;
    };
  }

  static async open(authentication: 'oauth' | 'apiKey', strict: boolean, plant?: Plant): Promise<TicketWorld> {
    const desk = new TicketWorld(authentication, strict, plant);
    desk.windows.push(await desk.world.open(), await desk.world.open());
    return desk;
  }

  /** Creates an open order at the broker, in the live or the paper account. */
  addOrder(random: Random, state: Partial<OrderState> = {}, isPaper = false): BookedOrder {
    this.#next += 1;
    const isFutures = !isPaper && random.chance(0.1);
    const order = this.world.broker.book.add(
      {
        orderId: `T-${this.#next}`,
        accountId: isPaper ? paperAccountId : accountId,
        market: isPaper ? 'PAPER' : isFutures ? 'FUTURES' : 'HK',
        code: isFutures ? 'HK.HSImain' : 'HK.00700',
        name: isFutures ? 'HSI' : 'Tencent',
        securityType: isFutures ? 'FUTURES' : 'STOCK',
        side: random.pick(['BUY', 'SELL']),
        currency: 'HKD',
      },
      { qty: String(random.integer(1, 50) * 100), price: (random.integer(1000, 90_000) / 100).toString(), ...state },
    );
    this.plant?.order?.(order);
    return order;
  }

  #confirm(exchange: Exchange): boolean {
    const fault = this.confirmFault;
    this.confirmFault = undefined;
    fault?.kind.play(exchange, fault.isDone);
    return fault !== undefined;
  }

  requestsFor(order: BookedOrder): readonly OrderRequest[] {
    return this.world.broker.orderRequests.filter(({ orderId }) => orderId === order.facts.orderId);
  }

  /** Makes the broker reachable or unreachable. */
  setAway(isAway: boolean): void {
    if (this.#isAway === isAway) return;
    this.#isAway = isAway;
    const { net, broker } = this.world;
    if (isAway) net.close(address);
    else net.listen(address, (socket) => broker.accept(socket));
  }

  /** What keeps the confirmation of a question from being sent, in some cases. A service that is away tells nobody what it carried out. */
  obstacle(random: Random, { isDone }: DrawnFault): (() => void) | undefined {
    if (!random.chance(0.4)) return undefined;
    const isAway = random.chance(0.5) && !isDone;
    return isAway ? () => this.setAway(true) : () => this.setReadOnly(true);
  }

  /** Turns off order changes, as the setting does, or turns them on again. */
  setReadOnly(isReadOnly: boolean): void {
    const { profile } = this.world;
    if (isReadOnly !== (profile.settings.get(allow) === 'nothing')) profile.set(allow, isReadOnly ? 'nothing' : 'all');
  }

  /** Closes what is open in the windows, and forgets what they said. */
  async tidy(): Promise<void> {
    for (const window of this.windows) {
      window.said.splice(0);
      window.messages.splice(0);
      window.log.splice(0);
      window.ran.splice(0);
      for (const prompt of window.prompts.splice(0)) {
        if (prompt.kind === 'message') prompt.press(undefined);
        else prompt.close();
      }
    }
    await this.world.machine.settle();
  }

  /** Removes an order that is no longer needed; its lock stays. */
  forget(order: BookedOrder): void {
    const { broker } = this.world;
    broker.book.remove(order);
    broker.orderRequests.splice(0);
    broker.confirmations.clear();
  }

  async close(): Promise<void> {
    await this.world.close();
  }
}
