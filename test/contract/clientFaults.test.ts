import { itemsOf } from '../support/builders/lists';
import { afterEach, describe, expect, it } from 'vitest';
import type { FaultAction } from 'market-desk-sandbox/test/parts';
import { prepareModification } from '../../src/service/endpoints/orders/changes';
import { openClient } from '../support/network/clientHarness';
import type { ClientAndSandbox, Credential, HarnessOptions } from '../support/network/clientHarness';

const call = { signal: new AbortController().signal };
const prepared = prepareModification({ accountId: '8001', orderId: 'OK-1', exchange: 'SEHK', quantity: '400', price: '561.5' });

describe('a client of a service with faults', () => {
  let held: ClientAndSandbox | undefined;
  const accountId = 'SIM-1001';
  const path = `/api/v1.0/sim-trade/${accountId}/positions`;

  afterEach(async () => held?.close());

  async function open(credential: Credential = 'bearer', options: HarnessOptions = {}): Promise<ClientAndSandbox> {
    held = await openClient(credential, options);
    return held;
  }

  const positions = async ({ client }: ClientAndSandbox): Promise<unknown> =>
    itemsOf(client.simulatedPositions({ accountId, market: 1 }, call)).then(
      (items) => items.length > 0,
      (error: unknown) => error,
    );

  describe('a read', () => {
    it.each<FaultAction>([
      { kind: 'reset', processed: true },
      { kind: 'truncate', framing: 'length' },
      { kind: 'truncate', framing: 'chunked' },
      { kind: 'wrongLength', difference: 5 },
      { kind: 'rateLimited', retryAfter: '0' },
      { kind: 'unavailable' },
      { kind: 'respond', status: 502 },
      { kind: 'respond', status: 504 },
      { kind: 'envelope', retCode: -2 },
      { kind: 'envelope', retCode: -4 },
      { kind: 'envelope', retCode: -5 },
      { kind: 'envelope', retCode: -6 },
      { kind: 'envelope', retCode: -11 },
      { kind: 'html' },
      { kind: 'respond', status: 500, body: 'x' },
      { kind: 'truncate', framing: 'close' },
    ])('succeeds in spite of the fault %j', async (action) => {
      const opened = await open();
      opened.sandbox.faults.once({ action });
      expect(await positions(opened)).toBe(true);
      expect(opened.events.map(({ attempt }) => attempt)).toEqual([1, 2]);
    });

    it.each<readonly [FaultAction, object]>([
      [
        { kind: 'envelope', retCode: -3 },
        { code: 'api', serverCode: -3, serverName: 'invalid_parameter' },
      ],
      [
        { kind: 'envelope', retCode: -9 },
        { code: 'api', serverCode: -9 },
      ],
      [
        { kind: 'envelope', retCode: -77 },
        { code: 'api', serverCode: -77 },
      ],
      [{ kind: 'forbidden' }, { code: 'scope-missing' }],
      [{ kind: 'oversize' }, { code: 'too-large' }],
      [
        { kind: 'respond', status: 302, headers: { Location: 'https://elsewhere.example/' }, body: '' },
        { code: 'http', status: 302 },
      ],
      [
        { kind: 'respond', status: 200, body: '{"ret_code":0}' },
        { code: 'decode', path: 'data' },
      ],
    ])('says what is wrong after the fault %j, and sends only one request', async (action, error) => {
      const opened = await open();
      opened.sandbox.faults.once({ action });
      expect(await positions(opened)).toMatchObject(error);
      expect(opened.events).toHaveLength(1);
      expect(await positions(opened)).toBe(true);
    });

    it('gives up when the service wants an hour, and pauses requests for at most ten minutes', async () => {
      const opened = await open();
      opened.sandbox.faults.once({ action: { kind: 'rateLimited', retryAfter: '3600' } });
      expect(await positions(opened)).toMatchObject({ serverCode: -11, retryAfterMs: 600_000 });
      expect(await positions(opened)).toMatchObject({ serverCode: -11 });
      expect(opened.events).toHaveLength(1);
    });

    it('gives up after three tries', async () => {
      const opened = await open();
      opened.sandbox.faults.once({ action: { kind: 'envelope', retCode: -4 }, times: 3 });
      expect(await positions(opened)).toMatchObject({ serverCode: -4, serverName: 'internal_error' });
      expect(opened.events).toHaveLength(3);
    });

    it('renews a rejected token once and succeeds', async () => {
      const opened = await open();
      opened.sandbox.faults.once({ match: { path }, action: { kind: 'unauthorized' } });
      expect(await positions(opened)).toBe(true);
      expect(opened.sandbox.ledger.of('POST', '/oauth2/token')).toHaveLength(2);
    });

    it('succeeds after one resync when it is signed with a clock an hour off', async () => {
      const opened = await open('ed25519', { signingSkewMs: 3_600_000 });
      expect(await positions(opened)).toBe(true);
      const entries = opened.sandbox.ledger.of('GET', path);
      expect(entries.map(({ status }) => status)).toEqual([401, 200]);
      expect(new Set(entries.map(({ nonce }) => nonce)).size).toBe(2);
      expect(opened.sandbox.ledger.of('GET', '/api/v1.0/server-time')).toHaveLength(1);
    });

    it('is cancelled at once while the service hangs', async () => {
      const { client, sandbox } = await open();
      sandbox.faults.once({ action: { kind: 'hang' } });
      const cancel = new AbortController();
      const result = client.simulatedPositions({ accountId, market: 1 }, { signal: cancel.signal });
      await new Promise((resolve) => setTimeout(resolve, 50));
      const before = performance.now();
      cancel.abort();
      await expect(result).rejects.toMatchObject({ code: 'aborted' });
      expect(performance.now() - before).toBeLessThan(1000);
    });
  });

  describe('a modification', () => {
    it.each<readonly [FaultAction, string]>([
      [{ kind: 'reset', processed: true }, 'unknown'],
      [{ kind: 'reset', processed: false }, 'unknown'],
      [{ kind: 'truncate', framing: 'length' }, 'unknown'],
      [{ kind: 'truncate', framing: 'chunked' }, 'unknown'],
      [{ kind: 'truncate', framing: 'close' }, 'unknown'],
      [{ kind: 'html', processed: true }, 'unknown'],
      [{ kind: 'oversize', processed: true }, 'unknown'],
      [{ kind: 'unavailable', processed: true }, 'unknown'],
      [{ kind: 'rateLimited' }, 'tooManyRequests'],
      [{ kind: 'unauthorized' }, 'notAuthorized'],
      [{ kind: 'forbidden' }, 'notAuthorized'],
      [{ kind: 'respond', status: 200, body: '{"s":"ok","errcode":-1200}' }, 'unknown'],
      [{ kind: 'respond', status: 500, body: '{"s":"ok"}' }, 'unknown'],
      [{ kind: 'respond', status: 307, headers: { Location: 'https://elsewhere.example/' }, body: '' }, 'unknown'],
      [{ kind: 'orderError', errcode: -1200 }, 'refused'],
      [{ kind: 'orderError', errcode: -5 }, 'unknown'],
      [{ kind: 'orderError', errcode: 14 }, 'saysRejected'],
      [{ kind: 'respond', status: 200, body: '{"s":"ok","d":{"order_status":"FAILED"}}' }, 'unknown'],
      [{ kind: 'respond', status: 200, body: '{"s":"ok","d":{"order_id":"another"}}' }, 'unknown'],
      [{ kind: 'respond', status: 200, body: '{"s":"ok","d":{"need_order_confirm":true,"confirm_id":"c"}}' }, 'needsConfirmation'],
      // The request has no timestamp, so the service cannot have rejected one.
      [{ kind: 'unauthorized', code: -12006 }, 'unknown'],
    ])('is sent once and claims nothing without proof after the fault %j', async (action, kind) => {
      const { client, sandbox } = await open();
      sandbox.faults.once({ action });
      expect((await client.modifyOrder(prepared, call)).kind).toBe(kind);
      expect(sandbox.ledger.of('PUT', prepared.path)).toHaveLength(1);
    });

    it('is reported as not sent when the service is down', async () => {
      const { client, sandbox } = await open();
      await sandbox.close();
      expect(await client.modifyOrder(prepared, call)).toMatchObject({ kind: 'notSent', error: { code: 'connect-failed' } });
    });

    it('is reported as rejected and not repeated when its clock is an hour off', async () => {
      const { client, sandbox } = await open('ed25519', { signingSkewMs: -3_600_000 });
      expect(await client.modifyOrder(prepared, call)).toEqual({ kind: 'clockRejected' });
      expect(sandbox.ledger.of('PUT', prepared.path)).toHaveLength(1);
    });
  });
});
