import { machineNoise, median } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import { reported } from './support/installed';
import { openInstalled } from './support/sharedWindow';

const runs = inRound(10, 1);
const marketDesk = 'market-desk.market-desk';
const empty = 'market-desk-bench.empty';

/**
 * Loading and activating the packed extension, compared with an empty one, in the extension host of a real VS Code, each time in a new
 * process. Both are measured in the same process, in alternating order.
 */
export async function benchActivation(): Promise<readonly Measurement[]> {
  const times: Readonly<Record<string, number>>[] = [];
  const noises: number[] = [];
  for (let index = 0; index < runs; index++) {
    const order = index % 2 === 0 ? [empty, marketDesk] : [marketDesk, empty];
    noises.push(machineNoise());
    times.push(await measureOnce(order));
  }
  const of = (id: string): readonly number[] => times.map((time) => time[id] ?? Number.NaN);
  const more = times.map((time) => (time[marketDesk] ?? Number.NaN) - (time[empty] ?? Number.NaN)).sort((a, b) => a - b);
  const noise = median(noises);
  return [
    { name: `an empty extension, median of ${String(runs)} cold starts`, value: median(of(empty)), unit: 'ms', limit: undefined },
    { name: `Market Desk, median of ${String(runs)} cold starts`, value: median(of(marketDesk)), unit: 'ms', limit: undefined },
    { name: 'noise of the machine, by which the limit is multiplied', value: noise, unit: '×', limit: undefined },
    {
      name: `Market Desk more than the empty extension, in 9 of ${String(runs)} cold starts at most`,
      value: more.at(-2) ?? more.at(-1) ?? Number.NaN,
      unit: 'ms',
      limit: 10 * noise,
    },
  ];
}

async function measureOnce(order: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const window = await openInstalled({ extensions: ['empty', 'warm', 'probe'], env: { BENCH_ORDER: order.join(',') } });
  try {
    return timesOf(await reported(window.file));
  } finally {
    await window.close();
  }
}

function timesOf(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null) throw new Error('The probe reported something else.');
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
