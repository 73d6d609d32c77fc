import type { Breach, ProofContext } from '../../proof';
import { Random } from '../../random';
import { executedOf, yesOf } from './evidence';
import type { Evidence } from './evidence';
import { judge, judged } from './judge';
import type { Finding } from './judge';
import { TicketWorld } from './ticketWorld';
import type { Plant } from './ticketWorld';

export interface Tally {
  tickets: number;
  yes: number;
  requests: number;
  executed: number;
  meanwhile: number;
  stopped: number;
  readonly claims: Map<string, number>;
  readonly kinds: Set<string>;
}

export const newTally = (): Tally => ({
  tickets: 0,
  yes: 0,
  requests: 0,
  executed: 0,
  meanwhile: 0,
  stopped: 0,
  claims: new Map(),
  kinds: new Set(),
});

export interface TicketBreach extends Breach {
  readonly promise: number;
}

export interface PlayedCase {
  readonly findings: readonly Finding[];
  readonly replay: object;
}

/** What is played at a desk, day after day. */
interface Days {
  /** Tickets that share a pair of windows and a journal. */
  readonly perDay: number;
  /** Changes the seed of the days. */
  readonly salt: number;
  /** Changes the seed of the cases. */
  readonly caseSalt: number;
  /** Share of the days on which only what the specification shows is offered. */
  readonly strictShare: number;
  /** What stands before each finding. */
  readonly about: string;
  readonly play: (desk: TicketWorld, random: Random, index: number) => Promise<PlayedCase>;
}

/**
 * Plays the cases of a context.
 *
 * @param plant - A fault that the proof must notice.
 * @returns one breach of a kind.
 */
export async function playDays(
  { perDay, salt, caseSalt, strictShare, about, play }: Days,
  context: ProofContext,
  plant: Plant | undefined,
  enough: number,
): Promise<readonly TicketBreach[]> {
  const breaches = new Map<string, TicketBreach>();
  let desk: TicketWorld | undefined;
  for (let index = context.from; index < context.from + context.runs && breaches.size < enough; index += 1) {
    if (desk === undefined || index % perDay === 0) {
      await desk?.close();
      const day = Random.forCase(context.seed ^ salt, Math.floor(index / perDay));
      const authentication = day.chance(0.35) ? 'apiKey' : 'oauth';
      desk = await TicketWorld.open(authentication, plant === undefined && strictShare > 0 && day.chance(strictShare), plant);
      // A visible view reads orders by itself, and an open ticket is notified of them.
      if (day.chance(0.4)) for (const window of desk.windows) window.setVisible('marketDesk.orders', true);
    }
    const { findings, replay } = await play(desk, Random.forCase(context.seed ^ caseSalt, index), index);
    for (const { promise, what } of findings) {
      const kind = `${promise} ${what.replaceAll(/#?\d[\d.,]*/g, '#')}`;
      if (!breaches.has(kind)) breaches.set(kind, { promise, summary: `${about}${what}`, replay: { case: index, ...replay } });
    }
    context.progress(index);
  }
  await desk?.close();
  return [...breaches.values()];
}

/** How any of the promises was broken. */
export function findingsOf(evidence: Evidence): readonly Finding[] {
  return judged.flatMap((promise) => judge(promise, evidence).map((what) => ({ promise, what })));
}

/** Counts a case. @param executed - How much was carried out, if that is not what the requests say. */
export function count(tally: Tally, fault: string, evidence: Evidence, executed = executedOf(evidence)): void {
  tally.tickets += 1;
  tally.yes += yesOf(evidence);
  tally.requests += evidence.requests.length;
  tally.executed += executed;
  tally.kinds.add(fault);
  for (const claim of new Set(evidence.claims.map((heard) => heard.claim))) tally.claims.set(claim, (tally.claims.get(claim) ?? 0) + 1);
}
