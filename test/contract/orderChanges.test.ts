import { itemsOf, shownIn } from '../support/lists';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderWriter } from '../../src/app/orders/modifyOrder';
import type { ChangeResult } from '../../src/app/orders/modifyOrder';
import { OrderBook } from '../../src/app/orders/orderBook';
import { createOrderGates } from '../../src/app/orders/orderGates';
import { OrderJournal } from '../../src/app/orders/journal/orderJournal';
import { OrderReadBack } from '../../src/app/orders/orderReadBack';
import { ClockMonitor } from '../../src/app/clock/clockMonitor';
import type { Connection } from '../../src/app/session/connection';
import { checkDraft } from '../../src/domain/orders/orderDraft';
import type { OrderDraft } from '../../src/domain/orders/orderDraft';
import { deriveExchange } from '../../src/domain/orders/orderRules';
import type { RunningSandbox } from '../../src/sandbox/server';
import { startSandbox } from '../../src/sandbox/server';
import type { Authenticator } from '../../src/service/auth/authenticator';
import { BearerAuthenticator } from '../../src/service/auth/bearer';
import { SignedKeyAuthenticator } from '../../src/service/auth/signedKey';
import { createServiceClient, createTransport, prepareModification } from '../../src/service/index';
import type { OrderRecord, ServiceClient, Transport } from '../../src/service/index';
import { Secret } from '../../src/service/secret';
import { FileLock } from '../../src/ui/platform/files/fileLock';
import { createJournalFiles, sha256 } from '../../src/ui/platform/files/journalFiles';
import { FakeAccess } from '../support/fakeAccess';
import { MemoryLog } from '../support/fakeMachine';
import { MemoryAnchor } from '../support/orderFakes';
import { createAppKey, signIn } from '../support/sandboxHarness';
import { makeKey } from '../support/sandboxSigning';
import { FollowUp } from '../../src/app/orders/followUp';
import type { FollowedEnd } from '../../src/app/orders/followUp';
import { TicketDesk } from '../../src/app/orders/ticket/ticketDesk';
import type { OpenReview } from '../../src/app/orders/ticket/ticketDesk';
import { emptyTicket, withOrder } from '../../src/app/orders/ticket/ticket';
import { nothingSeen, OrderCheck } from '../../src/app/orders/ticket/orderCheck';

const live = { signal: new AbortController().signal };
const clockOffset = { ms: 0 };
const wallMs = (): number => Date.now() + clockOffset.ms;
const machine = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
const noTimers = { after: () => ({ dispose: () => undefined }) };

