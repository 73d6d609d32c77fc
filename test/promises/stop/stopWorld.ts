import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookedOrder } from '../broker/book';
import type { Exchange } from '../broker/broker';
import type { Prompt } from '../../support/editor/prompts';
import type { EditorWindow } from '../desk/editorWindow';
import { World } from '../desk/world';
import type { Random } from '../random';
import { OrderBytes } from './orderBytes';
import type { StopPlant } from './stopPlants';

export const accountId = '8001';
const windowCount = 4;
const stoppedMessage = /^Sending orders is stopped/;

/** Four windows of one user and one broker, and everything about orders that leaves the windows. */
export class StopWorld {
  readonly bytes: OrderBytes;
  readonly windows: EditorWindow[] = [];
  /** How many pieces had left when a window reported that sending is stopped; undefined before that. */
  leftAtStop: number | undefined;
  /** Milliseconds until the broker answers an order. */
  answerMs = 0;
  /** The order for which the broker asks for confirmation. */
  asksFor: string | undefined;
  #orders = 0;

  private constructor(
    readonly world: World,
    private readonly plant: StopPlant | undefined,
  ) {
    this.bytes = new OrderBytes(() => world.machine.monotonicMs);
    world.net.onLeave = (bytes) => this.bytes.hear(bytes);
    world.broker.hasLive(accountId);
    world.broker.keepsReads = false;
    world.broker.treat = (exchange) => this.#treat(exchange);
  }

  static async open(plant?: StopPlant): Promise<StopWorld> {
    const settings = {
      'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }],
      'marketDesk.orders.allow': 'all',
      'marketDesk.refresh.intervalSeconds': 0,
    };
    const world = new StopWorld(new World({ settings, ...plant?.world?.() }), plant);
    for (let count = 0; count < windowCount; count += 1) await world.openWindow();
    return world;
  }

  async openWindow(): Promise<EditorWindow> {
    const window = await this.world.open(this.plant?.program ?? []);
    const show = window.show.bind(window);
    window.show = (prompt: Prompt) => {
      if (prompt.kind === 'message' && prompt.isModal && stoppedMessage.test(prompt.message)) this.leftAtStop ??= this.bytes.left.length;
      show(prompt);
    };
    this.windows.push(window);
    return window;
  }

  /** Ends a window, as the user or the system does, and opens another in its place. */
  async restart(window: EditorWindow, isKilled: boolean): Promise<EditorWindow> {
    this.windows.splice(this.windows.indexOf(window), 1);
    if (isKilled) window.options.life.kill();
    else await window.close();
    return this.openWindow();
  }

  addOrder(): BookedOrder {
    this.#orders += 1;
    return this.world.broker.book.addBuy(accountId, `S-${this.#orders}`);
  }

  /** Everything about orders that left after a window reported that sending is stopped. */
  leftAfterStop(): readonly string[] {
    return this.leftAtStop === undefined ? [] : this.bytes.left.slice(this.leftAtStop).map(({ head }) => head);
  }

  /** Damages, loses, or replaces the file of the switch. */
  damage(random: Random): void {
    const path = join(this.world.folder, 'sending.json');
    if (random.chance(0.5)) this.#lose(path, random);
    else this.#damage(path, random);
  }

  #lose(path: string, random: Random): void {
    rmSync(path, { recursive: true, force: true });
    const kinds: readonly (() => void)[] = [
      () => undefined,
      () => symlinkSync(join(this.world.folder, 'nothing-here'), path),
      // An older copy, as a backup restores it.
      () => writeFileSync(path, `${JSON.stringify({ version: 1, sending: 'released', at: '2026-11-01T00:00:00.000Z' })}\n`),
    ];
    random.pick(kinds)();
  }

  #damage(path: string, random: Random): void {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : 'nothing yet';
    rmSync(path, { recursive: true, force: true });
    const kinds: readonly (() => void)[] = [
      () => writeFileSync(path, ''),
      () => writeFileSync(path, text.slice(0, random.integer(1, text.length - 2))),
      () => writeFileSync(path, Buffer.alloc(text.length)),
      () => writeFileSync(path, 'released'),
      () => mkdirSync(path),
    ];
    random.pick(kinds)();
  }

  /** Restores a file that the program can replace; sending stays stopped. */
  mend(): void {
    rmSync(join(this.world.folder, 'sending.json'), { recursive: true, force: true });
    writeFileSync(join(this.world.folder, 'sending.json'), '');
  }

  journal(): string {
    const folder = join(this.world.folder, 'journal');
    const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    return names
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
  }

  async close(): Promise<void> {
    await this.world.close();
  }

  #treat(exchange: Exchange): boolean {
    const { request, carryOut, send, broker } = exchange;
    const [, , , , account = '', kind, id = ''] = request.path.split('/');
    const answer = (reply: () => object): boolean => {
      broker.options.time.after(this.answerMs, () => send({ status: 200, body: reply() }));
      return true;
    };
    if (request.method === 'PUT' && id === this.asksFor) {
      broker.confirmations.set(`confirm-${id}-0123456789`, { make: () => broker.carryOut(request) });
      return answer(() => ({
        s: 'error',
        errcode: -2100,
        errmsg: 'sure?',
        d: { need_order_confirm: true, confirm_id: `confirm-${id}-0123456789` },
      }));
    }
    if (request.method === 'PUT') {
      broker.options.time.after(this.answerMs, () => send(carryOut()));
      return true;
    }
    if (request.method === 'DELETE' && kind === 'orders') {
      broker.book.find(account, id)?.apply(broker.options.time.nowMs(), request.number, { status: 'CANCELLED_ALL' });
      return answer(() => ({ s: 'ok', d: { order_id: id } }));
    }
    if (request.method === 'POST' && kind === 'orders' && id === '')
      return answer(() => ({ s: 'ok', d: { order_id: `P-${String(request.number)}` } }));
    return false;
  }
}
