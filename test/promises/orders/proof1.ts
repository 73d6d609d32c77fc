import type { Breach, ProofContext, ProofResult, SharedProof } from '../proof';
import { Random } from '../random';
import { drawCase, playCase, simplerThan } from './orderCase';
import type { CaseReport, OrderCase, Problem } from './orderCase';
import { startOrderWorker } from './orderWorker';
import type { OrderWorker } from './orderWorker';

const workers = 8;
/** Cases after which a worker takes a new journal, so that reading it back does not dominate. */
const casesPerJournal = 300;
const mostBreaches = 5;

interface Tally {
  attempts: number;
  declined: number;
  twice: number;
  requests: number;
  processed: number;
  readonly outcomes: Map<string, number>;
  readonly kinds: Set<string>;
}

interface Found extends Breach {
  readonly promise: Problem['promise'];
}

/** Promises 1, 2 and 5 in one run: they are about the same requests, seen from the ledger, the outcome and the bytes. */
export const orderProofs: SharedProof = {
  promises: [
    { number: 1, promise: 'one confirmation sends at most one modification' },
    { number: 2, promise: 'no outcome is claimed without proof' },
    { number: 5, promise: 'the number seen is the number sent' },
  ],
  quickRuns: 4_000,
  fullRuns: 100_000,
  run: async (context) => {
    const tally: Tally = { attempts: 0, declined: 0, twice: 0, requests: 0, processed: 0, outcomes: new Map(), kinds: new Set() };
    const found: Found[] = [];
    let next = context.from;
    const mayGoOn = (): boolean => next < context.from + context.runs && found.length < mostBreaches;
    await Promise.all(
      Array.from({ length: Math.min(workers, context.runs) }, async () => {
        while (mayGoOn()) {
          const worker = await startOrderWorker();
          try {
            for (let count = 0; count < casesPerJournal && mayGoOn(); count += 1) {
              const index = next;
              next += 1;
              found.push(...(await runCase(context, index, worker, tally)));
              context.progress(index);
            }
          } finally {
            await worker.close();
          }
        }
      }),
    );
    return results(tally, found);
  },
};

async function runCase(context: ProofContext, index: number, worker: OrderWorker, tally: Tally): Promise<readonly Found[]> {
  const drawn = drawCase(Random.forCase(context.seed, index));
  const report = await playCase(drawn, `F-${index}`, worker);
  count(tally, drawn, report);
  const found: Found[] = [];
  for (const promise of new Set(report.problems.map((problem) => problem.promise))) {
    const shortest = await shrink(drawn, promise, index, worker);
    const text = (shortest.report ?? report).problems.find((problem) => problem.promise === promise)?.text ?? '';
    found.push({
      promise,
      summary: `${shortest.drawn.fault}: ${text}`,
      replay: { seed: context.seed, case: index, drawn, shortest: shortest.drawn },
    });
  }
  return found;
}

/** Makes a failing case simpler as long as it still breaks the same promise. Each try is another order: nothing of the last one may block it. */
async function shrink(
  drawn: OrderCase,
  promise: Problem['promise'],
  index: number,
  worker: OrderWorker,
): Promise<{ readonly drawn: OrderCase; readonly report?: CaseReport }> {
  let best: { readonly drawn: OrderCase; readonly report?: CaseReport } = { drawn };
  let tries = 0;
  for (let improved = true; improved;) {
    improved = false;
    for (const candidate of simplerThan(best.drawn)) {
      tries += 1;
      const report = await playCase(candidate, `F-${index}-${promise}-${tries}`, worker);
      if (!report.problems.some((problem) => problem.promise === promise)) continue;
      best = { drawn: candidate, report };
      improved = true;
      break;
    }
  }
  return best;
}

function count(tally: Tally, drawn: OrderCase, report: CaseReport): void {
  tally.attempts += 1;
  tally.kinds.add(drawn.fault);
  if (drawn.declined) tally.declined += 1;
  if (drawn.twice) tally.twice += 1;
  tally.requests += report.requests;
  tally.processed += report.processed;
  if (report.outcome !== undefined) tally.outcomes.set(report.outcome, (tally.outcomes.get(report.outcome) ?? 0) + 1);
}

function results(tally: Tally, found: readonly Found[]): ReadonlyMap<number, ProofResult> {
  const broken = (promise: Problem['promise']): readonly Breach[] =>
    found.filter((breach) => breach.promise === promise).map(({ summary, replay }) => ({ summary, replay }));
  const kinds = `${tally.kinds.size} kinds of answer and fault`;
  const confirmed = tally.attempts - tally.declined;
  const outcomes = [...tally.outcomes]
    .sort()
    .map(([kind, times]) => `${times} ${kind}`)
    .join(', ');
  const of = (promise: Problem['promise'], cases: number, tried: string, what: string): [number, ProofResult] => {
    const breaches = broken(promise);
    return [promise, { cases, tried, found: `${breaches.length} ${what}`, breaches }];
  };
  return new Map([
    of(
      1,
      tally.attempts,
      `${tally.attempts} attempts over ${kinds}: ${confirmed} confirmed, ${tally.twice} of them twice at once, ${tally.declined} declined`,
      `duplicated, unconfirmed or to another order; the server counted ${tally.requests} requests and carried out ${tally.processed}`,
    ),
    of(2, confirmed, `${confirmed} outcomes compared with what the wire proves, over ${kinds}`, `false; ${outcomes}`),
    of(
      5,
      tally.requests,
      `${tally.requests} requests compared byte by byte with the preview and with a body written from the ticket`,
      'altered',
    ),
  ]);
}
