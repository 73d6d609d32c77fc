import { describe, expect, it } from 'vitest';
import { releasedText, switchText } from '../../../../../../src/domain/orders/sendingSwitch';
import { nothingSeen } from '../../../../../../src/app/orders/request/basis';
import { TransportError } from '../../../../../../src/service/errors';
import type { CallOptions } from '../../../../../../src/service/serviceClient';
import { pageOf } from '../../../../../support/builders/lists';
import { MemorySwitch, memoryStop } from '../../../../../support/orders/memorySwitch';
import { checkedChange, checkedPlacement, live, orderDesk, orderRecord, placedFacts } from '../../../../../support/orders/orderFakes';
import { attemptOf, outcomeKind, story, submit } from '../../../../../support/orders/submitting';

const place = { accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' };
const facts = { order: undefined, isPaper: false };

/** A desk whose second witness is its journal, and another window of the same machine. */
async function stoppedDesk() {
  const shared = new MemorySwitch();
  const one = orderDesk({ stop: shared });
  shared.journal = one.journal;
  await one.sending.stop();
  const other = orderDesk({ stop: shared, files: one.files, locks: one.locks, anchor: one.anchor });
  return { shared, one, other };
}

describe('while the journal’s last word is a stop', () => {
  for (const [name, lose] of [
    ['deleted', (shared: MemorySwitch) => (shared.text = undefined)],
    ['replaced by an older release', (shared: MemorySwitch) => (shared.text = switchText(releasedText, '2026-11-01T00:00:00.000Z'))],
    ['replaced by a link to nothing', (shared: MemorySwitch) => (shared.canRead = false)],
  ] as const)
    it(`nothing is sent by this window, another, or a later one when the file is ${name}`, async () => {
      const { shared, one, other } = await stoppedDesk();
      lose(shared);
      const later = orderDesk({ stop: shared, files: one.files, locks: one.locks, anchor: one.anchor });
      for (const desk of [one, other, later]) {
        expect(outcomeKind(await submit(desk))).toBe('blocked: stopped');
        expect(desk.client.sent).toEqual([]);
      }
    });

  it('nothing is sent when the folder of both is gone, also after the damage was acknowledged', async () => {
    const { shared, one, other } = await stoppedDesk();
    shared.text = undefined;
    one.files.files.clear();
    expect(outcomeKind(await submit(other))).toBe('blocked: journal');
    await other.journal.acknowledge();
    expect(outcomeKind(await submit(other))).toBe('blocked: stopped');
    expect(other.client.sent).toEqual([]);
    await other.sending.release();
    expect(outcomeKind(await submit(other))).toBe('accepted');
  });

  it('a release is needed in the journal, whole and in its place', async () => {
    const { shared, one, other } = await stoppedDesk();
    await one.sending.release();
    expect(outcomeKind(await submit(other))).toBe('accepted');
    const [name = '', bytes = new Uint8Array()] = [...one.files.files][0] ?? [];
    const lines = new TextDecoder().decode(bytes).split('\n');
    // Without the line before it, the release proves nothing.
    one.files.set(name, `${lines[0] ?? ''}\n`);
    shared.text = undefined;
    const later = orderDesk({ stop: shared, files: one.files, locks: one.locks });
    shared.journal = later.journal;
    expect(outcomeKind(await submit(later))).toBe('blocked: stopped');
  });
});

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
