import path from 'node:path';
import { build } from 'esbuild';

/** Bundles programs of this folder like the product, with a stand-in for the editor's API: `<name>.cjs` in `folder`. */
export async function bundleWork(folder: string, names: readonly string[]): Promise<void> {
  await build({
    entryPoints: names.map((name) => path.join(import.meta.dirname, `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify: true,
    mainFields: ['module', 'main'],
    alias: { vscode: path.join(import.meta.dirname, '..', '..', 'test', 'support', 'editor', 'vscode.ts') },
    logLevel: 'warning',
    // The stand-in has only what is measured.
    logOverride: { 'import-is-undefined': 'silent' },
  });
}
