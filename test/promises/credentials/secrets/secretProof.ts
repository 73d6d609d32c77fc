import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { diagnose, formatDiagnosis } from '../../../../src/app/diagnostics/diagnose';
import { explainSignature } from '../../../../src/app/diagnostics/explainSignature';
import { memoryStop } from '../../../support/orders/memorySwitch';
import { OrderWriter } from '../../../../src/app/orders/write/orderWriter';
import { createOrderGates } from '../../../../src/app/orders/write/orderGates';
import { OrderJournal } from '../../../../src/app/orders/journal/orderJournal';
import { journalCsv, journalJson } from '../../../../src/app/orders/journal/orderJournalExport';
import { checkDraft } from '../../../../src/domain/orders/orderDraft';
import { importPrivateKey } from '../../../../src/service/auth/privateKey';
import { prepareModification } from '../../../../src/service/endpoints/orders/changes';
import { createNetworkProbe } from '../../../../src/ui/platform/network/networkProbe';
import { diagnosisWords } from '../../../../src/ui/diagnostics/registerDiagnostics';
import { signatureWords } from '../../../../src/ui/diagnostics/explainSignatureCommand';
import { presentError } from '../../../../src/ui/platform/errors/presentError';
import { MemoryAnchor, MemoryJournalFiles, sha256 } from '../../../support/orders/orderFakes';
import type { Breach, ProofResult } from '../../proof';
import { Random } from '../../random';
import { createDesk } from '../desk';
import type { Desk } from '../desk';
import { messages, outputs, setBrowser, setLayer } from '../fakeEditor';
import { encodingCount, Finder, selfTest } from './finder';
import { serveIsolated } from '../isolated';
import type { IsolatedSettings } from '../isolated';
import { plainSurroundings, World } from '../origins/originWorld';
import { copyRequests, tellPrograms } from './programs';
import { confirmCanary, drawTrouble, proxyCanary } from './secretTroubles';
import { nothingSeen } from '../../../../src/app/orders/request/basis';
import { OrderCheck } from '../../../../src/app/orders/eye/orderCheck';

const patienceMs = 2500;

/** All output of one run, by where it appeared. */
class Outlets {
  readonly texts = new Map<string, string[]>();
  readonly errors: unknown[] = [];

  add(where: string, text: string): void {
    this.texts.set(where, [...(this.texts.get(where) ?? []), text]);
  }

  /** An error, as any printer of errors would show it and as the program presents it to users. */
  addError(error: unknown): void {
    this.errors.push(error);
    this.add('an error', inspect(error, { depth: 20, showHidden: true, getters: true }));
    this.add('an error', JSON.stringify({ error }));
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      this.add('an error', `${cause.name}: ${cause.message}\n${cause.stack ?? ''}\n${String(cause)}`);
    this.add('a message', presentError(error).message);
  }
}

type Action = (options: { readonly signal: AbortSignal }) => Promise<unknown>;

/** The whole program at work: sign-in, refresh, reads, orders, API key, diagnosis, explanation. */
class Run {
  readonly outlets = new Outlets();
  readonly files = new MemoryJournalFiles();
  readonly journal: OrderJournal;
  readonly writer: OrderWriter;

  constructor(
    private readonly desk: Desk,
    private readonly world: World,
  ) {
    const { access, log, locks, monitor, redactor } = desk;
    this.journal = new OrderJournal({
      files: this.files,
      anchor: new MemoryAnchor(),
      locks,
      clock: { wallMs: () => Date.now() },
      sha256,
      redact: (text) => redactor.redact(text),
    });
    const gates = createOrderGates({
      access,
      monitor,
      isReadOnly: () => false,
      isAllowed: () => true,
      toleranceMs: () => 5000,
      ensureTokenLife: async () => Promise.resolve(),
    });
    this.writer = new OrderWriter({
      access,
      journal: this.journal,
      locks,
      gates,
      sending: memoryStop(),
      limits: { breach: async () => undefined, isCounting: false },
      check: new OrderCheck({ access, journal: this.journal, locks, clock: { wallMs: () => Date.now() } }),
      log,
      prepare: prepareModification,
      newId: randomUUID,
      protect: (secret) => redactor.register(secret),
    });
  }

