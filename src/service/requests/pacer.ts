import { ApiError, HttpError, TransportError } from '../errors';
import type { RequestLabel } from '../errors';
import { serverCodes } from '../serverCodes';
import { abortCode } from '../abortable';
import { resendLimits } from './resend';
import type { ResendTiming } from './resend';
import { serverTime } from '../endpoints/serverTime';
import { readRanks } from './readRank';
import type { ReadRank } from './readRank';
import { parallelReads } from '../transport/settings';
import { quotaResetMs, remainingQuota } from '../retryAfter';

/**
 * Writes, and requests that other requests wait for, are urgent: they go first and use no connection of the reads. A request that is sent
 * again goes last: other requests may be answered meanwhile.
 */
export type Turn = 'urgent' | ReadRank | 'again';

/** What a request reads: accounts with their positions and orders, or anything else. */
export type WaitKind = 'trading' | 'market';

/** How long requests of a kind have to wait, in milliseconds; undefined while none waits. */
export interface PacerWait {
  /** Until the limits allow the next one. */
  readonly heldMs: number | undefined;
  /** Since the oldest running request was sent. */
  readonly oldestMs: number | undefined;
}

/** Requests that share a rate limit. */
type Family = 'trading' | 'quotes' | 'other';

/** At most `count` requests within any `withinMs`, each at least `apartMs` after the previous one. */
export interface Rate {
  readonly count: number;
  readonly withinMs: number;
  readonly apartMs: number;
}

/**
 * Limits that services of this family once published (beyond the specification). Limits in responses take precedence. For trading,
 * 20 ms between arriving requests were published: twice as much here, because requests do not take equally long to arrive.
 */
export const publishedRates: Readonly<Partial<Record<Family, Rate>>> = {
  trading: { count: 30, withinMs: 30_000, apartMs: 40 },
  // Ten a second, and no more than five at once.
  quotes: { count: 5, withinMs: 500, apartMs: 0 },
};

/** Requests of each rate reserved for urgent ones. */
const keptForUrgent = 2;
/** The additional requests reserved for what someone waits for. Followed orders and refreshes can wait. */
const keptForWaiting = 5;

/** The requests that all windows of this machine send to the service, which counts them together. */
export interface SharedBudget {
  /**
   * Counts a request that is sent now, if the rate allows it, including the requests of all windows.
   *
   * @returns 0 if it was counted, else the milliseconds until it may be tried again. Never rejects.
   */
  take(rate: Rate): Promise<number>;
  /** Counts a request that is sent in any case. */
  add(): void;
}

export interface PacerOptions {
  readonly timing: Pick<ResendTiming, 'monotonicMs' | 'sleep'>;
  /** Without rates, only the service's own responses limit requests. */
  readonly rates?: Readonly<Partial<Record<Family, Rate>>>;
  /** For the rate of trading; without it, only this window counts. */
  readonly shared?: SharedBudget;
  /** Called when a request arrives. */
  readonly busy?: () => void;
}

interface Asked {
  readonly request: RequestLabel;
  readonly turn: Turn;
  readonly family: Family;
}

interface Waiter extends Asked {
  readonly admit: () => void;
  readonly refuse: (failure: Error) => void;
}

/**
 * Admits requests one by one, so that the limits of the service are kept: urgent requests before reads, reads by their rank, and none
 * while the service has asked to wait for its path. Shared by all clients of a service.
 */
export class Pacer {
  readonly #rates: Readonly<Partial<Record<Family, Rate>>>;
  readonly #sent: Readonly<Record<Family, number[]>> = { trading: [], quotes: [], other: [] };
  /** The times until which nothing is sent to a path, or to a whole family. Bounded by the paths of the service. */
  readonly #pausedUntil = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  /** Requests that were sent and have not ended. */
  readonly #active = new Set<{ readonly family: Family; readonly sentAtMs: number }>();
  #running = 0;
  /** The number of running checks whether the service is away. */
  #holds = 0;
  /** A request to the shared budget is running. */
  #isTaking = false;
  /** The times until which the shared budget has nothing left for requests that may use this many of a rate, at most one for each. */
  readonly #sharedUntil = new Map<number, number>();
  #wake: { readonly atMs: number; readonly cancel: AbortController } | undefined;
  /** The end of a finished sleep: that time has come, even if the timer fired early. */
  #wokenAt = -Infinity;

  constructor(private readonly options: PacerOptions) {
    this.#rates = options.rates ?? {};
  }

