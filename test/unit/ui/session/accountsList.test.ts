import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../../../src/app/session/sessionRecord';
import { showAccounts } from '../../../../src/ui/session/accountsList';
import type { AccountsDependencies } from '../../../../src/ui/session/accountsList';
import { aSession } from '../../../support/builders/sessionBuilders';
import { editor } from '../../../support/editor/editor';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';

const connection = {
  kind: 'service',
  id: 'c1',
  baseUrl: 'https://api.example.com',
  origin: 'https://api.example.com',
  authentication: 'oauth',
} as const;
const session = (id: string, label: string, origin: string = connection.origin): SessionRecord =>
  aSession({ id, origin, account: { id, label } });

describe('*Accounts and Services…*', () => {
  let sessions: SessionRecord[];
  let used: string[];
  let connected: string[];
  let isPrivate: boolean;
  let current: SessionRecord | undefined;

  beforeEach(() => {
    sessions = [session('s1', 'ada'), session('s2', 'lin'), session('s3', 'eve', 'https://other.example')];
    [used, connected, isPrivate, current] = [[], [], false, sessions[0]];
  });

  function dependencies(): AccountsDependencies {
    const access = Object.assign(new FakeAccess(fakeClient()), {
      currentRecord: current,
      use: async ({ id }: { id: string }) => void used.push(id),
    });
    access.current =
      current === undefined
        ? { connection, session: { kind: 'signedOut' } }
        : { connection, session: { kind: 'signedIn', id: current.id, accountLabel: current.account.label, scopes: [] } };
    return {
      access,
      connections: { current: connection, approved: ['https://third.example', connection.origin] },
      sessions: { all: () => sessions },
      flow: { signOut: async (id) => void (sessions = sessions.filter((one) => one.id !== id)) },
      privacy: { isOn: isPrivate },
      apiKeys: { describe: async (origin) => (origin === 'https://third.example' ? { appKeyId: 'AK1' } : undefined) },
      sandbox: { status: { kind: 'stopped' } },
      connectTo: async (baseUrl) => void connected.push(baseUrl),
    };
  }

  const rows = (): readonly string[] =>
    editor.lists.at(-1)?.map(({ label, description }) => [label, description].filter(Boolean).join(': ')) ?? [];

  it('says what is in use, who is signed in where, which services are known, and what can be done', async () => {
    await showAccounts(dependencies());
    expect(rows()).toEqual(
      expect.arrayContaining([
        'ada: api.example.com · current',
        'lin: api.example.com',
        'eve: other.example',
        'API Key AK1: third.example',
        'Sandbox: no account needed',
        'api.example.com: current',
        'other.example',
        'third.example',
        'Connect to a Service…',
        'Set Up API Key…',
        'Sign Out',
      ]),
    );
    isPrivate = true;
    await showAccounts(dependencies());
    expect(rows().join()).not.toMatch(/ada|lin|eve|AK1/);
  });

  it('offers the way back when nobody is signed in', async () => {
    current = undefined;
    editor.answer('api.example.com');
    await showAccounts(dependencies());
    expect(rows()[0]).toBe('api.example.com: not signed in');
    expect(editor.ran).toEqual([['marketDesk.signIn']]);
  });

  it('switches to another account, and to another service only through *Connect*', async () => {
    editor.answer('lin', 'Use This Account');
    await showAccounts(dependencies());
    expect(used).toEqual(['s2']);
    editor.answer('eve', 'Switch to This Service…');
    await showAccounts(dependencies());
    editor.answer('third.example');
    await showAccounts(dependencies());
    expect(connected).toEqual(['https://other.example', 'https://third.example']);
  });

  it('signs out of one account and puts no other one into use', async () => {
    editor.answer('ada', 'Sign Out');
    await showAccounts(dependencies());
    expect([sessions.map(({ id }) => id), used]).toEqual([['s2', 's3'], []]);
    expect(editor.told.at(-1)).toContain('Other accounts are signed in, and none of them is in use.');
    editor.answer('lin', 'Sign Out');
    await showAccounts(dependencies());
    expect(editor.flashed.at(-1)).toContain('Signed out of lin');
  });
});