let sandbox: RunningSandbox;
let strict: RunningSandbox;
let transport: Transport;
let folder: string;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, wallClock: wallMs, tokenLifetimeSeconds: 10_000_000 });
  strict = await startSandbox({ port: 0, strict: true });
  transport = createTransport({ settings: () => settings });
});
afterAll(async () => {
  await transport.close();
  await Promise.all([sandbox.close(), strict.close()]);
});
beforeEach(async () => {
  sandbox.reset();
  folder = await mkdtemp(join(tmpdir(), 'orders-'));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

const settings = { rejectUnauthorized: true };

async function bearer(service: RunningSandbox, user: string, accounts: readonly string[]): Promise<Authenticator> {
  const { tokens } = await signIn(service, { user, accounts });
  return new BearerAuthenticator(service.url, {
    accessToken: async () => new Secret(tokens.access_token),
    replaceToken: async () => false,
  });
}

/** One window of a user: the real write path on a real disk, against the real sandbox. */
function openDesk(
  service: RunningSandbox,
  authenticator: Authenticator,
  method: 'oauth' | 'apiKey',
  monitor = new ClockMonitor({ machine, timers: noTimers, log: new MemoryLog() }),
) {
  const client = createServiceClient({ baseUrl: service.url, transport, authenticator });
  const access = new FakeAccess(client);
  const connection: Connection = { kind: 'sandbox', id: 'c1', baseUrl: service.url, origin: service.url, authentication: method };
  access.become({ connection, session: { kind: 'signedIn', id: 's1', accountLabel: 'ada', scopes: [] } });
  const log = new MemoryLog();
  const locks = new FileLock(join(folder, 'locks'));
  const journal = new OrderJournal({
    files: createJournalFiles(join(folder, 'journal')),
    anchor: new MemoryAnchor(),
    locks,
    clock: machine,
    sha256,
    redact: (text) => text,
  });
  const gates = createOrderGates({
    access,
    monitor,
    isReadOnly: () => false,
    toleranceMs: () => 5000,
    ensureTokenLife: async () => undefined,
  });
  const check = new OrderCheck({ access, journal, locks, clock: machine });
  const writer = new OrderWriter({
    access,
    journal,
    locks,
    gates,
    check,
    log,
    prepare: prepareModification,
    newId: randomUUID,
    protect: () => undefined,
  });
  // Time passes at the service and nowhere else, so that a wait costs nothing.
  const timers = {
    after: (ms: number, callback: () => void) => {
      clockOffset.ms += ms;
      setImmediate(callback);
      return { dispose: () => undefined };
    },
  };
  const readBack = new OrderReadBack({ access, journal, locks });
  const book = new OrderBook({ access, clock: machine, configured: () => [] });
  return { client, access, journal, writer, readBack, book, locks, check, timers, log };
}
type Desk = ReturnType<typeof openDesk>;

/** Follows what was accepted until its end is told. */
async function followed({ access, journal, locks, timers, log }: Desk): Promise<FollowedEnd> {
  const follower = new FollowUp({ access, journal, locks, timers, clock: machine, log });
  try {
    return await new Promise((resolve) => {
      follower.onDidEnd(resolve);
      void follower.start();
    });
  } finally {
    follower.dispose();
  }
}

async function orderNow(client: ServiceClient, accountId: string, orderId: string, exchange: string): Promise<OrderRecord> {
  const [order] = await itemsOf(client.beyond.orderDetails({ accountId, exchange, orderIds: [orderId] }, live));
  if (order === undefined) throw new Error(`no order ${orderId}`);
  return order;
}

function draftFor(accountId: string, order: OrderRecord, exchange: string, typed: OrderDraft['typed']): OrderDraft {
  const { code, securityType, orderType, quantity: qty, price, auxPrice } = order;
  return {
    accountId,
    orderId: order.orderId,
    traits: { exchange, code, securityType, orderType },
    current: { qty, price, aux_price: auxPrice },
    typed,
  };
}

async function change(
  desk: Desk,
  orderId: string,
  typed: OrderDraft['typed'],
  where: { readonly accountId?: string; readonly exchange?: string } = {},
): Promise<{ readonly result: ChangeResult; readonly body: string }> {
  const { accountId = '8001', exchange = 'SEHK' } = where;
  const order = await orderNow(desk.client, accountId, orderId, exchange);
  const checked = checkDraft(draftFor(accountId, order, exchange, typed));
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const preview = desk.writer.preview(checked.change, nothingSeen);
  return { result: await desk.writer.submit(preview, live), body: preview.prepared.bodyText };
}

const puts = (service: RunningSandbox) => service.ledger.entries.filter(({ method }) => method === 'PUT');
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

describe.each(['oauth', 'apiKey'] as const)('an order change, %s', (method) => {
  let desk: Desk;
  beforeEach(async () => {
    if (method === 'oauth') {
      desk = openDesk(sandbox, await bearer(sandbox, 'ada', ['8001', 'SIM-1001']), method);
      return;
    }
    const pair = makeKey('ed25519');
    const appKeyId = await createAppKey(sandbox, pair.publicPem, 'ada');
    const monitor = new ClockMonitor({ machine, timers: noTimers, log: new MemoryLog() });
    const key = { appKeyId, algorithm: 'ed25519' as const, privateKey: pair.privateKey };
    const authenticator = new SignedKeyAuthenticator(sandbox.url, async () => key, monitor);
    const anonymous = createServiceClient({ baseUrl: sandbox.url, transport, authenticator });
    monitor.setSource(async (options) => anonymous.serverTime(options));
    desk = openDesk(sandbox, authenticator, method, monitor);
  });

  it('of an OK- order is accepted and in force at once; preview, journal and wire hold the same bytes', async () => {
    const { result, body } = await change(desk, 'OK-1', { qty: '400', price: '561.56789' });
    expect(result).toMatchObject({ kind: 'settled', outcome: { kind: 'accepted' }, isRecorded: true });
    expect(body).toBe('{"exchange":"SEHK","qty":"400","price":"561.5678"}');
    expect(puts(sandbox).map((entry) => text(entry.body))).toEqual([body]);
    const [attempt] = await desk.journal.attempts();
    expect(attempt?.body).toBe(body);
    expect(await followed(desk)).toMatchObject({ end: 'applied' });
    expect((await desk.journal.attempts())[0]?.state).toBe('inForce');
    expect(await orderNow(desk.client, '8001', 'OK-1', 'SEHK')).toMatchObject({ quantity: '400', price: '561.5678' });
  });

  it('of an ERR- order is refused with errcode and errmsg, and the order can be tried again', async () => {
    const { result } = await change(desk, 'ERR-1', { qty: '20', price: '300' }, { exchange: 'US' });
    expect(result).toMatchObject({ outcome: { kind: 'refused', errcode: -1200 } });
    expect(result.kind === 'settled' && result.outcome.kind === 'refused' && result.outcome.errmsg).not.toBe('');
    expect((await change(desk, 'ERR-1', { qty: '21', price: '300' }, { exchange: 'US' })).result.kind).toBe('settled');
  });

  it('of a CONFIRM- order is in force only after Order Confirm', async () => {
    const before = await orderNow(desk.client, '8001', 'CONFIRM-1', 'US');
    const { result } = await change(desk, 'CONFIRM-1', { qty: '41', price: '150.25' }, { exchange: 'US' });
    if (result.kind !== 'settled' || result.pending === undefined) throw new Error('no confirmation was asked');
    expect(await orderNow(desk.client, '8001', 'CONFIRM-1', 'US')).toMatchObject({ quantity: before.quantity });
    expect((await change(desk, 'CONFIRM-1', { qty: '42', price: '150.25' }, { exchange: 'US' })).result).toMatchObject({
      kind: 'blocked',
      reason: 'unresolved',
    });
    expect(await desk.writer.confirm(result.pending, live)).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(await orderNow(desk.client, '8001', 'CONFIRM-1', 'US')).toMatchObject({ quantity: '41', price: '150.25' });
    expect(await journalText()).not.toContain(result.pending.confirmId);
  });

  it('of a BROWSER- order goes on in the browser and locks the order until it is done or given up', async () => {
    const { result } = await change(desk, 'BROWSER-2', { qty: '1300', price: '60' });
    expect(result).toMatchObject({ outcome: { kind: 'needsBrowser' } });
    const [attempt] = await desk.journal.attempts();
    expect(await desk.readBack.check(attempt?.root ?? '', live)).toMatchObject({ kind: 'unchanged' });
    expect(await desk.writer.resolve(attempt?.root ?? '', 'givenUp')).toBe('resolved');
    expect((await change(desk, 'BROWSER-2', { qty: '1400', price: '60' })).result.kind).toBe('settled');
  });

  it('of a SLOW- order is accepted first and in force some seconds later', async () => {
    const { result } = await change(desk, 'SLOW-1', { qty: '1100', price: '70' });
    expect(result).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(await orderNow(desk.client, '8001', 'SLOW-1', 'SEHK')).toMatchObject({ quantity: '1000' });
    expect(await followed(desk)).toMatchObject({ end: 'applied', attempt: { state: 'inForce' } });
    expect(await orderNow(desk.client, '8001', 'SLOW-1', 'SEHK')).toMatchObject({ quantity: '1100' });
  });

  /** A ticket of this window on an order as it is now, up to its review. */
  async function ticketOn(window: Desk, orderId: string, exchange: string, typed: { readonly qty: string; readonly price: string }): Promise<OpenReview> {
    const tickets = new TicketDesk({ ...window, clock: machine, limits: () => ({ maxValue: 0, maxQuantity: 0, maxDistancePercent: 0 }) });
    const order = await orderNow(window.client, '8001', orderId, exchange);
    const begun = await tickets.begin(withOrder({ ...emptyTicket, accountId: '8001' }, orderId, order));
    if (begun.kind !== 'open') throw new Error('locked');
    const opened = tickets.review({ ...begun.ticket, typed }, live);
    if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
    return opened.review;
  }

  it('of an order that another window changed after the review is stopped, with what changed', async () => {
    const review = await ticketOn(desk, 'OK-2', 'US', { qty: '60', price: '180' });
    expect(await review.check()).toMatchObject({ kind: 'ready', isListed: true });
    const other = await ticketOn(desk, 'OK-2', 'US', { qty: '10', price: '180' });
    expect(await other.confirm(live)).toMatchObject({ outcome: { kind: 'accepted' } });
    const sent = puts(sandbox).length;
    const stopped = await review.confirm(live);
    expect(stopped).toMatchObject({ kind: 'blocked', reason: 'stale', verdict: { kind: 'newerAttempt', order: { quantity: '10' } } });
    expect(puts(sandbox)).toHaveLength(sent);
  });

  it('of an order that was changed at the broker is stopped before the last question, and again before it is sent', async () => {
    const review = await ticketOn(desk, 'OK-4', 'SEHK', { qty: '900', price: '430' });
    expect(await review.check()).toMatchObject({ kind: 'ready' });
    // Somebody else's change, of which the journal knows nothing.
    const now = await orderNow(desk.client, '8001', 'OK-4', 'SEHK');
    await desk.client.modifyOrder(
      prepareModification({ accountId: '8001', orderId: 'OK-4', exchange: 'SEHK', quantity: '700', price: now.price }),
      live,
    );
    const sent = puts(sandbox).length;
    expect(await review.confirm(live)).toMatchObject({
      reason: 'stale',
      verdict: { kind: 'changed', differences: [{ field: 'quantity', now: '700' }] },
    });
    const later = await ticketOn(desk, 'OK-4', 'SEHK', { qty: '900', price: '430' });
    await desk.client.modifyOrder(
      prepareModification({ accountId: '8001', orderId: 'OK-4', exchange: 'SEHK', quantity: '600', price: now.price }),
      live,
    );
    later.retry();
    expect(await later.check()).toMatchObject({ kind: 'stale', verdict: { kind: 'changed' } });
    expect(puts(sandbox)).toHaveLength(sent + 1);
  });

  it('that is accepted and rejected later is told with the service’s words', async () => {
    const review = await ticketOn(desk, 'SLOW-5', 'SEHK', { qty: '1000', price: '40' });
    expect(await review.confirm(live)).toMatchObject({ outcome: { kind: 'accepted' } });
    const now = await orderNow(desk.client, '8001', 'SLOW-5', 'SEHK');
    const { orderDetails } = desk.client.beyond;
    vi.spyOn(desk.client.beyond, 'orderDetails').mockImplementation(async (query, options) =>
      (await orderDetails(query, options)).map(() => ({ ...now, lastError: 'Price out of the band' })),
    );
    expect(await followed(desk)).toMatchObject({ end: 'rejected', text: 'Price out of the band', attempt: { state: 'rejected' } });
    expect(await desk.journal.unresolvedFor(review.shown.preview.target)).toBeUndefined();
  });

  it('of an A-share order is refused before anything is sent', async () => {
    const order = await orderNow(desk.client, '8001', 'ASHARE-1', 'SSE');
    expect(deriveExchange(order.code, order.securityType)).toBe('SSE');
    const checked = checkDraft(draftFor('8001', order, 'SSE', { qty: '200', price: '1500' }));
    expect(checked).toMatchObject({ ok: false, problems: [{ field: 'exchange', reason: 'aShare' }] });
    expect(puts(sandbox)).toHaveLength(0);
  });
});

describe('faults on the wire', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = openDesk(sandbox, await bearer(sandbox, 'ada', ['8001']), 'oauth');
  });
  const route = '/api/v1.0/accounts/{acc_id}/orders/{order_id}';

  it.each([
    ['reset before it was processed', { kind: 'reset' as const }, false],
    ['reset after it was processed', { kind: 'reset' as const, processed: true }, true],
    ['an answer cut short', { kind: 'truncate' as const, framing: 'close' as const, bytes: 6 }, true],
    ['a page instead of JSON', { kind: 'html' as const, processed: true }, true],
    ['503 after it was processed', { kind: 'unavailable' as const, processed: true }, true],
    ['a redirect', { kind: 'respond' as const, status: 307, headers: { location: 'http://127.0.0.1:9/' } }, false],
  ])('%s is unknown, is never sent again, and reading back tells what is in force', async (_, action, wasProcessed) => {
    sandbox.faults.once({ match: { method: 'PUT', path: route }, action });
    const { result } = await change(desk, 'OK-1', { qty: '777', price: '560' });
    expect(result).toMatchObject({ kind: 'settled', outcome: { kind: 'unknown' } });
    expect(puts(sandbox)).toHaveLength(1);
    const [attempt] = await desk.journal.attempts();
    expect(await desk.readBack.check(attempt?.root ?? '', live)).toMatchObject({ kind: wasProcessed ? 'inForce' : 'unchanged' });
    expect((await desk.journal.attempts())[0]?.state).toBe(wasProcessed ? 'inForce' : 'unknown');
    expect(puts(sandbox)).toHaveLength(1);
  });

  it('-12006 under OAuth has no meaning: unknown, and not sent again', async () => {
    sandbox.faults.once({ match: { method: 'PUT', path: route }, action: { kind: 'unauthorized', code: -12006 } });
    const own = openDesk(sandbox, await bearer(sandbox, 'ada', ['8001']), 'oauth');
    expect((await change(own, 'OK-1', { qty: '500', price: '560' })).result).toMatchObject({
      outcome: { kind: 'unknown', errcode: -12006 },
    });
    expect(puts(sandbox)).toHaveLength(1);
  });

  it('-12006 of a signed change is repeated once with the same bytes', async () => {
    sandbox.faults.once({ match: { method: 'PUT', path: route }, action: { kind: 'unauthorized', code: -12006 } });
    const anonymous = createServiceClient({ baseUrl: sandbox.url, transport, authenticator: await bearer(sandbox, 'ada', ['8001']) });
    const monitor = new ClockMonitor({ machine, timers: noTimers, log: new MemoryLog() });
    monitor.setSource(async (options) => anonymous.serverTime(options));
    // It calls itself signed; what the sandbox takes is the token.
    const token = await bearer(sandbox, 'ada', ['8001']);
    const signed: Authenticator = {
      method: 'signature',
      headersFor: async (request, options) => token.headersFor(request, options),
      recover: async () => false,
    };
    const own = openDesk(sandbox, signed, 'apiKey', monitor);
    expect((await change(own, 'OK-1', { qty: '500', price: '560' })).result).toMatchObject({ outcome: { kind: 'accepted' } });
    const [first, second, ...rest] = puts(sandbox).map((entry) => text(entry.body));
    expect(first).toBe(second);
    expect(rest).toHaveLength(0);
    expect((await own.journal.attempts()).map(({ requests, state }) => [requests, state])).toEqual([[2, 'accepted']]);
  });

  it('nobody there: not sent, and the order stays free', async () => {
    const gone = await startSandbox({ port: 0 });
    const own = openDesk(gone, await bearer(gone, 'ada', ['8001']), 'oauth');
    const order = await orderNow(own.client, '8001', 'OK-1', 'SEHK');
    await gone.close();
    const checked = checkDraft(draftFor('8001', order, 'SEHK', { qty: '500', price: '560' }));
    if (!checked.ok) throw new Error('refused');
    expect(await own.writer.submit(own.writer.preview(checked.change, nothingSeen), live)).toMatchObject({ outcome: { kind: 'notSent' } });
    expect((await own.journal.attempts())[0]?.state).toBe('notSent');
  });
});

