import { describe, expect, it } from 'vitest';
import { sources } from './sources/sources';
import type { Import, Source } from './sources/sources';

const all = sources('src');

/** Folder of src/ that a file belongs to; the two files beside the folders are folders of their own. */
function layerOf(file: string): string {
  return /^src\/([^/.]+)/.exec(file)?.[1] ?? '';
}

interface Rule {
  /** Layers whose code may be used. */
  readonly layers: readonly string[];
  /** Layers of which only types may be used. */
  readonly types?: readonly string[];
  /** Packages that may be used, `node:…` included; a text stands for itself and what is below it. */
  readonly packages: readonly (string | RegExp)[];
}

const rules: Readonly<Record<string, Rule>> = {
  service: { layers: ['service'], packages: ['undici', 'oauth4webapi', 'valibot', 'lossless-json', /^node:/] },
  domain: { layers: ['domain'], types: ['service'], packages: ['big.js', /^@date-fns\/tz\//] },
  app: { layers: ['app', 'service', 'domain'], packages: ['valibot', 'lossless-json', 'node:crypto', 'node:util'] },
  panel: { layers: ['panel', 'domain'], types: ['app', 'service'], packages: ['valibot'] },
  ui: {
    layers: ['ui', 'app', 'domain', 'service', 'panel'],
    types: ['sandbox', 'container', 'api'],
    packages: ['vscode', 'valibot', 'big.js', 'date-fns-tz', /^@date-fns\/tz\//, /^node:/],
  },
  webview: {
    layers: ['webview', 'panel', 'domain'],
    packages: ['@vscode/l10n', '@vscode/codicons', 'd3-hierarchy', 'lightweight-charts', 'lit'],
  },
  sandbox: {
    layers: ['sandbox'],
    types: ['service'],
    packages: ['hono', '@hono/node-server', 'valibot', 'lossless-json', 'big.js', 'ws', /^node:/],
  },
  container: { layers: ['container', 'ui', 'app', 'domain', 'service', 'panel'], packages: ['vscode', /^node:/] },
  extension: { layers: ['ui'], types: ['container', 'api'], packages: ['vscode'] },
  api: { layers: [], packages: [] },
};

/** What the general table would refuse or allow and the design decides otherwise. */
function isException(source: Source, { specifier, target, kind }: Import): boolean {
  if (specifier.startsWith('@modelcontextprotocol/sdk/')) return source.file.startsWith('src/ui/agents/');
  if (target === 'src/container') return source.file === 'src/extension.ts' && kind === 'dynamic';
  return target === 'src/sandbox/embedded' && source.file.startsWith('src/ui/sandbox/') && kind === 'dynamic';
}

function isBreach(source: Source, found: Import): boolean {
  const rule = rules[layerOf(source.file)];
  if (rule === undefined) return true;
  if (isException(source, found)) return false;
  if (found.target === undefined) return !rule.packages.some((allowed) => matches(allowed, found.specifier));
  const layer = layerOf(found.target);
  return !(rule.layers.includes(layer) || (found.kind === 'type' && (rule.types ?? []).includes(layer)));
}

function matches(allowed: string | RegExp, specifier: string): boolean {
  return typeof allowed === 'string' ? specifier === allowed || specifier.startsWith(`${allowed}/`) : allowed.test(specifier);
}

const breaches = (files: readonly Source[]): readonly string[] =>
  files.flatMap((source) =>
    source.imports.filter((found) => isBreach(source, found)).map((found) => `${source.file} -> ${found.specifier} (${found.kind})`),
  );

describe('imports', () => {
  it('keep to the corridor', () => {
    expect(breaches(all)).toEqual([]);
  });

  it('of forbidden kinds are recognised by this test', () => {
    const [example] = all;
    if (example === undefined) throw new Error('There are no sources.');
    const imports: readonly Import[] = [
      { specifier: 'vscode', target: undefined, kind: 'type' },
      { specifier: '../app/x', target: 'src/app/x', kind: 'value' },
    ];
    expect(breaches([{ ...example, file: 'src/service/x.ts', imports }])).toHaveLength(2);
    expect(breaches([{ ...example, file: 'src/webview/x/main.ts', imports }])).toHaveLength(2);
    expect(
      breaches([
        { ...example, file: 'src/sandbox/x.ts', imports: [{ specifier: '../service/x', target: 'src/service/x', kind: 'value' }] },
      ]),
    ).toHaveLength(1);
  });

  it('name files without an extension', () => {
    const named = all.flatMap((source) => source.imports.map(({ specifier }) => ({ file: source.file, specifier })));
    expect(named.filter(({ specifier }) => /^\..*\.[jt]s$/.test(specifier))).toEqual([]);
  });

  it('open no page of a list outside of the client: what it lacks would be lost', () => {
    const opening = all.filter(
      ({ file, text }) => !file.startsWith('src/service/') && /import \{[^}]*\bcontents\b[^}]*\} from '[^']*lists\/page'/.test(text),
    );
    expect(opening.map(({ file }) => file)).toEqual([]);
  });

  it('take rows of an earlier window where they are drawn as old, and nowhere else', () => {
    const drawing =
      /^src\/(app\/lastState\/|container|ui\/platform\/trees\/oldRows|ui\/(positions|portfolio|orders\/tree|plates|calendar|watchlist)\/)/;
    const keeping =
      /^src\/app\/(session\/accounts\/(accountBook|oldAccounts)|(positions|orders)\/\w+Book|plates\/openPlates|calendar\/todayReleases)\.ts$/;
    // Nothing else gives the rows.
    const taking = ({ text }: Pick<Source, 'text'>): boolean => /lastState\/|\.drawOld\b/.test(text);
    const others = all.filter((source) => !drawing.test(source.file) && !keeping.test(source.file));
    expect(others.filter(taking).map(({ file }) => file)).toEqual([]);
    expect(taking({ text: 'books.orders.watch(o).old[0].old.drawOld((rows) => rows)' })).toBe(true);
  });

  it('make no cycle at run time', () => {
    expect(cycles(all)).toEqual([]);
  });
});

/** Each cycle once, written from its first file in the order of the alphabet. */
function cycles(files: readonly Source[]): readonly string[] {
  const graph = new Map(files.map((source) => [source.file.replace(/\.ts$/, ''), runtimeTargets(source)]));
  const found = new Set<string>();
  const finished = new Set<string>();
  const walk = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) {
      found.add([...trail.slice(start)].sort().join(' -> '));
      return;
    }
    if (finished.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...trail, file]);
    finished.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return [...found];
}

function runtimeTargets(source: Source): readonly string[] {
  return source.imports.flatMap(({ kind, target }) => (kind === 'value' && target !== undefined ? [target] : []));
}
