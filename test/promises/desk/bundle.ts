import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { packedFolder } from '../../support/packed/packedFolder';

/** A change of the packed program that a proof must notice: the text is replaced everywhere. */
export interface Plant {
  readonly name: string;
  readonly find: string | RegExp;
  readonly put: string;
}

/** A file that is missing from the package. */
export interface MissingFile {
  readonly name: string;
  readonly missing: RegExp;
}

export interface LoadOptions {
  /** Modules that replace the real ones in the program, by name. */
  readonly modules: ReadonlyMap<string, object>;
  /** Replaces global names in the program. */
  readonly globals: Readonly<Record<string, unknown>>;
  readonly plants?: readonly (Plant | MissingFile)[];
}

type Compiled = (...values: readonly unknown[]) => void;

const folder = join(packedFolder, 'dist');
const realRequire = createRequire(join(folder, 'extension.js'));
const compiled = new Map<string, Compiled>();
const globalNames = [
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'setImmediate',
  'Date',
  'Intl',
  'performance',
  'AbortSignal',
  'process',
] as const;
const moduleNames = ['exports', 'require', 'module', '__filename', '__dirname', '__import'] as const;

/**
 * Loads the files of the package as they ship, anew for each window. Nothing in them is changed except what a proof plants;
 * `import('./main.js')` is redirected to this loader, and names of clocks, timers, files, and connections to stand-ins where the proof
 * provides them.
 *
 * @returns what `extension.js` exports.
 */
export function loadExtension({ modules, globals, plants = [] }: LoadOptions): unknown {
  for (const plant of plants) if ('find' in plant) checkPlant(plant);
  const loaded = new Map<string, { exports: unknown }>();
  const require = (name: string): unknown => {
    const replaced = modules.get(name);
    if (replaced !== undefined) return replaced;
    return name.startsWith('./') ? load(name.slice(2)) : realRequire(name);
  };
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    if (plants.some((plant) => 'missing' in plant && plant.missing.test(name))) throw new Error(`Cannot find module './${name}'`);
    const module = { exports: {} as unknown };
    loaded.set(name, module);
    const given = globalNames.map((key) => globals[key] ?? Reflect.get(globalThis, key));
    const file = join(folder, name);
    compile(
      name,
      plants.filter((plant) => 'find' in plant),
    )(module.exports, require, module, file, folder, async (path: string) => Promise.resolve(require(path)), ...given);
    return module.exports;
  };
  return load('extension.js');
}

/** Compiles the program's files, as an earlier window of an installed version has done for the later ones. */
export function compileAhead(): void {
  for (const file of readdirSync(folder)) if (file.endsWith('.js')) compile(file, []);
}

const found = new Set<string>();

/** A fault whose place was renamed would plant nothing, and its proof would only say that it noticed nothing. */
function checkPlant({ name, find }: Plant): void {
  const key = `${name} ${String(find)}`;
  if (found.has(key)) return;
  const texts = readdirSync(folder).flatMap((file) => (file.endsWith('.js') ? [readFileSync(join(folder, file), 'utf8')] : []));
  const isIn = (text: string): boolean => (typeof find === 'string' ? text.includes(find) : text.search(find) >= 0);
  if (!texts.some(isIn)) throw new Error(`The planted fault “${name}” has no place in the package: ${String(find)}`);
  found.add(key);
}

function compile(name: string, plants: readonly Plant[]): Compiled {
  const key = JSON.stringify([name, plants.map((plant) => plant.name)]);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const shipped = readFileSync(join(folder, name), 'utf8').replaceAll(/\bimport\((?="\.\/)/g, '__import(');
  let text = shipped;
  for (const plant of plants) text = text.replace(plant.find, () => plant.put);
  // Most files have no place for a plant, and what was compiled before is optimized by now.
  const made = plants.length > 0 && text === shipped ? compile(name, []) : compileText(name, text);
  compiled.set(key, made);
  return made;
}

function compileText(name: string, text: string): Compiled {
  return compileFunction(text, [...moduleNames, ...globalNames], { filename: join(folder, name) }) as Compiled;
}
