import { describe, expect, it } from 'vitest';
import type { ChangeResult } from '../../../../../src/app/orders/request/orderRequest';
import { orderLockName } from '../../../../../src/app/orders/journal/orderLock';
import { AuthError, TransportError } from '../../../../../src/service/errors';
import type { WriteOutcome } from '../../../../../src/service/records';
import { checkedChange, live, orderDesk } from '../../../../support/orders/orderFakes';
import { nothingSeen } from '../../../../../src/app/orders/request/basis';
import { attemptOf, outcomeKind, story, submit } from '../../../../support/orders/submitting';
import type { Desk } from '../../../../support/orders/submitting';

describe('an order change', () => {
  const plain: readonly (readonly [WriteOutcome, string])[] = [
    [{ kind: 'accepted' }, 'accepted'],
    [{ kind: 'refused', errcode: -1200, errmsg: 'no' }, 'refused'],
    [{ kind: 'saysRejected', errcode: 14, errmsg: 'Insufficient buying power' }, 'saysRejected'],
    [{ kind: 'notAuthorized', status: 403, code: -9, errmsg: 'scope', lacks: 'scope' }, 'notAuthorized'],
    [{ kind: 'tooManyRequests', status: 429, code: -11, errmsg: 'slow down', waitMs: 3000 }, 'tooManyRequests'],
    [{ kind: 'notSent', error: new TransportError('connect-failed', { sent: 'no' }) }, 'notSent'],
    [{ kind: 'needsBrowser', jumpUrl: 'https://broker.example/x?ticket=1', errmsg: 'go' }, 'needsBrowser'],
    [{ kind: 'needsConfirmation', confirmId: 'confirm-12345', errmsg: 'sure?' }, 'needsConfirmation'],
    [{ kind: 'unknown', reason: 'reset', status: 502 }, 'unknown'],
  ];

  it.each(plain)('is journaled as intent, one request, and outcome when the answer is %j', async (answer, kind) => {
    const desk = orderDesk();
    desk.client.answers = [answer];
    const result = await submit(desk);
    expect(outcomeKind(result)).toBe(kind);
    expect(result).toMatchObject({ kind: 'settled', isRecorded: true });
    expect(desk.client.sent).toHaveLength(1);
    expect(story(desk)).toEqual(['intent modify', `outcome ${kind}`]);
    expect((await desk.journal.attempts())[0]?.state).toBe(kind === 'refused' ? 'rejected' : kind);
    expect(desk.locks.held.size).toBe(0);
  });

  it('has its intent on disk before the request is sent', async () => {
    const desk = orderDesk();
    let seen: readonly string[] = [];
    desk.client.answers = [
      async () => {
        seen = story(desk);
        return { kind: 'accepted' };
      },
    ];
    await submit(desk);
    expect(seen).toEqual(['intent modify']);
  });

  it('sends the very bytes of the preview, and the journal holds the same text', async () => {
    const desk = orderDesk();
    const preview = desk.writer.preview(checkedChange(), nothingSeen);
    await submit(desk, preview);
    expect(desk.client.sent[0]).toBe(preview.prepared);
    expect((await desk.journal.attempts())[0]?.body).toBe(preview.prepared.bodyText);
  });

  it('is sent at most once for one confirmation', async () => {
    const desk = orderDesk();
    const preview = desk.writer.preview(checkedChange(), nothingSeen);
    const results = await Promise.all([submit(desk, preview), submit(desk, preview), submit(desk, preview)]);
    await submit(desk, preview);
    expect(desk.client.sent).toHaveLength(1);
    expect(results.map(outcomeKind).sort()).toEqual(['accepted', 'blocked: alreadySent', 'blocked: alreadySent']);
  });

  it('is unknown when the client throws instead of answering', async () => {
    const desk = orderDesk();
    desk.client.answers = [async () => Promise.reject(new Error('bug'))];
    expect(outcomeKind(await submit(desk))).toBe('unknown');
    expect(outcomeKind(await submit(desk))).toBe('blocked: unresolved');
  });

  it('says when the outcome could not be recorded, and is pending after that', async () => {
    const desk = orderDesk();
    desk.client.answers = [
      async () => {
        desk.files.alwaysFail = true;
        return { kind: 'accepted' };
      },
    ];
    expect(await submit(desk)).toMatchObject({ kind: 'settled', outcome: { kind: 'accepted' }, isRecorded: false });
    const restarted = orderDesk({ files: desk.files });
    expect((await restarted.journal.attempts())[0]?.state).toBe('pending');
  });
});

