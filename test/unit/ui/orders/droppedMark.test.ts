import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../src/domain/orders/orderAttempts';
import { MemoryState } from '../../../support/feed/liveWindows';
import { orderRecord } from '../../../support/orders/orderFakes';
import { tellDroppedMark } from '../../../../src/ui/orders/registerOrders';

const attempt = (service: string, isPaper = false): Attempt => ({
  ...{ root: 'r', action: 'place', startedAt: '2026-11-20T09:00:00.000Z', endedAt: undefined, body: '{}', fields: [], order: undefined },
  ...{ state: 'applied', outcome: { kind: 'accepted' }, resolution: undefined, followed: undefined, requests: 1 },
  target: { service, isPaper, accountId: '8001', orderId: '', exchange: 'SEHK', isSandbox: false, mark: '#abcd1234' },
});
const told: (readonly [string, boolean])[] = [];
const news = {
  notify: ({ message }: { readonly message: string }, { isPaper }: { readonly isPaper: boolean }) => void told.push([message, isPaper]),
};
const text = expect.stringMatching(/^This service doesn’t return the mark of an order: .* can’t be found again for certain\.$/);

describe('a new order that comes back without its mark', () => {
  beforeEach(() => told.splice(0));

  it('is told once per service and kind of account, however the address is spelled', async () => {
    const state = new MemoryState();
    const order = orderRecord({ remark: '' });
    for (const service of ['https://broker.example', 'https://broker.example/', 'https://BROKER.example:443'])
      await tellDroppedMark({ attempt: attempt(service), order }, { state, news });
    expect(told).toEqual([[text, false]]);
    await tellDroppedMark({ attempt: attempt('https://other.example'), order }, { state, news });
    await tellDroppedMark({ attempt: attempt('https://broker.example', true), order }, { state, news });
    await tellDroppedMark({ attempt: attempt('https://broker.example', true), order }, { state, news });
    expect(told).toEqual([
      [text, false],
      [text, false],
      [text, true],
    ]);
  });

  it('is not told of an order with its mark, of one that is in no list, or of a change', async () => {
    const state = new MemoryState();
    const [own, change] = [attempt('https://broker.example'), attempt('https://broker.example')];
    await tellDroppedMark({ attempt: own, order: orderRecord({ remark: 'mine #abcd1234' }) }, { state, news });
    await tellDroppedMark({ attempt: own, order: undefined }, { state, news });
    const target = { ...change.target, mark: undefined };
    await tellDroppedMark({ attempt: { ...change, action: 'modify', target }, order: orderRecord({ remark: '' }) }, { state, news });
    expect(told).toEqual([]);
  });
});
