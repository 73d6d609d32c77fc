import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePacked } from '../support/packed/ensurePacked';
import { readArguments, usage } from './arguments';
import type { ProofOptions } from './arguments';
import type { NumberedPromise, Proof, ProofContext, ProofResult, SharedProof } from './proof';
import { proofs } from './proofs';
import { renderTable } from './table';
import type { Row } from './table';

const dayMs = 86_400_000;
/** Days in which a quick run of all promises plants each fault once. */
const daysOfPlants = 5;
const replayFolder = join('test-results', 'promises');
const progressEveryMs = 15_000;

function promisesOf(proof: Proof | SharedProof): readonly NumberedPromise[] {
  return 'promises' in proof ? proof.promises : [proof];
}

async function resultsOf(proof: Proof | SharedProof, context: ProofContext): Promise<ReadonlyMap<number, ProofResult>> {
  return 'promises' in proof ? proof.run(context) : new Map([[proof.number, await proof.run(context)]]);
}

async function main(): Promise<number> {
  const parsed = readArguments(
    process.argv.slice(2),
    proofs.flatMap(promisesOf).map(({ number }) => number),
  );
  if (parsed.kind !== 'options') {
    process.stderr.write(parsed.kind === 'wrong' ? `${parsed.message}\n\n${usage}` : usage);
    return parsed.kind === 'wrong' ? 2 : 0;
  }
  const { options } = parsed;
  mkdirSync(replayFolder, { recursive: true });
  // The proofs run the package, so it must match the sources.
  if (!options.isBuilt) execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' });
  await ensurePacked();
  const rows: Row[] = [];
  const plants = plantsOf(options);
  if (plants.of > 1) process.stdout.write(`Planted first: part ${plants.index + 1} of ${plants.of} of the faults, by the day.\n`);
  const own = proofs.filter((_, index) => index % options.part.of === options.part.index);
  for (const proof of own) rows.push(...(await runOne(proof, options)));
  rows.sort((a, b) => a.proof.number - b.proof.number);
  const broken = rows.filter(({ result }) => result.breaches.length > 0).length;
  process.stdout.write(`\n${renderTable(rows, options.seed)}\n${breachLines(rows)}\n${rows.length - broken} passed, ${broken} failed\n`);
  return broken === 0 ? 0 : 1;
}

/** A quick run of all promises plants the faults of the day; every other run, such as that of each night, plants all of them. */
function plantsOf({ quick, only }: ProofOptions): ProofContext['plants'] {
  return quick && only.length === 0 ? { index: Math.floor(Date.now() / dayMs) % daysOfPlants, of: daysOfPlants } : { index: 0, of: 1 };
}

async function runOne(proof: Proof | SharedProof, options: ProofOptions): Promise<readonly Row[]> {
  const chosen = promisesOf(proof).filter(({ number }) => options.only.length === 0 || options.only.includes(number));
  if (chosen.length === 0) return [];
  const runs = options.runs ?? (options.quick ? proof.quickRuns : proof.fullRuns);
  const start = performance.now();
  const used = process.cpuUsage();
  let shown = start;
  const progress = (done: number): void => {
    if (performance.now() - shown < progressEveryMs) return;
    shown = performance.now();
    process.stderr.write(`promise ${numbers.join(', ')}: ${done - options.from} of ${runs}\n`);
  };
  const numbers = chosen.map(({ number }) => number);
  const plants = plantsOf(options);
  const context = { seed: options.seed, runs, from: options.from, quick: options.quick, chosen: numbers, plants, replayFolder, progress };
  let results = await resultsOf(proof, context);
  if (options.quick && mayBeTheMachine(results)) {
    for (const row of rowsOf(chosen, results)) if (row.result.breaches.length > 0) report({ ...row, runs, seconds: 0 }, options.seed);
    process.stdout.write('   once more, because the cases are drawn by the seed and a busy machine is not:\n');
    results = await resultsOf(proof, context);
  }
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(used);
  process.stderr.write(`promise ${numbers.join(', ')}: ${((user + system) / 1e6).toFixed(1)} s of this process's processor time\n`);
  const rows = rowsOf(chosen, results).map((row) => ({ ...row, runs, seconds }));
  for (const row of rows) report(row, options.seed);
  return rows;
}

/** Promises that nothing is sent twice: a single breach counts, on any machine. */
const neverTwice: readonly number[] = [1, 4];

/** Whether the sample is run a second time: if there are few breaches, and all are of promises that also depend on the speed of the machine. */
function mayBeTheMachine(results: ReadonlyMap<number, ProofResult>): boolean {
  const broken = [...results].filter(([, { breaches }]) => breaches.length > 0);
  return broken.length > 0 && broken.every(([number, { breaches }]) => breaches.length <= 2 && !neverTwice.includes(number));
}

function rowsOf(chosen: readonly NumberedPromise[], results: ReadonlyMap<number, ProofResult>): readonly Pick<Row, 'proof' | 'result'>[] {
  return chosen.map((promise) => ({ proof: promise, result: results.get(promise.number) ?? nothing }));
}

/** Repeats the breaches below the table, for readers who keep only the end of the output. */
function breachLines(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ proof, result }) =>
    result.breaches.slice(0, 5).map(({ summary }) => `breach of ${proof.number}: ${summary}\n`),
  );
  return lines.join('');
}

/** A promise that was not judged counts as broken. */
const nothing: ProofResult = {
  tried: 'nothing',
  found: 'nothing',
  breaches: [{ summary: 'the proof said nothing about this promise', replay: null }],
};

function report({ proof, result, seconds }: Row, seed: number): void {
  const mark = result.breaches.length === 0 ? 'kept  ' : 'BROKEN';
  process.stdout.write(
    `${String(proof.number).padStart(2)} ${mark} ${proof.promise}\n   tried: ${result.tried}\n   found: ${result.found}\n   seed ${seed}, ${seconds.toFixed(1)} s\n`,
  );
  for (const [index, breach] of result.breaches.entries()) {
    const file = join(replayFolder, `promise-${proof.number}-${index + 1}.json`);
    writeFileSync(file, `${JSON.stringify({ promise: proof.number, seed, ...breach }, undefined, 2)}\n`);
    process.stdout.write(`   breach: ${breach.summary}\n   replay: ${file}\n${repeatLine(proof.number, seed, breach.replay)}`);
  }
}

function repeatLine(number: number, seed: number, replay: unknown): string {
  if (typeof replay !== 'object' || replay === null || !('case' in replay) || typeof replay.case !== 'number') return '';
  return `   repeat: npm run promises -- --only ${number} --seed ${seed} --from ${replay.case} --runs 1\n`;
}

// The reader of the output may close it early.
process.stdout.on('error', () => undefined);

void main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`a proof could not run: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