/** A window whose requests carry a timestamp. */
function signed(): Desk {
  const desk = orderDesk();
  const { connection } = desk.access.current;
  if (connection.kind !== 'none') desk.access.current = { ...desk.access.current, connection: { ...connection, authentication: 'apiKey' } };
  return desk;
}

describe('a rejected timestamp (-12006)', () => {
  it('proves nothing and is not repeated when the request had no timestamp', async () => {
    const desk = orderDesk();
    desk.client.answers = [{ kind: 'clockRejected' }, { kind: 'accepted' }];
    await submit(desk);
    expect(desk.client.sent).toHaveLength(1);
  });

  it('leads to one resynchronization and one repetition, with both attempts in the journal', async () => {
    const desk = signed();
    desk.client.answers = [{ kind: 'clockRejected' }, { kind: 'accepted' }];
    expect(outcomeKind(await submit(desk))).toBe('accepted');
    expect(desk.gates.resyncs).toBe(1);
    expect(desk.client.sent).toHaveLength(2);
    expect(desk.client.sent[0]).toBe(desk.client.sent[1]);
    expect(story(desk)).toEqual(['intent modify', 'outcome clockRejected', 'intent modify', 'outcome accepted']);
    const attempts = await desk.journal.attempts();
    expect(attempts.map(({ state, requests }) => [state, requests])).toEqual([['accepted', 2]]);
  });

  it('is not repeated a second time', async () => {
    const desk = signed();
    desk.client.answers = [{ kind: 'clockRejected' }, { kind: 'clockRejected' }, { kind: 'accepted' }];
    expect(outcomeKind(await submit(desk))).toBe('clockRejected');
    expect(desk.client.sent).toHaveLength(2);
  });

  it.each([
    ['the clock could not be measured', (desk: Desk) => void (desk.gates.renewed = false)],
    ['order changes were forbidden meanwhile', (desk: Desk) => void (desk.gates.readOnly = true)],
    [
      'the user signed out meanwhile',
      (desk: Desk) => void (desk.access.current = { ...desk.access.current, session: { kind: 'signedOut' } }),
    ],
    [
      'the journal cannot take the second intent',
      (desk: Desk) => void (desk.gates.resynchronize = async () => ((desk.files.alwaysFail = true), true)),
    ],
  ])('leads to no repetition when %s', async (_, prevent) => {
    const desk = signed();
    desk.client.answers = [async () => (prevent(desk), { kind: 'clockRejected' }), { kind: 'accepted' }];
    expect(outcomeKind(await submit(desk))).toBe('clockRejected');
    expect(desk.client.sent).toHaveLength(1);
  });
});