describe('where the service offers nothing beyond the specification', () => {
  it('orders are changed by their typed ids, and a confirmation it asks for cannot be given here', async () => {
    const desk = openDesk(strict, await bearer(strict, 'ada', ['8001']), 'oauth');
    const typed = (orderId: string, exchange: string): ReturnType<OrderWriter['preview']> => {
      const checked = checkDraft({
        accountId: '8001',
        orderId,
        traits: { exchange, orderType: 'LIMIT', securityType: '', code: '' },
        current: {},
        typed: { qty: '400', price: '123.4' },
      });
      if (!checked.ok) throw new Error('refused');
      return desk.writer.preview(checked.change, nothingSeen);
    };
    expect(await desk.writer.submit(typed('OK-1', 'SEHK'), live)).toMatchObject({ outcome: { kind: 'accepted' } });
    const asked = await desk.writer.submit(typed('CONFIRM-1', 'US'), live);
    if (asked.kind !== 'settled' || asked.pending === undefined) throw new Error('no confirmation was asked');
    expect(await desk.writer.confirm(asked.pending, live)).toMatchObject({ outcome: { kind: 'notOffered' } });
    expect((await desk.journal.attempts()).map(({ state }) => state)).toEqual(['accepted', 'notInForce']);
  });
});

describe('the list of orders', () => {
  it('holds every order of the account, market by market, and asks quiet markets rarely', async () => {
    const desk = openDesk(sandbox, await bearer(sandbox, 'ada', ['8001']), 'oauth');
    await desk.book.refresh(live.signal);
    const [account] = desk.book.state.accounts ?? [];
    expect(account).toMatchObject({ list: { verdict: 'complete' }, account: { id: '8001' } });
    for (const prefix of ['OK', 'ERR', 'CONFIRM', 'BROWSER', 'ASHARE', 'SLOW']) {
      expect(
        shownIn(account).filter(({ orderId }) => orderId.startsWith(`${prefix}-`)),
        prefix,
      ).toHaveLength(5);
    }
    const asked = (): number => sandbox.ledger.entries.filter(({ path }) => path === '/api/v1.0/accounts/8001/orders').length;
    const full = asked();
    await desk.book.refresh(live.signal);
    expect(asked() - full).toBeLessThan(full);
    expect(shownIn(desk.book.state.accounts?.[0])).toHaveLength(shownIn(account).length);
  });

  it('an order whose id must be escaped is changed like any other, with nine digits for a future', async () => {
    const desk = openDesk(sandbox, await bearer(sandbox, 'lin', ['8002']), 'oauth');
    const { result, body } = await change(
      desk,
      'EDGE/1 50% ü',
      { qty: '2', price: '6000.123456789' },
      { accountId: '8002', exchange: 'CME' },
    );
    expect(result).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(body).toContain('"price":"6000.123456789"');
    expect(await orderNow(desk.client, '8002', 'EDGE/1 50% ü', 'CME')).toMatchObject({ quantity: '2', price: '6000.123456789' });
  });
});

