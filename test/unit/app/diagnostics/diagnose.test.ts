import { describe, expect, it } from 'vitest';
import type { ClockSnapshot } from '../../../../src/app/clock/clockMonitor';
import { diagnose, formatDiagnosis } from '../../../../src/app/diagnostics/diagnose';
import type { DiagnosisInput, DiagnosisStep } from '../../../../src/app/diagnostics/diagnose';
import { diagnosisWords } from '../../../../src/ui/diagnostics/registerDiagnostics';
import { FakeMachine } from '../../../support/machine/fakeMachine';

const clock: ClockSnapshot = { trust: 'good', skewMs: 1, boundMs: 1, ageMs: 0, samples: [], synchronizing: false, lastFailure: undefined };

function input(changes: Partial<DiagnosisInput> = {}): DiagnosisInput {
  const machine = new FakeMachine();
  const within = async <T>(ms: number, value: T): Promise<T> => {
    machine.advance(ms);
    return Promise.resolve(value);
  };
  return {
    state: {
      connection: {
        kind: 'service',
        id: '1',
        baseUrl: 'https://api.example.test/v',
        origin: 'https://api.example.test',
        authentication: 'oauth',
      },
      session: { kind: 'signedIn', id: 's', accountLabel: 'ada', scopes: ['quote:read', 'trade:read', 'trade:write'] },
    },
    network: {
      lookUp: async () => within(12, ['192.0.2.1']),
      connect: async () => within(7, undefined),
      handshake: async () => within(30, { protocol: 'TLSv1.3', issuer: 'Test', days: 9, trusted: undefined }),
      proxyFor: () => undefined,
    },
    machine,
    synchronizeClock: async () => within(20, true),
    clock: () => clock,
    describeClock: () => ({ status: 'ok', detail: 'skew +1 ms' }),
    authenticatedRead: async () => within(25, undefined),
    describeError: (error) => (error instanceof Error ? error.message : 'failed'),
    words: diagnosisWords(),
    signal: new AbortController().signal,
    ...changes,
  };
}

async function run(changes: Partial<DiagnosisInput> = {}): Promise<readonly DiagnosisStep[]> {
  const steps: DiagnosisStep[] = [];
  for await (const step of diagnose(input(changes))) steps.push(step);
  return steps;
}

const summary = (steps: readonly DiagnosisStep[]): readonly string[] => steps.map(({ name, status }) => `${name} ${status}`);

