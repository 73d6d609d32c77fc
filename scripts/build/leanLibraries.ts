import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'rolldown';

const requireFile = createRequire(import.meta.url);

/** Modules of libraries that they load and that are never called here; each of their exports fails if it is, after all. */
const uncalled: readonly RegExp[] = [
  // Connections speak HTTP/1.1: `allowH2` is off for all of them.
  /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/,
  // Bodies are read as text, and what a WebSocket begins with has no digest.
  /[\\/]undici[\\/]lib[\\/]web[\\/](fetch[\\/]formdata-parser|subresource-integrity[\\/]subresource-integrity)\.js$/,
  // Schemas check messages of agents; none is described to anybody.
  /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/,
];
/** The parser of HTTP: as text it would be a third longer in the package. */
const parser = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/;

/** Leaves out of libraries what is never used, and packs what is large. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    load: {
      filter: { id: [...uncalled, parser] },
      handler: async (id) => (parser.test(id) ? packed(id) : failing(await readFile(id, 'utf8'))),
    },
  };
}

function packed(id: string): string {
  const bytes: unknown = requireFile(id);
  if (!(bytes instanceof Uint8Array)) throw new Error(`${id} is not what it was`);
  const text = deflateRawSync(bytes, { level: 9 }).toString('base64');
  return `module.exports = require('node:zlib').inflateRawSync(Buffer.from('${text}', 'base64'));`;
}

/** A module that can be loaded in place of `source`. What it exports to create something creates something that fails. */
function failing(source: string): string {
  const fail = `const fail = () => { throw new Error('Left out of the package'); };`;
  if (source.includes('module.exports')) return `${fail}\nmodule.exports = fail;`;
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name);
  return `${fail}\nconst create = () => fail;\nexport { ${names.map((name) => `${name.startsWith('create') ? 'create' : 'fail'} as ${name}`).join(', ')} };`;
}
