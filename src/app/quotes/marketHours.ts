import { isQuotable, marketOf } from '../../domain/market/security';
import { isNotOffered } from '../../service/notOffered';
import type { MarketStatePush } from '../../service/feed/types';
import type { MarketStateOf } from '../../service/marketRecords';
import type { ReadingClient } from '../../service/serviceClient';
import { askAgainMs } from '../../service/lists/liveList';
import type { Ports } from '../ports';

interface KnownState {
  readonly state: string;
  /** Server time as of which it is known: when it was requested, or the time of a push. */
  readonly at: number;
  readonly isPushed: boolean;
  readonly askedAt: number;
  readonly serverMs: number;
}

/** A market state is not requested again for this long. */
const freshMs = 60_000;
/** Windows that show the same markets ask together: one of them reads for all. Small beside {@link freshMs}, so that an opening is hardly seen later. */
const sharedMs = 10_000;
const failurePauseMs = 30_000;
const mostRepresentatives = 5;
/** A market state counts as unknown this long after it was reported. */
const trustedMs = 5 * 60_000;
/** States without trading. The list of states is open-ended: an unknown one counts as open, as does NONE, which means that the state is not known. */
const closedStates = /^(?:REST|WAITING_OPEN|FUTURE_SWITCH_DATE|.*CLOSED?|.*_END|.*_BREAK)$/;

/** Which markets are open, requested through a few securities of each. Not in the specification: if it is not offered, the state is unknown. */
export class MarketHours {
  readonly #states = new Map<string, KnownState>();
  /** When a market was first seen closed after it had been open. */
  readonly #closedAt = new Map<string, number>();
  /** Markets that the last response lacked, and when to ask for them again. */
  readonly #missingUntil = new Map<string, number>();
  #pausedUntil = 0;
  #running: Promise<void> | undefined;
  #generation = 0;
  /** Securities that a response lacked. */
  readonly #unknown = new Set<string>();
  /** The current pause follows a failure. */
  #hasFailed = false;

  constructor(
    private readonly dependencies: Pick<Ports, 'clock'> & {
      readonly client: () => Promise<ReadingClient>;
      /** The service's time: the monotonic clock may stop while the machine sleeps. */
      readonly serverMs: () => number;
    },
  ) {}

  /** Undefined if the state is unknown or was not reported recently. */
  isOpen(symbol: string): boolean | undefined {
    const known = this.#states.get(marketOf(symbol) ?? '');
    return known === undefined || this.#ageMs(known) >= trustedMs ? undefined : isOpenState(known.state);
  }

  /** Milliseconds since a symbol's market closed; undefined if it is open, or closed since before it was first looked at. */
  closedForMs(symbol: string): number | undefined {
    const closedAt = this.#closedAt.get(marketOf(symbol) ?? '');
    return closedAt === undefined ? undefined : this.dependencies.clock.monotonicMs() - closedAt;
  }

  /** Requests the state of these symbols' markets if it is unknown or old, and is not being requested. Never rejects. */
  async refresh(symbols: Iterable<string>, signal: AbortSignal): Promise<void> {
    if (this.#running !== undefined) return this.#running;
    const running = this.#refresh(symbols, signal).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #refresh(symbols: Iterable<string>, signal: AbortSignal): Promise<void> {
    const now = this.dependencies.clock.monotonicMs();
    if (now < this.#pausedUntil) return;
    const representatives = this.#representatives(symbols, now);
    if (representatives.size === 0) return;
    const generation = this.#generation;
    const at = this.dependencies.serverMs();
    try {
      const client = await this.dependencies.client();
      const ask = async (some: readonly string[]): Promise<readonly MarketStateOf[]> => {
        const found = await client.beyond.marketStates({ codes: some }, { signal, maxAgeMs: sharedMs, rank: 'refresh' });
        if (found.length > 0 || some.length === 1) for (const code of some) this.#note(code, found);
        return found;
      };
      const codes = [...representatives.values()].flat();
      const states = [...(await ask(codes))];
      // A service may answer with nothing because of a single code that it does not know: each market is asked for by itself then.
      if (states.length === 0 && codes.length > 1)
        for (const [first] of representatives.values()) if (first !== undefined) states.push(...(await ask([first])));
      if (generation !== this.#generation) return;
      this.#hasFailed = false;
      for (const { code, state } of states) this.#learn(marketOf(code) ?? '', state, now, { at, isPushed: false });
      // A market missing from the response is not requested again at once.
      for (const market of representatives.keys())
        if ((this.#states.get(market)?.askedAt ?? -Infinity) < now) this.#missingUntil.set(market, now + freshMs);
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#hasFailed = !isNotOffered(error);
      this.#pausedUntil = now + (this.#hasFailed ? failurePauseMs : askAgainMs);
    }
  }

  /** A state pushed by the feed; one that is older than what is known, because the feed lags or repeats it, is ignored. */
  push({ market, state, at }: MarketStatePush): void {
    const { clock, serverMs } = this.dependencies;
    this.#learn(market.toUpperCase(), state, clock.monotonicMs(), { at: Math.min(at, serverMs()), isPushed: true });
  }

  /** The service answers again: what failed may be requested. */
  serviceReturned(): void {
    if (this.#hasFailed) this.#pausedUntil = 0;
  }

  reset(): void {
    this.#generation += 1;
    this.#running = undefined;
    this.#states.clear();
    this.#closedAt.clear();
    this.#missingUntil.clear();
    this.#unknown.clear();
    this.#pausedUntil = 0;
  }

  #learn(market: string, state: string, now: number, { at, isPushed }: Pick<KnownState, 'at' | 'isPushed'>): void {
    const before = this.#states.get(market);
    // Of two requests the later one counts, although a measurement of the service’s time may lie between them.
    if (before !== undefined && at < before.at && (isPushed || before.isPushed)) return;
    if (isOpenState(state)) this.#closedAt.delete(market);
    else if (before !== undefined && isOpenState(before.state)) this.#closedAt.set(market, now);
    this.#states.set(market, { state, at, isPushed, askedAt: now, serverMs: this.dependencies.serverMs() });
  }

  #note(code: string, states: readonly MarketStateOf[]): void {
    if (states.some((state) => state.code === code)) this.#unknown.delete(code);
    else this.#unknown.add(code);
  }

  /** Some symbols of each market whose state is needed: the service may not know one of them. What it lacked is asked for only if nothing else is there. */
  #representatives(symbols: Iterable<string>, now: number): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    const all = [...symbols];
    for (const symbol of [...all.filter((one) => !this.#unknown.has(one)), ...all.filter((one) => this.#unknown.has(one))]) {
      const market = marketOf(symbol) ?? '';
      if (!isQuotable(symbol) || !this.#isDue(market, now)) continue;
      const some = found.get(market) ?? [];
      found.set(market, some);
      if (some.length === 0 || (some.length < mostRepresentatives && !this.#unknown.has(symbol))) some.push(symbol);
    }
    return found;
  }

  #isDue(market: string, now: number): boolean {
    if (now < (this.#missingUntil.get(market) ?? 0)) return false;
    const known = this.#states.get(market);
    return known === undefined || this.#ageMs(known) >= freshMs;
  }

  /** By whichever clock shows more. */
  #ageMs({ askedAt, serverMs }: KnownState): number {
    const { clock, serverMs: now } = this.dependencies;
    return Math.max(clock.monotonicMs() - askedAt, now() - serverMs);
  }
}

/** Whether prices may move in a market with this state (`MORNING`, `CLOSED`, …). */
function isOpenState(state: string): boolean {
  return !closedStates.test(state.toUpperCase());
}
