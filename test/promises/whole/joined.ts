import type { Proof, ProofContext, ProofResult } from '../proof';

/** One promise that is proved in several ways; each part gets a share of the requested runs, in proportion to its own counts. */
export function joined(number: number, promise: string, parts: readonly Proof[]): Proof {
  const [first] = parts;
  if (first === undefined) throw new Error('nothing to join');
  return {
    number,
    promise,
    quickRuns: first.quickRuns,
    fullRuns: first.fullRuns,
    run: async (context) => {
      const results: ProofResult[] = [];
      for (const part of parts) results.push(await part.run({ ...context, runs: runsOf(part, first, context) }));
      return {
        tried: results.map(({ tried }) => tried).join('; '),
        found: results.map(({ found }) => found).join('; '),
        breaches: results.flatMap(({ breaches }) => breaches),
      };
    },
  };
}

function runsOf(part: Proof, first: Proof, { runs, quick }: ProofContext): number {
  const [own, leading] = quick ? [part.quickRuns, first.quickRuns] : [part.fullRuns, first.fullRuns];
  return Math.max(1, Math.round((runs * own) / leading));
}