  async everything(): Promise<void> {
    const { desk } = this;
    const { connection } = desk.access.current;
    if (connection.kind === 'none') throw new Error('no connection');
    await this.#try(async ({ signal }) => desk.flow.signIn(connection, { signal }));
    await this.#requests();
    const out = (where: string, text: string): void => this.outlets.add(where, text);
    const record = desk.access.currentRecord;
    const held = [record?.accessToken, record?.refreshToken].flatMap((secret) => secret?.reveal() ?? []);
    await tellPrograms(desk, held, out);
    if (record !== undefined)
      await this.#try(async (options) => desk.pool.for(record, connection).replaceToken(record.accessToken, options));
    await this.#useKey();
    await this.#requests();
    await tellPrograms(desk, held, out);
    await this.#diagnose();
    await this.#collect();
  }

  async #try(action: Action): Promise<void> {
    try {
      const value = await action({ signal: AbortSignal.timeout(patienceMs) });
      if (typeof value === 'object' && value !== null && 'error' in value) this.outlets.addError(value.error);
    } catch (error) {
      this.outlets.addError(error);
      this.desk.report(error);
      this.desk.log.error('An action failed', error);
    }
  }

  async #requests(): Promise<void> {
    const { access } = this.desk;
    await this.#try(async (options) => (await access.client()).searchCalendar({ keyword: 'CPI', searchType: 1 }, options));
    await this.#try(async (options) => (await access.client()).beyond.liveAccounts(options));
    await this.#try(async (options) => (await access.client()).plateConstituents({ plateId: 'HK.BK1000', limit: 10 }, options));
    await this.#try(async (options) => access.anonymousClient()?.serverTime(options));
    await this.#try(async (options) => {
      const check = checkDraft({
        accountId: '8001',
        orderId: randomUUID(),
        traits: { exchange: 'US', orderType: 'LIMIT', securityType: '', code: '' },
        current: {},
        typed: { qty: '1', price: '2.5' },
      });
      if (!check.ok) throw new Error('the draft is refused');
      const result = await this.writer.submit(this.writer.preview(check.change, nothingSeen), options);
      if (result.kind === 'settled' && result.pending !== undefined) await this.writer.confirm(result.pending, options);
      return result.kind === 'blocked' ? result : undefined;
    });
  }

  async #useKey(): Promise<void> {
    const { desk, world } = this;
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    world.desk.secrets.set('private key', pem.split('\n')[1] ?? '');
    const key = importPrivateKey(pem);
    if (key.kind === 'problem') throw new Error(key.problem);
    await desk.apiKeys.save(world.origin, world.desk.secret('key-id'), key);
    setLayer('user', { ...world.surroundings.user, 'marketDesk.service.authentication': 'apiKey' });
    await desk.access.refreshKey();
    const signing = await desk.apiKeys.load(world.origin);
    if (signing === undefined) throw new Error('no key');
    const request = { method: 'GET' as const, path: '/api/v1.0/quote/economic-calendar/search', query: 'keyword=CPI', body: undefined };
    const { algorithm } = signing;
    copyRequests({ baseUrl: world.origin, request, algorithm }, (where, text) => this.outlets.add(where, text));
    // The explanation shows one signature on purpose: only the token and the private key must not occur in it.
    this.outlets.add(
      'the explanation of a signature',
      JSON.stringify(
        explainSignature({ baseUrl: world.origin, request, key: signing, nowMs: Date.now(), toleranceMs: 5000, words: signatureWords() }),
      ),
    );
  }

  async #diagnose(): Promise<void> {
    const { access, monitor, network, redactor } = this.desk;
    const steps = [];
    const findings = diagnose({
      state: access.current,
      network: createNetworkProbe(
        (origin) => network.proxyFor(origin),
        () => network.read(),
      ),
      machine: { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
      synchronizeClock: async (signal) => monitor.resynchronize({ signal }),
      clock: () => monitor.snapshot(),
      describeClock: () => ({ status: 'ok', detail: '' }),
      authenticatedRead: async (signal) => {
        const client = await access.client();
        await client.hotCalendar({ timeZone: 'UTC' }, { signal });
      },
      describeError: (error) => presentError(error).message,
      words: diagnosisWords(),
      signal: AbortSignal.timeout(patienceMs),
    });
    for await (const step of findings) steps.push(step);
    this.outlets.add('the diagnosis', redactor.redact(formatDiagnosis(steps, [])));
  }

  async #collect(): Promise<void> {
    const { desk, outlets } = this;
    for (const line of desk.lines) outlets.add('the log', line);
    for (const message of messages) outlets.add('a message', JSON.stringify(message));
    for (const setting of outputs.settings) outlets.add('the settings', setting);
    outlets.add('the global state', JSON.stringify([...desk.state.values]));
    outlets.add('the names of secrets', (await desk.secretNames()).join('\n'));
    outlets.add('the journal', this.files.text);
    const verified = await this.journal.verify();
    outlets.add('an export of the journal', journalCsv(verified) + journalJson(verified));
    outlets.add(
      'the state of the program',
      JSON.stringify(desk.access.current) + inspect(desk.sessions.all(), { depth: 20, showHidden: true }),
    );
  }
}