describe('diagnosing a connection', () => {
  it('measures the time of every layer', async () => {
    const steps = await run();
    expect(steps.map(({ name, status, milliseconds }) => [name, status, milliseconds])).toEqual([
      ['Service', 'ok', undefined],
      ['Proxy', 'ok', 0],
      ['DNS', 'ok', 12],
      ['TCP', 'ok', 7],
      ['TLS', 'ok', 30],
      ['Clock', 'ok', 20],
      ['Authentication', 'ok', 0],
      ['Authenticated request', 'ok', 25],
      ['Scopes', 'ok', 0],
    ]);
  });

  it('says which layer fails and skips what depends on it', async () => {
    const steps = await run({ network: { ...input().network, connect: async () => Promise.reject(new Error('refused')) } });
    expect(summary(steps)).toEqual([
      'Service ok',
      'Proxy ok',
      'DNS ok',
      'TCP failed',
      'TLS skipped',
      'Clock skipped',
      'Authentication skipped',
      'Authenticated request skipped',
      'Scopes skipped',
    ]);
    expect(steps[3]?.detail).toBe('refused');
  });

  it('examines the proxy instead of the host behind it', async () => {
    const asked: string[] = [];
    const steps = await run({
      network: {
        ...input().network,
        proxyFor: () => 'http://proxy.test:3128',
        connect: async (host, port) => void asked.push(`${host}:${port}`),
        lookUp: async () => Promise.reject(new Error('not here')),
      },
    });
    expect(asked).toEqual(['proxy.test:3128']);
    expect(summary(steps).slice(1, 3)).toEqual(['Proxy ok', 'Proxy TCP ok']);
    expect(summary(steps)).toContain('TLS ok');
  });

  it('continues when the user trusts a certificate that cannot be verified, but never reports that all is well', async () => {
    const handshake = async () => Promise.resolve({ protocol: 'TLSv1.3', issuer: 'Test', days: 9, trusted: 'AB:CD' });
    for (const proxyFor of [() => undefined, () => 'http://proxy.test:3128']) {
      const steps = await run({ network: { ...input().network, proxyFor, handshake } });
      expect(summary(steps)).toContain('TLS unsafe');
      expect(summary(steps).slice(-4)).toEqual(['Clock ok', 'Authentication ok', 'Authenticated request ok', 'Scopes ok']);
      expect(formatDiagnosis(steps, [])).toMatch(/✗ TLS .*CERTIFICATE NOT VERIFIED.*AB:CD/);
    }
  });

  it('skips TLS for an address without it', async () => {
    const base = input().state;
    const steps = await run({
      state: {
        ...base,
        connection: { kind: 'sandbox', id: '1', baseUrl: 'http://127.0.0.1:9', origin: 'http://127.0.0.1:9', authentication: 'apiKey' },
      },
    });
    expect(summary(steps)).toContain('TLS skipped');
    expect(summary(steps)).toContain('Scopes ok');
  });

  it('names scopes that were not granted', async () => {
    const base = input().state;
    const steps = await run({ state: { ...base, session: { kind: 'signedIn', id: 's', accountLabel: 'ada', scopes: ['quote:read'] } } });
    expect(steps.at(-1)).toMatchObject({ status: 'warning', detail: 'granted: quote:read; not granted: trade:read trade:write' });
  });

  it('reports no missing scope when the service didn’t say which ones it granted', async () => {
    const base = input().state;
    const steps = await run({ state: { ...base, session: { kind: 'signedIn', id: 's', accountLabel: 'ada', scopes: [] } } });
    expect(steps.at(-1)).toMatchObject({ status: 'ok', detail: 'the service didn’t report the granted scopes' });
  });

  it('connects to IPv6 addresses without their brackets', async () => {
    const asked: string[] = [];
    const base = input().state;
    const network = { ...input().network, connect: async (host: string, port: number) => void asked.push(`${host} ${port}`) };
    await run({ network: { ...network, proxyFor: () => 'http://[2001:db8::1]:3128' } });
    await run({
      network,
      state: {
        ...base,
        connection: {
          kind: 'service',
          id: '1',
          baseUrl: 'https://[2001:db8::2]/v',
          origin: 'https://[2001:db8::2]',
          authentication: 'oauth',
        },
      },
    });
    expect(asked).toEqual(['2001:db8::1 3128', '2001:db8::2 443']);
  });

  it('checks what needs no sign-in when the user is signed out', async () => {
    const base = input().state;
    const steps = await run({
      state: { ...base, session: { kind: 'signedOut' } },
      authenticatedRead: async () => Promise.reject(new Error('must not be called')),
    });
    expect(summary(steps).slice(-4)).toEqual(['Clock ok', 'Authentication failed', 'Authenticated request skipped', 'Scopes skipped']);
  });

  it('says when no service is chosen', async () => {
    expect(summary(await run({ state: { connection: { kind: 'none' }, session: { kind: 'signedOut' } } }))).toEqual(['Service failed']);
  });

  it('formats an aligned report', async () => {
    const text = formatDiagnosis(await run(), ['Market Desk']);
    expect(text).toContain('✓ DNS');
    expect(
      new Set(
        text
          .split('\n')
          .filter((line) => / ms {2}/.test(line))
          .map((line) => line.indexOf(' ms  ')),
      ).size,
    ).toBe(1);
  });
});
