import { describe, expect, it } from 'vitest';
import { prepareCancellation, prepareModification } from '../../../src/service/endpoints/orders/changes';
import { preparePlacement } from '../../../src/service/endpoints/orders/placeOrder';
import {
  prepareSimulatedCancellation,
  prepareSimulatedModification,
  prepareSimulatedPlacement,
} from '../../../src/service/endpoints/simulated/writes';
import type { ServiceClient } from '../../../src/service/serviceClient';
import type { PreparedWrite } from '../../../src/service/endpoints/tradingRecords';
import { AuthError, TransportError } from '../../../src/service/errors';
import { anAnswer } from '../../support/network/wireBuilders';
import { call, CountingAuthenticator, none, setUp, skewed, unauthorized } from '../../support/network/clientSetUp';

const prepared = prepareModification({ accountId: '8001', orderId: 'OK-1', exchange: 'US', quantity: '1', price: '2' });

describe('a modification of an order', () => {
  it('is sent once, with the prepared bytes', async () => {
    const { client, transport, events } = setUp([anAnswer({ s: 'ok' })], {
      baseUrl: 'https://api.example.com/p',
      authenticator: new CountingAuthenticator(),
    });
    expect(await client.modifyOrder(prepared, call)).toEqual({ kind: 'accepted' });
    expect(transport.sent).toEqual([
      {
        label: { method: 'PUT', route: '/api/v1.0/accounts/{acc_id}/orders/{order_id}' },
        method: 'PUT',
        origin: 'https://api.example.com',
        path: `/p${prepared.path}`,
        query: '',
        headers: { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer t1' },
        body: prepared.body,
        kind: 'write',
      },
    ]);
    expect(transport.sent[0]?.body).toBe(prepared.body);
    expect(events).toEqual([
      { method: 'PUT', route: '/api/v1.0/accounts/{acc_id}/orders/{order_id}', status: 200, ms: 0, attempt: 1, outcome: 'answered' },
    ]);
  });

  it.each([
    ['503', anAnswer('', { status: 503 }), 'unknown'],
    ['401', unauthorized, 'notAuthorized'],
    ['429', anAnswer({ ret_code: -11 }, { status: 429 }), 'tooManyRequests'],
    ['-12006 without a signature', skewed, 'unknown'],
    ['a retryable code', anAnswer({ ret_code: -4 }), 'unknown'],
    ['a timeout', new TransportError('timed-out', { sent: 'maybe' }), 'unknown'],
    ['a refused connection', new TransportError('connect-failed', { sent: 'no' }), 'notSent'],
    ['anything that went wrong in sending', new TypeError('bug'), 'unknown'],
  ])('is never sent twice: %s', async (_name, ending, kind) => {
    const authenticator = new CountingAuthenticator();
    const { client, transport } = setUp([ending], { authenticator });
    expect((await client.modifyOrder(prepared, call)).kind).toBe(kind);
    expect(transport.sent).toHaveLength(1);
    // For the requests that wait behind it.
    expect(authenticator.recoveries).toEqual(kind === 'notAuthorized' ? ['token-rejected'] : []);
  });

  it('reports a rejected timestamp as not executed when it was signed', async () => {
    const { client, transport } = setUp([skewed], { authenticator: new CountingAuthenticator('signature') });
    expect(await client.modifyOrder(prepared, call)).toEqual({ kind: 'clockRejected' });
    expect(transport.sent).toHaveLength(1);
  });

  it('is not sent when it has no credentials or was cancelled before', async () => {
    const error = new AuthError('sign-in-required');
    const { client, transport } = setUp([], { authenticator: { ...none, headersFor: async () => Promise.reject(error) } });
    expect(await client.modifyOrder(prepared, call)).toEqual({ kind: 'notSent', error });
    expect(await setUp([]).client.modifyOrder(prepared, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'notSent',
      error: { code: 'aborted' },
    });
    expect(transport.sent).toHaveLength(0);
  });
});

describe('a cancellation of an order', () => {
  const place = { accountId: '8001', orderId: 'OK/1', exchange: 'SEHK' };

  it('is sent once, without a body, and is classified like a modification', async () => {
    const { client, transport } = setUp([anAnswer({ s: 'ok' })]);
    expect(await client.beyond.cancelOrder(place, call)).toEqual({ kind: 'accepted' });
    expect(transport.sent).toMatchObject([
      { kind: 'write', method: 'DELETE', path: '/api/v1.0/accounts/8001/orders/OK%2F1', query: 'exchange=SEHK', body: undefined },
    ]);
  });

  it.each([
    ['a refusal', anAnswer({ s: 'error', errcode: -1200, errmsg: 'gone' }), 'refused'],
    ['a question', anAnswer({ s: 'ok', d: { need_order_confirm: true, confirm_id: 'c' } }), 'needsConfirmation'],
    ['an answer about another order', anAnswer({ s: 'ok', d: { order_id: 'OK-2' } }), 'unknown'],
    ['a bare 404', anAnswer('', { status: 404 }), 'notOffered'],
    ['a reset', new TransportError('broken-answer', { sent: 'maybe' }), 'unknown'],
  ])('is classified by its answer: %s', async (_name, ending, kind) => {
    expect((await setUp([ending]).client.beyond.cancelOrder(place, call)).kind).toBe(kind);
  });

  it('is not sent without an exchange', async () => {
    const { client, transport } = setUp([]);
    expect(await client.beyond.cancelOrder({ ...place, exchange: '' }, call)).toMatchObject({
      kind: 'notSent',
      error: { code: 'invalid-input', field: 'exchange' },
    });
    expect(transport.sent).toHaveLength(0);
  });
});

describe('every other write', () => {
  const paper = { accountId: '1', market: 100, orderId: 'o' };
  const placement = preparePlacement({
    accountId: '8001',
    code: 'US.A',
    quantity: '1',
    side: 'BUY',
    orderType: 'MARKET',
    timeInForce: 'DAY',
  });
  const simulated = { accountId: '1', market: 100, symbol: 'A', quantity: '1', side: 'BUY', orderType: 'MARKET' } as const;
  const cancellation = { accountId: '8001', orderId: 'o', exchange: 'US' };
  const writes: readonly (readonly [string, PreparedWrite, (client: ServiceClient) => Promise<{ readonly kind: string }>, object])[] = [
    ['placing', placement, async ({ beyond }) => beyond.placeOrder(placement, call), { s: 'ok', d: { order_id: 'n' } }],
    ['cancelling', prepareCancellation(cancellation), async ({ beyond }) => beyond.cancelOrder(cancellation, call), { s: 'ok' }],
    ...[
      prepareSimulatedPlacement(simulated),
      prepareSimulatedModification({ ...paper, quantity: '1', price: '2' }),
      prepareSimulatedCancellation(paper),
    ].map((write) => {
      const name = write.path.endsWith('orders') ? 'place' : write.path.endsWith('modify') ? 'modify' : 'cancel';
      const send = async ({ beyond }: ServiceClient): Promise<{ readonly kind: string }> => beyond[`${name}SimulatedOrder`](write, call);
      return [`${name} on paper`, write, send, { ret_code: 0 }] as const;
    }),
  ];

  it.each(writes)('is sent once, with the prepared bytes: %s', async (_name, write, send, ok) => {
    const { client, transport } = setUp([anAnswer(ok)]);
    expect((await send(client)).kind).toBe('accepted');
    expect(transport.sent).toMatchObject([{ method: write.method, path: write.path, query: write.query, kind: 'write' }]);
    expect(transport.sent[0]?.body).toBe(write.body);
  });

  it.each(writes)('is never sent twice, however its attempt ends: %s', async (_name, _write, send) => {
    const endings = [
      [anAnswer('', { status: 503 }), 'unknown'],
      [anAnswer({ ret_code: -4 }), 'unknown'],
      [unauthorized, 'notAuthorized'],
      [anAnswer({ ret_code: -11 }, { status: 429 }), 'tooManyRequests'],
      [new TransportError('timed-out', { sent: 'maybe' }), 'unknown'],
      [new TransportError('connect-failed', { sent: 'no' }), 'notSent'],
      [anAnswer('', { status: 404 }), 'notOffered'],
      [anAnswer('<html>', { status: 405 }), 'notOffered'],
      [anAnswer({ ret_code: -7 }, { status: 404 }), 'unknown'],
    ] as const;
    for (const [ending, kind] of endings) {
      const authenticator = new CountingAuthenticator();
      const { client, transport } = setUp([ending], { authenticator });
      expect((await send(client)).kind).toBe(kind);
      expect(transport.sent).toHaveLength(1);
      expect(authenticator.recoveries).toEqual(kind === 'notAuthorized' ? ['token-rejected'] : []);
    }
  });
});

describe('a confirmation of an order', () => {
  const confirm = { accountId: '8001', orderId: 'CONFIRM-1', confirmId: 'c-1' };

  it('is sent once and is classified like a modification', async () => {
    const { client, transport } = setUp([anAnswer({ s: 'ok', d: { order_id: 'CONFIRM-1' } })]);
    expect(await client.beyond.confirmOrder(confirm, call)).toEqual({ kind: 'accepted' });
    expect(transport.sent).toMatchObject([{ kind: 'write', method: 'POST', path: '/api/v1.0/accounts/8001/order_confirm' }]);
    expect(Buffer.from(transport.sent[0]?.body ?? []).toString()).toBe('{"confirm_id":"c-1"}');
  });

  it('proves nothing when the answer is about another order, as for a modification', async () => {
    const other = anAnswer({ s: 'ok', d: { order_id: 'CONFIRM-2' } });
    const { client } = setUp([other, other]);
    expect(await client.beyond.confirmOrder(confirm, call)).toMatchObject({ kind: 'unknown', reason: 'contradictory' });
    expect(await client.modifyOrder(prepared, call)).toMatchObject({ kind: 'unknown', reason: 'contradictory' });
  });

  it.each([
    ['bare 404', anAnswer('', { status: 404 }), 'notOffered'],
    ['404 of the gateway', anAnswer({ code: -1, message: 'no route' }, { status: 404 }), 'notOffered'],
    ['405', anAnswer('<html>', { status: 405 }), 'notOffered'],
    ['501', anAnswer('', { status: 501 }), 'notOffered'],
    ['404 with the envelope of orders', anAnswer({ s: 'error', errcode: -1200, errmsg: 'gone' }, { status: 404 }), 'unknown'],
    ['500', anAnswer('', { status: 500 }), 'unknown'],
    ['a reset', new TransportError('broken-answer', { sent: 'maybe' }), 'unknown'],
  ])('is classified by its answer: %s', async (_name, ending, kind) => {
    expect((await setUp([ending]).client.beyond.confirmOrder(confirm, call)).kind).toBe(kind);
  });

  it('never throws, not even for an ID that cannot be sent', async () => {
    const { client, transport } = setUp([]);
    expect(await client.beyond.confirmOrder({ accountId: '..', orderId: 'CONFIRM-1', confirmId: 'c' }, call)).toMatchObject({
      kind: 'notSent',
      error: { code: 'invalid-input', field: 'acc_id' },
    });
    expect(transport.sent).toHaveLength(0);
  });
});
