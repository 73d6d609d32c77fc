import type { Breach, Proof } from '../proof';
import { Random } from '../random';
import { loadBundled } from '../fuzz/bundled';
import { judge } from './judge';
import { judgePages } from './judgePages';
import type { Surface } from './judgePages';
import { make } from './subject';
import type { Bent, PagesOf } from './subject';
import { createWorld, recordsOf } from './world';

/** Limits, sums, prices, alerts, and the rest of what {@link judge} compares. */
const core = 'limits and sums';

/** A fault on the way, and where it must show: each is a place of its own where it could be overlooked. */
interface Plant {
  readonly name: string;
  readonly bent: Bent;
  readonly at: readonly (Surface | typeof core)[];
}

/** Faults planted on the way: a proof that misses them proves nothing. */
const planted: readonly Plant[] = [
  {
    name: 'a security that is recognized by the text of its code',
    bent: { isOf: (sent, code) => sent === code },
    at: [
      core,
      ...(['positions of the security’s page', 'orders of the security’s page', 'own lines of the hover', 'watchlist'] as const),
      ...(['marks on the chart', 'day review', 'file of orders', 'file of positions', 'figures of the orders page'] as const),
    ],
  },
  { name: 'a market that is left out of a comparison', bent: { isOf: (sent, code) => sent.slice(-4) === code.slice(-4) }, at: [core] },
  {
    name: 'a last price of 0 that is taken for a price',
    bent: { noPrice: '0.01' },
    at: [core, 'watchlist', 'hover', 'figures of the orders page'],
  },
  {
    name: 'a fill that was undone, and is counted',
    bent: { statusOf: () => 'OK' },
    at: [core, 'marks on the chart', 'day review', 'file of fills'],
  },
  { name: 'dates of exchanges on the clock of the viewer', bent: { areDays: false }, at: [core] },
  {
    name: 'days of trades on the clock of the viewer',
    bent: { aheadMs: 14 * 3_600_000 },
    at: ['marks on the chart', 'day review', 'file of fills'],
  },
  { name: 'a ratio that the service calls meaningless, and that is shown', bent: { ratioIsValid: true }, at: [core] },
];
/** A plant concerns some records only. */
const mostLooks = 60;

/** Where a planted fault is overlooked; empty if it is seen everywhere. */
async function blindSpots({ bent, at }: Plant, seed: number, pagesOf: PagesOf): Promise<readonly string[]> {
  const unseen = new Set<string>(at);
  for (let index = 0; index < mostLooks && unseen.size > 0; index += 1) {
    const world = createWorld(Random.forCase(seed, index));
    const made = await make(world, pagesOf, bent);
    for (const { at: surface } of judgePages(world, made.pages)) unseen.delete(surface);
    if (judge(world, made).length > 0) unseen.delete(core);
  }
  return [...unseen];
}

/** Promise 20: one security is one security, and no price is no price. */
export const marketProof: Proof = {
  number: 20,
  promise: 'one security is one security, no price is no price, a date is a date',
  quickRuns: 40,
  fullRuns: 500,
  run: async (context) => {
    const editorSide = await loadBundled('market/pages.ts');
    const { pagesOf } = editorSide.module as { readonly pagesOf: PagesOf };
    const breaches: Breach[] = [];
    for (const plant of planted)
      for (const place of await blindSpots(plant, context.seed, pagesOf))
        breaches.push({ summary: `the proof is blind to ${plant.name}: ${place}`, replay: { seed: context.seed } });
    let records = 0;
    for (let index = context.from; index < context.from + context.runs && breaches.length < 5; index += 1) {
      const world = createWorld(Random.forCase(context.seed, index));
      records += recordsOf(world);
      const made = await make(world, pagesOf);
      const [problem] = [...judge(world, made), ...judgePages(world, made.pages).map(({ text }) => text)];
      if (problem !== undefined) breaches.push({ summary: problem, replay: { seed: context.seed, case: index } });
      context.progress(index);
    }
    editorSide.dispose();
    return {
      tried: `${String(records)} records in every spelling, currency, sign, side, and status, in ${String(context.runs)} accounts; ${String(planted.length)} planted faults first`,
      found: `${String(breaches.length)} wrong limits, sums, prices, alerts, pages, files, or dates`,
      breaches,
      cases: records,
    };
  },
};
