import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { failing, uncalled } from '../../scripts/build/leanLibraries';

const modules = ['undici/lib', 'zod/v4/core'].flatMap((folder) =>
  readdirSync(`node_modules/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `node_modules/${folder}/${file}`),
);

describe('the modules left out of the package', () => {
  it('exist in the libraries as they are installed', () => {
    const left = modules.filter((file) => uncalled.some((pattern) => pattern.test(file)));
    expect(left.map((file) => file.replaceAll('\\', '/').split('/').at(-1)).toSorted()).toEqual([
      'client-h2.js',
      'formdata-parser.js',
      'json-schema-processors.js',
      'subresource-integrity.js',
      'to-json-schema.js',
    ]);
  });

  it('are replaced by modules with the same exports', async () => {
    const original = modules.filter((file) => file.includes('zod') && uncalled.some((pattern) => pattern.test(file)));
    expect(original).toHaveLength(2);
    for (const file of original) {
      const names = Object.keys((await import(pathToFileURL(path.resolve(file)).href)) as object);
      const replaced = (await import(`data:text/javascript,${encodeURIComponent(await failing(path.resolve(file)))}`)) as Readonly<
        Record<string, () => unknown>
      >;
      expect(Object.keys(replaced).toSorted()).toEqual(names.toSorted());
      for (const name of names) {
        const call = (): unknown => {
          const made = replaced[name]?.();
          return typeof made === 'function' ? (made as () => unknown)() : made;
        };
        expect(call).toThrow('Left out of the package');
      }
    }
  });
});
