import { describe, expect, it } from 'vitest';
import type { Connection, ConnectionState } from '../../../../src/app/session/connection';
import { Emitter } from '../../../../src/app/platform/emitter';
import { Redactor } from '../../../../src/app/platform/redactor';
import { CurrentServiceAccess } from '../../../../src/app/session/currentServiceAccess';
import type { ChosenConnection } from '../../../../src/app/session/connection';
import { SessionStore } from '../../../../src/app/session/sessionStore';
import type { Authenticator } from '../../../../src/service/auth/authenticator';
import { createServiceClient } from '../../../../src/service/client';
import { Secret } from '../../../../src/service/secret';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { settle } from '../../../support/machine/fakeTime';
import { ScriptedTransport } from '../../../support/network/scriptedTransport';
import { MemoryLocks, MemoryState, SharedSecrets } from '../../../support/secrets/sharedSecrets';
import { aSession, testOrigin } from '../../../support/builders/sessionBuilders';

function connectionTo(origin: string, authentication: 'oauth' | 'apiKey' = 'oauth'): ChosenConnection {
  return { kind: 'service', id: `${authentication} ${origin}`, baseUrl: origin, origin, authentication };
}

class Setting {
  readonly changed = new Emitter<Connection>();
  readonly keys = new Map<string, string>();
  readonly keyChanged = new Emitter<string>();
  isStorageBroken = false;
  readonly state = new MemoryState();
  readonly sessions = new SessionStore(new SharedSecrets().window(), new MemoryLocks(), new MemoryLog(), new Redactor());
  readonly built: string[] = [];
  readonly seen: ConnectionState[] = [];
  connection: Connection = connectionTo(testOrigin);
  readonly access: CurrentServiceAccess;

  constructor(withKeys = true) {
    const current = (): Connection => this.connection;
    const signing: Authenticator = { method: 'signature', headersFor: async () => ({}), recover: async () => false };
    this.access = new CurrentServiceAccess({
      connections: {
        get current() {
          return current();
        },
        onDidChange: this.changed.event,
      },
      sessions: this.sessions,
      signatures: withKeys
        ? {
            describe: async (origin) => {
              if (this.isStorageBroken) throw new Error('the secret storage is locked');
              const appKeyId = this.keys.get(origin);
              return appKeyId === undefined ? undefined : { appKeyId };
            },
            authenticatorFor: () => signing,
            onDidChange: this.keyChanged.event,
          }
        : undefined,
      state: this.state,
      tokensFor: () => ({ accessToken: async () => new Secret('t'), replaceToken: async () => false }),
      createClient: (connection, authenticator) => {
        this.built.push(`${authenticator.method} ${connection.origin}`);
        return createServiceClient({ baseUrl: connection.baseUrl, transport: new ScriptedTransport([]), authenticator });
      },
    });
    this.access.onDidChange((state) => this.seen.push(state));
  }

  connect(connection: Connection): void {
    this.connection = connection;
    this.changed.fire(connection);
  }
}

