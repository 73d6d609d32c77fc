import { ApiError, TransportError } from '../errors';
import type { RequestLabel } from '../errors';
import { serverCodes } from '../serverCodes';
import { abortCode } from '../abortable';
import { isLimit, resendLimits } from './resend';
import type { ResendTiming } from './resend';
import { serverTime } from '../endpoints/serverTime';
import { parallelReads } from '../transport/settings';
import { quotaResetMs, remainingQuota } from '../retryAfter';
import { familyOf, isPoll, kindOf, limitsOf, lineMs, pathKey, shareKey, turnNow } from './limits';
import type { AskedTurn, Family, Limit, Rates, SharedBudget, Turn, WaitKind } from './limits';
import { WaitingLine } from './waitingLine';
import type { Place } from './waitingLine';

/** How long requests of a kind have to wait, in milliseconds; undefined while none waits. */
export interface PacerWait {
  /** Until the limits allow the next one. */
  readonly heldMs: number | undefined;
  /** Since the oldest running request was sent. */
  readonly oldestMs: number | undefined;
}

/** A request that may be sent now. */
export interface Passage {
  /** Call right before its first byte leaves: how long requests are apart is counted from there. */
  readonly started: () => void;
  /** Call when the response arrived, which proves that the request did. */
  readonly answered: () => void;
  /** See {@link Pacer.failed}. */
  readonly failed: (error: unknown) => void;
  /** The service refused it because of a limit, and so did not count it; the wait is undefined if it named none. */
  readonly refused: (waitMs: number | undefined) => void;
  /** Call when it is done, however it ended. */
  readonly leave: () => void;
}

/** A read that the service refused because of a limit, and how long it asked to wait. */
export interface Refusal {
  readonly waitMs: number;
}

interface Asked extends Place {
  readonly request: RequestLabel;
  readonly family: Family;
  /** Not sent before: the service has asked to wait with this very request. */
  readonly notBeforeMs: number;
  readonly askedAtMs: number;
}

interface Waiter extends Asked {
  /** The shared budget has counted it, at this time. */
  takenAtMs: number | undefined;
  readonly admit: (sent: Sent) => void;
  readonly refuse: (failure: Error) => void;
}

/** A request on its way. */
interface Sent {
  readonly family: Family;
  readonly turn: Turn;
  readonly sentAtMs: number;
  startedAtMs: number | undefined;
  hasArrived: boolean;
}

/** After a refusal for spacing, the line is taken to be slower by this much, up to the longest, until as many responses came. */
const learning = { stepMs: 40, longestMs: 400, responses: 20 } as const;
/** A request that waits this long for a connection holds back the next no longer. */
const connectingMs = 250;
/** A refusal for spacing asks for the shortest wait that there is. */
const spacingWaitMs = 1_000;
/** Places are kept free for better-ranked reads that may be sent within this time. */
const promisedMs = 3_000;
/** What decorates leaves when nothing else of trading did for this long, or when it waited for the longest time. */
const decoration = { idleMs: 1_000, longestMs: 10_000 } as const;
/** No rate has a higher count. */
const mostCounted = 200;
/** Room for writes that never come is released after this time. */
const longestRoomMs = 30_000;

/**
 * Keeps the limits of a service for all its clients: admits urgent requests before reads, reads by rank, and none whose path has to wait.
 */
export class Pacer {
  readonly #rates: Rates;
  /** The limits of paths by rank: asked for with each look at the line. Bounded by the paths of the service, and by the room that is kept. */
  readonly #limits = new Map<string, readonly Limit[]>();
  /** Paths that the service has refused once, whose limits are kept from then on. Bounded by the paths of the service. */
  readonly #refusedPaths = new Set<string>();
  /** The times of the latest requests by what counts them. Bounded by the paths of the service, and by their number. */
  readonly #sent = new Map<string, number[]>();
  /** The times until which nothing is sent to a path, or to a whole family. Bounded by the paths of the service. */
  readonly #pausedUntil = new Map<string, number>();
  readonly #line = new WaitingLine<Waiter>();
  /** Requests that were sent and have not ended. */
  readonly #active = new Set<Sent>();
  /** Ended requests have arrived long enough before this time: at most one for each family. */
  readonly #clearAtMs = new Map<Family, number>();
  /** How much slower the line of a family is than usual, and the responses since the last refusal for spacing. */
  readonly #learnt = new Map<Family, { slowerMs: number; responses: number }>();
  readonly #rooms = new Set<{ readonly count: number; readonly untilMs: number }>();
  /** When the last trading request was sent that a user wants. */
  #tradedAtMs = -Infinity;
  #running = 0;
  /** The number of running checks whether the service is away. */
  #holds = 0;
  /** A request to the shared budget is running. */
  #isTaking = false;
  /** The times until which the shared budget has nothing left, by what counts and how much of it may be used: bounded by the paths of the service. */
  readonly #sharedUntil = new Map<string, number>();
  #wake: { readonly atMs: number; readonly cancel: AbortController } | undefined;
  /** The end of a finished sleep: that time has come, even if the timer fired early. */
  #wokenAt = -Infinity;

