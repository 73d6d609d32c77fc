import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Bundled {
  readonly module: unknown;
  dispose(): void;
}

/**
 * Bundles and loads a module of the editor's or the page's side, with a stand-in for the editor's API.
 *
 * @param source - From the folder of the proofs.
 */
export async function loadBundled(source: string): Promise<Bundled> {
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-fuzz-'));
  const outfile = join(folder, 'module.mjs');
  await build({
    entryPoints: [resolve('test/promises', source)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    alias: { vscode: resolve('test/support/editor/vscode.ts') },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  const module: unknown = await import(pathToFileURL(outfile).href);
  return { module, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
