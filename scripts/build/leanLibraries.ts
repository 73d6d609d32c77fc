import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'rolldown';

const requireFile = createRequire(import.meta.url);

/** Modules of libraries that they load and that are never called here. If one is called after all, it fails. */
export const uncalled: readonly RegExp[] = [
  // Connections use HTTP/1.1: `allowH2` is off for all of them.
  /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/,
  // Bodies are read as text, and the request that opens a WebSocket has no digest.
  /[\\/]undici[\\/]lib[\\/]web[\\/](fetch[\\/]formdata-parser|subresource-integrity[\\/]subresource-integrity)\.js$/,
  // Schemas check the messages of agents; they are never turned into JSON Schema.
  /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/,
];
/** The HTTP parser: as text it would be a third larger in the package. */
const parser = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/;

/** Leaves unused parts out of libraries, and compresses large ones. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    load: {
      filter: { id: [...uncalled, parser] },
      handler: async (id) => (parser.test(id) ? packed(id) : failing(id)),
    },
  };
}

function packed(id: string): string {
  const bytes: unknown = requireFile(id);
  if (!(bytes instanceof Uint8Array)) throw new Error(`${id} is not what it was`);
  const text = deflateRawSync(bytes, { level: 9 }).toString('base64');
  return `module.exports = require('node:zlib').inflateRawSync(Buffer.from('${text}', 'base64'));`;
}

/** The text of a module that can be loaded in place of another. Exports that create something return something that fails. */
export async function failing(id: string): Promise<string> {
  const fail = `const fail = () => { throw new Error('Left out of the package'); };`;
  if ((await readFile(id, 'utf8')).includes('module.exports')) return `${fail}\nmodule.exports = fail;`;
  const names = Object.keys((await import(pathToFileURL(id).href)) as object);
  return `${fail}\nconst create = () => fail;\nexport { ${names.map((name) => `${name.startsWith('create') ? 'create' : 'fail'} as ${name}`).join(', ')} };`;
}