  constructor(
    private readonly options: {
      readonly timing: Pick<ResendTiming, 'monotonicMs' | 'sleep'>;
      /** Without rates, only the service's own responses limit requests. */
      readonly rates?: Rates;
      /** Without it, only this window counts. */
      readonly shared?: SharedBudget;
      /** Called when a request arrives. */
      readonly busy?: () => void;
    },
  ) {
    this.#rates = options.rates ?? {};
  }

  /**
   * Resolves when the request may be sent.
   *
   * @param refusal - It was sent before, and refused: it keeps its rank, and its place is kept until the wait is over.
   * @throws {@link TransportError} promptly after `signal` is aborted; {@link ApiError} for a read if the service asks for
   * a longer wait than a read accepts; the failure from {@link holdUntil}, if the request was waiting for its turn.
   */
  async enter(request: RequestLabel, asksFor: AskedTurn, signal: AbortSignal, refusal?: Refusal): Promise<Passage> {
    const turn = turnNow(asksFor);
    const family = familyOf(request.route);
    this.options.busy?.();
    const pauseMs = turn === 'urgent' ? 0 : this.#pauseMs(request, family);
    if (pauseMs >= resendLimits.totalMs) throw leftAlone(request, pauseMs);
    const askedAtMs = this.#nowMs();
    const notBeforeMs = refusal === undefined ? -Infinity : askedAtMs + refusal.waitMs;
    const asked: Asked = { request, turn, family, notBeforeMs, askedAtMs, isRefused: refusal !== undefined };
    // Usually nothing waits, so no listener is needed.
    const isFree = this.#line.length === 0 && !signal.aborted && !this.#isHeld(asked) && this.#hasRoom(turn);
    const isNow = isFree && this.#waitMs(asked) === 0 && (turn === 'urgent' || this.#sharedFor(asked) === undefined);
    if (isNow) return this.#passageOf(asked, this.#count(asked));
    const sent = await this.#turnOf(asked, signal, asksFor);
    return this.#passageOf({ ...asked, turn: sent.turn }, sent);
  }

