import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChosenConnection } from '../../../../src/app/session/connection';
import { SessionFlow } from '../../../../src/app/session/signIn/sessionFlow';
import { SessionSharing } from '../../../../src/app/session/sessionSharing';
import type { SharingQuestion } from '../../../../src/app/session/sessionSharing';
import { SessionStore } from '../../../../src/app/session/sessionStore';
import type { SignInOptions } from '../../../../src/app/session/signIn/signIn';
import { Redactor } from '../../../../src/app/platform/redactor';
import { Secret } from '../../../../src/service/secret';
import { createServiceClient } from '../../../../src/service/client';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { ScriptedTransport } from '../../../support/network/scriptedTransport';
import { aClient, aSession, someTokens, testOrigin } from '../../../support/builders/sessionBuilders';
import { MemoryLocks, SharedSecrets } from '../../../support/secrets/sharedSecrets';

const connection: ChosenConnection = { kind: 'service', id: 'x', baseUrl: testOrigin, origin: testOrigin, authentication: 'oauth' };
const options = { signal: new AbortController().signal };

/** Sharing with a real store and flow; the consent page grants what the test says. */
class Setting {
  readonly sessions = new SessionStore(new SharedSecrets().window(), new MemoryLocks(), new MemoryLog(), new Redactor());
  readonly asked: SharingQuestion[] = [];
  readonly signIns: SignInOptions[] = [];
  readonly used: string[] = [];
  granted: readonly string[] | undefined = ['quote:read'];
  agrees = true;
  readonly sharing: SessionSharing;

  constructor() {
    let count = 0;
    const flow = new SessionFlow({
      signIn: {
        run: async (_connection, given) => {
          this.signIns.push(given);
          return {
            client: aClient(),
            tokens: someTokens({ scopes: this.granted, accessToken: new Secret(`shared-${this.signIns.length}`) }),
          };
        },
      },
      sessions: this.sessions,
      access: { use: async ({ id }) => void this.used.push(id) },
      clock: new FakeTime(),
      log: new MemoryLog(),
      createId: () => `shared-${(count += 1)}`,
      createClient: (_connection, authenticator) =>
        createServiceClient({ baseUrl: testOrigin, transport: new ScriptedTransport([]), authenticator }),
    });
    this.sharing = new SessionSharing({
      sessions: this.sessions,
      flow,
      ask: async (question) => {
        this.asked.push(question);
        return this.agrees;
      },
    });
  }
}

describe('SessionSharing', () => {
  it('never shares a session of this program, whatever scopes it has', async () => {
    const setting = new Setting();
    for (const [index, scopes] of [['quote:read'], ['quote:read', 'trade:write', 'accid:*']].entries())
      await setting.sessions.put(aSession({ id: `own-${index}`, scopes }));
    for (const requested of [[], ['quote:read'], ['quote:read', 'trade:write'], ['trade:write']])
      expect(setting.sharing.withoutQuestion(requested)).toEqual([]);
  });

  it('signs in anew for market data, with those scopes only and without a modal, and shares the same session later', async () => {
    const setting = new Setting();
    const record = await setting.sharing.share(connection, ['quote:read'], options);
    expect(setting.signIns.map(({ scopes }) => scopes)).toEqual([['quote:read']]);
    expect(setting.asked).toEqual([]);
    expect(setting.used).toEqual([]);
    expect(setting.sharing.withoutQuestion(['quote:read']).map(({ id }) => id)).toEqual([record.id]);
    expect(setting.sharing.withoutQuestion([])).toEqual([]);
  });

  it('asks each time before it shares a trading token, and remembers neither consent nor refusal', async () => {
    const setting = new Setting();
    const requested = ['quote:read', 'trade:write', 'accid:*'];
    setting.granted = requested;
    setting.agrees = false;
    for (let time = 0; time < 2; time += 1)
      await expect(setting.sharing.share(connection, requested, options)).rejects.toMatchObject({ code: 'aborted' });
    expect(setting.signIns).toEqual([]);
    setting.agrees = true;
    const first = await setting.sharing.share(connection, requested, options);
    const second = await setting.sharing.share(connection, [...requested].reverse(), options);
    expect(second.id).toBe(first.id);
    expect(setting.signIns).toHaveLength(1);
    expect(setting.asked).toHaveLength(4);
    expect(setting.asked.at(-1)).toEqual({ host: 'api.example.com', scopes: requested, excess: [] });
    expect(setting.sharing.withoutQuestion(requested)).toEqual([]);
  });

  it('asks about scopes beyond the request, keeps nothing after a refusal, and asks again after consent', async () => {
    const setting = new Setting();
    setting.granted = ['quote:read', 'trade:write', 'accid:8001'];
    setting.agrees = false;
    await expect(setting.sharing.share(connection, ['quote:read'], options)).rejects.toMatchObject({ code: 'aborted' });
    expect(setting.asked).toEqual([{ host: 'api.example.com', scopes: setting.granted, excess: ['trade:write', 'accid:8001'] }]);
    expect(setting.sessions.all()).toEqual([]);
    setting.agrees = true;
    await setting.sharing.share(connection, ['quote:read'], options);
    await setting.sharing.share(connection, ['quote:read'], options);
    expect(setting.asked).toHaveLength(3);
    expect(setting.sharing.withoutQuestion(['quote:read'])).toEqual([]);
  });

  it.each([[undefined], [['trade:read']]])('shares nothing when %j was granted instead', async (granted) => {
    const setting = new Setting();
    setting.granted = granted;
    await expect(setting.sharing.share(connection, ['quote:read'], options)).rejects.toMatchObject({ code: 'scope-missing' });
    expect(setting.sessions.all()).toEqual([]);
  });

  it('leaves the sessions of this program unchanged', async () => {
    const setting = new Setting();
    const own = aSession({ scopes: ['quote:read', 'accid:8001'] });
    await setting.sessions.put(own);
    setting.granted = ['quote:read', 'accid:8001'];
    const record = await setting.sharing.share(connection, ['quote:read'], options);
    expect(record.id).not.toBe(own.id);
    expect(setting.sessions.get(own.id)?.accessToken.reveal()).toBe(own.accessToken.reveal());
  });

  it('returns market data only if it may not ask, and never a scope that was not requested', async () => {
    const scope = fc.constantFrom('quote:read', 'quote:write', 'trade:read', 'trade:write', 'accid:*', 'accid:1', 'new:scope');
    const scopes: fc.Arbitrary<string[]> = fc.uniqueArray(scope, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(scopes, scopes, fc.boolean(), async (granted, requested, isShared) => {
        const setting = new Setting();
        await setting.sessions.put(aSession({ scopes: granted, ...(isShared ? { sharedFor: ['quote:read'] } : {}) }));
        for (const { scopes: handedOver } of setting.sharing.withoutQuestion(requested)) {
          expect(isShared).toBe(true);
          expect(handedOver.filter((each) => !each.startsWith('accid:') && !requested.includes(each))).toEqual([]);
          expect(handedOver.every((each) => /^(quote|accid):/.test(each))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
