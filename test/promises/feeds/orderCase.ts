import type { AlertNews } from '../../../src/app/alerts/alertWatch';
import type { HeardHint } from '../../../src/app/orders/lists/orderEvents';
import { orderRecord } from '../../support/orders/orderFakes';
import type { FakeMarket } from '../../support/feed/liveWindows';
import type { FakeTime } from '../../support/machine/fakeTime';
import type { Random } from '../random';

/** Distorts orders and what windows report about them, to test that the proof would notice it. */
export interface OrderPlant {
  /** Never reports what only the feed says. */
  readonly waits?: boolean;
  /** Treats events of one order within ten seconds as one. */
  readonly swallows?: boolean;
  /** Reports events again that the feed repeats. */
  readonly tellsAgain?: boolean;
}

/** A window as seen by the trade feed. */
export interface Listening {
  hear: (hints: readonly HeardHint[]) => void;
}

interface Fill {
  readonly orderId: string;
  readonly dealt: number;
  readonly atMs: number;
}

interface Told extends Fill {
  /** Based on the feed alone, without reading the order. */
  readonly isHearsay: boolean;
}

const orders = ['A', 'B'];
const whole = 1_000_000;
const burstMs = 250;
/** What the feed says is reported within this time, including the time on the way. */
const soonMs = 2_500;
/** While one window looks into an event, another reads what it heard itself after this time, on the way included. */
const turnMs = 3_500;
/** The longest time that a window may investigate an event. */
const lookingMs = 60_000;
/** A lagging copy of the service is up to date after this time. */
const mostLagMs = 3_000;

/**
 * Fills of two orders: the service executes them, announces them on a feed that repeats and loses events, and shows orders late or not at
 * all. Knows what was filled and which windows were told; knows nothing of how windows find out.
 */
export class OrderCase {
  readonly #history = new Map<string, { readonly dealt: number; readonly atMs: number }[]>(
    orders.map((id) => [id, [{ dealt: 0, atMs: 0 }]]),
  );
  readonly #told: Told[] = [];
  readonly #problems: string[] = [];
  /** Fills that a window was told of. */
  readonly #heard: Fill[] = [];
  /** A lagging copy and a feed that loses events are never combined in one history: such a fill could not be known. */
  readonly #lags: boolean;
  #lagMs = 0;
  #isDown = false;
  /** Times at which orders could not be read, or were shown late. */
  readonly #readAt: number[] = [];
  /** When the feed last mentioned an order. */
  readonly #saidAt = new Map<string, number>();
  /** When a window was signed out, and until when. */
  readonly #absences: { readonly fromMs: number; toMs: number }[] = [];
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

  /** The exchange fills a part of an order, and the feed announces it. */
  fill(orderId = this.random.pick(orders)): void {
    const history = this.#history.get(orderId) ?? [];
    const fill = { orderId, dealt: (history.at(-1)?.dealt ?? 0) + this.random.integer(1, 5), atMs: this.time.wallMs() };
    history.push(fill);
    const reached = this.windows().filter(() => this.#lags || this.random.chance(0.8));
    if (reached.length > 0) this.#heard.push(fill);
    const times = this.random.chance(0.2) ? 2 : 1;
    for (const window of reached) this.#say(window, orderId, this.random.integer(0, 150), times);
  }

  /** The feed repeats an earlier announcement. */
  repeat(): void {
    if (this.#heard.length === 0) return;
    const known = this.random.pick(this.#heard);
    for (const window of this.windows()) if (this.random.chance(0.7)) this.#say(window, known.orderId, this.random.integer(0, 150), 1);
  }

  /** For a while orders cannot be read, or come from a lagging copy. */
  trouble(): void {
    this.#changeTrouble(this.random.chance(0.3), this.#lags && this.random.chance(0.5) ? this.random.integer(0, mostLagMs) : 0);
  }

  heal(): void {
    this.#changeTrouble(false, 0);
  }

  /** A window is signed out until the result is called: meanwhile it reports nothing. */
  signedOut(): () => void {
    const absence = { fromMs: this.time.wallMs(), toMs: Infinity };
    this.#absences.push(absence);
    return () => (absence.toMs = this.time.wallMs());
  }

  /** Records what a window reported. */
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

  /** After a quiet period, every fill that reached a window must have been reported. */
  checkEnd(): void {
    for (const { orderId, dealt, atMs } of this.#heard) {
      const isKnown = this.#told.some((told) => told.orderId === orderId && (told.isHearsay ? told.atMs >= atMs : told.dealt >= dealt));
      if (!isKnown) this.#problems.push(`nobody was told that ${orderId} is filled up to ${String(dealt)}`);
    }
    // While orders can't be read, what the feed says is reported soon; a window that waits for another one may be later.
    for (const { orderId, dealt, atMs } of this.windows().length > 1 ? [] : this.#heard) {
      if (!this.#troubles.some((trouble) => trouble.isDown && trouble.fromMs <= atMs && trouble.toMs >= atMs + soonMs)) continue;
      if (this.#absences.some(({ fromMs, toMs }) => fromMs <= atMs + soonMs && toMs >= atMs)) continue;
      if (!this.#told.some((told) => told.orderId === orderId && told.isHearsay && told.atMs > atMs - 15_000 && told.atMs <= atMs + soonMs))
        this.#problems.push(`nobody was told soon that ${orderId} is filled up to ${String(dealt)}`);
    }
    // If orders are shown completely and without delay, each fill is reported, provided that there is time between the fills.
    for (const { orderId, dealt, atMs } of this.#heard) {
      const next = (this.#history.get(orderId) ?? []).find((later) => later.dealt > dealt)?.atMs ?? Infinity;
      const before = this.#heard.findLast((earlier) => earlier.orderId === orderId && earlier.dealt < dealt)?.atMs ?? -Infinity;
      const apartMs = this.windows().length > 1 ? turnMs : 2_000;
      if (!this.#isCalm(atMs - lookingMs, atMs + lookingMs) || next - atMs < apartMs || atMs - before < 2_000) continue;
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

  /** Whether every read of an order in this period was good. */
  #isCalm(fromMs: number, toMs: number): boolean {
    return this.#troubles.every((trouble) => trouble.toMs < fromMs || trouble.fromMs > toMs);
  }

  /** Whether so many orders were read that reads had to wait for their turn. */
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
