import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { createAppKey } from 'market-desk-sandbox/test/sandboxHarness';
import { makeKey } from 'market-desk-sandbox/test/sandboxSigning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recipeLanguages, recipeVariables, requestRecipe } from '../../../src/app/diagnostics/requestRecipe';
import type { RecipeLanguage } from '../../../src/app/diagnostics/requestRecipe';
import type { SignedParts } from '../../../src/service/auth/signature';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const encoder = new TextEncoder();

const requests: readonly (readonly [string, SignedParts])[] = [
  [
    'a search',
    { method: 'GET', path: '/api/v1.0/quote/economic-calendar/search', query: 'keyword=it%27s%20%22CPI%22&search_type=1', body: undefined },
  ],
  [
    'a request with a body',
    {
      method: 'POST',
      path: '/api/v1.0/quote/snapshot',
      query: '',
      body: encoder.encode('{"code_list": ["HK.00700"], "x": "@it\'s $HOME \\\\ \\"é腾\\""}'),
    },
  ],
  [
    'a request with characters that can’t be seen',
    {
      method: 'POST',
      path: '/api/v1.0/quote/snapshot',
      query: '',
      body: encoder.encode('{"code_list": ["HK.00700"], "x": "a\u202eb\u200b\u{e0041}c"}'),
    },
  ],
];

/** How each is run, and what must be installed. */
const programs: Readonly<
  Record<RecipeLanguage, { readonly file: string; readonly command: readonly string[]; readonly needs: readonly (readonly string[])[] }>
> = {
  curl: {
    file: 'recipe.sh',
    command: ['sh'],
    needs: [
      ['curl', '--version'],
      ['openssl', 'version'],
    ],
  },
  python: { file: 'recipe.py', command: ['python3'], needs: [['python3', '-c', 'import cryptography']] },
  typescript: { file: 'recipe.mjs', command: [process.execPath], needs: [] },
};

async function isThere([command = '', ...args]: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

describe.each(['ed25519', 'rsa'] as const)('a copied request, signed with %s', (kind) => {
  let sandbox: RunningSandbox;
  let folder: string;
  let environment: Record<string, string>;
  const key = makeKey(kind);
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    folder = await mkdtemp(path.join(tmpdir(), 'recipe-'));
    await writeFile(path.join(folder, 'key.pem'), pem, { mode: 0o600 });
    environment = {
      [recipeVariables.keyId]: await createAppKey(sandbox, key.publicPem, 'ada'),
      [recipeVariables.keyFile]: path.join(folder, 'key.pem'),
    };
  });
  afterAll(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  // What is sent doesn’t depend on the kind of the key.
  const sent = kind === 'rsa' ? requests.slice(0, 1) : requests;
  it.each(recipeLanguages.flatMap((language) => sent.map(([what, request]) => [language, what, request] as const)))(
    'is accepted in %s, however often it is run: %s',
    async (language, _, request) => {
      const { file, command, needs } = programs[language];
      for (const need of needs)
        if (!(await isThere(need))) {
          console.warn(`Not run: ${need.join(' ')} fails on this machine.`);
          return;
        }
      const text = requestRecipe(language, { baseUrl: sandbox.url, request, algorithm: kind === 'rsa' ? 'rsa-sha256' : kind });
      for (const secret of [pem, ...pem.split('\n').slice(1, -2), environment[recipeVariables.keyId] ?? 'none'])
        expect(text).not.toContain(secret);
      // A loader of TypeScript takes longer than the recipe itself.
      const program = language === 'typescript' ? transformSync(text, { loader: 'ts', format: 'esm' }).code : text;
      await writeFile(path.join(folder, file), program);
      sandbox.ledger.clear();
      const times = request === requests[0]?.[1] ? 2 : 1;
      for (let time = 0; time < times; time += 1) {
        const [executable = '', ...args] = command;
        const { stdout } = await run(executable, [...args, path.join(folder, file)], {
          cwd: root,
          env: { ...process.env, ...environment },
        });
        expect(JSON.parse(stdout)).toMatchObject({ ret_code: 0 });
      }
      expect(sandbox.ledger.entries.filter((entry) => entry.path === request.path)).toHaveLength(times);
    },
    60_000,
  );

  it('warns of the missing checks when an order is sent by hand', () => {
    const order: SignedParts = { method: 'PUT', path: '/api/v1.0/accounts/8001/orders/OK-1', query: '', body: encoder.encode('{}') };
    for (const language of recipeLanguages) {
      expect(requestRecipe(language, { baseUrl: sandbox.url, request: order, algorithm: 'ed25519' })).toContain(
        'neither reviews, records, nor follows',
      );
      for (const [, request] of requests)
        expect(requestRecipe(language, { baseUrl: sandbox.url, request, algorithm: 'ed25519' })).not.toContain('neither reviews');
    }
  });
});
