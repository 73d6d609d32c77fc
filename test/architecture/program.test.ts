import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBridge, loadedWith } from '../../scripts/build/program';
import type { Chunk } from '../../scripts/build/program';
import { builtProgram } from './sources/builtProgram';
import { root } from './sources/sources';

describe('the built program', () => {
  let program: readonly Chunk[] = [];

  beforeAll(async () => {
    program = await builtProgram();
  }, 120_000);

  /** Paths of the sources in these files, with slashes and relative to the working copy. */
  const sourcesIn = (names: readonly string[]): readonly string[] =>
    program
      .filter(({ fileName }) => names.includes(fileName))
      .flatMap(({ moduleIds }) => moduleIds.map((id) => id.slice(root.length + 1).replaceAll('\\', '/')));

  it('reads only extension.js of its own files when a window opens', () => {
    expect(loadedWith('extension.js', program)).toEqual(['extension.js']);
  });

  it('adds two files for a window that is signed in', () => {
    expect(loadedWith('main.js', program).toSorted()).toEqual(['extension.js', 'main.js', expect.stringMatching(/^pages-/)]);
  });

  it('holds no HTTP client, sandbox, or panel in what every signed-in window loads', () => {
    const loaded = sourcesIn(['extension.js', 'main.js']);
    expect(loaded.filter((source) => /^node_modules\/undici\/|^packages\/sandbox\/|Panel\.ts$/.test(source))).toEqual([]);
    expect(loaded).toContain('src/container.ts');
  });

  it('draws the page of somebody who has not begun without the program', () => {
    const page = program.find(({ moduleIds }) => moduleIds.includes(path.join(root, 'src/ui/welcome/welcomeView.ts')));
    expect(loadedWith(page?.fileName ?? '', program)).not.toContain('main.js');
  });

  it('loads the MCP library only with the server', () => {
    const holdsLibrary = ({ moduleIds }: Chunk): boolean =>
      moduleIds.some((id) => /@modelcontextprotocol[\\/]|node_modules[\\/]zod[\\/]/.test(id));
    const library = program.filter(holdsLibrary).map(({ fileName }) => fileName);
    expect(library).not.toEqual([]);
    const loading = program.filter(({ fileName }) => loadedWith(fileName, program).some((name) => library.includes(name)));
    const roots = loading.flatMap(({ moduleIds }) => moduleIds.map((id) => id.slice(root.length + 1).replaceAll('\\', '/')));
    expect(roots.filter((source) => source.startsWith('src/')).toSorted()).toEqual(
      expect.arrayContaining(['src/ui/agents/agentServer.ts', 'src/ui/agents/agentSession.ts']),
    );
    expect(roots.filter((source) => source.startsWith('src/') && !/^src\/(ui\/agents|service\/schema)\//.test(source))).toEqual([]);
    // Neither registering the commands nor opening the window loads it.
    expect(roots).not.toContain('src/ui/agents/registerAgents.ts');
    expect(sourcesIn(['extension.js', 'main.js'])).not.toContain('src/ui/agents/registerAgents.ts');
  });

  it('has the bridge as one file that needs nothing but Node, because it is copied away from the others', async () => {
    const bridge = await buildBridge();
    expect(bridge.map(({ fileName }) => fileName)).toEqual(['bridge.js']);
    expect(bridge.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]).filter((name) => !/^node:/.test(name))).toEqual(
      [],
    );
    expect(sourcesIn(program.map(({ fileName }) => fileName)).filter((source) => /^src\/bridge\//.test(source))).toEqual([
      'src/bridge/windowAddress.ts',
    ]);
  });

  it('imports nothing from outside the package except the editor and Node', () => {
    const files = new Set(program.map(({ fileName }) => fileName));
    const outside = program.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]).filter((name) => !files.has(name));
    expect(outside.filter((name) => name !== 'vscode' && !name.startsWith('node:'))).toEqual([]);
    expect(outside).toContain('vscode');
  });

  it('shares the HTTP client between requests and feeds', () => {
    const holders = program.filter(({ moduleIds }) => moduleIds.some((id) => /undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/.test(id)));
    expect(holders).toHaveLength(1);
  });
});

it('counts what an imported file imports itself', () => {
  const chunks = [
    { fileName: 'a.js', imports: ['b.js', 'node:path'] },
    { fileName: 'b.js', imports: ['a.js', 'c.js', 'vscode'] },
    { fileName: 'c.js', imports: [] },
  ];
  expect(loadedWith('a.js', chunks)).toEqual(['a.js', 'b.js', 'c.js']);
});
