import { describe, expect, it } from 'vitest';
import { nothingSeen } from '../../../../../../src/app/orders/request/basis';
import { TransportError } from '../../../../../../src/service/errors';
import type { CallOptions } from '../../../../../../src/service/serviceClient';
import { pageOf } from '../../../../../support/builders/lists';
import { MemorySwitch, memoryStop } from '../../../../../support/orders/memorySwitch';
import { checkedChange, checkedPlacement, live, orderDesk, orderRecord, placedFacts } from '../../../../../support/orders/orderFakes';
import { attemptOf, outcomeKind, story, submit } from '../../../../../support/orders/submitting';

const place = { accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' };
const facts = { order: undefined, isPaper: false };

function cancellable() {
  const desk = orderDesk();
  desk.client.orderDetails = async () => pageOf([orderRecord()]);
  desk.client.orders = async () => pageOf([]);
  return desk;
}

describe('no change is sent, and the journal has no intent', () => {
  it('no new order is sent', async () => {
    const desk = orderDesk();
    await desk.sending.stop();
    expect(outcomeKind(await submit(desk))).toBe('blocked: stopped');
    expect([desk.client.sent, desk.files.text, desk.locks.held.size]).toEqual([[], '', 0]);
  });

  it('no confirmation is sent', async () => {
    const desk = orderDesk();
    const preview = desk.writer.previewPlace(checkedPlacement(), placedFacts);
    await desk.sending.stop();
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('blocked: stopped');
    expect([desk.client.placed, desk.files.text]).toEqual([[], '']);
  });

  it('a cancellation that was prepared before is not sent', async () => {
    const desk = orderDesk();
    desk.client.answers = [{ kind: 'needsConfirmation', confirmId: 'confirm-12345', errmsg: 'sure?' }];
    const asked = await submit(desk);
    if (asked.kind !== 'settled' || asked.pending === undefined) throw new Error('no question');
    await desk.sending.stop();
    expect(outcomeKind(await desk.writer.confirm(asked.pending, live))).toBe('blocked: stopped');
    expect(desk.client.confirmed).toEqual([]);
    expect((await attemptOf(desk, asked.root)).state).toBe('needsConfirmation');
  });

  it('a cancellation that was requested after the stop is sent, and the journal says so', async () => {
    const desk = cancellable();
    const preview = desk.writer.previewCancel(place, { order: orderRecord(), latestRoot: null }, facts);
    await desk.sending.stop();
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('blocked: stopped');
    expect(desk.client.canceled).toEqual([]);
  });

  it('a request is sent again after the release', async () => {
    const desk = cancellable();
    await desk.sending.stop();
    const preview = desk.writer.previewCancel(place, { order: orderRecord(), latestRoot: null }, facts);
    expect(outcomeKind(await desk.writer.submit(preview, live))).toBe('accepted');
    expect(desk.files.text).toContain('"whileStopped":true');
    expect(story(desk)).toEqual(['intent cancel', 'outcome accepted']);
  });

  it('a request works again after the release', async () => {
    const desk = orderDesk();
    await desk.sending.stop();
    await submit(desk);
    await desk.sending.release();
    expect(outcomeKind(await submit(desk))).toBe('accepted');
  });
});

describe('a stop of all sending', () => {
  it('holds back a request when it comes while the intent is written, and the journal says why', async () => {
    const stop = new MemorySwitch();
    const desk = orderDesk({ stop });
    const append = desk.files.append.bind(desk.files);
    let stopping: Promise<unknown> | undefined;
    desk.files.append = async (name, bytes) => {
      await append(name, bytes);
      stopping ??= memoryStop(stop).stop();
      await new Promise((resolve) => setTimeout(resolve, 150));
    };
    expect(outcomeKind(await submit(desk))).toBe('notSent');
    await stopping;
    expect(desk.client.sent).toEqual([]);
    expect((await desk.journal.attempts())[0]?.outcome).toEqual({ kind: 'notSent', reason: 'SendingStopped' });
  });

  it('ends a request that waits for its turn', async () => {
    const stop = new MemorySwitch();
    const desk = orderDesk({ stop });
    Object.assign(desk.client, {
      modifyOrder: async (_: unknown, { signal }: CallOptions) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve({ kind: 'notSent', error: new TransportError('aborted', { sent: 'no' }) })),
        ),
    });
    const submitted = submit(desk);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await memoryStop(stop).stop()).toEqual({ pending: 0 });
    expect(outcomeKind(await submitted)).toBe('notSent');
    expect((await desk.journal.attempts())[0]?.outcome).toEqual({ kind: 'notSent', reason: 'SendingStopped' });
  });

  it('lets a request finish when it comes after the first byte', async () => {
    const stop = new MemorySwitch();
    const desk = orderDesk({ stop });
    let answer: (() => void) | undefined;
    const begun = new Promise<void>((begin) => {
      Object.assign(desk.client, {
        modifyOrder: async (_: unknown, { mayStart }: CallOptions) => {
          expect(mayStart?.()).toBe(true);
          begin();
          await new Promise<void>((resolve) => (answer = resolve));
          return { kind: 'accepted' };
        },
      });
    });
    const submitted = submit(desk);
    await begun;
    expect(await memoryStop(stop).stop()).toEqual({ pending: 0 });
    answer?.();
    expect(outcomeKind(await submitted)).toBe('accepted');
  });

  it('holds back the repetition of a change when it comes after a rejected timestamp', async () => {
    const desk = orderDesk();
    const { connection } = desk.access.current;
    if (connection.kind !== 'none')
      desk.access.current = { ...desk.access.current, connection: { ...connection, authentication: 'apiKey' } };
    desk.gates.resynchronize = async () => (await desk.sending.stop(), true);
    desk.client.answers = [{ kind: 'clockRejected' }, { kind: 'accepted' }];
    const result = await desk.writer.submit(desk.writer.preview(checkedChange(), nothingSeen), live);
    expect(outcomeKind(result)).not.toBe('accepted');
    expect(desk.client.sent).toHaveLength(1);
  });
});
