import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OAuthService } from '../../src/service/auth/oauth';
import type { AuthorizationAttempt } from '../../src/service/auth/oauthTypes';
import { Secret } from '../../src/service/secret';
import { createTransport } from '../../src/service/transport/transport';
import { aClient } from '../support/builders/sessionBuilders';
import { directSettings } from '../support/network/clientHarness';
import { reply, WireServer } from '../support/network/wireServer';

const redirectUri = 'vscode://market-desk.market-desk/oauth/callback';
const call = { signal: new AbortController().signal };
const short = { connectMs: 2000, headersMs: 1000, bodyMs: 1000, totalMs: 3000 };
const transport = createTransport({ settings: directSettings, deadlines: { read: short, write: short } });
const record = {
  client_id: 'c1',
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'none',
  registration_access_token: 'registration-secret-1',
};
const tokens = {
  access_token: 'access-secret-1',
  token_type: 'Bearer',
  expires_in: 7200,
  refresh_token: 'refresh-secret-1',
  scope: 'quote:read',
};
const secrets = ['access-secret-1', 'refresh-secret-1', 'registration-secret-1', 'the-secret-code'];

/** Everything that a logger could print of an error. */
function printed(error: unknown): string {
  return inspect(error, { depth: 20, showHidden: true, getters: true }) + JSON.stringify({ error });
}

