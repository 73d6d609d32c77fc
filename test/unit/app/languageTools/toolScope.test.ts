import { describe, expect, it } from 'vitest';
import { AccountNames } from '../../../../src/app/agents/accountNames';
import { numberedAccounts } from '../../../../src/app/languageTools/readTool';
import { KeptAnswers, ToolAnswers } from '../../../../src/app/languageTools/toolAnswers';
import { readTools } from '../../../../src/app/languageTools/tools';
import type { Attempt } from '../../../../src/domain/orders/orderAttempts';
import { booksOf } from '../../../support/builders/books';
import { nothingElse } from '../../../support/builders/tools';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { onlyPage } from '../../../../src/service/schema/page';
import { HttpError } from '../../../../src/service/errors';
import { sessionMark } from '../../../../src/app/session/connection';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { attemptOf } from '../../../support/orders/requests';
import type { Asker } from '../../../../src/service/requests/asker';
import { askerOf } from '../../../../src/domain/orders/orderOrigin';
import { createServiceClient } from '../../../../src/service/client';
import { publishedRates } from '../../../../src/service/requests/limits';
import { Pacer } from '../../../../src/service/requests/pacer';
import { VirtualTime } from '../../../support/machine/virtualTime';
import type { ReadTool } from '../../../../src/app/languageTools/readTool';

const signal = new AbortController().signal;

describe('what a program may use', () => {
  it('is the order journal of the service and user that it was allowed for, and of no other', async () => {
    const access = new FakeAccess(
      fakeClient({
        beyond: {
          liveAccounts: async () => onlyPage({ items: [{ id: '8001', kind: 'live', title: '', markets: [] }], unreadable: [] }),
          simulatedAccounts: async () => Promise.reject(new HttpError({ status: 404 })),
        },
      }),
    );
    const { connection, session } = access.current;
    const here = connection.kind === 'none' ? '' : connection.baseUrl;
    const own = session.kind === 'signedIn' ? sessionMark(session.id) : '';
    const at = (service: string, orderId: string, sent: string | undefined = own, accountId = '7'): Attempt => {
      const attempt = attemptOf('modify', false, 'applied');
      return { ...attempt, session: sent, target: { ...attempt.target, service, orderId, accountId } };
    };
    const time = new FakeTime();
    const answers = new ToolAnswers({
      ...nothingElse,
      access,
      books: booksOf({ access, time }),
      clock: time,
      attempts: async () =>
        Promise.resolve([
          at('https://live.example', 'SECRET-LIVE-1'),
          at(here, 'SECRET-OTHER-1', 'another session'),
          { ...at(here, 'SECRET-OTHER-2'), session: undefined },
          at(here, 'OK-1'),
          at(`${here}/`, 'OK-2'),
          at(here, 'OK-3', 'an earlier session', '8001'),
        ]),
      timeZone: () => 'UTC',
      describeError: String,
      signInTitle: () => 'Sign In',
      log: new MemoryLog(),
      privacy: { isOn: false },
    });
    const text = await answers.answer(
      readTools.marketDesk_listOrderChanges,
      {},
      { program: { kind: 'chat', name: '' }, accounts: numberedAccounts, signal },
    );
    expect(text).toContain('OK-1');
    expect(text).toContain('OK-2');
    expect(text).toContain('OK-3');
    expect(text).not.toContain('SECRET');
    expect(text).toContain('"isComplete":true');
  });

  it('has names of accounts for one session only, and numbers of every session stay masked', () => {
    let session = 'A';
    const names = new AccountNames(
      () => [],
      () => session,
    );
    expect(names.name({ kind: 'live', id: '28461937' })).toBe('live-1');
    session = 'B';
    expect(names.accountOf('live-1')).toBeUndefined();
    expect(names.told('account 28461937', 'text')).not.toContain('28461937');
    // A name is never given to another account.
    expect(names.name({ kind: 'live', id: '99990000' })).not.toBe('live-1');
  });

  it('is answered from one request for fifteen seconds, in the same session', async () => {
    let [ms, sleptMs] = [0, 0];
    let requests = 0;
    const kept = new KeptAnswers({ monotonicMs: () => ms, wallMs: () => ms + sleptMs });
    const tool: ReadTool = { isPersonal: true, isKept: true, answer: async () => Promise.resolve({ at: (requests += 1) }) };
    const ask = async (input: object, whose: string): Promise<object> =>
      kept.answer(tool, input, [whose], signal, async () => tool.answer({}, {} as never));
    await Promise.all(Array.from({ length: 50 }, async () => ask({ days: 1 }, 'A')));
    expect(requests).toBe(1);
    await ask({ days: 2 }, 'A');
    await ask({ days: 1 }, 'B');
    expect(requests).toBe(3);
    ms = 15_000;
    await ask({ days: 1 }, 'A');
    expect(requests).toBe(4);
    sleptMs = 9 * 3_600_000;
    await ask({ days: 1 }, 'A');
    expect(requests).toBe(5);
  });

  it('reads with the lowest rank, whatever it asks, and by name; its share of the limit is a third', async () => {
    const time = new VirtualTime();
    const timing = { ...time.timing, random: () => 0 };
    const transport = {
      send: async () => ({ status: 200, headers: {}, body: new TextEncoder().encode('{"s":"ok","d":[]}'), sentAt: 0, receivedAt: 0 }),
      close: async () => undefined,
    };
    const sent: (Asker | undefined)[] = [];
    const client = createServiceClient({
      baseUrl: 'https://api.example.test',
      transport,
      authenticator: { method: 'bearer', headersFor: async () => ({}), recover: async () => false },
      timing,
      pacer: new Pacer({ timing, rates: publishedRates }),
      observe: ({ askedBy }) => void sent.push(askedBy),
    });
    const forProgram = client.forProgram(askerOf({ kind: 'agent', name: 'Claude” 200 ok' }));
    const reads = Array.from({ length: 30 }, async () =>
      forProgram.beyond.livePositions({ accountId: '1' }, { signal, rank: 'look', askedBy: { kind: 'user' } }),
    );
    await time.pass(29_000);
    expect(sent).toEqual(Array.from({ length: 10 }, () => ({ kind: 'program', program: 'agent', name: 'Claude” 200 ok' })));
    await client.beyond.livePositions({ accountId: '1' }, { signal });
    expect(sent.at(-1)).toBeUndefined();
    await time.pass(90_000);
    await Promise.all(reads);
  });
});
