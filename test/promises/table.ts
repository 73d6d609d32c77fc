import type { NumberedPromise, ProofResult } from './proof';

/** One line of a run's results. */
export interface Row {
  readonly proof: NumberedPromise;
  readonly result: ProofResult;
  readonly runs: number;
  readonly seconds: number;
}

/** The results at a glance: promise, cases tried, breaches found, seed, time. */
export function renderTable(rows: readonly Row[], seed: number): string {
  const cells = rows.map(({ proof, result, runs, seconds }) => [
    String(proof.number),
    proof.promise,
    (result.cases ?? runs).toLocaleString('en-US'),
    String(result.breaches.length),
    String(seed),
    `${seconds.toFixed(1)} s`,
  ]);
  const head = ['#', 'promise', 'tried', 'breaches', 'seed', 'time'];
  const lines = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line.map((cell, column) => (column === 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
    )
    .join('\n');
}
