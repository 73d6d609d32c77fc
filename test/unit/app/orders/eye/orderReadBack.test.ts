import { describe, expect, it } from 'vitest';
import { createJournalAnchor } from '../../../../../src/app/orders/journal/journalAnchor';
import { createOrderGates } from '../../../../../src/app/orders/write/orderGates';
import { journalCsv, journalJson } from '../../../../../src/app/orders/journal/orderJournalExport';
import { OrderReadBack } from '../../../../../src/app/orders/eye/orderReadBack';
import { AttemptFold } from '../../../../../src/domain/orders/orderAttempts';
import type { AttemptRecord } from '../../../../../src/domain/orders/orderAttempts';
import { compareWithOrder } from '../../../../../src/domain/orders/orderComparison';
import { AuthError, HttpError } from '../../../../../src/service/errors';
import type { OrderRecord, WriteOutcome } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { checkedChange, live, orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { nothingSeen } from '../../../../../src/app/orders/request/basis';
import { attemptOf } from '../../../../support/orders/submitting';

const notOffered = async (): Promise<never> => Promise.reject(new HttpError({ status: 404 }));

/** A desk with one attempt that ended with the given answer, and the order as it is afterwards. */
async function deskAfter(answer: WriteOutcome, order: () => OrderRecord | undefined) {
  const desk = orderDesk();
  desk.client.answers = [answer];
  desk.client.orderDetails = async () => {
    const found = order();
    return pageOf(found === undefined ? [] : [found]);
  };
  desk.client.orders = async () => pageOf([]);
  const preview = desk.writer.preview(checkedChange(), nothingSeen);
  await desk.writer.submit(preview, live);
  const readBack = new OrderReadBack(desk);
  const state = async (): Promise<string | undefined> => (await desk.journal.find(preview.root))?.state;
  return { ...desk, readBack, root: preview.root, state };
}

const unknown: WriteOutcome = { kind: 'unknown', reason: 'reset' };
const changed = orderRecord({ quantity: '200.0', price: '12.340' });

describe('checking the status of an order', () => {
  it('resolves an unknown attempt only when the order has the new values', async () => {
    const desk = await deskAfter(unknown, () => changed);
    expect(await desk.readBack.check(desk.root, live)).toMatchObject({ judged: { record: { verdict: 'changed' } } });
    expect(await desk.state()).toBe('applied');
    expect(await desk.readBack.check(desk.root, live)).toEqual({ kind: 'settled' });
  });

  it.each([
    ['unchanged', orderRecord()],
    ['different', orderRecord({ quantity: '150' })],
    ['different', orderRecord({ quantity: '200' })],
    ['notFound', undefined],
  ] as const)('leaves the attempt unknown when the order is %s', async (kind, order) => {
    const desk = await deskAfter(unknown, () => order);
    expect(await desk.readBack.check(desk.root, live)).toMatchObject({ kind });
    expect(await desk.state()).toBe('unknown');
  });

  it('says when the service offers neither detail nor list, or is another service', async () => {
    const desk = await deskAfter(unknown, () => changed);
    desk.client.orderDetails = notOffered;
    desk.client.orders = notOffered;
    expect(await desk.readBack.check(desk.root, live)).toEqual({ kind: 'notOffered' });
    desk.client.baseUrl = 'https://other.test';
    expect(await desk.readBack.check(desk.root, live)).toEqual({ kind: 'otherService' });
    expect(await desk.state()).toBe('unknown');
  });

  it('uses the list when the service has no detail', async () => {
    const desk = await deskAfter(unknown, () => changed);
    desk.client.orderDetails = notOffered;
    desk.client.orders = async ({ tradeMarket }) => pageOf(tradeMarket === 'US' ? [changed] : []);
    expect(await desk.readBack.check(desk.root, live)).toMatchObject({ judged: { record: { verdict: 'changed' } } });
  });

  it('waits while the change is in progress', async () => {
    const desk = await deskAfter(unknown, () => changed);
    for (const name of ['order:["https://api.example.test","8001","OK-1"]']) await desk.locks.tryAcquire(name);
    expect(await desk.readBack.check(desk.root, live)).toEqual({ kind: 'inFlight' });
    expect(await desk.writer.resolve(await attemptOf(desk, desk.root), 'notChanged')).toBe('inFlight');
  });

  it('leaves a change alone that another window resolved while the lock was being acquired', async () => {
    const desk = await deskAfter(unknown, () => changed);
    const locks = {
      tryAcquire: async (name: string) => {
        if (name.startsWith('order:')) await desk.journal.append({ kind: 'resolved', root: desk.root, by: 'user', verdict: 'notChanged' });
        return desk.locks.tryAcquire(name);
      },
      acquire: async (name: string, options: { readonly signal: AbortSignal }) => desk.locks.acquire(name, options),
    };
    const late = new OrderReadBack({ ...desk, locks });
    expect(await late.check(desk.root, live)).toEqual({ kind: 'settled' });
    expect(await desk.state()).toBe('notChanged');
  });
});

describe('an order compared with a change of it', () => {
  const fields = checkedChange().fields;
  it.each([
    [{ quantity: '200', price: '12.34', auxPrice: '' }, 'new'],
    [{ quantity: '100', price: '12.3', auxPrice: '0' }, 'old'],
    [{ quantity: '200', price: '12.3', auxPrice: '' }, 'other'],
    [{ quantity: '', price: '', auxPrice: '' }, 'other'],
  ] as const)('finds that %j shows %s values', (order, kind) =>
    expect(compareWithOrder({ action: 'modify', fields }, { ...order, status: 'SUBMITTED' })).toBe(kind),
  );

  it('treats a price that the service leaves out as zero, when zero was requested', () => {
    const [quantity] = fields;
    if (quantity === undefined) throw new Error('no field');
    const zero = { field: 'price', old: '0', typed: '0', kept: '0', isCut: false, isChanged: false } as const;
    expect(
      compareWithOrder({ action: 'modify', fields: [quantity, zero] }, { quantity: '200', price: '', auxPrice: '', status: 'SUBMITTED' }),
    ).toBe('new');
  });
});

describe('the gates of an order change', () => {
  const gates = (over: {
    readonly method?: 'oauth' | 'apiKey';
    readonly trust?: 'good' | 'stale' | 'unknown';
    readonly boundMs?: number | undefined;
    readonly lives?: boolean;
  }) => {
    const { method = 'apiKey', trust = 'good', lives = true } = over;
    const boundMs = 'boundMs' in over ? over.boundMs : 20;
    const connection = { kind: 'service', id: 'c', baseUrl: 'https://a.test', origin: 'https://a.test', authentication: method } as const;
    return createOrderGates({
      access: { current: { connection, session: { kind: 'signedOut' } } },
      monitor: {
        ensureFresh: async () => undefined,
        resynchronize: async () => true,
        snapshot: () => ({ trust, boundMs, skewMs: 9_999_999, ageMs: 0, samples: [], synchronizing: false, lastFailure: undefined }),
      },
      isReadOnly: () => false,
      isAllowed: () => true,
      toleranceMs: () => 5000,
      ensureTokenLife: async () => {
        if (!lives) throw new AuthError('sign-in-required');
      },
    });
  };

  it.each([
    [{ trust: 'good' }, true],
    [{ trust: 'stale' }, false],
    [{ trust: 'unknown', boundMs: undefined }, false],
    [{ trust: 'good', boundMs: 5000 }, false],
    [{ method: 'oauth', trust: 'unknown' }, true],
  ] as const)('treat a clock with %j as good: %s', async (state, good) => expect(await gates(state).isClockGood(live)).toBe(good));

  it('check the life of a token only for sign-ins that have one', async () => {
    await expect(gates({ method: 'oauth', lives: false }).ensureCredential(live)).rejects.toThrow(AuthError);
    await expect(gates({ method: 'apiKey', lives: false }).ensureCredential(live)).resolves.toBeUndefined();
  });
});

describe('the exported journal', () => {
  it('has its verification and is guarded against formulas', async () => {
    const desk = orderDesk();
    desk.client.answers = [{ kind: 'refused', errcode: -1200, errmsg: '=HYPERLINK("x")' }];
    await desk.writer.submit(desk.writer.preview(checkedChange(), nothingSeen), live);
    const verification = await desk.journal.verify();
    const [header, intent, outcome] = journalCsv(verification).split('\r\n');
    expect(header).toMatch(/^line,time,kind/);
    expect(intent).toContain('OK-1');
    expect(outcome).toContain(`"'=HYPERLINK(""x"")"`);
    expect(JSON.parse(journalJson(verification))).toMatchObject({ verified: { isWhole: true }, lines: [{ seq: 1 }, { seq: 2 }] });
    expect(JSON.parse(journalJson({ ...verification, fault: { line: 2, fault: 'altered' } }))).toMatchObject({
      verified: { isWhole: false, line: 2, fault: 'altered' },
    });
  });

  it('leaves the chain head outside the journal file', async () => {
    const values = new Map<string, unknown>();
    const anchor = createJournalAnchor({ get: (key) => values.get(key), set: async (key, value) => void values.set(key, value) });
    expect(anchor.read()).toBeUndefined();
    await anchor.write({ seq: 3, hash: 'h' });
    expect(anchor.read()).toEqual({ seq: 3, hash: 'h' });
    for (const bad of [null, 'x', { seq: '3', hash: 'h' }, { seq: 3 }]) {
      for (const key of values.keys()) values.set(key, bad);
      expect(anchor.read()).toBeUndefined();
    }
  });
});

describe('attempts read from journal records', () => {
  const target = { service: 's', isSandbox: true, accountId: 'a', orderId: 'o', exchange: 'US' };
  const intent = (attempt: string, action: 'modify' | 'confirm' = 'modify'): AttemptRecord => ({
    kind: 'intent',
    attempt,
    root: 'r',
    action,
    target,
    body: '',
    fields: [],
  });
  const stateOf = (...records: readonly AttemptRecord[]): string | undefined => {
    const fold = new AttemptFold();
    for (const record of records) fold.add('t', record);
    return fold.find('r')?.state;
  };

  it('accept an outcome only for the request in progress, and never after a resolution', () => {
    const accepted = (attempt: string): AttemptRecord => ({ kind: 'outcome', attempt, root: 'r', outcome: { kind: 'accepted' } });
    expect(stateOf(intent('1'), intent('2'), accepted('1'))).toBe('pending');
    expect(stateOf(intent('1'), { kind: 'resolved', root: 'r', by: 'user', verdict: 'notChanged' }, accepted('1'))).toBe('notChanged');
    expect(stateOf(accepted('1'))).toBeUndefined();
  });

  it('leave a change waiting when its confirmation was not sent', () => {
    const waits: AttemptRecord = { kind: 'outcome', attempt: '1', root: 'r', outcome: { kind: 'needsConfirmation', errmsg: '' } };
    expect(
      stateOf(intent('1'), waits, intent('2', 'confirm'), {
        kind: 'outcome',
        attempt: '2',
        root: 'r',
        outcome: { kind: 'notSent', reason: 'x' },
      }),
    ).toBe('needsConfirmation');
    expect(
      stateOf(intent('1'), waits, intent('2', 'confirm'), { kind: 'outcome', attempt: '2', root: 'r', outcome: { kind: 'clockRejected' } }),
    ).toBe('needsConfirmation');
  });
});
