import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { importPrivateKey } from '../../../../src/service/auth/privateKey';
import { prepareModification } from '../../../../src/service/endpoints/orders/changes';
import { Secret } from '../../../../src/service/secret';
import { aClient, aSession } from '../../../support/builders/sessionBuilders';
import type { Breach, ProofResult } from '../../proof';
import { Random } from '../../random';
import { createDesk } from '../desk';
import type { Desk } from '../desk';
import { outputs, setBrowser, setLayer } from '../fakeEditor';
import { encodingCount, Finder, selfTest } from '../secrets/finder';
import { serveIsolated } from '../isolated';
import type { IsolatedSettings } from '../isolated';
import { originCases } from './originCases';
import type { OriginCase, Surroundings } from './surroundings';
import { otherOrigin, plainSurroundings, World } from './originWorld';
import type { Service } from './originWorld';

const proxyPassword = 'proxy-password-canary';
const patienceMs = 2500;

async function quietly(action: (options: { readonly signal: AbortSignal }) => Promise<unknown>): Promise<void> {
  try {
    await action({ signal: AbortSignal.timeout(patienceMs) });
  } catch {
    // Only where the bytes went matters.
  }
}

/** Stores sessions and keys of both services, as left by earlier windows. */
async function plant(desk: Desk, service: Service, origin: string): Promise<void> {
  const record = aSession({
    id: `session of ${service.name}`,
    origin,
    account: { id: `${origin}#1`, label: service.name },
    client: aClient({
      clientSecret: new Secret(service.secret('client-secret')),
      authMethod: 'client_secret_post',
      registrationAccessToken: new Secret(service.secret('registration')),
    }),
    accessToken: new Secret(service.secret('access')),
    refreshToken: new Secret(service.secret('refresh')),
    obtainedAtMs: Date.now(),
    expiresAtMs: Date.now() + 3_600_000,
    scopes: ['quote:read', 'trade:write'],
  });
  await desk.sessions.put(record);
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = importPrivateKey(pem);
  if (key.kind === 'problem') throw new Error(key.problem);
  await desk.apiKeys.save(origin, service.secret('key-id'), key);
  service.secrets.set('private key', pem.split('\n')[1] ?? '');
}

/** Uses everything that sends a credential, once in each way. */
async function exercise(desk: Desk, surroundings: Surroundings): Promise<void> {
  const order = prepareModification({ accountId: '8001', orderId: 'OK-1', exchange: 'US', quantity: '1', price: '2.5' });
  const send = async (): Promise<void> => {
    await quietly(async (options) => (await desk.access.client()).searchCalendar({ keyword: 'CPI', searchType: 1 }, options));
    await quietly(async (options) => (await desk.access.client()).modifyOrder(order, options));
    await quietly(async (options) =>
      (await desk.access.client()).beyond.confirmOrder({ accountId: '8001', orderId: 'OK-1', confirmId: 'confirm-id-1' }, options),
    );
  };
  await send();
  await quietly(async (options) => desk.access.anonymousClient()?.serverTime(options));
  const { connection } = desk.access.current;
  const record = desk.access.currentRecord;
  if (connection.kind !== 'none') {
    if (record !== undefined) await quietly(async (options) => desk.pool.for(record, connection).replaceToken(record.accessToken, options));
    await quietly(async ({ signal }) => desk.flow.signIn(connection, { signal }));
  }
  setLayer('user', { ...surroundings.user, 'marketDesk.service.authentication': 'apiKey' });
  await quietly(async () => desk.access.refreshKey());
  await send();
}

interface Verdict {
  readonly summaries: readonly string[];
  /** Credentials found where they must not be. */
  readonly leaks: number;
  /** Connections to strangers that an impostor or a proxy caused, not the program. */
  readonly impostors: number;
  readonly credentialed: number;
}

function judge(world: World, { works }: OriginCase): Verdict {
  const { desk, other, stranger, proxy } = world.servers;
  const summaries: string[] = [];
  const [ours, theirs, both, password] = [new Finder(), new Finder(), new Finder(), new Finder()];
  for (const [finder, service] of [
    [ours, world.desk],
    [theirs, world.other],
    [both, world.desk],
    [both, world.other],
  ] as const)
    for (const [name, value] of service.secrets) finder.add(`${service.name} ${name}`, value);
  password.add('password of the proxy', proxyPassword);
  const look = (where: string, finder: Finder, text: string | Uint8Array): void =>
    void summaries.push(...finder.find(text).map((hit) => `${hit} went to ${where}`));
  look('a stranger', both, stranger.bytes);
  look('the proxy', both, proxy.bytes);
  look('the other service', ours, other.bytes);
  look('the first service', theirs, desk.bytes);
  for (const server of [desk, other, stranger]) look('somebody who is not the proxy', password, server.bytes);
  for (const url of outputs.opened) look('the browser', both, url);
  const { isPoisoned, isLocal, proxy: proxyKind } = world.surroundings;
  const leaks = summaries.length;
  const isLedAstray = isPoisoned || proxyKind === 'impersonate';
  if (stranger.connections > 0 && !isLedAstray) summaries.push(`connected to a stranger: ${[...new Set(world.routes.asked)].join(', ')}`);
  if (stranger.requests.length > 0) summaries.push(`asked a stranger for ${stranger.requests[0]?.target ?? ''}`);
  if (isLocal && proxy.connections > 0) summaries.push('went through a proxy to this machine');
  for (const url of outputs.opened) {
    if (![world.origin, otherOrigin].includes(new URL(url).origin)) summaries.push(`the browser was sent to ${new URL(url).origin}`);
  }
  const credentialed = desk.requests.filter(({ headers }) => headers['authorization'] !== undefined).length;
  if (works && credentialed === 0) summaries.push('the approved service got no request with a credential: nothing was tried');
  return { summaries, leaks, impostors: isLedAstray ? stranger.connections : 0, credentialed };
}

