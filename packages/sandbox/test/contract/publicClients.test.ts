import { generateKeyPairSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../../test/host/run';
import { createAppKey, signIn } from '../support/sandboxHarness';

/** The folder of third-party clients of the service: one program each, see docs/sandbox.md. Without it they are skipped. */
const clients = process.env['MARKET_DESK_CLIENTS'];
const patienceMs = 60_000;

/** How a program is started, by its file extension; others are run directly. */
const interpreters: Readonly<Record<string, string>> = {
  '.js': process.execPath,
  '.mjs': process.execPath,
  '.py': 'python3',
  '.sh': 'sh',
};

/** Runs a client against its own like-live sandbox. @returns what is wrong, one line each. */
async function complaintsOf(file: string, folder: string): Promise<readonly string[]> {
  const sandbox = await startSandbox({ likeLive: true });
  try {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const keyFile = path.join(folder, 'private.pem');
    await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    const { tokens } = await signIn(sandbox);
    const env = {
      ...process.env,
      SERVICE_URL: sandbox.url,
      SERVICE_FEED_URL: sandbox.quoteFeedUrl ?? '',
      SERVICE_TOKEN: tokens.access_token,
      SERVICE_APP_KEY_ID: await createAppKey(sandbox, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
      SERVICE_PRIVATE_KEY: keyFile,
    };
    const before = sandbox.ledger.entries.length;
    const interpreter = interpreters[path.extname(file)];
    const failure = await run(interpreter ?? file, interpreter === undefined ? [] : [file], { env, timeout: patienceMs }).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    const asked = sandbox.ledger.entries.slice(before);
    return [
      ...(failure === undefined ? [] : [failure]),
      ...(asked.some(({ credential, status }) => credential !== 'none' && status === 200) ? [] : ['no signed-in request was answered']),
      ...asked.filter(({ status }) => status === 404 || status === 405).map((entry) => `${entry.method} ${entry.path} is not there`),
    ];
  } finally {
    await sandbox.close();
  }
}

describe('a public client of the service', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'market-desk-clients-'));
  });
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  const written = async (text: string): Promise<string> => {
    const file = path.join(folder, 'client.mjs');
    await writeFile(file, text);
    return file;
  };
  const ask = (place: string): string => `
    const headers = { Authorization: 'Bearer ' + process.env.SERVICE_TOKEN };
    const answer = await fetch(process.env.SERVICE_URL + '/api/v1.0/${place}', { headers });
    if (!answer.ok) process.exitCode = 1;`;

  it('is distinguished from a program that requests nothing, requests a missing path, or fails', async () => {
    expect(await complaintsOf(await written(ask('accounts/authorized_trd_accs')), folder)).toEqual([]);
    expect(await complaintsOf(await written(''), folder)).toEqual(['no signed-in request was answered']);
    const lost = await complaintsOf(await written(ask('nowhere')), folder);
    expect(lost).toEqual([
      expect.stringContaining('exit code 1'),
      'no signed-in request was answered',
      'GET /api/v1.0/nowhere is not there',
    ]);
  });

  const programs = clients === undefined ? [] : readdirSync(clients).filter((name) => !name.startsWith('.'));
  it.runIf(programs.length > 0).each(programs)(
    'gets what it requests: %s',
    async (name) => {
      expect(await complaintsOf(path.resolve(clients ?? '', name), folder)).toEqual([]);
    },
    patienceMs + 10_000,
  );
});