  #passageOf(asked: Asked, sent: Sent): Passage {
    const { request, turn, family } = asked;
    let [isRefused, hasLeft] = [false, false];
    const arrived = (): void => {
      if (sent.hasArrived) return;
      sent.hasArrived = true;
      const apartMs = this.#rates[family]?.apartMs ?? 0;
      const clearAtMs = Math.min(this.#clearMs(sent, 'refresh'), this.#nowMs() + apartMs);
      this.#clearAtMs.set(family, Math.max(this.#clearAtMs.get(family) ?? 0, clearAtMs));
      this.#pump();
    };
    const refused = (waitMs: number | undefined): void => {
      isRefused = true;
      this.#giveBack(asked, sent.sentAtMs);
      this.#refused(request, waitMs);
    };
    return {
      started: () => {
        sent.startedAtMs = this.#nowMs();
        this.#pump();
      },
      answered: arrived,
      failed: (error) => (isLimit(error) ? refused(error.retryAfterMs) : undefined),
      refused,
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        this.#active.delete(sent);
        if (turn !== 'urgent') this.#running -= 1;
        if (sent.hasArrived && !isRefused) this.#heardFrom(family);
        arrived();
        this.#pump();
      },
    };
  }

  /** The service has not counted it. */
  #giveBack(asked: Asked, countedAtMs: number): void {
    const limits = this.#limitsOf(asked);
    for (const { key } of limits) {
      const sent = this.#sent.get(key) ?? [];
      const index = sent.lastIndexOf(countedAtMs);
      if (index >= 0) sent.splice(index, 1);
    }
    this.#sharedFor(asked)?.giveBack(limits, this.#nowMs() - countedAtMs);
  }

  async #turnOf(asked: Asked, signal: AbortSignal, asksFor: AskedTurn): Promise<Sent> {
    return new Promise((resolve, reject) => {
      const raise = (): void => {
        this.#drop(waiter);
        waiter = { ...waiter, turn: turnNow(asksFor), takenAtMs: undefined };
        this.#line.add(waiter);
        this.#pump();
      };
      const stopListening = (): void => {
        signal.removeEventListener('abort', giveUp);
        if (typeof asksFor === 'object') asksFor.until.removeEventListener('abort', raise);
      };
      const giveUp = (): void => {
        stopListening();
        this.#drop(waiter);
        reject(new TransportError(abortCode(signal), { request: asked.request, sent: 'no', detail: 'waiting for its turn' }));
      };
      const admit = (sent: Sent): void => {
        stopListening();
        resolve(sent);
      };
      const refuse = (failure: Error): void => {
        stopListening();
        reject(failure);
      };
      let waiter: Waiter = { ...asked, takenAtMs: undefined, admit, refuse };
      this.#line.add(waiter);
      if (typeof asksFor === 'object') asksFor.until.addEventListener('abort', raise, { once: true });
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
      if (failure !== undefined)
        for (const waiter of this.#line) {
          if (!isHoldable(waiter)) continue;
          this.#drop(waiter);
          waiter.refuse(failure);
        }
      this.#pump();
    });
  }

  #drop(waiter: Waiter): void {
    if (this.#line.remove(waiter) && waiter.takenAtMs !== undefined)
      this.options.shared?.giveBack(this.#limitsOf(waiter), this.#nowMs() - waiter.takenAtMs);
  }

  #isHeld(asked: Asked): boolean {
    return this.#holds > 0 && isHoldable(asked);
  }

  /**
   * Keeps room in the limit of trading for this many writes, for example while the user is asked about them: reads use only what is left.
   *
   * @returns Releases the room; it is released after half a minute in any case.
   */
  keepRoom(count: number): () => void {
    const room = { count, untilMs: this.#nowMs() + longestRoomMs };
    this.#rooms.add(room);
    return () => {
      this.#rooms.delete(room);
      this.#pump();
    };
  }

  /** Records the limits in a response. */
  heard(request: RequestLabel, headers: Readonly<Record<string, string>>, nowMs: number): void {
    if (remainingQuota(headers) !== 0) return;
    const waitMs = quotaResetMs(headers, nowMs);
    if (waitMs === undefined) return;
    const family = familyOf(request.route);
    // The quota of a family is renewed within its own time: a longer wait is one of the path.
    const isFamilys = waitMs <= Math.max(this.#rates[family]?.withinMs ?? Infinity, spacingWaitMs);
    this.#pause(isFamilys ? family : pathKey(request), waitMs);
  }

  /**
   * Records a failure. After a rate limit with a wait, its path is paused, or all of trading, which is counted together. A refusal because
   * requests arrived too close to each other pauses nothing but its request: later requests are further apart.
   */
  failed(request: RequestLabel, error: unknown): void {
    if (isLimit(error)) this.#refused(request, error.retryAfterMs);
  }

  #refused(request: RequestLabel, waitMs: number | undefined): void {
    this.#refusedPaths.add(pathKey(request));
    if (waitMs === undefined) return;
    const family = familyOf(request.route);
    const isApart = (this.#rates[family]?.apartMs ?? 0) > 0;
    if (!isApart) this.#pause(pathKey(request), waitMs);
    else if (waitMs > spacingWaitMs) this.#pause(family, waitMs);
    else {
      // Refused twice in a row, it may be a limit that is over soon.
      if (this.#learnt.get(family)?.responses === 0) this.#pause(family, waitMs);
      const slowerMs = Math.min(learning.longestMs, (this.#learnt.get(family)?.slowerMs ?? 0) + learning.stepMs);
      this.#learnt.set(family, { slowerMs, responses: 0 });
    }
  }

  #heardFrom(family: Family): void {
    const learnt = this.#learnt.get(family);
    if (learnt === undefined) return;
    learnt.responses += 1;
    if (learnt.responses % learning.responses !== 0) return;
    learnt.slowerMs -= learning.stepMs;
    if (learnt.slowerMs <= 0) this.#learnt.delete(family);
  }

  /** Milliseconds until the next waiting trading request may be sent; undefined while none waits. */
  heldMs(): number | undefined {
    return this.waitOf('trading').heldMs;
  }

  /** Nobody waits for decoration. */
  waitOf(kind: WaitKind): PacerWait {
    const waiting = [...this.#line].filter(({ family, turn }) => kindOf(family) === kind && turn !== 'decoration');
    const sent = [...this.#active].filter(({ family }) => kindOf(family) === kind).map(({ sentAtMs }) => this.#nowMs() - sentAtMs);
    return {
      heldMs: waiting.length === 0 ? undefined : Math.min(...waiting.map((waiter) => this.#waitMs(waiter))),
      oldestMs: sent.length === 0 ? undefined : Math.max(...sent),
    };
  }

  #pause(key: string, waitMs: number): void {
    this.#pausedUntil.set(key, Math.max(this.#pausedUntil.get(key) ?? 0, this.#nowMs() + waitMs));
    this.options.shared?.pause(key, waitMs);
  }

  #pauseMs(request: RequestLabel, family: Family): number {
    if (this.#pausedUntil.size === 0) return 0;
    const until = Math.max(this.#pausedUntil.get(pathKey(request)) ?? 0, this.#pausedUntil.get(family) ?? 0);
    return Math.max(0, until - this.#nowMs());
  }

  /** Admits every request that may be sent, and checks again when the next one may. */
  #pump(): void {
    let nextMs = Infinity;
    /** Places of better-ranked reads that may be sent soon. */
    const promised = new Map<string, number>();
    for (const waiter of this.#line) {
      if (!this.#hasRoom(waiter.turn) || this.#isHeld(waiter)) continue;
      const limits = this.#limitsOf(waiter, promised);
      const waitMs = this.#waitMs(waiter, limits);
      if (waitMs > 0) {
        nextMs = Math.min(nextMs, waitMs);
        if (waitMs <= promisedMs) for (const { key } of limits) promised.set(key, (promised.get(key) ?? 0) + 1);
      } else if (waiter.turn === 'urgent' || waiter.takenAtMs !== undefined || this.#sharedFor(waiter) === undefined) this.#admit(waiter);
      else void this.#takeFor(waiter, limits);
    }
    if (nextMs !== Infinity) this.#wakeIn(nextMs);
  }

  #admit(waiter: Waiter): void {
    this.#line.remove(waiter);
    waiter.admit(this.#count(waiter));
  }

  /** What no family counts is rarely asked for: the windows need not agree on it until the service refuses it. */
  #sharedFor(asked: Asked): SharedBudget | undefined {
    const limits = this.#limitsOf(asked);
    const isFree = limits.length === 0 || (asked.family === 'other' && limits.every(({ assumed }) => assumed !== undefined));
    return isFree ? undefined : this.options.shared;
  }

  /** Asks the shared budget for one request at a time. */
  async #takeFor(waiter: Waiter, limits: readonly Limit[]): Promise<void> {
    const { shared } = this.options;
    if (this.#isTaking || shared === undefined) return;
    this.#isTaking = true;
    this.#running += 1; // Reserves its place meanwhile.
    const waits = await shared.take(limits);
    this.#isTaking = false;
    this.#running -= 1;
    // Only what had nothing left: a path that waits for a minute must not hold back its whole family.
    for (const limit of limits) this.#sharedUntil.set(shareKey(limit), this.#nowMs() + (waits.get(limit.key) ?? -Infinity));
    // A write may have left meanwhile: then it is sent a moment later.
    if (waits.size === 0 && this.#line.has(waiter)) waiter.takenAtMs = this.#nowMs();
    else if (waits.size === 0) shared.giveBack(limits, 0);
    this.#pump();
  }

  #hasRoom(turn: Turn): boolean {
    return turn === 'urgent' || this.#running < parallelReads;
  }

  /** The limits of a request, less what better-ranked ones were promised. */
  #limitsOf({ request, turn }: Asked, promised?: ReadonlyMap<string, number>): readonly Limit[] {
    const kept = this.#keptRoom();
    const path = pathKey(request);
    const isRefused = this.#refusedPaths.has(path);
    const key = `${turn} ${kept} ${isRefused} ${path}`;
    let limits = this.#limits.get(key);
    if (limits === undefined) {
      const all = limitsOf(request, turn, this.#rates, kept);
      limits = isRefused ? all.map(({ assumed: _assumed, ...limit }) => limit) : all;
      this.#limits.set(key, limits);
    }
    if (turn === 'urgent' || promised === undefined || promised.size === 0) return limits;
    return limits.map((limit) => ({ ...limit, count: limit.count - (promised.get(limit.key) ?? 0) }));
  }

  #keptRoom(): number {
    let kept = 0;
    for (const room of this.#rooms) {
      if (room.untilMs <= this.#nowMs()) this.#rooms.delete(room);
      else kept += room.count;
    }
    return kept;
  }

  /** Records a request that is sent now. */
  #count(asked: Asked): Sent {
    const { family, turn } = asked;
    const atMs = this.#nowMs();
    if (family === 'trading' && turn !== 'decoration' && turn !== 'program') this.#tradedAtMs = atMs;
    const limits = this.#limitsOf(asked);
    if (turn === 'urgent') this.#sharedFor(asked)?.add(limits);
    else this.#running += 1;
    for (const { key } of limits) {
      const sent = this.#sent.get(key) ?? [];
      sent.push(atMs);
      if (sent.length > mostCounted) sent.splice(0, sent.length - mostCounted);
      this.#sent.set(key, sent);
    }
    const request: Sent = { family, turn, sentAtMs: atMs, startedAtMs: undefined, hasArrived: false };
    this.#active.add(request);
    return request;
  }

  /** Milliseconds until this request may be sent; 0 for now. */
  #waitMs(asked: Asked, limits = this.#limitsOf(asked)): number {
    const { request, turn, family, notBeforeMs, askedAtMs } = asked;
    const nowMs = this.#nowMs();
    const pauseMs = turn === 'urgent' ? 0 : this.#pauseMs(request, family);
    const rateMs = limits.map((limit) => {
      const sent = this.#sent.get(limit.key) ?? [];
      // With no share left, it waits for the next change.
      const count = limit.assumed?.count ?? limit.count;
      const inTheWay = count > 0 ? sent[sent.length - count] : nowMs;
      const sharedMs = turn === 'urgent' ? 0 : (this.#sharedUntil.get(shareKey(limit)) ?? -Infinity) - nowMs;
      return Math.max(inTheWay === undefined ? 0 : inTheWay + limit.withinMs - nowMs, sharedMs);
    });
    const isIdleWork = family === 'trading' && turn === 'decoration';
    const idleMs = isIdleWork ? Math.min(this.#tradedAtMs + decoration.idleMs, askedAtMs + decoration.longestMs) - nowMs : 0;
    return Math.max(0, notBeforeMs - nowMs, pauseMs, idleMs, this.#apartMs(asked), ...rateMs);
  }

  /** Milliseconds until a request arrives long enough after those that were sent. */
  #apartMs({ family, turn }: Asked): number {
    if ((this.#rates[family]?.apartMs ?? 0) === 0) return 0;
    const onTheirWay = [...this.#active].flatMap((sent) => (sent.family === family && !sent.hasArrived ? [this.#clearMs(sent, turn)] : []));
    return Math.max(0, this.#clearAtMs.get(family) ?? -Infinity, ...onTheirWay) - this.#nowMs();
  }

  /** When a request may be sent after this one. */
  #clearMs({ family, sentAtMs, startedAtMs }: Sent, turn: Turn): number {
    const ownMs = turn === 'urgent' ? lineMs.write : isPoll(turn) ? lineMs.poll : lineMs.read;
    const slowerMs = ownMs + (this.#learnt.get(family)?.slowerMs ?? 0);
    return startedAtMs === undefined ? sentAtMs + connectingMs : startedAtMs + (this.#rates[family]?.apartMs ?? 0) + slowerMs;
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

function leftAlone(request: RequestLabel, retryAfterMs: number): ApiError {
  return new ApiError({ request, envelope: 'gateway', serverCode: serverCodes.rateLimited, serverMessage: '', status: 429, retryAfterMs });
}
