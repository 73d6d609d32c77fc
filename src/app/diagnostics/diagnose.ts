import type { ClockSnapshot } from '../clock/clockMonitor';
import type { ChosenConnection, ConnectionState } from '../session/connection';
import type { MachineClock } from '../platform/ports';

/** `unsafe`: as serious as a failure, but the connection works. */
export type StepStatus = 'ok' | 'warning' | 'failed' | 'unsafe' | 'skipped';

export type StepId = 'service' | 'proxy' | 'proxyTcp' | 'dns' | 'tcp' | 'tls' | 'clock' | 'authentication' | 'request' | 'scopes';

/** The texts of the findings, in the user's language. */
export interface DiagnosisWords {
  readonly names: Readonly<Record<StepId, string>>;
  readonly noService: string;
  readonly apiKey: string;
  readonly sandbox: string;
  readonly throughProxy: (host: string) => string;
  readonly noProxy: string;
  readonly connected: string;
  readonly portOpen: (port: number) => string;
  readonly certificate: (found: Handshake) => string;
  readonly trustedCertificate: (found: Handshake) => string;
  readonly noTls: string;
  readonly signedInAs: (account: string) => string;
  readonly signedWith: (appKeyId: string) => string;
  readonly notSignedIn: string;
  readonly signInRequired: string;
  readonly credentialAccepted: string;
  readonly keyHasNoScopes: string;
  readonly scopesNotReported: string;
  readonly missingScopes: (granted: string, missing: string) => string;
  readonly notReached: string;
}

/** What a TLS connection shows; `issuer` is undefined if the certificate names none. */
export interface Handshake {
  readonly protocol: string;
  readonly issuer: string | undefined;
  readonly days: number;
  /** SHA-256 of a certificate that cannot be verified but that the user trusts. */
  readonly trusted: string | undefined;
}

/** One finding of the diagnosis. `detail` never holds a credential. */
export interface DiagnosisStep {
  readonly id: StepId;
  readonly name: string;
  readonly status: StepStatus;
  readonly milliseconds: number | undefined;
  readonly detail: string;
}

/** The network below HTTP, one layer at a time. Each call rejects with a {@link TransportError} that says why. */
export interface NetworkProbe {
  lookUp(host: string, signal: AbortSignal): Promise<readonly string[]>;
  connect(host: string, port: number, signal: AbortSignal, to?: 'service' | 'proxy'): Promise<void>;
  handshake(origin: string, signal: AbortSignal): Promise<Handshake>;
  /** Address of the proxy for this origin without user info; undefined when requests go directly. */
  proxyFor(origin: string): string | undefined;
}

export interface DiagnosisInput {
  readonly state: ConnectionState;
  readonly network: NetworkProbe;
  readonly machine: MachineClock;
  readonly synchronizeClock: (signal: AbortSignal) => Promise<boolean>;
  readonly clock: () => ClockSnapshot;
  readonly describeClock: (snapshot: ClockSnapshot) => { readonly status: StepStatus; readonly detail: string };
  /** One authenticated read. */
  readonly authenticatedRead: (signal: AbortSignal) => Promise<void>;
  readonly describeError: (error: unknown) => string;
  readonly words: DiagnosisWords;
  readonly signal: AbortSignal;
}

interface Finding {
  readonly status: StepStatus;
  readonly detail: string;
}
type Step = readonly [id: StepId, run: () => Promise<Finding>];

const expectedScopes = ['quote:read', 'trade:read', 'trade:write'];

/**
 * Examines the connection to the service layer by layer and times each: DNS, TCP, TLS, proxy, clock, authentication, scopes. A failed layer
 * does not end the diagnosis; the layers that depend on it are skipped.
 */
export async function* diagnose(input: DiagnosisInput): AsyncGenerator<DiagnosisStep> {
  const { words } = input;
  const { connection } = input.state;
  if (connection.kind === 'none') {
    yield { id: 'service', name: words.names.service, status: 'failed', milliseconds: undefined, detail: words.noService };
    return;
  }
  yield {
    id: 'service',
    name: words.names.service,
    status: 'ok',
    milliseconds: undefined,
    detail: [
      connection.origin,
      ...(connection.kind === 'sandbox' ? [words.sandbox] : []),
      connection.authentication === 'oauth' ? 'OAuth' : words.apiKey,
    ].join(' · '),
  };
  let reachable = true;
  for (const [id, run] of networkSteps(input, connection)) {
    const step: DiagnosisStep = reachable ? await timed(input, id, run) : skipped(input, id);
    reachable &&= step.status !== 'failed';
    yield step;
  }
  for (const [id, run] of serviceSteps(input)) yield reachable ? await timed(input, id, run) : skipped(input, id);
}