describe('the order writer sends nothing', () => {
  const cases: readonly (readonly [string, string, (desk: Desk) => unknown])[] = [
    ['read-only mode', 'readOnly', (desk) => (desk.gates.readOnly = true)],
    ['no usable credential', 'credential', (desk) => (desk.gates.credentialError = new AuthError('sign-in-required'))],
    ['a clock that cannot be trusted', 'clock', (desk) => (desk.gates.clockGood = false)],
    ['another service since the preview', 'connectionChanged', (desk) => (desk.client.baseUrl = 'https://other.test')],
    [
      'another account since the preview',
      'connectionChanged',
      (desk) =>
        (desk.access.current = { ...desk.access.current, session: { kind: 'signedIn', id: 's2', accountLabel: 'lin', scopes: [] } }),
    ],
    ['a journal that cannot be written', 'journal', (desk) => (desk.files.alwaysFail = true)],
    ['a journal that takes half of the line', 'journal', (desk) => (desk.files.failNext = { bytes: 40 })],
    ['a journal that cannot be read', 'journal', (desk) => (desk.files.list = async () => Promise.reject(new Error('EIO')))],
    [
      'another window that changes the order',
      'inFlight',
      async (desk) => desk.locks.tryAcquire(orderLockName(desk.writer.preview(checkedChange(), nothingSeen).target)),
    ],
  ];

  it.each(cases)('with %s', async (_, reason, prevent) => {
    const desk = orderDesk();
    const preview = desk.writer.preview(checkedChange(), nothingSeen);
    await prevent(desk);
    expect(outcomeKind(await submit(desk, preview))).toBe(`blocked: ${reason}`);
    expect(desk.client.sent).toHaveLength(0);
  });

  it('when the change was cancelled before, and the journal stays empty', async () => {
    const desk = orderDesk();
    expect(outcomeKind(await desk.writer.submit(desk.writer.preview(checkedChange(), nothingSeen), { signal: AbortSignal.abort() }))).toBe(
      'blocked: cancelled',
    );
    expect(desk.files.text).toBe('');
  });

  it('when the change is cancelled while the intent is written', async () => {
    const desk = orderDesk();
    const controller = new AbortController();
    const append = desk.files.append.bind(desk.files);
    desk.files.append = async (name, bytes) => {
      await append(name, bytes);
      controller.abort();
    };
    expect(outcomeKind(await desk.writer.submit(desk.writer.preview(checkedChange(), nothingSeen), { signal: controller.signal }))).toBe(
      'notSent',
    );
    expect(desk.client.sent).toHaveLength(0);
    expect(story(desk)).toEqual(['intent modify', 'outcome notSent']);
  });

  it('and shows no preview when the user is signed out', () => {
    const desk = orderDesk();
    desk.access.current = { ...desk.access.current, session: { kind: 'signedOut' } };
    expect(() => desk.writer.preview(checkedChange(), nothingSeen)).toThrow(AuthError);
  });

  it('for a locked order while other orders stay free', async () => {
    const desk = orderDesk();
    desk.client.answers = [{ kind: 'unknown', reason: 'reset' }];
    await submit(desk);
    expect(outcomeKind(await submit(desk))).toBe('blocked: unresolved');
    expect(outcomeKind(await submit(desk, desk.writer.preview(checkedChange({ orderId: 'OK-2' }), nothingSeen)))).toBe('accepted');
    expect(outcomeKind(await submit(desk, desk.writer.preview(checkedChange({ accountId: '8002' }), nothingSeen)))).toBe('accepted');
  });
});

