import fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  decodeClient,
  decodeSession,
  encodeClient,
  encodeSession,
  isExpired,
  isRenewalDue,
  mergeSessions,
  withRefreshedTokens,
} from '../../../../src/app/session/sessionRecord';
import type { SessionRecord } from '../../../../src/app/session/sessionRecord';
import { Secret } from '../../../../src/service/secret';
import { aClient, aSession, someTokens } from '../../../support/builders/sessionBuilders';

const secretOrNone = fc.option(
  fc.string({ minLength: 1 }).map((value) => new Secret(value)),
  { nil: undefined },
);
const anySession = fc
  .record({
    accessToken: fc.string({ minLength: 1 }).map((value) => new Secret(value)),
    refreshToken: secretOrNone,
    revision: fc.nat(4),
    obtainedAtMs: fc.nat(3),
    needsSignIn: fc.boolean(),
    scopes: fc.array(fc.string()),
    expiresAtMs: fc.option(fc.nat(), { nil: undefined }),
    client: secretOrNone.map((clientSecret) => aClient({ clientSecret })),
  })
  .map((changes) => aSession(changes));

describe('storing a session', () => {
  it('returns the session that was stored', () => {
    fc.assert(
      fc.property(anySession, (session) => {
        const text = encodeSession(session);
        const back = decodeSession(text);
        if (back === undefined) throw new Error('lost');
        expect(encodeSession(back)).toBe(text);
      }),
    );
    const client = aClient({ clientSecret: new Secret('s'), authMethod: 'client_secret_post' });
    expect(encodeClient(decodeClient(encodeClient(client)) ?? aClient())).toBe(encodeClient(client));
  });

  it.each([
    undefined,
    '',
    'null',
    '[]',
    '{}',
    '{"id":1}',
    'not json',
    encodeSession(aSession()).slice(0, -1),
    encodeSession(aSession()).replace('"accessToken":"access-token-1",', ''),
  ])('reads no session from %.30j', (text) => {
    expect(decodeSession(text)).toBeUndefined();
  });

  it('keeps secrets out of printed sessions', () => {
    const session = aSession({ client: aClient({ clientSecret: new Secret('client-secret-1') }) });
    const printed = inspect(session, { depth: 9, showHidden: true }) + JSON.stringify(session) + String(session.accessToken);
    for (const secret of ['access-token-1', 'refresh-token-1', 'registration-token-1', 'client-secret-1'])
      expect(printed).not.toContain(secret);
  });
});

describe('mergeSessions', () => {
  it('does not depend on order or repetition', () => {
    const same = (a: SessionRecord, b: SessionRecord): void => expect(encodeSession(a)).toBe(encodeSession(b));
    fc.assert(
      fc.property(anySession, anySession, (a, b) => {
        same(mergeSessions(a, b), mergeSessions(b, a));
        same(mergeSessions(a, a), a);
        same(mergeSessions(mergeSessions(a, b), b), mergeSessions(a, b));
      }),
    );
  });

  it('never loses the refresh token', () => {
    fc.assert(
      fc.property(anySession, anySession, (a, b) => {
        const hadOne = a.refreshToken !== undefined || b.refreshToken !== undefined;
        expect(mergeSessions(a, b).refreshToken !== undefined).toBe(hadOne);
      }),
    );
  });
});

describe('withRefreshedTokens', () => {
  it('keeps the fields that the answer leaves out', () => {
    const next = withRefreshedTokens(aSession({ scopes: ['trade:read'], needsSignIn: true }), someTokens({ scopes: undefined }), 1000);
    expect(next).toMatchObject({ obtainedAtMs: 1000, expiresAtMs: 7_201_000, scopes: ['trade:read'], needsSignIn: false, revision: 2 });
    expect(next.refreshToken?.reveal()).toBe('refresh-token-1');
    expect(next.accessToken.reveal()).toBe('access-token-2');
  });

  it('takes over a new refresh token and new scopes, if any', () => {
    const next = withRefreshedTokens(
      aSession(),
      someTokens({ refreshToken: new Secret('refresh-token-2'), scopes: [], expiresInSeconds: undefined }),
      0,
    );
    expect(next.refreshToken?.reveal()).toBe('refresh-token-2');
    expect(next).toMatchObject({ scopes: [], expiresAtMs: undefined });
  });
});

describe('the renewal of a token', () => {
  it.each([
    // lifetime, first due: its last tenth, at least two minutes, at most half of it
    [7200_000, 6480_000],
    [1000_000, 880_000],
    [300_000, 180_000],
    [240_000, 120_000],
    [60_000, 30_000],
    [1000, 500],
  ])('with a lifetime of %d ms is due at %d ms', (lifetime, due) => {
    const session = aSession({ expiresAtMs: lifetime });
    expect(isRenewalDue(session, due - 1)).toBe(false);
    expect(isRenewalDue(session, due)).toBe(true);
    expect(isExpired(session, lifetime - 1)).toBe(false);
    expect(isExpired(session, lifetime)).toBe(true);
  });

  it('is never due by itself without a lifetime', () => {
    expect(isRenewalDue(aSession({ expiresAtMs: undefined }), 1e15)).toBe(false);
    expect(isExpired(aSession({ expiresAtMs: undefined }), 1e15)).toBe(false);
  });
});
