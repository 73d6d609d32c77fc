import { performance } from 'node:perf_hooks';
import { placeIn } from '../market/market';
import { prefixOf } from '../securities/securities';
import type { World } from '../world/world';
import type { FeedFaults } from './feedFaults';
import { bookFrame, brokerFrame, klineFrame, quoteFrame, stateFrame, tickerFrame } from './frames';
import type { Subscription } from './subscriptions';

const turnMs = 20;
const statesEveryMs = 500;
/** Pushes that could not be sent within this time are dropped rather than sent all at once. */
const longestBacklogMs = 250;
const mostTicks = 100;
const firstTicks = 10;
const brokersEvery = 8;

export interface PumpDependencies {
  readonly world: () => World;
  readonly now: () => number;
  readonly pushesPerSecond: number;
  readonly faults: FeedFaults;
  readonly likeLive: boolean;
}

/** Pushes changes, one subscription after the other, up to a limit per second; idle while there are no subscriptions. */
export class Pump {
  readonly #ring: Subscription[] = [];
  #cursor = 0;
  #budget = 0;
  #turnedAt = 0;
  #statesAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #states = new Map<string, string>();

  constructor(private readonly dependencies: PumpDependencies) {}

  /** Starts pushing; the first push, with the current data, is sent at once. */
  add(subscription: Subscription): void {
    const [world, nowMs] = [this.dependencies.world(), this.dependencies.now()];
    this.#push(subscription, world, nowMs);
    subscription.pushedMs = activityOf(world, prefixOf(subscription.security.code), nowMs);
    this.#ring.push(subscription);
    if (this.#timer !== undefined) return;
    this.#turnedAt = performance.now();
    this.#timer = setInterval(() => this.#turn(), turnMs);
    this.#timer.unref();
  }

  get size(): number {
    return this.#ring.filter(({ isEnded }) => !isEnded).length;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#ring.length = 0;
    this.#states.clear();
  }

  #turn(): void {
    const { now, world, pushesPerSecond } = this.dependencies;
    const at = performance.now();
    const most = (pushesPerSecond * longestBacklogMs) / 1_000;
    this.#budget = Math.min(Math.max(1, most), this.#budget + (pushesPerSecond * (at - this.#turnedAt)) / 1_000);
    this.#turnedAt = at;
    const [nowMs, current] = [now(), world()];
    const activity = new Map<string, number>();
    if (at - this.#statesAt >= statesEveryMs) {
      this.#statesAt = at;
      this.#tellStates(current, nowMs);
    }
    for (let seen = 0; seen < this.#ring.length && this.#budget >= 1; seen += 1) {
      if (this.#cursor >= this.#ring.length) this.#cursor = 0;
      const subscription = this.#ring[this.#cursor];
      if (subscription === undefined) break;
      if (subscription.isEnded || !subscription.connection.isOpen) {
        this.#remove(this.#cursor);
        continue;
      }
      this.#cursor += 1;
      const prefix = prefixOf(subscription.security.code);
      const changedMs = activity.get(prefix) ?? activityOf(current, prefix, nowMs);
      activity.set(prefix, changedMs);
      if (changedMs !== subscription.pushedMs && this.#push(subscription, current, nowMs)) {
        subscription.pushedMs = changedMs;
        this.#budget -= 1;
      }
    }
    if (this.#ring.length === 0) this.stop();
  }

  /** Fills the gap with the last one: the order does not matter. */
  #remove(index: number): void {
    const last = this.#ring.pop();
    if (last !== undefined && index < this.#ring.length) this.#ring[index] = last;
  }

  #push(subscription: Subscription, world: World, nowMs: number): boolean {
    const { connection, security, topic } = subscription;
    if (this.dependencies.faults.isDenied(security.code, topic)) return false;
    const frame = frameOf(subscription, world, nowMs);
    if (frame === undefined) return false;
    connection.push(frame);
    subscription.pushes += 1;
    if (topic === 'order_book' && subscription.pushes % brokersEvery === 1 && prefixOf(security.code) === 'HK')
      connection.push(brokerFrame(world.market.quote(security, nowMs), nowMs));
    return true;
  }

  #tellStates(world: World, nowMs: number): void {
    const changed = new Map<string, string>();
    for (const prefix of new Set(this.#ring.map(({ security }) => prefixOf(security.code)))) {
      const state = world.market.hours(prefix).stateAt(nowMs);
      const before = this.#states.get(prefix);
      if (before !== undefined && before !== state) changed.set(prefix, state);
      this.#states.set(prefix, state);
    }
    if (changed.size === 0) return;
    const told = new Set<string>();
    for (const { connection, security, isEnded } of this.#ring) {
      const market = prefixOf(security.code);
      const state = changed.get(market);
      const key = `${String(connection.sessionId)} ${market}`;
      if (state === undefined || isEnded || told.has(key)) continue;
      told.add(key);
      connection.push(stateFrame(market, state, world.market.hours(market).openedBy(nowMs).day, nowMs));
    }
  }
}

/** When a market last changed: the time of its last trade, or outside regular hours the start of the current second. */
function activityOf(world: World, prefix: string, nowMs: number): number {
  const hours = world.market.hours(prefix);
  const { timeMs } = placeIn(hours.openedBy(nowMs), nowMs);
  if (prefix !== 'US' || hours.isOpen(nowMs)) return timeMs;
  const isBetween = (['PRE', 'AFTER', 'OVERNIGHT'] as const).some((kind) => (hours.extended(nowMs, kind)?.endMs ?? 0) > nowMs);
  return isBetween ? Math.floor(nowMs / 1_000) * 1_000 : timeMs;
}

function frameOf(subscription: Subscription, world: World, nowMs: number): string | undefined {
  const { security, topic, pushedMs, pushes } = subscription;
  const quote = world.market.quote(security, nowMs);
  switch (topic) {
    case 'quote':
      return quoteFrame(quote, nowMs);
    case 'order_book':
      return bookFrame(quote, nowMs, pushes);
    case 'ticker':
      return Number.isNaN(pushedMs) ? tickerFrame(quote, nowMs, -Infinity, firstTicks) : tickerFrame(quote, nowMs, pushedMs, mostTicks);
    case 'kline':
      return klineFrame(quote, nowMs, subscription);
  }
}