describe('after a crash', () => {
  it('an intent without an outcome locks the order until the user resolves it', async () => {
    const crashed = orderDesk();
    crashed.client.answers = [async () => new Promise<WriteOutcome>(() => undefined)];
    void submit(crashed);
    while (crashed.client.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // The process is gone: its locks are released, its files stay.
    const restarted = orderDesk({ files: crashed.files });
    const blocked = await submit(restarted);
    expect(blocked).toMatchObject({ kind: 'blocked', reason: 'unresolved', attempt: { state: 'pending' } });
    expect(restarted.client.sent).toHaveLength(0);
    const [attempt] = await restarted.journal.attempts();
    if (attempt === undefined) throw new Error('no attempt');
    expect(await restarted.writer.resolve(attempt, 'notChanged')).toBe('resolved');
    expect(outcomeKind(await submit(restarted))).toBe('accepted');
  });

  it('no request was sent without its intent and none is sent again, wherever the disk stopped writing', async () => {
    const whole = orderDesk();
    await submit(whole);
    const length = new TextEncoder().encode(whole.files.text).length;
    for (let bytes = 0; bytes < length; bytes += 37) {
      const desk = orderDesk();
      desk.files.failNext = { bytes };
      const first = outcomeKind(await submit(desk));
      expect(first).toBe('blocked: journal');
      expect(desk.client.sent).toHaveLength(0);
      expect((await desk.journal.verify()).fault).toBeUndefined();
    }
  });
});

describe('windows that race on one storage', () => {
  it('never have two requests for one order in progress, and write each to the journal', async () => {
    const shared = orderDesk();
    const windows = Array.from({ length: 4 }, () => orderDesk({ files: shared.files, locks: shared.locks }));
    let inFlight = 0;
    let most = 0;
    for (const { client } of windows) {
      client.modifyOrder = async (prepared) => {
        client.sent.push(prepared);
        most = Math.max(most, (inFlight += 1));
        await new Promise((resolve) => setImmediate(resolve));
        inFlight -= 1;
        return { kind: 'accepted' };
      };
    }
    const results = await Promise.all(Array.from({ length: 100 }, async (_, index) => submit(windows[index % 4] ?? shared)));
    const sent = windows.reduce((sum, { client }) => sum + client.sent.length, 0);
    expect(most).toBe(1);
    expect(sent).toBeGreaterThan(0);
    expect(results.filter((result) => result.kind === 'settled')).toHaveLength(sent);
    expect((await shared.journal.attempts()).filter(({ state }) => state === 'accepted')).toHaveLength(sent);
    expect((await shared.journal.verify()).fault).toBeUndefined();
  });
});

describe('a change that the service wants confirmed', () => {
  const asks: WriteOutcome = { kind: 'needsConfirmation', confirmId: 'confirm-12345', errmsg: 'Really, confirm-12345?' };

  async function asked(): Promise<{ desk: Desk; pending: NonNullable<Extract<ChangeResult, { kind: 'settled' }>['pending']> }> {
    const desk = orderDesk();
    desk.client.answers = [asks];
    const result = await submit(desk);
    if (result.kind !== 'settled' || result.pending === undefined) throw new Error('no confirmation was asked');
    return { desk, pending: result.pending };
  }

  it('is confirmed once, with the ID of that very answer, which stays out of the journal', async () => {
    const { desk, pending } = await asked();
    expect(outcomeKind(await desk.writer.confirm(pending, live))).toBe('accepted');
    expect(outcomeKind(await desk.writer.confirm(pending, live))).toBe('blocked: alreadySent');
    expect(desk.client.confirmed).toEqual([{ accountId: '8001', orderId: 'OK-1', confirmId: 'confirm-12345' }]);
    expect(desk.client.sent).toHaveLength(1);
    expect(story(desk)).toEqual(['intent modify', 'outcome needsConfirmation', 'intent confirm', 'outcome accepted']);
    expect(desk.files.text).not.toContain('confirm-12345');
    expect(desk.log.lines.join('\n')).not.toContain('confirm-12345');
    expect(desk.protectedSecrets).toEqual(['confirm-12345']);
    expect((await desk.journal.attempts()).map(({ state }) => state)).toEqual(['accepted']);
  });

  it('keeps the order locked until it is confirmed or abandoned', async () => {
    const { desk, pending } = await asked();
    expect(outcomeKind(await submit(desk))).toBe('blocked: unresolved');
    expect(await desk.writer.resolve(await attemptOf(desk, pending.preview.root), 'givenUp')).toBe('resolved');
    expect(outcomeKind(await desk.writer.confirm(pending, live))).toBe('blocked: unresolved');
    expect(desk.client.confirmed).toHaveLength(0);
    expect(outcomeKind(await submit(desk))).toBe('accepted');
  });

  it('is not applied when the service does not offer the call', async () => {
    const { desk, pending } = await asked();
    desk.client.confirmAnswers = [{ kind: 'notOffered' }];
    expect(outcomeKind(await desk.writer.confirm(pending, live))).toBe('notOffered');
    expect((await desk.journal.attempts())[0]?.state).toBe('notOffered');
  });

  it('is unknown when the outcome of the confirmation is unknown', async () => {
    const { desk, pending } = await asked();
    desk.client.confirmAnswers = [{ kind: 'unknown', reason: 'reset' }];
    expect(outcomeKind(await desk.writer.confirm(pending, live))).toBe('unknown');
    expect(outcomeKind(await submit(desk))).toBe('blocked: unresolved');
  });

  it('stays unresolved when the confirmation could not be sent', async () => {
    const { desk, pending } = await asked();
    desk.client.confirmAnswers = [{ kind: 'notSent', error: new TransportError('connect-failed', { sent: 'no' }) }];
    await desk.writer.confirm(pending, live);
    expect((await desk.journal.attempts())[0]?.state).toBe('needsConfirmation');
  });

  it('is not asked about again when the confirmation is answered with another question', async () => {
    const { desk, pending } = await asked();
    desk.client.confirmAnswers = [{ ...asks, confirmId: 'another-6789' }];
    const result = await desk.writer.confirm(pending, live);
    expect(result).toMatchObject({ kind: 'settled', outcome: { kind: 'needsConfirmation' } });
    expect(result.kind === 'settled' && result.pending).toBeUndefined();
  });
});

describe('a change that continues in the browser', () => {
  it('leaves only the host of the address in the journal', async () => {
    const desk = orderDesk();
    desk.client.answers = [{ kind: 'needsBrowser', jumpUrl: 'https://broker.example/confirm?ticket=abc123secret', errmsg: 'go' }];
    await submit(desk);
    expect(desk.files.text).toContain('"host":"broker.example"');
    expect(desk.files.text).not.toContain('abc123secret');
  });
});
