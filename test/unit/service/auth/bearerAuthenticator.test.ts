import { describe, expect, it } from 'vitest';
import { BearerAuthenticator } from '../../../../src/service/auth/bearerAuthenticator';
import { noAuthenticator } from '../../../../src/service/auth/none';
import { Secret } from '../../../../src/service/secret';
import type { WireRequest } from '../../../../src/service/transport/types';

const options = { signal: new AbortController().signal };

function requestTo(origin: string): WireRequest {
  return {
    label: { method: 'GET', route: '/x' },
    method: 'GET',
    origin,
    path: '/x',
    query: '',
    headers: {},
    body: undefined,
    kind: 'read',
  };
}

function setUp(): { readonly authenticator: BearerAuthenticator; readonly replaced: string[] } {
  const replaced: string[] = [];
  const tokens = {
    accessToken: async () => new Secret('token-1'),
    replaceToken: async (rejected: Secret) => {
      replaced.push(rejected.reveal());
      return true;
    },
  };
  return { authenticator: new BearerAuthenticator('https://api.example.com', tokens), replaced };
}

describe('BearerAuthenticator', () => {
  it('puts the token on requests to its origin', async () => {
    expect(await setUp().authenticator.headersFor(requestTo('https://api.example.com'), options)).toEqual({
      authorization: 'Bearer token-1',
    });
  });

  it.each(['https://evil.example', 'http://api.example.com', 'https://api.example.com:8443', 'https://api.example.com.evil.example'])(
    'puts no token on requests to %s',
    async (origin) => {
      await expect(setUp().authenticator.headersFor(requestTo(origin), options)).rejects.toMatchObject({ code: 'credential-invalid' });
    },
  );

  it('replaces the token of the rejected request, whatever was sent since then', async () => {
    const { authenticator, replaced } = setUp();
    expect(await authenticator.recover('token-rejected', { ...options, refused: {} })).toBe(false);
    await authenticator.headersFor(requestTo('https://api.example.com'), options);
    const refused = { authorization: 'Bearer token-0' };
    expect(await authenticator.recover('clock-skew', { ...options, refused })).toBe(false);
    expect(await authenticator.recover('token-rejected', { ...options, refused })).toBe(true);
    expect(replaced).toEqual(['token-0']);
  });
});

describe('noAuthenticator', () => {
  it('adds nothing and recovers from nothing', async () => {
    expect(await noAuthenticator.headersFor(requestTo('https://api.example.com'), options)).toEqual({});
    expect(await noAuthenticator.recover('token-rejected', { ...options, refused: {} })).toBe(false);
  });
});