describe('the journal on the disk', () => {
  it('is readable by its owner alone and holds no credential', async () => {
    const { tokens } = await signIn(sandbox, { user: 'ada', accounts: ['8001'] });
    const authenticator = new BearerAuthenticator(sandbox.url, {
      accessToken: async () => new Secret(tokens.access_token),
      replaceToken: async () => false,
    });
    await change(openDesk(sandbox, authenticator, 'oauth'), 'OK-1', { qty: '401', price: '561' });
    const journal = join(folder, 'journal');
    for (const name of await readdir(journal)) expect((await stat(join(journal, name))).mode & 0o777).toBe(0o600);
    expect((await stat(journal)).mode & 0o777).toBe(0o700);
    expect(await journalText()).not.toContain(tokens.access_token);
  });

  it('keeps two windows from changing one order at the same time, with real lock files', async () => {
    const desks = [
      openDesk(sandbox, await bearer(sandbox, 'ada', ['8001']), 'oauth'),
      openDesk(sandbox, await bearer(sandbox, 'ada', ['8001']), 'oauth'),
    ];
    sandbox.faults.once({ match: { method: 'PUT' }, action: { kind: 'delay', ms: 300 } });
    const results = await Promise.all(desks.map(async (desk, index) => change(desk, 'OK-1', { qty: String(501 + index), price: '560' })));
    const kinds = results.map(({ result }) => (result.kind === 'settled' ? result.outcome.kind : result.reason)).sort();
    expect(kinds).toEqual(['accepted', 'inFlight']);
    expect(puts(sandbox)).toHaveLength(1);
  });
});

async function journalText(): Promise<string> {
  const journal = join(folder, 'journal');
  return (await Promise.all((await readdir(journal)).map(async (name) => readFile(join(journal, name), 'utf8')))).join('');
}
