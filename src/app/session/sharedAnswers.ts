import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Answers, KnownAnswer, ReadingTurn } from '../../service/requests/answers';
import type { ReadRank } from '../../service/requests/readRank';
import type { WireResponse } from '../../service/transport/types';
import type { Lock, StoredFiles } from '../platform/ports';
import { onFirstUse, readStored } from '../platform/storedJson';
import { lockNames } from '../platform/storedNames';
import { isKeySession } from './connection';
import type { Ports } from '../ports';

/** Whose responses they are: a service, a session, and what the session may do. */
export interface AnswerOwner {
  readonly baseUrl: string;
  readonly sessionId: string;
  readonly scopes: readonly string[];
}

const stored = onFirstUse(() =>
  v.object({
    version: v.literal(1),
    request: v.string(),
    sentAtMs: v.number(),
    status: v.number(),
    text: v.string(),
    isLack: v.optional(v.literal(true)),
  }),
);

/** With this, marks of sessions with an API key begin. */
const ofKey = 'k';

interface WantedAnswer {
  readonly name: string;
  readonly request: string;
  readonly maxAgeMs: number;
  readonly lookMs: number;
  readonly patienceMs: number;
}

interface SharedAnswer {
  readonly request: string;
  readonly response: WireResponse;
  readonly tookMs: number;
  readonly kind: 'lack' | undefined;
}

/** A longer response is read by each window itself. */
const longestText = 1_000_000;
/** Older ones are of no use to another window. A call that the service does not have is tried again after this time. */
const keptMs = 10 * 60_000;
/** While the sessions stay the same, old responses are looked for no more often: a window tells of its sessions several times. */
const cleaningMs = 60_000;
/** How soon a window looks whether the other one has read, and for how long it does: after that it reads by itself. */
const waits = {
  usual: { lookMs: 50, patienceMs: 20_000 },
  /** Someone asked, or has a form before them. The other window may be refreshing, which waits for its turn up to a minute. */
  asked: { lookMs: 50, patienceMs: 4_000 },
  look: { lookMs: 50, patienceMs: 1_000 },
  /** Nobody waits for the response, and the limits of the service may keep the other window for minutes. */
  unhurried: { lookMs: 1_000, patienceMs: 180_000 },
} as const;
function waitOf(rank: ReadRank | undefined): Pick<WantedAnswer, 'lookMs' | 'patienceMs'> {
  if (rank === 'look' || rank === 'asked') return waits[rank];
  return rank === 'quiet' || rank === 'decoration' ? waits.unhurried : waits.usual;
}

/** Each look is later than the one before by this factor, up to the longest. Twenty windows that look at twenty files keep a machine busy. */
const slower = { factor: 1.5, most: 5 } as const;
/** The other window ended without a response, or could not read it: this is seldom, and asking for a lock costs more than a look. */
const looksForEachLock = 4;

/**
 * Responses that one window has just read, for the others of the same user at the same service: they look here before they ask the service, and one
 * of them asks for all. Each response has a file, whose name says whose it is; it is gone when the session is. If files or locks
 * cannot be used, each window reads by itself.
 */
export class SharedAnswers {
  /** Sessions whose responses may be stored; undefined until they are known. */
  #sessions: ReadonlySet<string> | undefined;
  #known: 'all' | 'some' | undefined;
  #cleanedMs = -Infinity;

  constructor(
    private readonly dependencies: Pick<Ports, 'locks' | 'clock' | 'timers'> & {
      /** A folder of their own, which only the user may read. */
      readonly files: StoredFiles;
    },
  ) {}

  of(owner: AnswerOwner): Answers {
    const ownerText = JSON.stringify([owner.baseUrl, owner.sessionId, [...owner.scopes].toSorted()]);
    const nameOf = (request: string): string => `${sessionMark(owner.sessionId)}-${digest(`${ownerText}\n${request}`)}.json`;
    return {
      take: async (request, maxAgeMs, signal, rank) => this.#take({ name: nameOf(request), request, maxAgeMs, ...waitOf(rank) }, signal),
      share: async (request, response, tookMs, kind) => this.#share(owner.sessionId, nameOf(request), { request, response, tookMs, kind }),
    };
  }