describe('OAuth against a hostile server', () => {
  let server: WireServer;
  let oauth: OAuthService;

  beforeAll(async () => {
    server = await WireServer.start();
    oauth = new OAuthService(server.origin, transport);
  });
  afterEach(() => void server.requests.splice(0));
  afterAll(async () => {
    await transport.close();
    await server.close();
  });

  const says = (body: unknown, status = '200 OK', headers: readonly string[] = []): void => {
    server.responder = ({ socket }) => reply(socket, typeof body === 'string' ? body : JSON.stringify(body), status, headers);
  };
  const register = async () => oauth.register({ clientName: 'Market Desk', redirectUris: [redirectUri], authMethod: 'none' }, call);
  const attempt = (): AuthorizationAttempt => oauth.prepareAuthorization(aClient(), redirectUri);
  const callback = ({ state }: AuthorizationAttempt, more = ''): Secret =>
    new Secret(`code=the-secret-code&state=${state.reveal()}${more}`);
  const exchange = async () => {
    const own = attempt();
    return oauth.exchange(own, callback(own), call);
  };
  const refresh = async () => oauth.refresh(aClient(), new Secret('refresh-secret-1'), call);

  async function failure(action: () => Promise<unknown>): Promise<unknown> {
    const error: unknown = await action().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    for (const secret of secrets) expect(printed(error)).not.toContain(secret);
    return error;
  }

  describe('a registration', () => {
    it.each(['200 OK', '201 Created'])('is accepted with %s, whatever the media type', async (status) => {
      server.responder = ({ socket }) => {
        const body = JSON.stringify(record);
        socket.write(`HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      };
      expect(await register()).toMatchObject({ clientId: 'c1', redirectUris: [redirectUri] });
    });

    it.each([[[]], [['https://evil.example/callback']], [[`${redirectUri}/`]], [[redirectUri.toUpperCase()]]])(
      'is refused when the addresses of its record are %j',
      async (redirect_uris) => {
        says({ ...record, redirect_uris }, '201 Created');
        expect(await failure(register)).toMatchObject({ code: 'decode', path: 'redirect_uris' });
      },
    );

    it('is accepted with a longer list that has the address, and with no list', async () => {
      says({ ...record, redirect_uris: ['https://other.example/', redirectUri] }, '201 Created');
      expect((await register()).redirectUris).toContain(redirectUri);
      says({ ...record, redirect_uris: undefined }, '201 Created');
      expect((await register()).redirectUris).toEqual([redirectUri]);
    });

    it('sends nothing to a record address on another host', async () => {
      says({ ...record, registration_client_uri: 'https://evil.example/register/c1' }, '201 Created');
      await register();
      expect(server.requests).toHaveLength(1);
    });
  });

  describe('the lifetime of a token', () => {
    it.each([
      ['7200', 7200],
      [-1, undefined],
      [0, undefined],
      [1e308, 366 * 86_400],
      ['1e9', undefined],
      [undefined, undefined],
      [[7200], undefined],
      [true, undefined],
    ])('is read from %j as %j', async (expires_in, seconds) => {
      says({ ...tokens, expires_in });
      expect((await exchange()).expiresInSeconds).toBe(seconds);
    });
  });

  describe('the type of a token', () => {
    it.each(['bearer', 'BEARER', 'Bearer'])('is accepted as %s', async (token_type) => {
      says({ ...tokens, token_type });
      expect((await exchange()).accessToken.reveal()).toBe('access-secret-1');
    });

    it.each(['mac', 'DPoP', '', 'Bearer token', 7, null, undefined])('is refused as %j', async (token_type) => {
      says({ ...tokens, token_type });
      expect(await failure(exchange)).toMatchObject({ code: 'decode' });
      expect(server.requests).toHaveLength(1);
    });
  });

  it('accepts an exchange that gives no refresh token', async () => {
    says({ ...tokens, refresh_token: undefined });
    expect((await exchange()).refreshToken).toBeUndefined();
  });

  it.each([null, '', 7, {}, ['refresh-secret-1']])('accepts only text as a refresh token (%#)', async (refresh_token) => {
    says({ ...tokens, refresh_token });
    expect((await refresh()).refreshToken).toBeUndefined();
  });

  it('reads the last of two equal members, as every JSON parser does, after a single request', async () => {
    says('{"access_token":"first-1","access_token":"access-secret-1","token_type":"Bearer"}');
    expect((await refresh()).accessToken.reveal()).toBe('access-secret-1');
    expect(server.requests).toHaveLength(1);
  });

  describe('an answer that holds no tokens', () => {
    const page = '<html><form action="https://evil.example/"><input name="code"></form>access-secret-1</html>';
    const cases: readonly (readonly [name: string, status: string, body: string, code: string])[] = [
      ['a page', '200 OK', page, 'http'],
      ['a page with 400', '400 Bad Request', page, 'http'],
      ['a page with 502', '502 Bad Gateway', page, 'http'],
      ['nothing', '200 OK', '', 'http'],
      ['a list', '200 OK', `[${JSON.stringify(tokens)}]`, 'http'],
      ['JSON that stops', '200 OK', JSON.stringify(tokens).slice(0, -4), 'http'],
      ['an error with 200', '200 OK', '{"error":"invalid_grant"}', 'authorization-expired'],
      ['another error with 200', '200 OK', '{"error":"server_error"}', 'decode'],
      ['an error that is no text', '400 Bad Request', '{"error":{"access_token":"access-secret-1"}}', 'http'],
      ['a redirect', '307 Temporary Redirect', JSON.stringify(tokens), 'http'],
      ['tokens with 500', '500 Internal Server Error', JSON.stringify(tokens), 'http'],
      ['members of the prototype', '200 OK', '{"__proto__":{"access_token":"access-secret-1","token_type":"Bearer"}}', 'decode'],
    ];
    it.each(cases)('is refused: %s', async (_name, status, body, code) => {
      says(body, status, ['location: https://evil.example/']);
      for (const action of [exchange, refresh]) {
        server.requests.splice(0);
        expect(await failure(action)).toMatchObject({ code });
        expect(server.requests).toHaveLength(1);
      }
    });

    it('ends the wait when it never arrives, stops halfway, or is too large', async () => {
      const bodies: readonly (readonly [() => void, string])[] = [
        [() => (server.responder = () => undefined), 'timed-out'],
        [
          () =>
            (server.responder = ({ socket }) =>
              void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"access_token":"access-secret-1"')),
          'timed-out',
        ],
        [
          () =>
            (server.responder = ({ socket }) =>
              void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"access_token":"access-secret-1"')),
          'broken-answer',
        ],
        [() => says(`"${'x'.repeat(5 * 1024 * 1024)}"`), 'too-large'],
      ];
      for (const [prepare, code] of bodies) {
        prepare();
        server.requests.splice(0);
        expect(await failure(exchange)).toMatchObject({ code });
        expect(server.requests).toHaveLength(1);
      }
    });
  });

  describe('a hostile callback', () => {
    it.each([
      ['&iss=https%3A%2F%2Fevil.example', 'decode'],
      ['&error=access_denied', 'authorization-denied'],
    ])('causes no request with %s', async (more, code) => {
      const own = attempt();
      expect(await failure(async () => oauth.exchange(own, callback(own, more), call))).toMatchObject({ code });
      expect(server.requests).toHaveLength(0);
    });

    it.each(['&code=other', '&iss=a&iss=b', '&error=a&error=b'])('causes no request when a parameter comes twice: %s', async (more) => {
      const own = attempt();
      await failure(async () => oauth.exchange(own, callback(own, more), call));
      expect(server.requests).toHaveLength(0);
    });

    it('causes no request with the state of another attempt', async () => {
      const [own, other] = [attempt(), attempt()];
      expect(await failure(async () => oauth.exchange(own, callback(other), call))).toMatchObject({ code: 'state-mismatch' });
      expect(server.requests).toHaveLength(0);
    });
  });
});
