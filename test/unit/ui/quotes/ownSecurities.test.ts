import { beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '../../../../src/service/records';
import type { ServiceClient } from '../../../../src/service/serviceClient';
import { aLivePosition, gainingHolding } from '../../../support/builders/holding';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient, otherServiceState, signedInState } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';
import { orderRecord } from '../../../support/orders/orderFakes';

const { OwnSecurities } = await import('../../../../src/ui/quotes/ownSecurities');

describe('the user’s own orders and positions in a hover', () => {
  let asked: number;
  let time: FakeTime;
  const orders = [
    orderRecord({ orderId: 'a', code: 'HK.00700', status: 'SUBMITTED' }),
    orderRecord({ orderId: 'b', code: 'HK.00700', status: 'FILLED_ALL' }),
    orderRecord({ orderId: 'c', code: 'HK.00005', status: 'SUBMITTED' }),
  ];
  const own = (
    isOn: boolean,
    answers: Partial<ServiceClient['beyond']> = {},
    state = otherServiceState,
    base: Parameters<typeof fakeClient>[0] = {},
  ): InstanceType<typeof OwnSecurities> => {
    const client = fakeClient({
      ...base,
      beyond: {
        liveAccounts: async () => pageOf([{ id: '8001', kind: 'live' as const, title: 'Main', markets: [] }]),
        orders: async ({ tradeMarket }) => {
          asked += 1;
          return pageOf(tradeMarket === 'HK' ? orders : []);
        },
        ...answers,
      },
    });
    const access = new FakeAccess(client);
    access.current = state;
    return new OwnSecurities({ access, books: booksOf({ access, time }), timers: time, privacy: { isOn } });
  };

  beforeEach(() => {
    time = new FakeTime();
    asked = 0;
  });

  it('are those of this security, without the ones that could not be read', async () => {
    const { lines, notes } = await own(false).lines('HK.00700');
    expect(lines).toEqual(['LIVE · BUY 100 @ 12.30 · submitted']);
    expect(notes).toEqual(['Order: LIVE · BUY 100 Tencent @ 12.30 · submitted']);
    expect((await own(true).lines('HK.00700')).lines).toEqual(['LIVE · BUY ••• @ ••• · submitted']);
  });

  it('stand in lines that are whole in a narrow hover: what does not fit is said below', async () => {
    const stop = orderRecord({
      orderId: 'd',
      code: 'HK.00005',
      orderType: 'STOP_LIMIT',
      quantity: '12,500',
      price: '1,312.40',
      auxPrice: '1,315.60',
    });
    orders.push({ ...stop, status: 'PENDING_NEW' });
    const { lines, notes } = await own(false).lines('HK.00005');
    expect(notes[1]).toContain('@ 1,312.40, trigger 1,315.60');
    // Whether it is real money comes first.
    expect(lines).toEqual(['LIVE · BUY 100 @ 12.30 · submitted', 'LIVE · BUY 12,500 @ 1,312.40 · …']);
  });

  it('name no kind of account where all there is to say is that this is the sandbox', async () => {
    expect((await own(false, {}, signedInState).lines('HK.00700')).lines).toEqual(['BUY 100 @ 12.30 · submitted']);
  });

  it('are those of paper accounts as well', async () => {
    const paper = { ...orderRecord({ orderId: 'p', code: 'HK.00700', quantity: '200', status: 'SUBMITTED' }), market: '1' };
    const { lines } = await own(false, {
      simulatedAccounts: async () => pageOf([{ id: 'S1', kind: 'simulated' as const, title: 'Paper', markets: [1] }]),
      simulatedOrders: async () => pageOf([{ ...paper, sent: { side: '', orderType: '', status: '' } }]),
    }).lines('HK.00700');
    expect(lines).toEqual(['LIVE · BUY 100 @ 12.30 · submitted', 'paper · BUY 200 @ 12.30 · …']);
  });

  it('begin with positions of live accounts', async () => {
    const { id, market, price, currency = 'HKD', ...figures } = gainingHolding();
    const held: Position = {
      ...figures,
      averageBuyPrice: '500',
      currentPrice: price,
      currency,
      positionId: id,
      market: market ?? 1,
      side: 'long',
    };
    const paper = { id: 'S1', kind: 'simulated' as const, title: 'Paper', markets: [1] };
    const answers = {
      simulatedAccounts: async () => pageOf([paper]),
      livePositions: async () => pageOf([aLivePosition({ code: 'HK.00700' })]),
    };
    const { lines } = await own(false, answers, otherServiceState, { simulatedPositions: async () => pageOf([held]) }).lines('HK.00700');
    expect(lines.map((line) => line.split(' · ')[0])).toEqual(['LIVE', 'paper', 'LIVE']);
  });

  it('are read once for many hovers, and again after a minute', async () => {
    const it = own(false);
    await it.lines('HK.00700');
    const once = asked;
    await it.lines('HK.00005');
    expect([once > 0, asked]).toEqual([true, once]);
    await time.advance(61_000);
    await it.lines('HK.00005');
    expect(asked).toBeGreaterThan(once);
  });

  it('do not keep a hover waiting', async () => {
    const endless = new Promise<never>(() => undefined);
    const lines = own(false, { liveAccounts: async () => endless }).lines('HK.00700');
    await time.advance(1_300);
    expect((await lines).lines).toEqual([]);
  });
});
