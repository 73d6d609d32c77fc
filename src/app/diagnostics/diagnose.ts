import type { ClockSnapshot } from '../clock/clockMonitor';
import type { ChosenConnection, ConnectionState } from '../session/connection';
import type { MachineClock } from '../platform/ports';

export type StepStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** One finding of the diagnosis. `detail` never holds a credential. */
export interface DiagnosisStep {
  readonly name: string;
  readonly status: StepStatus;
  readonly milliseconds: number | undefined;
  readonly detail: string;
}

/** The network below HTTP, one layer at a time. Each call rejects with a plain reason. */
export interface NetworkProbe {
  lookUp(host: string, signal: AbortSignal): Promise<readonly string[]>;
  connect(host: string, port: number, signal: AbortSignal): Promise<void>;
  /** Protocol version, issuer and days until the certificate ends. */
  handshake(host: string, port: number, signal: AbortSignal): Promise<string>;
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
  readonly signal: AbortSignal;
}

interface Finding {
  readonly status: StepStatus;
  readonly detail: string;
}
type Step = readonly [name: string, run: () => Promise<Finding>];

const expectedScopes = ['quote:read', 'trade:read', 'trade:write'];

/**
 * Examines the way to the service layer by layer and times each: DNS, TCP, TLS, proxy, clock, authentication, scopes.
 * A layer that fails does not end the diagnosis; what depends on it is skipped.
 */
export async function* diagnose(input: DiagnosisInput): AsyncGenerator<DiagnosisStep> {
  const { connection } = input.state;
  if (connection.kind === 'none') {
    yield { name: 'Service', status: 'failed', milliseconds: undefined, detail: 'Not connected.' };
    return;
  }
  yield {
    name: 'Service',
    status: 'ok',
    milliseconds: undefined,
    detail: `${connection.origin} (${connection.kind}, ${connection.authentication === 'oauth' ? 'OAuth' : 'API key'})`,
  };
  let reachable = true;
  for (const [name, run] of networkSteps(input, connection)) {
    const step: DiagnosisStep = reachable ? await timed(input, name, run) : skipped(name);
    reachable &&= step.status !== 'failed';
    yield step;
  }
  for (const [name, run] of serviceSteps(input)) yield reachable ? await timed(input, name, run) : skipped(name);
}

function networkSteps({ network, signal }: DiagnosisInput, connection: ChosenConnection): readonly Step[] {
  const url = new URL(connection.origin);
  const host = bareHost(url);
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const proxy = network.proxyFor(connection.origin);
  if (proxy !== undefined) {
    const at = new URL(proxy);
    return [
      ['Proxy', async () => ({ status: 'ok', detail: `requests go through ${at.host}` })],
      [
        'Proxy TCP',
        async () => (
          await network.connect(bareHost(at), Number(at.port) || (at.protocol === 'https:' ? 443 : 80), signal),
          { status: 'ok', detail: 'connected' }
        ),
      ],
    ];
  }
  return [
    ['Proxy', async () => ({ status: 'ok', detail: 'none (direct connection)' })],
    ['DNS', async () => ({ status: 'ok', detail: (await network.lookUp(host, signal)).join(', ') })],
    ['TCP', async () => (await network.connect(host, port, signal), { status: 'ok', detail: `port ${port} accepts connections` })],
    [
      'TLS',
      async () =>
        secure ? { status: 'ok', detail: await network.handshake(host, port, signal) } : { status: 'skipped', detail: 'not used (http)' },
    ],
  ];
}

/** Without the brackets of an IPv6 address. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function serviceSteps(input: DiagnosisInput): readonly Step[] {
  const { session, connection } = input.state;
  return [
    [
      'Clock',
      async () => {
        const synchronized = await input.synchronizeClock(input.signal);
        return synchronized ? input.describeClock(input.clock()) : { status: 'failed', detail: 'the service didn’t return its time' };
      },
    ],
    [
      'Authentication',
      async () =>
        session.kind === 'signedIn'
          ? { status: 'ok', detail: `signed in as ${session.accountLabel}` }
          : { status: 'failed', detail: 'not signed in' },
    ],
    [
      'Authenticated request',
      async () => {
        if (session.kind === 'signedOut') return { status: 'skipped', detail: 'sign-in required' };
        await input.authenticatedRead(input.signal);
        return { status: 'ok', detail: 'credential accepted' };
      },
    ],
    [
      'Scopes',
      async () => {
        if (session.kind === 'signedOut') return { status: 'skipped', detail: 'sign-in required' };
        if (connection.kind !== 'none' && connection.authentication === 'apiKey')
          return { status: 'ok', detail: 'an API key carries no scopes' };
        // The token answer may leave them out: then nothing is known of them, and nothing is missing.
        if (session.scopes.length === 0) return { status: 'ok', detail: 'granted scopes not reported by the service' };
        const missing = expectedScopes.filter((scope) => !session.scopes.includes(scope));
        const granted = session.scopes.join(' ');
        return missing.length === 0
          ? { status: 'ok', detail: granted }
          : { status: 'warning', detail: `granted: ${granted}; not granted: ${missing.join(' ')}` };
      },
    ],
  ];
}

async function timed(input: DiagnosisInput, name: string, run: () => Promise<Finding>): Promise<DiagnosisStep> {
  const start = input.machine.monotonicMs();
  const elapsed = (): number => input.machine.monotonicMs() - start;
  try {
    const finding = await run();
    return { name, ...finding, milliseconds: elapsed() };
  } catch (error) {
    return { name, status: 'failed', detail: input.describeError(error), milliseconds: elapsed() };
  }
}

function skipped(name: string): DiagnosisStep {
  return { name, status: 'skipped', milliseconds: undefined, detail: 'not reached' };
}

/** The findings as text for the clipboard and the report. */
export function formatDiagnosis(steps: readonly DiagnosisStep[], head: readonly string[]): string {
  const marks: Readonly<Record<StepStatus, string>> = { ok: '✓', warning: '!', failed: '✗', skipped: '–' };
  const width = Math.max(...steps.map(({ name }) => name.length));
  const rows = steps.map(({ name, status, milliseconds, detail }) => {
    const time = milliseconds === undefined ? '' : `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
    return `${marks[status]} ${name.padEnd(width)}  ${time.padStart(9)}  ${detail}`;
  });
  return [...head, '', ...rows, ''].join('\n');
}
