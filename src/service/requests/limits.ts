import type { RequestLabel } from '../errors';
import { readRanks } from './readRank';
import type { ReadRank } from './readRank';

/** Writes, and requests that other requests wait for, are urgent: they go first and use no connection of the reads. */
export type Turn = 'urgent' | ReadRank;

/** A read that a program asked for: it has a program’s turn until the signal is aborted because the user waits for it too. */
interface YieldingTurn {
  readonly until: AbortSignal;
  readonly then: Turn;
}

export type AskedTurn = Turn | YieldingTurn;

export function turnNow(asked: AskedTurn): Turn {
  if (typeof asked === 'string') return asked;
  return asked.until.aborted ? asked.then : 'program';
}

/** What a request reads: accounts with their positions and orders, or anything else. */
export type WaitKind = 'trading' | 'market';

/** Requests that share a rate limit. */
export type Family = 'trading' | 'quotes' | 'other';

/** At most `count` requests within any `withinMs`, arriving at least `apartMs` after each other. */
export interface Rate {
  readonly count: number;
  readonly withinMs: number;
  readonly apartMs: number;
}

/** The rates of families, and of each path by itself. */
export type Rates = Readonly<Partial<Record<Family | 'path', Rate>>>;

/** A rate that counts a request, as much of it as the request may use. The key names what is counted together. */
export interface Limit extends Rate {
  readonly key: string;
  /** How much later than another of these requests, sent by another window, it leaves in addition: see {@link lineMs}. */
  readonly lineMs: number;
  /**
   * Nothing is known of this service’s limit until it has refused something that is counted here: until then, only what can wait keeps to the
   * rate that other services of its kind have, but for {@link sparedOfAssumed}.
   */
  readonly assumed?: { readonly count: number };
}

/** The requests that all windows of this machine send to the service, which counts them together. None of it ever rejects. */
export interface SharedBudget {
  /**
   * Counts a request that is sent now, if all its limits allow it, including the requests of all windows.
   *
   * @returns Nothing if it was counted, else for each limit that did not allow it, by its key, the milliseconds until it may be tried again.
   */
  take(limits: readonly Limit[]): Promise<ReadonlyMap<string, number>>;
  /** Counts a request that is sent in any case. */
  add(limits: readonly Limit[]): void;
  /** Takes back a request that was counted this many milliseconds ago: it was not sent, or the service refused it because of a limit. */
  giveBack(limits: readonly Limit[], agoMs: number): void;
  /** The service has asked to send nothing that this key counts. */
  pause(key: string, waitMs: number): void;
}

/**
 * Limits that services of this family published once, and one for each path that was observed (beyond the specification). Limits in
 * responses take precedence.
 */
export const publishedRates: Rates = {
  trading: { count: 30, withinMs: 30_000, apartMs: 20 },
  // Ten a second, and no more than five at once.
  quotes: { count: 5, withinMs: 500, apartMs: 0 },
  path: { count: 30, withinMs: 60_000, apartMs: 0 },
};

/**
 * How much later than another a request may arrive than it was sent: the line delays each by a time of its own. The response to the first
 * one proves that it has arrived, so that the next need not wait for this long. Writes accept a little more risk to leave soon; polls have time
 * to wait for the response, because a busy machine may hold up a request for longer than any line.
 */
export const lineMs = { read: 60, write: 44, poll: 500 } as const;

/** Requests of each rate reserved for urgent ones. */
const keptForUrgent = 2;
/** The additional requests reserved for what someone waits for. Followed orders and refreshes can wait. */
const keptForWaiting = 5;
/** What can be spread out uses at most a third of a rate. */
const ownShares: Readonly<Partial<Record<Turn, number>>> = { program: 3, quiet: 3 };
/** Requests arrive closer together than they were sent when a machine is busy: a limit that nobody waits for is not used up. */
const sparedOfAssumed = 3;
/** What a user waits for in a form goes on while room is kept for writes. */
const leastForLooks = 3;

export function familyOf(route: string): Family {
  if (route.startsWith('/api/v1.0/quote/')) return 'quotes';
  return /^\/api\/v1\.0\/(?:accounts|sim-trade)\//.test(route) ? 'trading' : 'other';
}

export function kindOf(family: Family): WaitKind {
  return family === 'trading' ? 'trading' : 'market';
}

export function pathKey({ method, route }: RequestLabel): string {
  return `${method} ${route}`;
}

/**
 * Every limit that counts this request.
 *
 * @param keptForWrites - Trading requests that writes are about to use: see `Pacer.keepRoom`.
 */
export function limitsOf(request: RequestLabel, turn: Turn, rates: Rates, keptForWrites = 0): readonly Limit[] {
  const family = familyOf(request.route);
  const limits: Limit[] = [];
  const add = (key: string, rate: Rate | undefined, known: 'known' | 'assumed'): void => {
    if (rate === undefined) return;
    const assumed = (count: number): Pick<Limit, 'assumed'> =>
      known === 'assumed' ? { assumed: { count: canWait(turn) ? count : Infinity } } : {};
    const late = isPoll(turn) ? lineMs.poll : lineMs.read;
    limits.push({
      ...rate,
      ...assumed(rate.count - sparedOfAssumed),
      lineMs: late,
      key,
      count: shareOf(turn, rate, family === 'trading' ? keptForWrites : 0),
    });
    const share = ownShares[turn];
    if (share !== undefined)
      limits.push({
        ...rate,
        ...assumed(Infinity),
        lineMs: late,
        key: `${key} of ${turn}`,
        count: Math.max(1, Math.floor(rate.count / share)),
        apartMs: 0,
      });
  };
  add(family, rates[family], 'known');
  // Live trading has no limit for each path: all of it is counted together.
  if (!request.route.startsWith('/api/v1.0/accounts/')) add(pathKey(request), rates.path, 'assumed');
  return limits;
}

/** Nobody waits for what was shown before, for decoration, or for programs. */
function canWait(turn: Turn): boolean {
  return turn !== 'urgent' && readRanks.indexOf(turn) >= readRanks.indexOf('quiet');
}

/** What was shown before is read again, or something decorates; what is read for the first time is no poll. */
export function isPoll(turn: Turn): boolean {
  return turn !== 'urgent' && readRanks.indexOf(turn) >= readRanks.indexOf('refresh');
}

/** How many requests of a rate this one may use; a small rate is open to all. */
function shareOf(turn: Turn, { count }: Rate, keptForWrites: number): number {
  if (turn === 'urgent' || count <= 2 * (keptForUrgent + keptForWaiting)) return count;
  const isWaitedFor = readRanks.indexOf(turn) < readRanks.indexOf('followed');
  const share = count - Math.max(keptForUrgent, keptForWrites) - (isWaitedFor ? 0 : keptForWaiting);
  return Math.max(share, turn === 'look' ? leastForLooks : 0);
}

/** Under which all windows count one limit. */
export function shareKey({ key, count, assumed }: Limit): string {
  return `${key} ${count} ${assumed?.count ?? ''}`;
}