  /**
   * Removes what belongs to none of these sessions, or is too old to be of use.
   *
   * @param known - Whether these are all sessions that exist. Before they are, only what this window knew and no longer knows is gone: the
   * responses of another window must not go because this one has not read its session yet.
   */
  async keepOnly(sessionIds: readonly string[], known: 'all' | 'some'): Promise<void> {
    const { files, clock } = this.dependencies;
    const sessions = new Set(sessionIds.map(sessionMark));
    const before = this.#sessions ?? new Set();
    const isSame = known === this.#known && before.size === sessions.size && [...sessions].every((mark) => before.has(mark));
    this.#sessions = sessions;
    this.#known = known;
    // Which keys exist is known only of the one that is in use.
    const isGone = (mark: string): boolean => !sessions.has(mark) && (before.has(mark) || (known === 'all' && !mark.startsWith(ofKey)));
    if (known === 'some' && ![...before].some(isGone)) return;
    const now = clock.monotonicMs();
    if (isSame && now - this.#cleanedMs < cleaningMs) return;
    this.#cleanedMs = now;
    for (const name of await files.names().catch(() => [])) {
      const writtenMs = isGone(name.split('-')[0] ?? '') ? undefined : await files.writtenMs(name).catch(() => undefined);
      if (writtenMs === undefined || Math.abs(clock.wallMs() - writtenMs) > keptMs) await files.remove(name).catch(() => undefined);
    }
  }

  async #take({ name, request, maxAgeMs, lookMs, patienceMs }: WantedAnswer, signal: AbortSignal): Promise<KnownAnswer | ReadingTurn> {
    const { files, locks, clock, timers } = this.dependencies;
    const startedMs = clock.monotonicMs();
    // What was sent since this window asked is as new as what it would get itself, however late it comes to look.
    const newEnough = (): number => Math.max(maxAgeMs, clock.monotonicMs() - startedMs);
    let stamp: string | undefined;
    for (let look = 0; !signal.aborted && clock.monotonicMs() - startedMs < patienceMs; look += 1) {
      const found = await files.stamp(name).catch(() => undefined);
      // What was too old at the last look is older now.
      const known = found === undefined || found === stamp ? undefined : await this.#read(name, request, newEnough());
      if (known !== undefined) return known;
      stamp = found;
      let lock: Lock | undefined;
      try {
        if (look % looksForEachLock === 0) lock = await locks.tryAcquire(lockNames.answer(name));
      } catch {
        break;
      }
      if (lock !== undefined) {
        const held = lock;
        const done = async (): Promise<void> => held.release().catch(() => undefined);
        // Another window may have read it between the two looks.
        const late = await this.#read(name, request, newEnough());
        if (late === undefined) return { kind: 'turn', done };
        await done();
        return late;
      }
      const nextMs = lookMs * Math.min(slower.factor ** look, slower.most);
      const leftMs = startedMs + patienceMs - clock.monotonicMs();
      await new Promise<void>((resolve) => void timers.after(Math.min(nextMs, leftMs), resolve));
    }
    return { kind: 'turn', done: async () => undefined };
  }

  async #read(name: string, request: string, maxAgeMs: number): Promise<KnownAnswer | undefined> {
    const { files, clock } = this.dependencies;
    const found = readStored(stored(), await files.read(name).catch(() => undefined));
    if (found === undefined || found.request !== request) return undefined;
    const ageMs = clock.wallMs() - found.sentAtMs;
    if (ageMs < 0 || ageMs > (found.isLack === true ? Math.max(maxAgeMs, keptMs) : maxAgeMs)) return undefined;
    const atMs = clock.monotonicMs() - ageMs;
    const body = new TextEncoder().encode(found.text);
    return { kind: 'known', ageMs, response: { status: found.status, headers: {}, body, sentAt: atMs, receivedAt: atMs } };
  }

  async #share(sessionId: string, name: string, { request, response, tookMs, kind }: SharedAnswer): Promise<void> {
    const { files, clock } = this.dependencies;
    if (response.body.length > longestText || !this.#isKept(sessionId)) return;
    const text = new TextDecoder().decode(response.body);
    const lack = kind === 'lack' ? { isLack: true } : {};
    const answer = { version: 1, request, sentAtMs: clock.wallMs() - tookMs, status: response.status, text, ...lack };
    try {
      await files.write(name, JSON.stringify(answer));
      // The user may have signed out meanwhile.
      if (!this.#isKept(sessionId)) await files.remove(name);
    } catch {
      // The other windows read by themselves.
    }
  }

  #isKept(sessionId: string): boolean {
    return this.#sessions?.has(sessionMark(sessionId)) === true;
  }
}

function sessionMark(sessionId: string): string {
  return `${isKeySession(sessionId) ? ofKey : 's'}${digest(sessionId)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
