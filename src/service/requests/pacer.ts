import { ApiError, HttpError, TransportError } from '../errors';
import type { RequestLabel } from '../errors';
import { serverCodes } from '../serverCodes';
import { abortCode } from '../abortable';
import { resendLimits } from './resend';
import type { ResendTiming } from './resend';
import { orderDetails } from '../endpoints/orders/orderDetails';
import { serverTime } from '../endpoints/serverTime';
import { readRanks } from './readRank';
import type { ReadRank } from './readRank';
import { parallelReads } from '../transport/settings';
import { quotaResetMs, remainingQuota } from '../retryAfter';

/**
 * Writes, and what other requests wait for, are urgent: they go first and need no connection of the reads. What is sent again goes
 * last: something else may be answered meanwhile.
 */
export type Turn = 'urgent' | ReadRank | 'again';

/** What is read: accounts with their positions and orders, or anything else. */
export type WaitKind = 'trading' | 'market';

/** What requests of a kind wait for, in milliseconds; undefined while none of them does. */
export interface PacerWait {
  /** Until the limits let the next one go. */
  readonly heldMs: number | undefined;
  /** Since the oldest one that is under way was sent. */
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
 * Limits that services of this family once published (beyond the specification). What the service says counts more. Of trading
 * 20 ms were published, as they arrive: twice as many here, because requests do not take equally long on the way.
 */
export const publishedRates: Readonly<Partial<Record<Family, Rate>>> = {
  trading: { count: 30, withinMs: 30_000, apartMs: 40 },
  // Ten a second, and no more than five at once.
  quotes: { count: 5, withinMs: 500, apartMs: 0 },
};

/** Requests of each rate reserved for urgent ones. */
const keptForUrgent = 2;
/**
 * So many more are left to looks at single orders, because a ticket or an open outcome waits for them, and to what was never shown.
 * A refresh can wait.
 */
const keptFromRefreshes = 5;

/** What all windows of this machine send to the service, which counts them together. */
export interface SharedBudget {
  /**
   * Counts a request that is sent now, if the rate allows it by what all windows sent.
   *
   * @returns 0 when it was counted, else the milliseconds until it may be tried again. Never rejects.
   */
  take(rate: Rate): Promise<number>;
  /** Counts a request that is sent in any case. */
  add(): void;
}

export interface PacerOptions {
  readonly timing: Pick<ResendTiming, 'monotonicMs' | 'sleep'>;
  /** No rates mean: only what the service itself asks for. */
  readonly rates?: Readonly<Partial<Record<Family, Rate>>>;
  /** For the rate of trading; without it, this window is alone. */
  readonly shared?: SharedBudget;
  /** Called when a request comes. */
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
 * Lets requests go one by one, so that the limits of the service are kept: what is urgent before reads, reads by their rank, none
 * before the service wants to hear of its path again. One for all clients of a service.
 */
export class Pacer {
  readonly #rates: Readonly<Partial<Record<Family, Rate>>>;
  readonly #sent: Readonly<Record<Family, number[]>> = { trading: [], quotes: [], other: [] };
  /** Until when nothing is sent to a path, or to a whole family. */
  readonly #pausedUntil = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  /** What was sent and has not ended. */
  readonly #active = new Set<{ readonly family: Family; readonly sentAtMs: number }>();
  #running = 0;
  /** The service may be away: how often that is being found out. */
  #holds = 0;
  /** The shared budget is being asked for the next request. */
  #isTaking = false;
  /** Until when the shared budget has nothing for requests that may use so many of a rate. */
  readonly #sharedUntil = new Map<number, number>();
  #wake: { readonly atMs: number; readonly cancel: AbortController } | undefined;
  /** A sleep that is over proves that its time has come, even where a timer fires early. */
  #wokenAt = -Infinity;

  constructor(private readonly options: PacerOptions) {
    this.#rates = options.rates ?? {};
  }

  /**
   * Resolves when the request may be sent, with a function to call when it is done.
   *
   * @throws {@link TransportError} promptly after `signal` is aborted; {@link ApiError} for a read where the service wants
   * to be left alone longer than a read waits; what a verdict of {@link holdUntil} says, if it was waiting for its turn.
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
   * Lets no read go until it is known whether the service is away. If it is, those that wait fail with that failure, and count against no
   * limit; whoever asks later is let through.
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

  /** Records a failure: a rate limit with a wait is kept for its path. */
  failed(request: RequestLabel, error: unknown): void {
    const isLimit =
      (error instanceof HttpError && error.status === 429) ||
      (error instanceof ApiError && (error.status === 429 || error.serverCode === serverCodes.rateLimited));
    if (isLimit && error.retryAfterMs !== undefined) this.#pause(pathKey(request), error.retryAfterMs);
  }

  /** Milliseconds until the next waiting request of trading may go; undefined while none of them waits. */
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
    // Those of one rank keep their order.
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

  /** Asks the shared budget, for one request at a time; whoever is the first of those that may go by then goes. */
  async #takeFor(waiter: Waiter): Promise<void> {
    const shared = this.#sharedFor(waiter);
    const rate = this.#rates[waiter.family];
    if (this.#isTaking || shared === undefined || rate === undefined) return;
    this.#isTaking = true;
    // Its place must not be taken meanwhile.
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

  /** Milliseconds until this one may go; 0 for now. */
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

/** A single order that somebody waits for. */
function isLook({ route }: RequestLabel): boolean {
  return route === orderDetails.route;
}

/** The question by which it is found out is none of those that wait for the answer. */
function isHoldable({ turn, request }: Asked): boolean {
  return turn !== 'urgent' && request.route !== serverTime.route;
}

/** Lower ranks go first. */
function rankOf({ turn, request }: Asked): number {
  if (turn === 'urgent') return 0;
  if (isLook(request)) return 1;
  return turn === 'again' ? 2 + readRanks.length : 2 + readRanks.indexOf(turn);
}

/** How many of the requests of a rate this one may be among; a rate of a few is for everybody. */
function countFor({ turn, request }: Asked, { count }: Rate): number {
  if (turn === 'urgent' || count <= 2 * (keptForUrgent + keptFromRefreshes)) return count;
  const isRefresh = turn === 'refresh' || turn === 'decoration' || turn === 'again';
  return count - keptForUrgent - (isRefresh && !isLook(request) ? keptFromRefreshes : 0);
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
