import { expect, it } from 'vitest';
import type { ChosenConnection } from '../../../../../src/app/session/connection';
import { SessionStore } from '../../../../../src/app/session/sessionStore';
import { SessionFlow } from '../../../../../src/app/session/signIn/sessionFlow';
import { Redactor } from '../../../../../src/app/platform/redactor';
import { HttpError } from '../../../../../src/service/errors';
import { aClient, someTokens, testOrigin } from '../../../../support/builders/sessionBuilders';
import { fakeClient } from '../../../../support/fakeAccess';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { MemoryLocks, SharedSecrets } from '../../../../support/secrets/sharedSecrets';

const connection: ChosenConnection = { kind: 'service', id: 'x', baseUrl: testOrigin, origin: testOrigin, authentication: 'oauth' };
const options = { signal: new AbortController().signal };

/** Signs in, lets the session lapse, and signs in again at a service that answers requests for accounts like this. */
async function sessionsAround(
  status: number,
): Promise<{ readonly first: string; readonly second: string; readonly kept: readonly string[] }> {
  const sessions = new SessionStore(new SharedSecrets().window(), new MemoryLocks(), new MemoryLog(), new Redactor());
  const fail = async (): Promise<never> => Promise.reject(new HttpError({ status }));
  let count = 0;
  const flow = new SessionFlow({
    signIn: { run: async () => ({ client: aClient(), tokens: someTokens({ scopes: ['accid:*'] }) }) },
    sessions,
    access: { use: async () => undefined },
    clock: new FakeTime(),
    log: new MemoryLog(),
    createId: () => `session-${(count += 1)}`,
    createClient: () => fakeClient({ beyond: { liveAccounts: fail, simulatedAccounts: fail } }),
  });
  const first = await flow.signIn(connection, options);
  await sessions.update(first.id, (record) => ({ ...record, needsSignIn: true, revision: record.revision + 1 }));
  const second = await flow.signIn(connection, options);
  return { first: first.id, second: second.id, kept: sessions.all().map(({ id }) => id) };
}

it('a user whose accounts can’t be read does not get the session of another', async () => {
  expect(await sessionsAround(503)).toEqual({ first: 'session-1', second: 'session-2', kept: ['session-2'] });
});

it('a user of a service that lists no accounts does not get the session of another', async () => {
  expect(await sessionsAround(404)).toEqual({ first: 'session-1', second: 'session-2', kept: ['session-2'] });
});
