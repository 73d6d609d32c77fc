import { describe, expect, it } from 'vitest';
import { packagesByName, packageSources, sources } from './sources/sources';
import type { Import, Source } from './sources/sources';

const all = [...sources('src'), ...packageSources()];

/** The folder of src/ or packages/ that a file belongs to; the two files next to the folders count as folders of their own. */
function layerOf(file: string): string {
  return /^(?:src|packages)\/([^/.]+)/.exec(file)?.[1] ?? '';
}

interface Rule {
  /** Layers whose code may be used. */
  readonly layers: readonly string[];
  /** Layers of which only types may be used. */
  readonly types?: readonly string[];
  /** Packages that may be used, including `node:…`; a string stands for itself and everything below it. */
  readonly packages: readonly (string | RegExp)[];
}

const rules: Readonly<Record<string, Rule>> = {
  service: { layers: ['service'], packages: ['undici', 'oauth4webapi', 'valibot', 'lossless-json', /^node:/] },
  bridge: { layers: ['bridge'], packages: ['valibot', /^node:/] },
  gate: { layers: [], packages: ['node:crypto', 'node:http'] },
  domain: { layers: ['domain'], types: ['service'], packages: ['big.js', /^@date-fns\/tz\//] },
  app: { layers: ['app', 'service', 'domain'], packages: ['valibot', 'lossless-json', 'node:crypto', 'node:util'] },
  panel: { layers: ['panel', 'domain'], types: ['app', 'service'], packages: [] },
  ui: {
    layers: ['ui', 'app', 'domain', 'service', 'panel', 'gate', 'bridge'],
    types: ['sandbox', 'container', 'api'],
    packages: ['vscode', 'valibot', 'big.js', 'date-fns-tz', /^@date-fns\/tz\//, /^node:/],
  },
  webview: {
    layers: ['webview', 'panel', 'domain'],
    packages: ['@vscode/l10n', '@vscode/codicons', 'd3-hierarchy', 'lightweight-charts', 'lit'],
  },
  sandbox: {
    layers: ['sandbox', 'gate'],
    packages: ['hono', '@hono/node-server', 'valibot', 'lossless-json', 'big.js', 'ws', /^node:/],
  },
  container: { layers: ['container', 'ui', 'app', 'domain', 'service', 'panel', 'bridge'], packages: ['vscode', /^node:/] },
  extension: { layers: ['ui'], types: ['container', 'api'], packages: ['vscode'] },
  api: { layers: [], packages: [] },
};

/** Cases in which the design deviates from the general table. */
function isException(source: Source, { specifier, target, kind }: Import): boolean {
  if (specifier.startsWith('@modelcontextprotocol/sdk/')) return /^src\/(ui\/agents|bridge)\//.test(source.file);
  if (target === 'src/container') return source.file === 'src/extension.ts' && kind === 'dynamic';
  return target === packagesByName['market-desk-sandbox'] && source.file.startsWith('src/ui/sandbox/') && kind === 'dynamic';
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
  it('follow the table of layers', () => {
    expect(breaches(all), 'See “Who may import whom” in docs/architecture.md; what a lower floor needs is a port or an argument.').toEqual(
      [],
    );
  });

  it('reach a package by its name', () => {
    const inside = ['test', 'bench', 'scripts']
      .flatMap((folder) => sources(folder))
      .filter(({ text }) => text.includes('/packages/'))
      .flatMap(({ file, imports }) => imports.map(({ specifier }) => `${file} -> ${specifier}`))
      .filter((line) => /\/packages\/\w+\/(?:src|test)\//.test(line));
    expect(inside, 'Use the package, or its test support by market-desk-sandbox/test/….').toEqual([]);
  });

  it('lead from no feature of the editor’s surfaces to another: they share code through app and ui/platform', () => {
    const featureOf = (path: string): string | undefined => /^src\/ui\/([^/]+)\//.exec(path)?.[1];
    const between = all.flatMap(({ file, imports }) => {
      const feature = featureOf(file);
      const others = imports.filter(({ target }) => target !== undefined && ![undefined, feature, 'platform'].includes(featureOf(target)));
      return feature === undefined ? [] : others.map(({ target }) => `${file} -> ${target ?? ''}`);
    });
    expect(between, 'Move what both need to ui/platform (words for texts), or to app.').toEqual([]);
  });

  it('lead from one feature to another in one direction only', () => {
    expect(mutualFolders(all)).toEqual([]);
  });

  it('in both directions between two features are found by this test', () => {
    const [example] = all;
    if (example === undefined) throw new Error('There are no sources.');
    const importing = (file: string, target: string): Source => ({ ...example, file, imports: [{ specifier: '', target, kind: 'type' }] });
    const there = importing('src/app/alerts/x.ts', 'src/app/orders/deep/y');
    expect(mutualFolders([there, importing('src/app/orders/y.ts', 'src/app/alerts/x')])).toEqual(['src/app: alerts <-> orders']);
    expect(mutualFolders([there, importing('src/app/orders/y.ts', 'src/app/platform/ports')])).toEqual([]);
  });

  it('of forbidden kinds are recognized by this test', () => {
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
        {
          ...example,
          file: 'packages/sandbox/src/x.ts',
          imports: [{ specifier: '../../../src/service/x', target: 'src/service/x', kind: 'type' }],
        },
      ]),
    ).toHaveLength(1);
  });

  it('name files without an extension', () => {
    const named = all.flatMap((source) => source.imports.map(({ specifier }) => ({ file: source.file, specifier })));
    expect(named.filter(({ specifier }) => /^\..*\.[jt]s$/.test(specifier))).toEqual([]);
  });

  it('open no page of a list outside the client: what the page is missing would be lost', () => {
    const opens = (text: string): boolean => /import \{[^}]*\bcontents\b[^}]*\} from '[^']*schema\/page'/.test(text);
    const opening = all.filter(({ text }) => opens(text)).map(({ file }) => file);
    expect(opening.filter((file) => !file.startsWith('src/service/'))).toEqual([]);
    expect(opening).toContain('src/service/lists/walk.ts');
  });

  it('use rows of an earlier window only to draw them as old', () => {
    const drawing =
      /^src\/(app\/lastState\/|container|ui\/platform\/trees\/oldRows|ui\/(positions|portfolio|orders\/tree|plates|calendar|watchlist)\/)/;
    const keeping =
      /^src\/app\/(accounts\/(accountBook|oldAccounts)|positions\/\w+Book|orders\/lists\/\w+Book|plates\/openPlates|calendar\/todayReleases)\.ts$/;
    // Nothing else provides the rows.
    const taking = ({ text }: Pick<Source, 'text'>): boolean => /lastState\/|\.drawOld\b/.test(text);
    const others = all.filter((source) => !drawing.test(source.file) && !keeping.test(source.file));
    expect(others.filter(taking).map(({ file }) => file)).toEqual([]);
    expect(taking({ text: 'books.orders.watch(o).old[0].old.drawOld((rows) => rows)' })).toBe(true);
  });

  it('make no cycle at run time', () => {
    expect(cycles(all)).toEqual([]);
  });
});

/** Pairs of folders in one layer that import each other. Files next to the folders, which assemble or describe them, do not count. */
function mutualFolders(files: readonly Source[]): readonly string[] {
  const folderOf = (path: string): readonly [layer: string, feature: string] | undefined => {
    const [, layer, feature] = /^(src\/[^/]+)\/([^/.]+)\//.exec(path) ?? [];
    return layer === undefined || feature === undefined ? undefined : [layer, feature];
  };
  const ways = new Set<string>();
  for (const { file, imports } of files) {
    for (const { target } of imports) {
      const [from, to] = [folderOf(file), folderOf(target ?? '')];
      if (from !== undefined && to !== undefined && from[0] === to[0] && from[1] !== to[1]) ways.add(`${from[0]}: ${from[1]} -> ${to[1]}`);
    }
  }
  const pairs = [...ways].map((way) => /^(.+): (.+) -> (.+)$/.exec(way) ?? []);
  return pairs.flatMap(([, layer = '', one = '', other = '']) =>
    one < other && ways.has(`${layer}: ${other} -> ${one}`) ? [`${layer}: ${one} <-> ${other}`] : [],
  );
}

/** Each cycle once, starting with its alphabetically first file. */
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
