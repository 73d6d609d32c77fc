import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { Redactor } from '../../../../src/app/platform/redactor';
import { SessionStore } from '../../../../src/app/session/sessionStore';
import { Secret } from '../../../../src/service/secret';
import { FileLock } from '../../../../src/ui/platform/files/fileLock';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { aClient, aSession } from '../../../support/builders/sessionBuilders';
import { bundleChild, ended, onMessage, tell } from '../../crash/children';
import { FaultServer } from '../../net/faultServer';
import type { SentRequest } from '../../../support/network/httpRequest';
import type { Breach, ProofContext } from '../../proof';
import { Random } from '../../random';
import { FileSecrets, readSecret } from '../fileSecrets';
import { answer, drawFault, refreshFaults, refusalWords } from './refreshFaults';

const processes = 4;
const sessionCount = 4;
const faultShare = 0.3;
/** The session whose refresh token the service really revokes, and the share of refreshes after which it does. */
const revokedId = 'session-0';
const revokedAfter = 0.6;
const killShare = 0.005;
const lifetimes: readonly object[] = [...[1, 2, 3600, '7200', 86_400, -1, 'soon', 1e300].map((seconds) => ({ expires_in: seconds })), {}];

export interface RaceReport {
  readonly renewals: number;
  readonly faults: number;
  readonly kinds: number;
  readonly kills: number;
  readonly results: ReadonlyMap<string, number>;
  readonly breaches: readonly Breach[];
}

/** The service's knowledge: which refresh token belongs to which session, and what it answered to whom. */
class TokenServer {
  readonly issued = new Map<string, Set<string>>();
  readonly refused = new Set<string>();
  readonly kinds = new Set<string>();
  readonly strange: string[] = [];
  renewals = 0;
  faults = 0;

  constructor(
    private readonly refreshTokens: ReadonlyMap<string, string>,
    private readonly random: Random,
    private readonly revokeAt: number,
  ) {}

  respond(request: SentRequest, socket: Parameters<(typeof refreshFaults)[number]['play']>[0]): void {
    const form = new URLSearchParams(request.body.toString('utf8'));
    const id = this.refreshTokens.get(form.get('refresh_token') ?? '');
    const isWhole =
      request.method === 'POST' &&
      request.target === '/oauth2/token' &&
      form.get('grant_type') === 'refresh_token' &&
      form.get('client_id') === `client-of-${id ?? ''}` &&
      form.size === 3;
    if (id === undefined || !isWhole) this.strange.push(`${request.method} ${request.target} ${[...form.keys()].join(' ')}`);
    this.renewals += 1;
    const good = this.#good(id ?? '');
    if (this.random.chance(faultShare)) {
      const fault = drawFault(this.random);
      this.faults += 1;
      this.kinds.add(fault.name);
      fault.play(socket, good, this.random);
    } else if (id === undefined || (id === revokedId && this.renewals >= this.revokeAt)) {
      if (id !== undefined) this.refused.add(id);
      const isElsewhere = this.random.chance(0.2);
      const error = isElsewhere ? 'invalid_grant' : this.random.pick(refusalWords);
      const status = this.random.pick(isElsewhere ? [200, 402, 403, 404, 409] : [400, 401]);
      socket.write(answer(status, JSON.stringify({ error, error_description: 'revoked' })));
    } else socket.write(answer(200, good));
  }

  #good(id: string): string {
    const token = `access-${id}-${randomBytes(12).toString('hex')}`;
    this.issued.set(id, (this.issued.get(id) ?? new Set()).add(token));
    // The refresh answer has no refresh token (Spec, Token response).
    return JSON.stringify({ access_token: token, token_type: 'Bearer', ...this.random.pick(lifetimes), scope: 'quote:read' });
  }
}

