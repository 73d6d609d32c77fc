import { now } from '../../support/builders/books';
import { shownIn } from '../../support/builders/lists';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { createAppKey, signIn } from 'market-desk-sandbox/test/sandboxHarness';
import { makeKey } from 'market-desk-sandbox/test/sandboxSigning';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderWriter } from '../../../src/app/orders/write/orderWriter';
import type { ChangeResult } from '../../../src/app/orders/request/orderRequest';
import { ClockMonitor } from '../../../src/app/clock/clockMonitor';
import { checkDraft } from '../../../src/domain/orders/orderDraft';
import type { OrderDraft } from '../../../src/domain/orders/orderDraft';
import { deriveExchange } from '../../../src/domain/orders/orderRules';
import type { Authenticator } from '../../../src/service/auth/authenticator';
import { BearerAuthenticator } from '../../../src/service/auth/bearerAuthenticator';
import { SignedKeyAuthenticator } from '../../../src/service/auth/signedKey';
import { createServiceClient } from '../../../src/service/client';
import type { OrderRecord } from '../../../src/service/records';
import { Secret } from '../../../src/service/secret';
import { MemoryLog } from '../../support/machine/fakeMachine';
import { bearer, followed, machine, noTimers, orderNow } from '../../support/orders/orderDesk';
import { live } from '../../support/orders/orderFakes';
import { useOrderWorlds } from '../../support/orders/orderWorlds';
import type { OrderDesk } from '../../support/orders/orderDesk';
import { nothingSeen } from '../../../src/app/orders/request/basis';
import { attemptOf } from '../../support/orders/submitting';

const worlds = useOrderWorlds(['usual', 'likeLive', 'strict']);
const { transport } = worlds;
/** The sandbox of the current test. */
let sandbox: RunningSandbox;
beforeEach(() => void (sandbox = worlds.usual));

type Desk = OrderDesk;

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

