import { join } from 'node:path';
import type { SecretStore, Timers } from '../../../../src/app/platform/ports';
import { Redactor } from '../../../../src/app/platform/redactor';
import { SessionStore } from '../../../../src/app/session/sessionStore';
import { SessionTokens } from '../../../../src/app/session/sessionTokens';
import { OAuthService } from '../../../../src/service/auth/oauth';
import { AuthError } from '../../../../src/service/errors';
import { createTransport } from '../../../../src/service/transport/transport';
import { FileLock } from '../../../../src/ui/platform/files/fileLock';
import { machineTimers } from '../../../../src/ui/platform/machineTime';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { Random } from '../../random';
import { FileSecrets } from '../fileSecrets';

/** One of several windows that refresh the same sessions as often as they can, until told to stop. */
interface SessionSettings {
  readonly folder: string;
  readonly origin: string;
  readonly seed: number;
}

/** The program's pauses pass this much faster; its rules stay the same. */
const haste = 50;
const storageFaults = 0.01;

function isSettings(value: unknown): value is SessionSettings {
  return typeof value === 'object' && value !== null && 'folder' in value && 'origin' in value && 'seed' in value;
}

const parsed: unknown = JSON.parse(process.argv[2] ?? '{}');
if (!isSettings(parsed)) throw new Error('settings expected');
const { folder, origin, seed } = parsed;
const random = new Random(seed);

/** The storage fails now and then, with an error or by returning nothing. */
function flaky(secrets: SecretStore): SecretStore {
  const fail = (): void => {
    if (random.chance(storageFaults)) throw new Error('keyring is locked');
  };
  return {
    onDidChange: secrets.onDidChange,
    get: async (key) => {
      fail();
      return random.chance(storageFaults) ? undefined : secrets.get(key);
    },
    set: async (key, value) => {
      fail();
      await secrets.set(key, value);
    },
    delete: async (key) => secrets.delete(key),
  };
}

const hastyTimers: Timers = { after: (ms, callback) => machineTimers.after(ms / haste, callback) };
const clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() * haste };
const log = new MemoryLog();
const settings = {};
const deadlines = { connectMs: 2000, headersMs: 200, bodyMs: 200, totalMs: 1500 };
const transport = createTransport({ settings: () => settings, deadlines: { read: deadlines, write: deadlines } });
const locks = new FileLock(join(folder, 'locks'));
const sessions = new SessionStore(flaky(new FileSecrets(join(folder, 'secrets'))), locks, log, new Redactor());
const oauth = new OAuthService(origin, transport);

const forgetClient = async (): Promise<void> => Promise.resolve();

function tell(message: Readonly<Record<string, unknown>>): void {
  process.send?.(message);
}

sessions.onDidChange(({ removed, changed }) => {
  for (const { id } of removed) tell({ kind: 'lost', id, how: 'the session was removed' });
  for (const { id, needsSignIn } of changed) if (needsSignIn) tell({ kind: 'signInAgain', id });
});

async function renew(tokens: SessionTokens, id: string): Promise<string> {
  const record = sessions.get(id);
  if (record === undefined) return 'unknown';
  const signal = random.chance(0.1) ? AbortSignal.timeout(random.integer(1, 30)) : new AbortController().signal;
  try {
    // As after a 401, or because the token is about to expire.
    if (random.chance(0.7)) return (await tokens.replaceToken(record.accessToken, { signal })) ? 'renewed' : 'later';
    await tokens.accessToken({ signal });
    return 'usable';
  } catch (error) {
    if (error instanceof AuthError && error.code === 'sign-in-required') return 'signInAgain';
    return 'later';
  }
}

let stopped = false;
process.on('message', () => (stopped = true));
process.on('disconnect', () => process.exit(1));

async function live(): Promise<void> {
  // A window that cannot read its storage at startup tries again, as the next window would.
  for (let attempt = 0; attempt < 20 && sessions.all().length === 0; attempt += 1) await sessions.load();
  const known = sessions
    .all()
    .map(({ id }) => ({ id, tokens: new SessionTokens(id, { sessions, oauth, locks, clock, timers: hastyTimers, log, forgetClient }) }));
  const results: Record<string, number> = {};
  while (!stopped) {
    const { id, tokens } = random.pick(known);
    const word = await renew(tokens, id);
    if (word === 'unknown') tell({ kind: 'lost', id, how: 'the session is unknown any more' });
    if (word === 'signInAgain') tell({ kind: 'signInAgain', id });
    results[word] = (results[word] ?? 0) + 1;
    if (word !== 'renewed') await new Promise((resolve) => setTimeout(resolve, random.between(0, 8)));
  }
  process.send?.(
    { kind: 'end', results, sessions: sessions.all().map(({ id, needsSignIn }) => ({ id, needsSignIn })) },
    undefined,
    undefined,
    () => process.exit(0),
  );
}

void live();
