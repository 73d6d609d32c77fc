import { describe, expect, it } from 'vitest';
import { LimitCheck } from '../../../../../src/app/orders/limits/limitCheck';
import { OrderWriter } from '../../../../../src/app/orders/orderWriter';
import { nothingSeen } from '../../../../../src/app/orders/ticket/orderCheck';
import { noHardLimits } from '../../../../../src/domain/orders/limits/hardLimits';
import type { HardLimits } from '../../../../../src/domain/orders/limits/hardLimits';
import { checkedChange, checkedPlacement, live, orderDesk, placedFacts } from '../../../../support/orders/orderFakes';
import { pageOf } from '../../../../support/builders/lists';
import { outcomeKind, story } from '../../../../support/orders/submitting';

function deskWith(over: Partial<HardLimits>) {
  const desk = orderDesk();
  const time = { nowMs: Date.UTC(2026, 10, 21) };
  const limits = new LimitCheck({
    limits: () => ({ ...noHardLimits, ...over }),
    journal: desk.journal,
    clock: { wallMs: () => time.nowMs },
  });
  let ids = 0;
  const writer = new OrderWriter({
    ...desk,
    limits,
    prepare: (modification) => ({ ...modification, path: '', bodyText: '{}', body: new Uint8Array() }),
    newId: () => `id-${(ids += 1)}`,
    protect: () => undefined,
  });
  return { ...desk, writer, time };
}

const placement = (desk: ReturnType<typeof deskWith>, mark: string) => desk.writer.previewPlace(checkedPlacement({ mark }), placedFacts);

describe('the order writer, right before it sends,', () => {
  it('holds back an order over a hard limit and writes nothing to the journal', async () => {
    const desk = deskWith({ quantity: 99 });
    const result = await desk.writer.submit(placement(desk, '#00000001'), live);
    expect(result).toEqual({ kind: 'blocked', reason: 'limit', breach: { kind: 'quantity', quantity: '100', limit: 99 } });
    expect([desk.client.placed, desk.files.text, desk.locks.held.size]).toEqual([[], '', 0]);
  });

  it('holds back an order whose distance can’t be checked without prices', async () => {
    const desk = deskWith({ distancePercent: 20 });
    expect(await desk.writer.submit(placement(desk, '#00000001'), live)).toMatchObject({ reason: 'limit', breach: { kind: 'unknown' } });
    expect(desk.client.placed).toEqual([]);
  });

  it('holds back a change of an unknown security when its value is limited', async () => {
    const desk = deskWith({ value: 1_000_000 });
    const result = await desk.writer.submit(desk.writer.preview(checkedChange(), nothingSeen), live);
    expect(result).toMatchObject({ reason: 'limit', breach: { kind: 'unknown', lacks: 'contract' } });
  });

  it('holds back an option order by the contract size of its quote, or when the quote gives none', async () => {
    const code = 'US.AAPL281215C230000';
    const bought = (desk: ReturnType<typeof deskWith>) =>
      desk.writer.previewPlace(checkedPlacement({ code, mark: '#00000001' }), { ...placedFacts, code });
    const quoted = (desk: ReturnType<typeof deskWith>, more: object) =>
      Object.assign(desk.client.beyond, { snapshot: async () => pageOf([{ code, lastPrice: '3', unknown: {}, ...more }]) });
    const desk = deskWith({ value: 10_000_000 });
    quoted(desk, {});
    expect(await desk.writer.submit(bought(desk), live)).toMatchObject({ breach: { kind: 'unknown', limit: 'value', lacks: 'contract' } });
    quoted(desk, { contractSize: '100000' });
    expect(await desk.writer.submit(bought(desk), live)).toMatchObject({ reason: 'limit', breach: { kind: 'value', isEstimate: false } });
    expect(desk.client.placed).toEqual([]);
    quoted(desk, { contractSize: '1' });
    desk.client.placeAnswers = [{ kind: 'accepted', orderId: 'N-1' }];
    expect(outcomeKind(await desk.writer.submit(bought(desk), live))).toBe('accepted');
  });

  it('counts new orders and changes of the last minute, whatever their outcome, and forgets older ones', async () => {
    const desk = deskWith({ perMinute: 2 });
    desk.client.placeAnswers = [
      { kind: 'accepted', orderId: 'N-1' },
      { kind: 'refused', errcode: -1200, errmsg: 'no' },
    ];
    for (const mark of ['#00000001', '#00000002']) await desk.writer.submit(placement(desk, mark), live);
    expect(outcomeKind(await desk.writer.submit(placement(desk, '#00000003'), live))).toBe('blocked: limit');
    expect(story(desk).filter((line) => line.startsWith('intent'))).toHaveLength(2);
    desk.time.nowMs += 61_000;
    expect(outcomeKind(await desk.writer.submit(placement(desk, '#00000004'), live))).toBe('accepted');
  });

  it('counts more, never less, after the clock was set back', async () => {
    const desk = deskWith({ perMinute: 1 });
    await desk.writer.submit(placement(desk, '#00000001'), live);
    desk.time.nowMs -= 3_600_000;
    expect(outcomeKind(await desk.writer.submit(placement(desk, '#00000002'), live))).toBe('blocked: limit');
  });
});
