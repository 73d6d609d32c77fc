import type { AlertNews } from '../../../src/app/alerts/alertWatch';
import type { HeardHint } from '../../../src/app/orders/orderEvents';
import { orderRecord } from '../../support/orders/orderFakes';
import type { FakeMarket } from '../../support/feed/liveWindows';
import type { FakeTime } from '../../support/machine/fakeTime';
import type { Random } from '../random';

/** Bends orders and what windows tell of them, so that a proof that is blind shows. */
export interface OrderPlant {
  /** Keeps the feed's word for itself. */
  readonly waits?: boolean;
  /** Takes events of one order within ten seconds for one. */
  readonly swallows?: boolean;
  /** Tells what the feed repeats. */
  readonly tellsAgain?: boolean;
}

/** A window as the trade feed reaches it. */
export interface Listening {
  hear: (hints: readonly HeardHint[]) => void;
}

interface Fill {
  readonly orderId: string;
  readonly dealt: number;
  readonly atMs: number;
}

interface Told extends Fill {
  /** Only the feed's word, no figure of the order. */
  readonly isHearsay: boolean;
}

const orders = ['A', 'B'];
const whole = 1_000_000;
const burstMs = 250;
/** The feed's word is told within this, the time on the way included. */
const soonMs = 2_500;
/** As long as a window may look into an event. */
const lookingMs = 60_000;
/** A copy of the service that lags is up to date after this. */
const mostLagMs = 3_000;

/**
 * Fills of two orders: the service deals, tells of it by a feed that repeats and loses, and shows orders late or not at all. Knows
 * what was dealt and who was told of it; nothing of how windows find out.
 */
