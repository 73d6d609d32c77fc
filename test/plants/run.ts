/**
 * `npx tsx test/plants/run.ts`: plants one mistake after the other in a copy of the last commit, and runs what should see it. With words,
 * only plants whose name or file contains one of them; `--texts` only checks that each still fits the sources.
 *
 * A mistake counts as found if one of its judges fails with it and passes without it. Exits with 1 if one is not found, or does not fit.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { appPlants } from './app';
import { domainPlants } from './domain';
import type { Judge, Plant } from './plant';
import { servicePlants } from './service';
import { surfacePlants } from './surfaces';

const root = path.resolve(import.meta.dirname, '..', '..');
const plants: readonly Plant[] = [...domainPlants, ...servicePlants, ...appPlants, ...surfacePlants];
/** A test that a mistake makes hang has seen it. */
const patienceMs = 5 * 60_000;

/** The file with the mistake. @throws if a text is gone, or no longer the only one: the plant must follow the sources. */
function planted({ name, file, edits }: Plant, text: string): string {
  return edits.reduce((changed, [from, to]) => {
    const count = changed.split(from).length - 1;
    if (count !== 1) throw new Error(`“${name}” does not fit ${file}: this occurs ${String(count)} times there:\n${from}`);
    return changed.replace(from, () => to);
  }, text);
}

/** Says which plants no longer fit the sources. */
function fits(plant: Plant): boolean {
  try {
    planted(plant, readFileSync(path.join(root, plant.file), 'utf8'));
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

function commandOf(judge: Judge, file: string): readonly string[] {
  const compiler = 'node_modules/@typescript/native/bin/tsc';
  switch (judge) {
    case 'types':
      return [compiler, '--noEmit', '-p', 'tsconfig.json'];
    case 'types of the webviews':
      return [compiler, '--noEmit', '-p', 'src/webview/tsconfig.json'];
    case 'lint':
      return ['node_modules/eslint/bin/eslint.js', file];
    default: {
      const project = judge.startsWith('test/contract/') ? 'contract' : 'unit';
      return ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--project', `${project}*`, judge];
    }
  }
}

/** A copy of the last commit, with the packages of this one. */
class Copy {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'market-desk-plants-'));
  /** Judges that pass without a mistake; at most one entry for each. */
  readonly #clean = new Map<string, boolean>();

  constructor() {
    execFileSync('git', ['worktree', 'add', '--quiet', '--force', '--detach', this.#folder, 'HEAD'], { cwd: root });
    symlinkSync(path.join(root, 'node_modules'), path.join(this.#folder, 'node_modules'));
  }

  remove(): void {
    execFileSync('git', ['worktree', 'remove', '--force', this.#folder], { cwd: root });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The judge that found the mistake; undefined if none did. */
  judge(plant: Plant): Judge | undefined {
    const file = path.join(this.#folder, plant.file);
    const whole = readFileSync(file, 'utf8');
    const changed = planted(plant, whole);
    for (const judge of plant.by) {
      writeFileSync(file, changed);
      const passes = this.#passes(judge, plant.file);
      writeFileSync(file, whole);
      if (!passes && this.#passesClean(judge, plant.file)) return judge;
    }
    return undefined;
  }

  #passesClean(judge: Judge, file: string): boolean {
    const key = judge === 'lint' ? `lint ${file}` : judge;
    const known = this.#clean.get(key) ?? this.#passes(judge, file);
    this.#clean.set(key, known);
    if (!known) console.log(`    ${judge} fails without the mistake as well.`);
    return known;
  }

  #passes(judge: Judge, file: string): boolean {
    const { status } = spawnSync(process.execPath, commandOf(judge, file), { cwd: this.#folder, stdio: 'ignore', timeout: patienceMs });
    return status === 0;
  }
}

function main(): void {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { texts: { type: 'boolean', default: false } } });
  const wanted = plants.filter(
    ({ name, file }) => positionals.length === 0 || positionals.some((word) => name.includes(word) || file.includes(word)),
  );
  const fitting = wanted.filter(fits);
  console.log(`${String(fitting.length)} of ${String(wanted.length)} plants fit the sources.`);
  if (values.texts || wanted.length === 0) {
    process.exitCode = fitting.length < wanted.length || wanted.length === 0 ? 1 : 0;
    return;
  }
  const copy = new Copy();
  let found = 0;
  try {
    for (const each of fitting) {
      const begun = performance.now();
      const by = copy.judge(each);
      if (by !== undefined) found += 1;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(
        `${by === undefined ? '×' : '✓'} ${each.name}: ${by === undefined ? `not found by ${each.by.join(', ')}` : by}, ${seconds} s`,
      );
    }
  } finally {
    copy.remove();
  }
  console.log(`${String(found)} of ${String(wanted.length)} planted mistakes were found.`);
  process.exitCode = found === wanted.length ? 0 : 1;
}

main();