// What the order desk does with a credential doesn’t depend on the world.
describe.each([
  ['oauth', 'the usual world'],
  ['apiKey', 'a world like live'],
] as const)('an order change, %s, in %s', (method, world) => {
  let desk: Desk;
  beforeEach(async () => {
    sandbox = world === 'the usual world' ? worlds.usual : worlds.likeLive;
    if (method === 'oauth') {
      desk = await worlds.open(sandbox, ['8001', 'SIM-1001'], method);
      return;
    }
    const pair = makeKey('ed25519');
    const appKeyId = await createAppKey(sandbox, pair.publicPem, 'ada');
    const monitor = new ClockMonitor({ clock: machine, timers: noTimers, log: new MemoryLog() });
    const key = { appKeyId, algorithm: 'ed25519' as const, privateKey: pair.privateKey };
    const authenticator = new SignedKeyAuthenticator(sandbox.url, async () => key, monitor);
    const anonymous = createServiceClient({ baseUrl: sandbox.url, transport, authenticator });
    monitor.setSource(async (options) => anonymous.serverTime(options));
    desk = await worlds.open(sandbox, authenticator, method, monitor);
  });

  it('is accepted and applied at once for an OK- order, with the same bytes in preview, journal, and on the wire', async () => {
    const { result, body } = await change(desk, 'OK-1', { qty: '400', price: '561.56789' });
    expect(result).toMatchObject({ kind: 'settled', outcome: { kind: 'accepted' }, isRecorded: true });
    expect(body).toBe('{"exchange":"SEHK","qty":"400","price":"561.5678"}');
    expect(puts(sandbox).map((entry) => text(entry.body))).toEqual([body]);
    const [attempt] = await desk.journal.attempts();
    expect(attempt?.body).toBe(body);
    expect(await followed(desk)).toMatchObject({ attempt: { state: 'applied' } });
    expect((await desk.journal.attempts())[0]?.state).toBe('applied');
    expect(await orderNow(desk.client, '8001', 'OK-1', 'SEHK')).toMatchObject({ quantity: '400', price: '561.5678' });
  });

  it('is refused with errcode and errmsg for an ERR- order, and can be tried again', async () => {
    const { result } = await change(desk, 'ERR-1', { qty: '20', price: '300' }, { exchange: 'US' });
    if (world === 'the usual world') expect(result).toMatchObject({ outcome: { kind: 'refused', errcode: -1200 } });
    else {
      // Only the order itself can prove what this code means.
      expect(result).toMatchObject({ outcome: { kind: 'saysRejected', errcode: 14 } });
      expect((await change(desk, 'ERR-1', { qty: '21', price: '300' }, { exchange: 'US' })).result.kind).toBe('blocked');
      expect(await followed(desk)).toMatchObject({ attempt: { state: 'rejected' } });
    }
    expect(result.kind === 'settled' && 'errmsg' in result.outcome && result.outcome.errmsg).not.toBe('');
    expect((await change(desk, 'ERR-1', { qty: '21', price: '300' }, { exchange: 'US' })).result.kind).toBe('settled');
  });

  it('is applied for a CONFIRM- order only after Order Confirm', async () => {
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

  it('continues in the browser for a BROWSER- order and locks it until it is done or abandoned', async () => {
    const { result } = await change(desk, 'BROWSER-2', { qty: '1300', price: '80' });
    expect(result).toMatchObject({ outcome: { kind: 'needsBrowser' } });
    const [attempt] = await desk.journal.attempts();
    expect(await desk.readBack.check(attempt?.root ?? '', live)).toMatchObject({ kind: 'unchanged' });
    expect(await desk.writer.resolve(await attemptOf(desk, attempt?.root ?? ''), 'givenUp')).toBe('resolved');
    expect((await change(desk, 'BROWSER-2', { qty: '1400', price: '80' })).result.kind).toBe('settled');
  });

  it('may need a confirmation inside d, next to an ok, for a CONFIRM- order', async () => {
    sandbox.faults.once({ match: { method: 'PUT' }, action: { kind: 'inside' } });
    const { result } = await change(desk, 'CONFIRM-1', { qty: '41', price: '150.25' }, { exchange: 'US' });
    if (result.kind !== 'settled' || result.pending === undefined) throw new Error('no confirmation was asked');
    expect(result.outcome).toMatchObject({ kind: 'needsConfirmation', errmsg: expect.stringMatching(/./) as unknown });
    sandbox.faults.once({ match: { method: 'POST', path: '/api/v1.0/accounts/{acc_id}/order_confirm' }, action: { kind: 'inside' } });
    expect(await desk.writer.confirm(result.pending, live)).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(await orderNow(desk.client, '8001', 'CONFIRM-1', 'US')).toMatchObject({ quantity: '41', price: '150.25' });
  });

  it('is never accepted when d holds the browser address of a BROWSER- order or the failure of an ERR- order', async () => {
    sandbox.faults.once({ match: { method: 'PUT' }, action: { kind: 'inside' }, times: 2 });
    expect((await change(desk, 'BROWSER-2', { qty: '1300', price: '80' })).result).toMatchObject({ outcome: { kind: 'needsBrowser' } });
    const { result } = await change(desk, 'ERR-1', { qty: '20', price: '300' }, { exchange: 'US' });
    expect(result).toMatchObject({ outcome: { kind: 'unknown', errmsg: expect.stringMatching(/./) as unknown } });
  });

  it('is accepted first and applied some seconds later for a SLOW- order', async () => {
    const { result } = await change(desk, 'SLOW-1', { qty: '1100', price: '70' });
    expect(result).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(await orderNow(desk.client, '8001', 'SLOW-1', 'SEHK')).toMatchObject({ quantity: '1000' });
    expect(await followed(desk)).toMatchObject({ attempt: { state: 'applied' } });
    expect(await orderNow(desk.client, '8001', 'SLOW-1', 'SEHK')).toMatchObject({ quantity: '1100' });
  });

  it('is refused for an A-share order before anything is sent', async () => {
    const order = await orderNow(desk.client, '8001', 'ASHARE-1', 'SSE');
    expect(deriveExchange(order.code, order.securityType)).toBe('SSE');
    const checked = checkDraft(draftFor('8001', order, 'SSE', { qty: '200', price: '1500' }));
    expect(checked).toMatchObject({ ok: false, problems: [{ field: 'exchange', reason: 'aShare' }] });
    expect(puts(sandbox)).toHaveLength(0);
  });
});

describe.each(['the usual world', 'a world like live'] as const)('an order change with a fault on the wire of %s', (world) => {
  let desk: Desk;
  beforeEach(async () => {
    sandbox = world === 'the usual world' ? worlds.usual : worlds.likeLive;
    desk = await worlds.open(sandbox, ['8001']);
  });
  const route = '/api/v1.0/accounts/{acc_id}/orders/{order_id}';

  it.each([
    ['reset before it was processed', { kind: 'reset' as const }, false],
    ['reset after it was processed', { kind: 'reset' as const, processed: true }, true],
    ['an answer cut short', { kind: 'truncate' as const, framing: 'close' as const, bytes: 6 }, true],
    ['a page instead of JSON', { kind: 'html' as const, processed: true }, true],
    ['503 after it was processed', { kind: 'unavailable' as const, processed: true }, true],
    ['a redirect', { kind: 'respond' as const, status: 307, headers: { location: 'http://127.0.0.1:9/' } }, false],
  ])(
    'has an unknown outcome after %s, is never sent again, and is settled by checking the order status',
    async (_, action, wasProcessed) => {
      sandbox.faults.once({ match: { method: 'PUT', path: route }, action });
      const { result } = await change(desk, 'OK-1', { qty: '777', price: '560' });
      expect(result).toMatchObject({ kind: 'settled', outcome: { kind: 'unknown' } });
      expect(puts(sandbox)).toHaveLength(1);
      const [attempt] = await desk.journal.attempts();
      expect(await desk.readBack.check(attempt?.root ?? '', live)).toMatchObject(
        wasProcessed ? { judged: { record: { verdict: 'changed' } } } : { kind: 'unchanged' },
      );
      expect((await desk.journal.attempts())[0]?.state).toBe(wasProcessed ? 'applied' : 'unknown');
      expect(puts(sandbox)).toHaveLength(1);
    },
  );

  it('is unknown and not sent again after -12006 under OAuth, where that code has no meaning', async () => {
    sandbox.faults.once({ match: { method: 'PUT', path: route }, action: { kind: 'unauthorized', code: -12006 } });
    const own = await worlds.open(sandbox, ['8001']);
    expect((await change(own, 'OK-1', { qty: '500', price: '560' })).result).toMatchObject({
      outcome: { kind: 'unknown', errcode: -12006 },
    });
    expect(puts(sandbox)).toHaveLength(1);
  });

  it('is repeated once with the same bytes after -12006 when it is signed', async () => {
    sandbox.faults.once({ match: { method: 'PUT', path: route }, action: { kind: 'unauthorized', code: -12006 } });
    const anonymous = createServiceClient({ baseUrl: sandbox.url, transport, authenticator: await bearer(sandbox, 'ada', ['8001']) });
    const monitor = new ClockMonitor({ clock: machine, timers: noTimers, log: new MemoryLog() });
    monitor.setSource(async (options) => anonymous.serverTime(options));
    // It claims to be signed; the sandbox accepts the token.
    const token = await bearer(sandbox, 'ada', ['8001']);
    const signed: Authenticator = {
      method: 'signature',
      headersFor: async (request, options) => token.headersFor(request, options),
      recover: async () => false,
    };
    const own = await worlds.open(sandbox, signed, 'apiKey', monitor);
    expect((await change(own, 'OK-1', { qty: '500', price: '560' })).result).toMatchObject({ outcome: { kind: 'accepted' } });
    const [first, second, ...rest] = puts(sandbox).map((entry) => text(entry.body));
    expect(first).toBe(second);
    expect(rest).toHaveLength(0);
    expect((await own.journal.attempts()).map(({ requests, state }) => [requests, state])).toEqual([[2, 'accepted']]);
  });

  it('is not sent when the service is down, and leaves the order unlocked', async () => {
    const gone = await startSandbox({ port: 0 });
    const own = await worlds.open(gone, ['8001']);
    const order = await orderNow(own.client, '8001', 'OK-1', 'SEHK');
    await gone.close();
    const checked = checkDraft(draftFor('8001', order, 'SEHK', { qty: '500', price: '560' }));
    if (!checked.ok) throw new Error('refused');
    expect(await own.writer.submit(own.writer.preview(checked.change, nothingSeen), live)).toMatchObject({ outcome: { kind: 'notSent' } });
    expect((await own.journal.attempts())[0]?.state).toBe('notSent');
  });
});

describe('an order change at a service that offers only the specification', () => {
  it('works with a typed ID, but cannot give a confirmation that the service asks for', async () => {
    const desk = await worlds.open(worlds.strict, ['8001']);
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
    expect((await desk.journal.attempts()).map(({ state }) => state)).toEqual(['accepted', 'notOffered']);
  });
});

describe('the list of orders', () => {
  it('contains every order of the account, market by market, and rarely reads markets without orders', async () => {
    const desk = await worlds.open(sandbox, ['8001']);
    await desk.book.read(now, live.signal);
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
    await desk.book.read(now, live.signal);
    expect(asked() - full).toBeLessThan(full);
    expect(shownIn(desk.book.state.accounts?.[0])).toHaveLength(shownIn(account).length);
  });

  it('lets an order whose ID must be escaped be changed like any other, with nine digits for a future', async () => {
    const desk = await worlds.open(sandbox, await bearer(sandbox, 'lin', ['8002']));
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

describe('the journal on disk', () => {
  it('is readable only by its owner and contains no credential', async () => {
    const { tokens } = await signIn(sandbox, { user: 'ada', accounts: ['8001'] });
    const authenticator = new BearerAuthenticator(sandbox.url, {
      accessToken: async () => new Secret(tokens.access_token),
      replaceToken: async () => false,
    });
    await change(await worlds.open(sandbox, authenticator), 'OK-1', { qty: '401', price: '561' });
    const journal = join(worlds.folder, 'journal');
    const names = await readdir(journal);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect((await stat(join(journal, name))).mode & 0o777).toBe(0o600);
    expect((await stat(journal)).mode & 0o777).toBe(0o700);
    expect(await journalText()).not.toContain(tokens.access_token);
  });

  it('keeps two windows from changing one order at the same time, with real lock files', async () => {
    const desks = [await worlds.open(sandbox, ['8001']), await worlds.open(sandbox, ['8001'])];
    sandbox.faults.once({ match: { method: 'PUT' }, action: { kind: 'delay', ms: 300 } });
    const results = await Promise.all(desks.map(async (desk, index) => change(desk, 'OK-1', { qty: String(501 + index), price: '560' })));
    const kinds = results.map(({ result }) => (result.kind === 'settled' ? result.outcome.kind : result.reason)).sort();
    expect(kinds).toEqual(['accepted', 'inFlight']);
    expect(puts(sandbox)).toHaveLength(1);
  });
});

async function journalText(): Promise<string> {
  const journal = join(worlds.folder, 'journal');
  return (await Promise.all((await readdir(journal)).map(async (name) => readFile(join(journal, name), 'utf8')))).join('');
}
