import { createOrderProcess } from './orderProcess';

/** One window of several that all try to change the same few orders as often as they can. */
interface RaceSettings {
  readonly folder: string;
  readonly origin: string;
  readonly submits: number;
  readonly orders: number;
  readonly offset: number;
}

function isSettings(value: unknown): value is RaceSettings {
  return typeof value === 'object' && value !== null && 'folder' in value && 'submits' in value;
}

const settings: unknown = JSON.parse(process.argv[2] ?? '{}');
if (!isSettings(settings)) throw new Error('settings expected');

async function race({ folder, origin, submits, orders, offset }: RaceSettings): Promise<Readonly<Record<string, number>>> {
  const window = createOrderProcess({ folder, origin, step: () => undefined });
  const results: Record<string, number> = {};
  for (let count = 0; count < submits; count += 1) {
    const result = await window.change(`R-${(count + offset) % orders}`);
    const word = result.kind === 'blocked' ? result.reason : result.outcome.kind;
    results[word] = (results[word] ?? 0) + 1;
  }
  return results;
}

void race(settings).then((results) => {
  process.send?.({ kind: 'results', results }, undefined, undefined, () => process.exit(0));
});