export class OrderCase {
  readonly #history = new Map<string, { readonly dealt: number; readonly atMs: number }[]>(
    orders.map((id) => [id, [{ dealt: 0, atMs: 0 }]]),
  );
  readonly #told: Told[] = [];
  readonly #problems: string[] = [];
  /** Fills of which a window heard. */
  readonly #heard: Fill[] = [];
  /** A copy that lags and a feed that loses events are not tried in one history: nobody could know of such a fill. */
  readonly #lags: boolean;
  #lagMs = 0;
  #isDown = false;
  /** When orders could not be read, or were shown late. */
  readonly #readAt: number[] = [];
  /** When the feed last told of an order. */
  readonly #saidAt = new Map<string, number>();
  readonly #troubles: { readonly fromMs: number; toMs: number; readonly isDown: boolean }[] = [];

  constructor(
    private readonly random: Random,
    private readonly time: FakeTime,
    world: FakeMarket,
    private readonly windows: () => readonly Listening[],
    private readonly plant: OrderPlant,
  ) {
    this.#lags = random.chance(0.5);
    world.orderDelayMs = random.integer(1, 100);
    world.readOrder = (orderId) => this.#read(orderId);
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  /** The exchange deals a part of an order, and the feed tells of it. */
  fill(orderId = this.random.pick(orders)): void {
    const history = this.#history.get(orderId) ?? [];
    const fill = { orderId, dealt: (history.at(-1)?.dealt ?? 0) + this.random.integer(1, 5), atMs: this.time.wallMs() };
    history.push(fill);
    const reached = this.windows().filter(() => this.#lags || this.random.chance(0.8));
    if (reached.length > 0) this.#heard.push(fill);
    const times = this.random.chance(0.2) ? 2 : 1;
    for (const window of reached) this.#say(window, orderId, this.random.integer(0, 150), times);
  }

  /** The feed tells again what it told before. */
  repeat(): void {
    if (this.#heard.length === 0) return;
    const known = this.random.pick(this.#heard);
    for (const window of this.windows()) if (this.random.chance(0.7)) this.#say(window, known.orderId, this.random.integer(0, 150), 1);
  }

  /** Orders cannot be read for a while, or come from a copy that lags. */
  trouble(): void {
    this.#changeTrouble(this.random.chance(0.3), this.#lags && this.random.chance(0.5) ? this.random.integer(0, mostLagMs) : 0);
  }

  heal(): void {
    this.#changeTrouble(false, 0);
  }

  /** What a window told. */
  tell(news: AlertNews): void {
    if (news.kind !== 'order') return;
    const { order, hint } = news;
    const told: Told = {
      orderId: hint.orderId,
      dealt: Number(order?.dealtQuantity ?? 0),
      atMs: this.time.wallMs(),
      isHearsay: order === undefined,
    };
    if (this.plant.swallows === true && this.#told.some(({ orderId, atMs }) => orderId === told.orderId && told.atMs - atMs < 10_000))
      return;
    if (this.plant.waits === true && told.isHearsay) return;
    this.#judge(told);
    this.#told.push(told);
    if (this.plant.tellsAgain === true) this.#judge(told);
  }

  /** After a while of calm: nobody who was reached by a fill may be without news of it. */
  checkEnd(): void {
    for (const { orderId, dealt, atMs } of this.#heard) {
      const isKnown = this.#told.some((told) => told.orderId === orderId && (told.isHearsay ? told.atMs >= atMs : told.dealt >= dealt));
      if (!isKnown) this.#problems.push(`nobody was told that ${orderId} is filled up to ${String(dealt)}`);
    }
    // Where no order can be read, the feed's word comes soon; a window that waits for another one may be later.
    for (const { orderId, dealt, atMs } of this.windows().length > 1 ? [] : this.#heard) {
      if (!this.#troubles.some((trouble) => trouble.isDown && trouble.fromMs <= atMs && trouble.toMs >= atMs + soonMs)) continue;
      if (!this.#told.some((told) => told.orderId === orderId && told.isHearsay && told.atMs > atMs - 15_000 && told.atMs <= atMs + soonMs))
        this.#problems.push(`nobody was told soon that ${orderId} is filled up to ${String(dealt)}`);
    }
    // What is shown whole and at once is told fill by fill, where there is time between the fills.
    for (const { orderId, dealt, atMs } of this.#heard) {
      const next = (this.#history.get(orderId) ?? []).find((later) => later.dealt > dealt)?.atMs ?? Infinity;
      const before = this.#heard.findLast((earlier) => earlier.orderId === orderId && earlier.dealt < dealt)?.atMs ?? -Infinity;
      if (!this.#isCalm(atMs - lookingMs, atMs + lookingMs) || next - atMs < 2_000 || atMs - before < 2_000) continue;
      if (!this.#told.some((told) => told.orderId === orderId && told.dealt === dealt))
        this.#problems.push(`the fill of ${orderId} up to ${String(dealt)} was swallowed`);
    }
  }

  #changeTrouble(isDown: boolean, lagMs: number): void {
    const now = this.time.wallMs();
    const open = this.#troubles.at(-1);
    if (open !== undefined) open.toMs = Math.min(open.toMs, now);
    this.#isDown = isDown;
    this.#lagMs = lagMs;
    if (isDown || lagMs > 0) this.#troubles.push({ fromMs: now, toMs: Infinity, isDown });
  }

  /** Whether every read of an order in this time was good. */
  #isCalm(fromMs: number, toMs: number): boolean {
    return this.#troubles.every((trouble) => trouble.toMs < fromMs || trouble.fromMs > toMs);
  }

  /** Whether so many orders were read that reads wait for their turn. */
  #isBusy(atMs: number): boolean {
    return this.#readAt.filter((readMs) => readMs <= atMs && readMs > atMs - 40_000).length >= 5;
  }

  #judge(told: Told): void {
    const { orderId, dealt, atMs, isHearsay } = told;
    if (isHearsay) {
      if (this.#isCalm(atMs - lookingMs, atMs) && !this.#isBusy(atMs)) this.#problems.push(`a fill of ${orderId} was told by hearsay`);
      const news = this.#told.filter((before) => before.orderId === orderId);
      const isSame = news.some(
        (before) => before.isHearsay && atMs - before.atMs < 5_000 && (this.#saidAt.get(orderId) ?? 0) <= before.atMs - 2_000,
      );
      if (news.at(-1)?.isHearsay === true && isSame) this.#problems.push(`${orderId}: the same hearsay was told twice`);
      return;
    }
    if (this.#history.get(orderId)?.every((known) => known.dealt !== dealt) !== false)
      this.#problems.push(`${orderId} was never filled up to ${String(dealt)}`);
    if (this.#told.some((before) => !before.isHearsay && before.orderId === orderId && before.dealt === dealt))
      this.#problems.push(`the fill of ${orderId} up to ${String(dealt)} was told twice`);
  }

  #say(window: Listening, orderId: string, afterMs: number, times: number): void {
    this.time.after(afterMs, () => {
      this.#saidAt.set(orderId, this.time.wallMs());
      const hint: HeardHint = {
        kind: 'order',
        event: 'EVENT_FILL',
        orderId,
        accountId: '8001',
        code: 'HK.00700',
        heardMs: this.time.wallMs(),
      };
      this.time.after(burstMs, () => window.hear(Array.from({ length: times }, () => hint)));
    });
  }

  #read(orderId: string): ReturnType<FakeMarket['readOrder']> {
    this.#readAt.push(this.time.wallMs());
    if (this.#isDown) throw new Error('down');
    const history = this.#history.get(orderId) ?? [];
    const seen = history.findLast(({ atMs }) => atMs <= this.time.wallMs() - this.#lagMs) ?? history[0];
    if (seen === undefined) return [];
    return [orderRecord({ orderId, quantity: String(whole), dealtQuantity: String(seen.dealt), updatedAt: String(1_000 + seen.dealt) })];
  }
}
