import { isAskable, isOpenState, marketOf } from '../../domain/quotes/marketState';
import { isNotOffered } from '../../service/notOffered';
import type { MarketStatePush } from '../../service/feed/types';
import type { ReadingClient } from '../../service/serviceClient';
import type { MachineClock } from '../platform/ports';
import { askAgainMs } from '../../service/lists/liveList';

export interface MarketHoursDependencies {
  readonly client: () => Promise<ReadingClient>;
  readonly clock: Pick<MachineClock, 'monotonicMs'>;
}

/** A market state is not requested again for this long. */
const freshMs = 60_000;
const failurePauseMs = 30_000;
/** A market state counts as unknown this long after it was reported. */
const trustedMs = 5 * 60_000;

/** Which markets are open, requested through one security of each. Not in the specification: if it is not offered, the state is unknown. */
export class MarketHours {
  readonly #states = new Map<string, { readonly state: string; readonly askedAt: number }>();
  #pausedUntil = 0;
  #generation = 0;
  /** The current pause follows a failure. */
  #hasFailed = false;

  constructor(private readonly dependencies: MarketHoursDependencies) {}

  /** Undefined if the state is unknown or was not reported recently. */
  isOpen(symbol: string): boolean | undefined {
    const known = this.#states.get(marketOf(symbol));
    const isTrusted = known !== undefined && this.dependencies.clock.monotonicMs() - known.askedAt < trustedMs;
    return !isTrusted ? undefined : isOpenState(known.state);
  }

  /** Requests the state of these symbols' markets if it is unknown or old. Never rejects. */
  async refresh(symbols: Iterable<string>, signal: AbortSignal): Promise<void> {
    const now = this.dependencies.clock.monotonicMs();
    if (now < this.#pausedUntil) return;
    const representatives = new Map<string, string>();
    for (const symbol of symbols) if (isAskable(symbol) && this.#isDue(symbol, now)) representatives.set(marketOf(symbol), symbol);
    if (representatives.size === 0) return;
    const generation = this.#generation;
    try {
      const client = await this.dependencies.client();
      const states = await client.beyond.marketStates({ codes: [...representatives.values()] }, { signal });
      if (generation !== this.#generation) return;
      this.#hasFailed = false;
      for (const { code, state } of states) this.#states.set(marketOf(code), { state, askedAt: now });
      // A market missing from the response is not requested again at once.
      for (const market of representatives.keys()) if (!this.#states.has(market)) this.#pausedUntil = now + freshMs;
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#hasFailed = !isNotOffered(error);
      this.#pausedUntil = now + (this.#hasFailed ? failurePauseMs : askAgainMs);
    }
  }

  /** A state pushed by the feed. */
  push({ market, state }: MarketStatePush): void {
    this.#states.set(market.toUpperCase(), { state, askedAt: this.dependencies.clock.monotonicMs() });
  }

  /** The service answers again: what failed may be requested. */
  serviceReturned(): void {
    if (this.#hasFailed) this.#pausedUntil = 0;
  }

  reset(): void {
    this.#generation += 1;
    this.#states.clear();
    this.#pausedUntil = 0;
  }

  #isDue(symbol: string, now: number): boolean {
    const known = this.#states.get(marketOf(symbol));
    return known === undefined || now - known.askedAt >= freshMs;
  }
}
