import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, record, records } from '../support/sandboxService';
import type { SandboxService } from '../support/sandboxService';
import { postForm } from '../support/sandboxHarness';

let service: SandboxService;
beforeAll(async () => {
  service = await openService({ jumpPage: 'own' });
});
beforeEach(() => service.sandbox.reset());
afterAll(async () => service.close());

const order = '/api/v1.0/accounts/8001/orders/BROWSER-1';
const change = { exchange: 'US', qty: '16', price: '170.5' };

async function quantity(): Promise<unknown> {
  const { body } = await service.ada.post('/api/v1.0/accounts/8001/orders/detail', { exchange: 'US', order_ids: ['BROWSER-1'] });
  return records(body['d'])[0]?.['qty'];
}

async function ask(): Promise<string> {
  const { body } = await service.ada.put(order, change);
  expect(body).toMatchObject({ s: 'error', errcode: -2101, need_order_confirm: false });
  return String(record(body)['jump_url']);
}

describe('the page of a browser step', () => {
  it('is served by the sandbox, says what changes and applies it once', async () => {
    const url = await ask();
    expect(url.startsWith(`${service.sandbox.url}/orders/approve/`)).toBe(true);
    const page = await (await fetch(url)).text();
    for (const text of [
      'BROWSER-1',
      'US.GOOGL',
      '15 → 16',
      '→ 170.5',
      'not applied until',
      '<button class="primary" name="decision" value="approve">',
    ])
      expect(page).toContain(text);
    expect(await quantity()).toBe('15');
    const approved = await postForm(url, { decision: 'approve' });
    expect([approved.status, await approved.text()]).toEqual([200, expect.stringContaining('Change applied')]);
    expect(await quantity()).toBe('16');
    expect((await postForm(url, { decision: 'approve' })).status).toBe(400);
    expect((await fetch(url)).status).toBe(400);
  });

  it('changes nothing when declined', async () => {
    const url = await ask();
    expect((await postForm(url, { decision: 'decline' })).status).toBe(200);
    expect((await postForm(url, { decision: 'approve' })).status).toBe(400);
    expect(await quantity()).toBe('15');
  });

  it('ends with the next request about the order, and after ten minutes', async () => {
    const first = await ask();
    const second = await ask();
    expect((await postForm(first, { decision: 'approve' })).status).toBe(400);
    service.advance(10 * 60_000 + 1);
    expect((await postForm(second, { decision: 'approve' })).status).toBe(400);
    expect(await quantity()).toBe('15');
  });

  it('accepts no form of another site, none without a decision and none with two', async () => {
    const url = await ask();
    const foreign = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      headers: { Origin: 'https://evil.example' },
    });
    const contradicting = new URLSearchParams([
      ['decision', 'approve'],
      ['decision', 'decline'],
    ]);
    expect([foreign.status, (await postForm(url, {})).status, (await postForm(url, contradicting)).status]).toEqual([403, 400, 400]);
    expect(await quantity()).toBe('15');
    expect((await postForm(url, { decision: 'approve' })).status).toBe(200);
  });

  it('is not found under a made-up name', async () => {
    expect((await fetch(`${service.sandbox.url}/orders/approve/made-up`)).status).toBe(400);
  });
});

it('a browser step at an address elsewhere has no page in the sandbox', async () => {
  const other = await openService();
  try {
    const { body } = await other.ada.put(order, change);
    expect(String(body['jump_url'])).toMatch(/^https:\/\/broker\.example\//);
    expect((await fetch(`${other.sandbox.url}/orders/approve/x`)).status).toBe(404);
  } finally {
    await other.close();
  }
});