  /**
   * Resolves when the request may be sent, with a function to call when it is done.
   *
   * @throws {@link TransportError} promptly after `signal` is aborted; {@link ApiError} for a read if the service asks for
   * a longer wait than a read accepts; the failure from {@link holdUntil}, if the request was waiting for its turn.
   */
  async enter(request: RequestLabel, turn: Turn, signal: AbortSignal): Promise<() => void> {
    const family = familyOf(request.route);
    this.options.busy?.();
    const pauseMs = turn === 'urgent' ? 0 : this.#pauseMs(request, family);
    if (pauseMs >= resendLimits.totalMs) throw leftAlone(request, pauseMs);
    // Usually nothing waits, so no listener is needed.
    const asked: Asked = { request, turn, family };
    const isFree =
      this.#waiting.length === 0 && !signal.aborted && !this.#isHeld(asked) && this.#hasRoom(turn) && this.#waitMs(asked) === 0;
    if (isFree && (turn === 'urgent' || this.#sharedFor(asked) === undefined)) this.#count(asked);
    else await this.#turnOf(asked, signal);
    const sent = { family, sentAtMs: this.#nowMs() };
    this.#active.add(sent);
    return () => {
      if (!this.#active.delete(sent) || turn === 'urgent') return;
      this.#running -= 1;
      this.#pump();
    };
  }

  async #turnOf(asked: Asked, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(new TransportError(abortCode(signal), { request: asked.request, sent: 'no', detail: 'waiting for its turn' }));
      };
      const admit = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const refuse = (failure: Error): void => {
        signal.removeEventListener('abort', giveUp);
        reject(failure);
      };
      const waiter: Waiter = { ...asked, admit, refuse };
      this.#waiting.push(waiter);
      if (signal.aborted) giveUp();
      else {
        signal.addEventListener('abort', giveUp, { once: true });
        this.#pump();
      }
    });
  }

  /**
   * Holds all reads until it is known whether the service is away. If it is, the waiting reads fail with that failure, and count toward no
   * limit; later reads are let through.
   */
  holdUntil(verdict: Promise<Error | undefined>): void {
    this.#holds += 1;
    void verdict.then((failure) => {
      this.#holds -= 1;
      if (failure !== undefined) for (const waiter of this.#waiting.filter(isHoldable)) this.#refuse(waiter, failure);
      this.#pump();
    });
  }

  #refuse(waiter: Waiter, failure: Error): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
    waiter.refuse(failure);
  }

