import { describe, expect, it } from 'vitest';
import { FollowUp } from '../../../../src/app/orders/followUp';
import type { FollowedEnd } from '../../../../src/app/orders/followUp';
import { nothingSeen } from '../../../../src/app/orders/ticket/orderCheck';
import { HttpError } from '../../../../src/service/errors';
import type { OrderRecord } from '../../../../src/service/records';
import { MemoryLog } from '../../../support/fakeMachine';
import { pageOf } from '../../../support/lists';
import { checkedChange, live, orderDesk, orderRecord } from '../../../support/orderFakes';

const old = orderRecord();
const changed = orderRecord({ quantity: '200', price: '12.34' });

/** Sends one change that is accepted while somebody follows; each look at the order finds the next of `looks`. */
async function afterAcceptance(looks: readonly (OrderRecord | 'fails')[]) {
  const desk = orderDesk();
  let looked = 0;
  desk.client.orderDetails = async () => {
    const found = looks[Math.min(looked, looks.length - 1)];
    looked += 1;
    if (found === undefined || found === 'fails') throw new HttpError({ status: 500 });
    return pageOf([found]);
  };
  desk.client.orders = async () => Promise.reject(new HttpError({ status: 500 }));
  const timers = {
    after: (_: number, callback: () => void) => {
      const timer = setImmediate(callback);
      return { dispose: () => clearImmediate(timer) };
    },
  };
  const { access, journal, locks, writer } = desk;
  const follower = new FollowUp({ access, journal, locks, timers, clock: { wallMs: () => Date.UTC(2026, 10, 21) }, log: new MemoryLog() });
  try {
    const ended = new Promise<FollowedEnd>((resolve) => follower.onDidEnd(resolve));
    const preview = writer.preview(checkedChange(), nothingSeen);
    await writer.submit(preview, live);
    return { end: await ended, looked, state: (await journal.find(preview.root))?.state };
  } finally {
    follower.dispose();
  }
}

describe('following an accepted change', () => {
  it('begins by the acceptance alone and ends when the order has the new values', async () => {
    expect(await afterAcceptance([old, old, changed])).toMatchObject({ end: { end: 'applied' }, looked: 3, state: 'inForce' });
  });

  it('goes on after looks that failed', async () => {
    expect(await afterAcceptance(['fails', 'fails', changed])).toMatchObject({ end: { end: 'applied' }, looked: 3, state: 'inForce' });
  });

  it('gives up when the order never shows the new values', async () => {
    const rejected = orderRecord({ lastError: 'Rejected by the exchange' });
    const { end, state } = await afterAcceptance([old, rejected]);
    // The journal knows nothing of the order before this change: a text proves nothing then, and the order did not change.
    expect([end.end, state]).toEqual(['notApplied', 'notApplied']);
  });
});