describe('CurrentServiceAccess', () => {
  it('requires a sign-in while the user is signed out or nothing is connected', async () => {
    const setting = new Setting();
    await expect(setting.access.client()).rejects.toMatchObject({ code: 'sign-in-required' });
    await setting.sessions.put(aSession());
    setting.connect({ kind: 'none' });
    await expect(setting.access.client()).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(setting.access.anonymousClient()).toBeUndefined();
  });

  it('returns a client once the user is signed in, the same one as long as nothing changes', async () => {
    const setting = new Setting();
    await setting.sessions.put(aSession());
    expect(setting.access.current.session).toMatchObject({ kind: 'signedIn', id: 'session-1', scopes: ['quote:read'] });
    const client = await setting.access.client();
    expect(await setting.access.client()).toBe(client);
    expect(setting.built).toEqual([`bearer ${testOrigin}`]);
    expect(setting.seen).toHaveLength(1);
  });

  it('never uses a session at another origin', async () => {
    const setting = new Setting();
    await setting.sessions.put(aSession());
    setting.connect(connectionTo('https://evil.example'));
    expect(setting.access.current.session).toEqual({ kind: 'signedOut' });
    await expect(setting.access.client()).rejects.toMatchObject({ code: 'sign-in-required' });
  });

  it('signs out in every view when the session is gone or the user must renew it', async () => {
    const setting = new Setting();
    await setting.sessions.put(aSession());
    await setting.sessions.update('session-1', (record) => ({ ...record, needsSignIn: true, revision: 2 }));
    expect(setting.access.current.session).toEqual({
      kind: 'signedOut',
      lapsed: { id: 'session-1', accountLabel: aSession().account.label },
    });
    await setting.sessions.put(aSession({ revision: 3 }));
    await setting.sessions.remove('session-1');
    expect(setting.seen.map(({ session }) => session.kind)).toEqual(['signedIn', 'signedOut', 'signedIn', 'signedOut']);
  });

  it('does not switch to another account when the current one expires', async () => {
    const setting = new Setting();
    await setting.sessions.put(aSession());
    await setting.sessions.put(aSession({ id: 'session-2' }));
    await setting.access.use({ id: 'session-1', origin: testOrigin });
    await setting.sessions.update('session-1', (record) => ({ ...record, needsSignIn: true, revision: 2 }));
    expect(setting.access.current.session).toMatchObject({ kind: 'signedOut', lapsed: { id: 'session-1' } });
    await setting.access.use({ id: 'session-2', origin: testOrigin });
    expect(setting.access.currentRecord?.id).toBe('session-2');
  });

  it('never uses a session that was made for another extension', async () => {
    const setting = new Setting();
    await setting.sessions.put(aSession({ sharedFor: ['quote:read'] }));
    expect(setting.access.current.session).toEqual({ kind: 'signedOut' });
  });

  it('does not announce a renewed token, because nothing that views show has changed', async () => {
    const setting = new Setting();
    await setting.sessions.put(aSession());
    await setting.sessions.update('session-1', (record) => ({ ...record, accessToken: new Secret('access-token-2'), revision: 2 }));
    expect(setting.seen).toHaveLength(1);
  });

  it('uses the session that the user chose among several', async () => {
    const setting = new Setting();
    await setting.sessions.put(aSession());
    await setting.sessions.put(aSession({ id: 'session-2' }));
    await setting.access.use({ id: 'session-1', origin: testOrigin });
    expect(setting.access.currentRecord?.id).toBe('session-1');
  });

  it('makes no other account current when the user signs out of the one in use, until the user chooses one', async () => {
    const setting = new Setting();
    await setting.sessions.put(aSession());
    await setting.sessions.put(aSession({ id: 'session-2' }));
    await setting.access.use({ id: 'session-1', origin: testOrigin });
    await setting.sessions.remove('session-1');
    expect(setting.access.current.session).toEqual({ kind: 'signedOut' });
    await expect(setting.access.client()).rejects.toMatchObject({ code: 'sign-in-required' });
    await setting.access.use({ id: 'session-2', origin: testOrigin });
    expect(setting.access.currentRecord?.id).toBe('session-2');
  });

  it('signs with the key of the origin when the connection says so', async () => {
    const setting = new Setting();
    setting.keys.set(testOrigin, 'AK1');
    setting.connect(connectionTo(testOrigin, 'apiKey'));
    await settle();
    expect(setting.access.current.session).toEqual({ kind: 'signedIn', id: 'key AK1', accountLabel: 'AK1', scopes: [] });
    await setting.access.client();
    expect(setting.built).toEqual([`signature ${testOrigin}`]);
    setting.keys.delete(testOrigin);
    setting.keyChanged.fire(testOrigin);
    await settle();
    expect(setting.access.current.session).toEqual({ kind: 'signedOut' });
  });

  it('stays signed in when the storage of the key cannot be read for a moment', async () => {
    const setting = new Setting();
    setting.keys.set(testOrigin, 'AK1');
    setting.connect(connectionTo(testOrigin, 'apiKey'));
    await settle();
    setting.isStorageBroken = true;
    setting.keyChanged.fire(testOrigin);
    await settle();
    expect(setting.access.current.session).toMatchObject({ kind: 'signedIn', id: 'key AK1' });
  });

  it('is signed out when the connection uses a key and none is stored', async () => {
    const setting = new Setting(false);
    setting.connect(connectionTo(testOrigin, 'apiKey'));
    await settle();
    await expect(setting.access.client()).rejects.toMatchObject({ code: 'sign-in-required' });
  });

  it('does not use the answer about one key for another connection', async () => {
    const setting = new Setting();
    setting.keys.set(testOrigin, 'AK1');
    setting.connect(connectionTo(testOrigin, 'apiKey'));
    setting.connect(connectionTo('https://other.example', 'apiKey'));
    await settle();
    expect(setting.access.current.session).toEqual({ kind: 'signedOut' });
  });
});