interface Verdict {
  readonly hits: readonly string[];
  readonly characters: number;
  readonly errors: number;
}

function judge(world: World, { texts, errors }: Outlets): Verdict {
  const finder = new Finder();
  for (const [name, value] of world.desk.secrets) if (name !== 'key-id') finder.add(name, value);
  finder.add('confirm_id', confirmCanary);
  finder.add('password of the proxy', proxyCanary);
  const shown = new Finder();
  for (const [name, value] of world.desk.secrets) if (name !== 'key-id' && !name.startsWith('signature')) shown.add(name, value);
  let characters = 0;
  const hits: string[] = [];
  for (const [where, parts] of texts) {
    const text = parts.join('\n');
    characters += text.length;
    hits.push(...(where === 'the explanation of a signature' ? shown : finder).find(text).map((hit) => `${hit} in ${where}`));
  }
  return { hits, characters, errors: errors.length };
}

async function tryRun(world: World, random: Random): Promise<Verdict & { readonly name: string }> {
  messages.length = 0;
  outputs.settings.length = 0;
  for (const layer of ['user', 'workspace', 'folder'] as const) setLayer(layer, {});
  const surroundings = plainSurroundings();
  surroundings.isLocal = random.chance(0.7);
  world.begin(surroundings);
  const trouble = drawTrouble(world.desk, random);
  trouble.prepare(surroundings);
  Object.assign(surroundings.user, { 'marketDesk.service.url': world.origin, 'marketDesk.service.authentication': 'oauth' });
  setLayer('user', surroundings.user);
  const desk = createDesk({ environment: surroundings.environment, authorities: world.authorities });
  try {
    await desk.connections.approve(world.origin);
    setBrowser((url) => {
      const state = new URL(url).searchParams.get('state') ?? '';
      world.desk.secrets.set('state 1', state);
      const query = new URLSearchParams({ code: world.desk.secret('code'), state });
      void desk.inbox.receive(surroundings.bendCallback?.(query) ?? query.toString());
    });
    const run = new Run(desk, world);
    await run.everything();
    return { ...judge(world, run.outlets), name: trouble.name };
  } finally {
    await desk.close();
  }
}

async function prove({ seed, runs }: IsolatedSettings, progress: (done: number) => void): Promise<ProofResult> {
  const breaches: Breach[] = selfTest(`canary~0123456789abcdef+/="&<'`).map((encoding) => ({
    summary: `the finder overlooks ${encoding}`,
    replay: { seed },
  }));
  const world = await World.open();
  const totals = { hits: 0, characters: 0, errors: 0 };
  for (let index = 0; index < runs && breaches.length < 5; index += 1) {
    const { hits, characters, errors, name } = await tryRun(world, Random.forCase(seed, index));
    totals.hits += hits.length;
    totals.characters += characters;
    totals.errors += errors;
    for (const hit of hits) breaches.push({ summary: `${name}: ${hit}`, replay: { case: index, name, seed } });
    progress(index + 1);
  }
  await world.close();
  return {
    tried: `${runs} runs of sign-in, renewal, reads, orders, API key, diagnosis and explanation, failing in every way and with servers that repeat credentials; ${totals.errors} errors and ${totals.characters} characters of log, messages, journal, exports, documents, settings and state searched`,
    found: `${totals.hits} credentials in ${encodingCount} encodings`,
    cases: runs,
    breaches,
  };
}

serveIsolated(prove);
