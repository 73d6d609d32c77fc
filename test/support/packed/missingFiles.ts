import path from 'node:path';

/** Files that the manifest names, and files that always need another one next to them. */
const partners: readonly (readonly [file: RegExp, partner: string])[] = [
  [/^dist\/webview\/(?!shared-)([\w-]+)-style\.css$/, 'dist/webview/$1.js'],
  [/^dist\/webview\/(?!shared-)([\w-]+)\.js$/, 'dist/webview/$1-style.css'],
  [/^media\/([\w-]+)-dark\.svg$/, 'media/$1-light.svg'],
  [/^media\/([\w-]+)-light\.svg$/, 'media/$1-dark.svg'],
  [/^l10n\/bundle\.l10n\.([\w-]+)\.json$/, 'package.nls.$1.json'],
  [/^package\.nls\.([\w-]+)\.json$/, 'l10n/bundle.l10n.$1.json'],
];

/**
 * What a package needs but lacks, as `file, needed by file`.
 *
 * @param files - The text of every file in the package by its path.
 */
export function missingFiles(files: ReadonlyMap<string, string>): readonly string[] {
  const missing: string[] = [];
  const need = (file: string, by: string): void => {
    if (!files.has(file)) missing.push(`${file}, needed by ${by}`);
  };
  for (const [file, text] of files) {
    for (const name of namedIn(file, text)) need(path.posix.join(path.posix.dirname(file), name), file);
    for (const [pattern, partner] of partners) if (pattern.test(file)) need(file.replace(pattern, partner), file);
  }
  return missing;
}

/** Paths of what a file loads, relative to its folder. */
function namedIn(file: string, text: string): readonly string[] {
  if (file === 'package.json') {
    const named = [...text.matchAll(/"(?:\.\/)?((?:dist|media)\/[^"*]+)"/g)].map(([, name = '']) => name);
    return /"%[\w.]+%"/.test(text) ? [...named, 'package.nls.json'] : named;
  }
  if (file.endsWith('.css')) return [...text.matchAll(/url\(["']?(?!data:)([\w./-]+)/g)].map(([, name = '']) => name);
  if (/^dist\/webview\/[\w-]+\.js$/.test(file)) return [...text.matchAll(/"\.\/(shared-\w+\.js)"/g)].map(([, name = '']) => name);
  if (!/^dist\/[\w-]+\.js$/.test(file)) return [];
  const pages = text.includes('vscode-codicon-stylesheet') ? ['webview/codicon.css', 'webview/shared-style.css'] : [];
  return [
    ...pages,
    ...[...text.matchAll(/["'`](?:\.\/([\w-]+\.js)|(bridge\.js|[\w-]+\.wasm))["'`]/g)].map(([, script, other = '']) => script ?? other),
  ];
}
