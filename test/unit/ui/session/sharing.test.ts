import { describe, expect, it } from 'vitest';
import { SessionStore } from '../../../../src/app/session/sessionStore';
import type { SessionRecord } from '../../../../src/app/session/sessionRecord';
import { Redactor } from '../../../../src/app/platform/redactor';
import { TransportError } from '../../../../src/service/errors';
import { Secret } from '../../../../src/service/secret';
import { askToShare } from '../../../../src/ui/session/askToShare';
import { MarketDeskAuthenticationProvider } from '../../../../src/ui/session/authenticationProvider';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { aSession, testOrigin } from '../../../support/builders/sessionBuilders';
import { MemoryLocks, SharedSecrets } from '../../../support/secrets/sharedSecrets';
import { editor } from '../../../support/editor/editor';

describe('the dialog before another extension gets a token', () => {
  const trading = { host: 'api.example.com', scopes: ['quote:read', 'trade:write', 'accid:8001'], excess: ['trade:write'] };

  it('says what the token allows, which scopes were not requested, and that the program does not supervise its use', async () => {
    await askToShare(trading);
    const [modal] = editor.messages;
    expect(modal?.isModal).toBe(true);
    for (const said of [
      'api.example.com',
      'Read market data',
      'TRADE: place and modify orders',
      '(not requested)',
      'account 8001',
      'order journal',
    ])
      expect(modal?.detail).toContain(said);
    expect(modal?.detail.match(/\(not requested\)/g)).toHaveLength(1);
  });

  it('shares only with the second button, because Enter presses the first and Escape none', async () => {
    for (const [press, expected] of [
      [undefined, false],
      [0, false],
      [1, true],
    ] as const) {
      editor.answer((prompt) =>
        prompt.kind === 'message' ? prompt.press(press === undefined ? undefined : prompt.buttons[press]) : undefined,
      );
      expect(await askToShare(trading)).toBe(expected);
    }
  });

  it('shows hidden characters of a scope that the service invented', async () => {
    await askToShare({ ...trading, scopes: ['evil\u202escope'] });
    expect(editor.messages[0]?.detail).not.toContain('\u202e');
  });
});

describe('MarketDeskAuthenticationProvider', () => {
  const own = aSession({ scopes: ['quote:read', 'trade:write', 'accid:*'], accessToken: new Secret('own-secret-1') });
  const shared = aSession({ id: 'shared-1', sharedFor: ['quote:read'], accessToken: new Secret('shared-secret-1') });

  async function open(share: () => Promise<SessionRecord> = async () => Promise.resolve(shared)) {
    const sessions = new SessionStore(new SharedSecrets().window(), new MemoryLocks(), new MemoryLog(), new Redactor());
    const provider = new MarketDeskAuthenticationProvider({
      sessions,
      flow: { signOut: async (id) => sessions.remove(id) },
      sharing: { withoutQuestion: () => [shared], share },
      ensureConnection: async () =>
        Promise.resolve({ kind: 'service', id: 'x', baseUrl: testOrigin, origin: testOrigin, authentication: 'oauth' }),
      tokensOf: () => undefined,
    });
    const fired: unknown[] = [];
    provider.onDidChangeSessions((change) => fired.push(change));
    await sessions.put(own);
    await sessions.put(shared);
    return { provider, fired };
  }

  it('lists the accounts for the editor without any token, and reports changes without one', async () => {
    const { provider, fired } = await open();
    const listed = await provider.getSessions();
    expect(listed.map(({ id }) => id)).toEqual([own.id, shared.id]);
    expect(JSON.stringify([listed, fired])).not.toContain('secret-1');
    expect(fired).toHaveLength(2);
  });

  it.each([[[]], [['quote:read']], [['quote:read', 'trade:write']]])(
    'never answers a request for %j with the session of this program',
    async (scopes) => {
      const { provider } = await open();
      const given = [...(await provider.getSessions(scopes)), await provider.createSession(scopes)];
      expect(given.map(({ accessToken }) => accessToken)).toEqual(['shared-secret-1', 'shared-secret-1']);
    },
  );

  it('turns a refusal into the cancellation that the editor knows', async () => {
    const { provider } = await open(async () => Promise.reject(new TransportError('aborted', { sent: 'no' })));
    const { CancellationError } = await import('vscode');
    await expect(provider.createSession(['trade:write'])).rejects.toBeInstanceOf(CancellationError);
  });

  it('leaves out expired sessions and other accounts', async () => {
    const { provider } = await open();
    expect(await provider.getSessions(['quote:read'], { account: { id: 'other', label: 'other' } })).toEqual([]);
  });
});
