import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../../../src/app/session/sessionRecord';
import { aSession } from '../../../support/builders/sessionBuilders';
import { fakeClient, FakeAccess } from '../../../support/fakeAccess';
import { createSignIn } from '../../../../src/ui/session/signInCommand';
import { editor } from '../../../support/editor/editor';

const shown = (): unknown => [editor.asked[0]?.title, editor.lists[0]?.[0]?.label];

const connection = {
  kind: 'service',
  id: 'c1',
  baseUrl: 'https://api.example.com',
  origin: 'https://api.example.com',
  authentication: 'oauth',
} as const;

describe('*Sign In* for a signed-in user', () => {
  let signedIn = 0;
  beforeEach(() => {
    signedIn = 0;
  });

  async function run(isRefused: boolean): Promise<boolean> {
    const record = aSession({ origin: connection.origin });
    const access = Object.assign(new FakeAccess(fakeClient()), { currentRecord: record, use: async () => undefined });
    access.become({ connection, session: { kind: 'signedIn', id: record.id, accountLabel: 'ada', scopes: [] } });
    return createSignIn({
      access,
      sessions: { all: () => [record] },
      tokensOf: (session: SessionRecord) => (session.id === record.id ? { isRefused } : undefined),
      flow: { signIn: async () => ((signedIn += 1), record) },
      ensureConnection: async () => connection,
      markUsed: async () => undefined,
      privacy: { isOn: false },
    })(undefined);
  }

  it('says that the user is signed in, and offers other accounts', async () => {
    await run(false);
    expect(shown()).toEqual(['You are signed in', expect.not.stringContaining('Again')]);
    expect(signedIn).toBe(0);
  });

  it('offers to sign in again first when the service refused to renew the sign-in', async () => {
    editor.answer('Sign In Again');
    await run(true);
    expect(shown()).toEqual(['The service didn’t renew your sign-in', 'Sign In Again']);
    expect(signedIn).toBe(1);
  });
});