function networkSteps({ network, signal, words }: DiagnosisInput, connection: ChosenConnection): readonly Step[] {
  const url = new URL(connection.origin);
  const host = bareHost(url);
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const tls: Step = [
    'tls',
    async () =>
      secure ? certificateFinding(words, await network.handshake(connection.origin, signal)) : { status: 'skipped', detail: words.noTls },
  ];
  const proxy = network.proxyFor(connection.origin);
  if (proxy !== undefined) {
    const at = new URL(proxy);
    return [
      ['proxy', async () => ({ status: 'ok', detail: words.throughProxy(at.host) })],
      [
        'proxyTcp',
        async () => (
          await network.connect(bareHost(at), Number(at.port) || (at.protocol === 'https:' ? 443 : 80), signal, 'proxy'),
          { status: 'ok', detail: words.connected }
        ),
      ],
      tls,
    ];
  }
  return [
    ['proxy', async () => ({ status: 'ok', detail: words.noProxy })],
    ['dns', async () => ({ status: 'ok', detail: (await network.lookUp(host, signal)).join(', ') })],
    ['tcp', async () => (await network.connect(host, port, signal), { status: 'ok', detail: words.portOpen(port) })],
    tls,
  ];
}

function certificateFinding(words: DiagnosisWords, found: Handshake): Finding {
  if (found.trusted === undefined) return { status: 'ok', detail: words.certificate(found) };
  return { status: 'unsafe', detail: words.trustedCertificate(found) };
}

/** Strips the brackets of an IPv6 address. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function serviceSteps(input: DiagnosisInput): readonly Step[] {
  const { words } = input;
  const { session, connection } = input.state;
  const usesKey = connection.kind !== 'none' && connection.authentication === 'apiKey';
  return [
    [
      'clock',
      async () => {
        const synchronized = await input.synchronizeClock(input.signal);
        const clock = input.clock();
        return synchronized ? input.describeClock(clock) : { status: 'failed', detail: input.describeError(clock.lastFailure) };
      },
    ],
    [
      'authentication',
      async () =>
        session.kind === 'signedIn'
          ? { status: 'ok', detail: (usesKey ? words.signedWith : words.signedInAs)(session.accountLabel) }
          : { status: 'failed', detail: words.notSignedIn },
    ],
    [
      'request',
      async () => {
        if (session.kind === 'signedOut') return { status: 'skipped', detail: words.signInRequired };
        await input.authenticatedRead(input.signal);
        return { status: 'ok', detail: words.credentialAccepted };
      },
    ],
    [
      'scopes',
      async () => {
        if (session.kind === 'signedOut') return { status: 'skipped', detail: words.signInRequired };
        if (usesKey) return { status: 'ok', detail: words.keyHasNoScopes };
        // The token response may leave the scopes out: then they are unknown, and none counts as missing.
        if (session.scopes.length === 0) return { status: 'ok', detail: words.scopesNotReported };
        const missing = expectedScopes.filter((scope) => !session.scopes.includes(scope));
        const granted = session.scopes.join(' ');
        return missing.length === 0
          ? { status: 'ok', detail: granted }
          : { status: 'warning', detail: words.missingScopes(granted, missing.join(' ')) };
      },
    ],
  ];
}

async function timed(input: DiagnosisInput, id: StepId, run: () => Promise<Finding>): Promise<DiagnosisStep> {
  const start = input.machine.monotonicMs();
  const elapsed = (): number => input.machine.monotonicMs() - start;
  const name = input.words.names[id];
  try {
    const finding = await run();
    return { id, name, ...finding, milliseconds: elapsed() };
  } catch (error) {
    return { id, name, status: 'failed', detail: input.describeError(error), milliseconds: elapsed() };
  }
}

function skipped({ words }: DiagnosisInput, id: StepId): DiagnosisStep {
  return { id, name: words.names[id], status: 'skipped', milliseconds: undefined, detail: words.notReached };
}

/** The findings as text for the clipboard and the report. */
export function formatDiagnosis(steps: readonly DiagnosisStep[], head: readonly string[]): string {
  const marks: Readonly<Record<StepStatus, string>> = { ok: '✓', warning: '!', failed: '✗', unsafe: '✗', skipped: '–' };
  const width = Math.max(...steps.map(({ name }) => name.length));
  const rows = steps.map(({ name, status, milliseconds, detail }) => {
    const time = milliseconds === undefined ? '' : `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
    return `${marks[status]} ${name.padEnd(width)}  ${time.padStart(9)}  ${detail}`;
  });
  return [...head, '', ...rows, ''].join('\n');
}