/** Lets several processes refresh the sessions in one storage folder, kills some of them on the way, and checks what is left. */
export async function raceRefreshes({ seed, runs, progress }: ProofContext): Promise<RaceReport> {
  const random = new Random(seed);
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-sessions-'));
  const ids = Array.from({ length: sessionCount }, (_, index) => `session-${index}`);
  const refreshTokens = new Map(ids.map((id) => [`refresh-${id}-${randomBytes(8).toString('hex')}`, id]));
  const tokens = new TokenServer(refreshTokens, random, Math.floor(runs * revokedAfter));
  const server = await FaultServer.start();
  server.begin({ keepsRequests: false, onRequest: ({ socket, request }) => tokens.respond(request, socket) });
  const program = await bundleChild('credentials/refresh/sessionChild.ts');
  const breaches: Breach[] = [];
  const results = new Map<string, number>();
  const breach = (summary: string): void => void breaches.push({ summary, replay: { seed, runs } });
  const children = new Set<ChildProcess>();
  let kills = 0;
  const start = (): void => {
    const child = program.start({ folder, origin: server.origin, seed: random.integer(1, 2 ** 30) });
    children.add(child);
    child.once('exit', () => children.delete(child));
    let complaint = '';
    child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()));
    child.once('exit', (code) =>
      code === 0 || code === null ? undefined : breach(`a window ended with status ${code}: ${complaint.slice(0, 400)}`),
    );
    onMessage(child, 'lost', ({ id, how }) => breach(`${String(id)} was lost: ${String(how)}`));
    onMessage(child, 'signInAgain', ({ id }) =>
      tokens.refused.has(String(id)) ? undefined : breach(`${String(id)} asks for a sign-in although its refresh token was never refused`),
    );
    onMessage(child, 'end', (end) => {
      for (const [word, count] of Object.entries(end['results'] ?? {})) results.set(word, (results.get(word) ?? 0) + Number(count));
    });
  };
  try {
    await plant(folder, refreshTokens);
    for (let count = 0; count < processes; count += 1) start();
    let last = 0;
    while (tokens.renewals < runs && breaches.length < 5) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      progress(tokens.renewals);
      // A window ends in the middle of a refresh, and another opens.
      if (random.chance(1 - (1 - killShare) ** (tokens.renewals - last))) {
        const victim = random.pick([...children]);
        kills += 1;
        victim.kill('SIGKILL');
        await ended(victim);
        start();
      }
      last = tokens.renewals;
    }
    for (const child of children) tell(child, 'stop');
    await Promise.all([...children].map(ended));
    for (const summary of [...(await inspectStorage(folder, refreshTokens, tokens)), ...(await inspectNextWindow(folder, ids, tokens))])
      breach(summary);
    for (const request of tokens.strange) breach(`a renewal that is none: ${request}`);
    return { renewals: tokens.renewals, faults: tokens.faults, kinds: tokens.kinds.size, kills, results, breaches };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await server.close();
    program.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function plant(folder: string, refreshTokens: ReadonlyMap<string, string>): Promise<void> {
  const { store, close } = openStore(folder);
  for (const [token, id] of refreshTokens) {
    await store.put(
      aSession({
        id,
        account: { id: `${id}#1`, label: id },
        client: aClient({ clientId: `client-of-${id}` }),
        refreshToken: new Secret(token),
        accessToken: new Secret(`first-${id}`),
        obtainedAtMs: Date.now(),
      }),
    );
  }
  close();
}

function openStore(folder: string): { readonly store: SessionStore; readonly close: () => void } {
  const secrets = new FileSecrets(join(folder, 'secrets'));
  const locks = new FileLock(join(folder, 'locks'));
  const store = new SessionStore(secrets, locks, new MemoryLog(), new Redactor());
  return {
    store,
    close: () => {
      store.dispose();
      secrets.dispose();
      locks.dispose();
    },
  };
}

/** Reads the files itself: anything that is not there as it should be is lost, whatever the program says. */
async function inspectStorage(folder: string, refreshTokens: ReadonlyMap<string, string>, tokens: TokenServer): Promise<readonly string[]> {
  const found: string[] = [];
  const listed = (await readSecret(join(folder, 'secrets'), 'sessions')) ?? '';
  for (const [refreshToken, id] of refreshTokens) {
    const record: unknown = JSON.parse((await readSecret(join(folder, 'secrets'), `session:${id}`)) ?? 'null');
    if (!isStored(record) || !listed.includes(`"${id}"`)) {
      found.push(`${id} is not in the storage any more`);
      continue;
    }
    const { refreshToken: kept, accessToken, needsSignIn } = record;
    if (kept !== refreshToken) found.push(`${id} has lost its refresh token`);
    const issued = typeof accessToken === 'string' && (tokens.issued.get(id)?.has(accessToken) === true || accessToken === `first-${id}`);
    if (!issued) found.push(`${id} holds an access token that is not its own`);
    if (needsSignIn !== false && !tokens.refused.has(id))
      found.push(`${id} is stored as signed out although its refresh token was never refused`);
  }
  return found;
}

function isStored(
  value: unknown,
): value is { readonly refreshToken?: unknown; readonly accessToken?: unknown; readonly needsSignIn?: unknown } {
  return typeof value === 'object' && value !== null;
}

async function inspectNextWindow(folder: string, ids: readonly string[], tokens: TokenServer): Promise<readonly string[]> {
  const { store, close } = openStore(folder);
  await store.load();
  const found = ids.flatMap((id) => {
    const record = store.get(id);
    if (record === undefined) return [`${id} is unknown to the next window`];
    return record.needsSignIn && !tokens.refused.has(id) ? [`the next window asks for a sign-in to ${id}`] : [];
  });
  close();
  return found;
}

export const raceShape = `${processes} processes, ${sessionCount} sessions, ${refreshFaults.length} kinds of fault at ${faultShare * 100} %`;