async function tryCase(world: World, one: OriginCase, random: Random): Promise<Verdict> {
  for (const layer of ['user', 'userRemote', 'workspace', 'folder'] as const) setLayer(layer, {});
  const surroundings = plainSurroundings();
  // If certificates are not checked, what a stranger receives can be read; cases about certificates check them.
  const lenient = random.chance(0.5);
  one.prepare(surroundings, random);
  world.begin(surroundings);
  const good = {
    'marketDesk.service.url': world.origin,
    'marketDesk.service.authentication': 'oauth',
    ...(lenient && !surroundings.isPoisoned && surroundings.proxy === 'tunnel' ? { 'http.proxyStrictSSL': false } : {}),
  };
  Object.assign(surroundings.user, { ...good, ...surroundings.user });
  // The setting is either there when the window opens, or changes while it is open.
  setLayer('user', random.chance(0.5) ? surroundings.user : { ...surroundings.user, ...good });
  outputs.opened.length = 0;
  Object.assign(process.env, surroundings.environment);
  const desk = createDesk({ environment: surroundings.environment, authorities: world.authorities });
  try {
    await plant(desk, world.desk, world.origin);
    await plant(desk, world.other, otherOrigin);
    const { fingerprint256: fingerprint } = new X509Certificate(world.certificates.desk.cert);
    if (surroundings.isTrusted) await desk.certificates.trust({ origin: world.origin, fingerprint });
    await desk.connections.approve(world.origin);
    await desk.connections.approve(otherOrigin);
    setBrowser((url) => {
      const query = new URLSearchParams({ code: world.desk.secret('code'), state: new URL(url).searchParams.get('state') ?? '' });
      void desk.inbox.receive(surroundings.bendCallback?.(query) ?? query.toString());
    });
    const change = (): void => setLayer('user', { ...surroundings.user, 'marketDesk.service.url': otherOrigin });
    setLayer('user', surroundings.user);
    if (surroundings.switchAfter === 0) change();
    world.desk.onArrival = (count) => (count === surroundings.switchAfter ? change() : undefined);
    await exercise(desk, surroundings);
    return judge(world, one);
  } finally {
    await desk.close();
    for (const name of Object.keys(surroundings.environment)) Reflect.deleteProperty(process.env, name);
  }
}

function order(runs: number, random: Random): readonly OriginCase[] {
  const shuffled = originCases.map((one) => ({ one, key: random.next() })).sort((a, b) => a.key - b.key);
  return Array.from({ length: runs }, (_, index) => shuffled[index % shuffled.length]?.one).filter((one) => one !== undefined);
}

async function prove({ seed, runs }: IsolatedSettings, progress: (done: number) => void): Promise<ProofResult> {
  const cases = order(runs, new Random(seed));
  const breaches: Breach[] = selfTest(`canary~0123456789abcdef+/="&<'`).map((encoding) => ({
    summary: `the finder overlooks ${encoding}`,
    replay: { seed },
  }));
  const world = await World.open();
  const totals = { credentialed: 0, leaks: 0, impostors: 0, bytes: 0, proxied: 0 };
  const names = new Set<string>();
  for (const [index, one] of cases.entries()) {
    const { summaries, leaks, impostors, credentialed } = await tryCase(world, one, Random.forCase(seed, index));
    names.add(one.name);
    totals.credentialed += credentialed;
    totals.leaks += leaks;
    totals.impostors += impostors;
    totals.bytes += world.servers.stranger.bytes.length;
    totals.proxied += world.servers.proxy.requests.length;
    for (const summary of new Set(summaries))
      breaches.push({ summary: `${one.name}: ${summary}`, replay: { case: index, name: one.name, seed } });
    progress(index + 1);
    if (breaches.length >= 5) break;
  }
  await world.close();
  return {
    tried: `${cases.length} runs of ${names.size} hostile settings, workspaces, redirects, challenges, answers, proxies, variables and impostors; ${totals.credentialed} requests with a credential to the approved service, ${totals.proxied} tunnels through proxies`,
    found: `${totals.leaks} credentials elsewhere, looked for in ${encodingCount} encodings; ${totals.impostors} connections ended at impostors, who could read ${totals.bytes} bytes`,
    cases: cases.length,
    breaches,
  };
}

serveIsolated(prove);