  #isHeld(asked: Asked): boolean {
    return this.#holds > 0 && isHoldable(asked);
  }

  /** Records the limits in a response. */
  heard(request: RequestLabel, headers: Readonly<Record<string, string>>, nowMs: number): void {
    if (remainingQuota(headers) !== 0) return;
    const waitMs = quotaResetMs(headers, nowMs);
    if (waitMs !== undefined) this.#pause(familyOf(request.route), waitMs);
  }

  /** Records a failure: after a rate limit with a wait, its path is paused. */
  failed(request: RequestLabel, error: unknown): void {
    const isLimit =
      (error instanceof HttpError && error.status === 429) ||
      (error instanceof ApiError && (error.status === 429 || error.serverCode === serverCodes.rateLimited));
    if (isLimit && error.retryAfterMs !== undefined) this.#pause(pathKey(request), error.retryAfterMs);
  }

  /** Milliseconds until the next waiting trading request may be sent; undefined while none waits. */
  heldMs(): number | undefined {
    return this.waitOf('trading').heldMs;
  }

  waitOf(kind: WaitKind): PacerWait {
    const held = this.#waiting.filter(({ family }) => kindOf(family) === kind).map((waiter) => this.#waitMs(waiter));
    const sent = [...this.#active].filter(({ family }) => kindOf(family) === kind).map(({ sentAtMs }) => this.#nowMs() - sentAtMs);
    return {
      heldMs: held.length === 0 ? undefined : Math.min(...held),
      oldestMs: sent.length === 0 ? undefined : Math.max(...sent),
    };
  }

  #pause(key: string, waitMs: number): void {
    this.#pausedUntil.set(key, Math.max(this.#pausedUntil.get(key) ?? 0, this.#nowMs() + waitMs));
  }

  #pauseMs(request: RequestLabel, family: Family): number {
    if (this.#pausedUntil.size === 0) return 0;
    const until = Math.max(this.#pausedUntil.get(pathKey(request)) ?? 0, this.#pausedUntil.get(family) ?? 0);
    return Math.max(0, until - this.#nowMs());
  }

  /** Admits every request that may be sent, and checks again when the next one may. */
  #pump(): void {
    let nextMs = Infinity;
    // Requests of the same rank keep their order.
    for (const waiter of this.#waiting.toSorted((one, other) => rankOf(one) - rankOf(other))) {
      if (!this.#hasRoom(waiter.turn) || this.#isHeld(waiter)) continue;
      const waitMs = this.#waitMs(waiter);
      if (waitMs > 0) nextMs = Math.min(nextMs, waitMs);
      else if (waiter.turn === 'urgent' || this.#sharedFor(waiter) === undefined) this.#admit(waiter);
      else void this.#takeFor(waiter);
    }
    if (nextMs !== Infinity) this.#wakeIn(nextMs);
  }

  #admit(waiter: Waiter): void {
    this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
    this.#count(waiter);
    waiter.admit();
  }

  #sharedFor({ family }: Asked): SharedBudget | undefined {
    return family === 'trading' && this.#rates[family] !== undefined ? this.options.shared : undefined;
  }

  /** Asks the shared budget for one request at a time, and admits the first request that may be sent then. */
  async #takeFor(waiter: Waiter): Promise<void> {
    const shared = this.#sharedFor(waiter);
    const rate = this.#rates[waiter.family];
    if (this.#isTaking || shared === undefined || rate === undefined) return;
    this.#isTaking = true;
    // Reserves its place meanwhile.
    this.#running += 1;
    const count = countFor(waiter, rate);
    const waitMs = await shared.take({ ...rate, count });
    this.#isTaking = false;
    this.#running -= 1;
    if (waitMs > 0) this.#sharedUntil.set(count, this.#nowMs() + waitMs);
    else {
      const ready = this.#waiting.filter(
        (other) => other.family === waiter.family && countFor(other, rate) >= count && this.#waitMs(other) === 0 && !this.#isHeld(other),
      );
      const first = ready.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
      if (first !== undefined) this.#admit(first);
    }
    this.#pump();
  }

  #hasRoom(turn: Turn): boolean {
    return turn === 'urgent' || this.#running < parallelReads;
  }

  /** Records a request that is sent now. */
  #count(asked: Asked): void {
    const { turn, family } = asked;
    if (turn === 'urgent') this.#sharedFor(asked)?.add();
    else this.#running += 1;
    const rate = this.#rates[family];
    if (rate !== undefined) {
      const sent = this.#sent[family];
      sent.push(this.#nowMs());
      if (sent.length > rate.count) sent.splice(0, sent.length - rate.count);
    }
  }

  /** Milliseconds until this request may be sent; 0 for now. */
  #waitMs(asked: Asked): number {
    const { request, turn, family } = asked;
    const pauseMs = turn === 'urgent' ? 0 : this.#pauseMs(request, family);
    const rate = this.#rates[family];
    if (rate === undefined) return pauseMs;
    const nowMs = this.#nowMs();
    const sent = this.#sent[family];
    const count = countFor(asked, rate);
    const inTheWay = sent[sent.length - count];
    const rateMs = inTheWay === undefined ? 0 : inTheWay + rate.withinMs - nowMs;
    const apartMs = (sent.at(-1) ?? -Infinity) + rate.apartMs - nowMs;
    const sharedMs = turn === 'urgent' ? 0 : (this.#sharedUntil.get(count) ?? -Infinity) - nowMs;
    return Math.max(0, pauseMs, rateMs, apartMs, sharedMs);
  }

  #wakeIn(ms: number): void {
    const atMs = this.#nowMs() + ms;
    if (this.#wake !== undefined && this.#wake.atMs <= atMs) return;
    this.#wake?.cancel.abort();
    const wake = { atMs, cancel: new AbortController() };
    this.#wake = wake;
    void this.options.timing.sleep(ms, wake.cancel.signal).then(() => {
      if (this.#wake !== wake) return;
      this.#wake = undefined;
      this.#wokenAt = Math.max(this.#wokenAt, atMs);
      this.#pump();
    });
  }

  #nowMs(): number {
    return Math.max(this.options.timing.monotonicMs(), this.#wokenAt);
  }
}

/** The request that checks whether the service is away must not wait for its own result. */
function isHoldable({ turn, request }: Asked): boolean {
  return turn !== 'urgent' && request.route !== serverTime.route;
}

/** Lower ranks go first. */
function rankOf({ turn }: Asked): number {
  if (turn === 'urgent') return 0;
  return turn === 'again' ? 1 + readRanks.length : 1 + readRanks.indexOf(turn);
}

/** How many requests of a rate this one may use; a small rate is open to all. */
function countFor({ turn }: Asked, { count }: Rate): number {
  if (turn === 'urgent' || count <= 2 * (keptForUrgent + keptForWaiting)) return count;
  const canWait = turn === 'again' || readRanks.indexOf(turn) >= readRanks.indexOf('followed');
  return count - keptForUrgent - (canWait ? keptForWaiting : 0);
}

function familyOf(route: string): Family {
  if (route.startsWith('/api/v1.0/quote/')) return 'quotes';
  return /^\/api\/v1\.0\/(?:accounts|sim-trade)\//.test(route) ? 'trading' : 'other';
}

function kindOf(family: Family): WaitKind {
  return family === 'trading' ? 'trading' : 'market';
}

function pathKey({ method, route }: RequestLabel): string {
  return `${method} ${route}`;
}

function leftAlone(request: RequestLabel, retryAfterMs: number): ApiError {
  return new ApiError({ request, envelope: 'gateway', serverCode: serverCodes.rateLimited, serverMessage: '', status: 429, retryAfterMs });
}
