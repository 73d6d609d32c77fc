import Big from 'big.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LimitCheck } from '../../../src/app/orders/write/limits/limitCheck';
import { accountFacts } from '../../../src/app/orders/write/limits/accountFacts';
import { OrderWriter } from '../../../src/app/orders/write/orderWriter';
import type { PlacePreview } from '../../../src/app/orders/request/orderRequest';
import { noLimits } from '../../../src/domain/orders/limits/limits';
import type { Limits } from '../../../src/domain/orders/limits/limits';
import { prepareModification } from '../../../src/service/endpoints/orders/changes';
import { badRecord, itemsOf, pageOf } from '../../support/builders/lists';
import { machine } from '../../support/orders/orderDesk';
import type { OrderDesk } from '../../support/orders/orderDesk';
import { checkedPlacement, live, placedFacts } from '../../support/orders/orderFakes';
import { useOrderWorlds } from '../../support/orders/orderWorlds';

const place = { accountId: '8001', orderId: '', exchange: 'SEHK' };
const all = { exposure: true, dayLoss: true };
const worlds = useOrderWorlds(['usual'], { alwaysOpen: true });
let desk: OrderDesk;

beforeEach(async () => {
  desk = await worlds.open(worlds.usual, ['8001']);
});
afterEach(() => void vi.restoreAllMocks());

const posts = (): number => worlds.usual.ledger.entries.filter(({ method }) => method === 'POST').length;

function writerWith(over: Partial<Limits>): OrderWriter {
  const limits = new LimitCheck({ limits: () => ({ ...noLimits, ...over }), journal: desk.journal, clock: machine });
  const gates = {
    isReadOnly: () => false,
    isAllowed: () => true,
    ensureCredential: async () => undefined,
    isClockGood: async () => true,
    resynchronize: async () => false,
  };
  let ids = 0;
  return new OrderWriter({
    ...desk,
    gates,
    limits,
    prepare: prepareModification,
    newId: () => `id-${(ids += 1)}`,
    protect: () => undefined,
  });
}

/** A purchase of 100 HK.00700 a tenth below the market. */
async function purchase(writer: OrderWriter, side = 'BUY'): Promise<PlacePreview> {
  const [quote] = await itemsOf(desk.client.beyond.snapshot({ codes: ['HK.00700'] }, live));
  const price = String(Math.round(Number(quote?.lastPrice) * 0.9));
  const choices = { side, order_type: 'LIMIT', time_in_force: 'DAY', session: 'RTH', lot_type: 'ROUND' };
  return writer.previewPlace(checkedPlacement({ choices, typed: { qty: '100', price, aux_price: '' } }), placedFacts);
}

describe('the limits on an account', () => {
  it('count positions and open orders of the sandbox', async () => {
    // Prices of the sandbox move between two reads.
    const positions = await itemsOf(desk.client.beyond.livePositions({ accountId: '8001' }, live));
    vi.spyOn(desk.client.beyond, 'livePositions').mockImplementation(async () => pageOf(positions));
    const facts = await accountFacts(desk.client, place, 'HK.00700', all, live);
    const held = positions.filter(({ code }) => code === 'HK.00700').reduce((sum, { quantity }) => sum.plus(quantity), new Big(0));
    const orders = await itemsOf(desk.client.beyond.orders({ accountId: '8001', tradeMarket: 'HK', pageFlag: '' }, live));
    const left = (side: string): string =>
      orders
        .filter(
          (order) =>
            order.code === 'HK.00700' && order.side === side && /^(?:SUBMITTED|FILLED_PART|WAITING_SUBMIT|SUBMITTING)$/.test(order.status),
        )
        .reduce((sum, { quantity, dealtQuantity }) => sum.plus(quantity).minus(dealtQuantity), new Big(0))
        .toFixed();
    const price = positions.find(({ code }) => code === 'HK.00700')?.price;
    expect(facts.security).toEqual({ held: held.toFixed(), buys: left('BUY'), sells: left('SELL'), price });
    const byCurrency = new Map<string, Big>();
    for (const { currency, dayProfit } of positions) byCurrency.set(currency, (byCurrency.get(currency) ?? new Big(0)).minus(dayProfit));
    const losses = [...byCurrency.values()].filter((loss) => loss.gt(0)).sort((a, b) => b.cmp(a));
    expect(facts.dayLoss).toBe((losses[0] ?? new Big(0)).toFixed());
  });

  it('hold back an order that makes the position too large, and send the sandbox nothing', async () => {
    const writer = writerWith({ exposure: 1 });
    const preview = await purchase(writer);
    const before = posts();
    expect(await writer.submit(preview, live)).toMatchObject({ reason: 'limit', breach: { kind: 'exposure', limit: 1 } });
    expect(posts()).toBe(before + 1);
    expect(worlds.usual.ledger.entries.filter(({ method, path }) => method === 'POST' && path.endsWith('/orders'))).toEqual([]);
  });

  it('let an order below the limit pass', async () => {
    const writer = writerWith({ exposure: 1e14, dayLoss: 1e14 });
    expect(await writer.submit(await purchase(writer), live)).toMatchObject({ outcome: { kind: 'accepted' } });
  });

  it.each([
    ['livePositions', { exposure: 1e14 }, 'positions'],
    ['orders', { exposure: 1e14 }, 'positions'],
    ['livePositions', { dayLoss: 1e14 }, 'dayProfit'],
  ] as const)('send no order when %s can’t be read', async (call, over, lacks) => {
    const writer = writerWith(over);
    const preview = await purchase(writer);
    vi.spyOn(desk.client.beyond, call).mockRejectedValue(new Error('no'));
    expect(await writer.submit(preview, live)).toMatchObject({ reason: 'limit', breach: { kind: 'unknown', lacks } });
    expect(worlds.usual.ledger.entries.filter(({ method, path }) => method === 'POST' && path.endsWith('/orders'))).toEqual([]);
  });

  it('are unknown for an account with a record that can’t be read', async () => {
    const positions = await itemsOf(desk.client.beyond.livePositions({ accountId: '8001' }, live));
    vi.spyOn(desk.client.beyond, 'livePositions').mockImplementation(async () => pageOf(positions, { unreadable: [badRecord()] }));
    expect(await accountFacts(desk.client, place, 'HK.00700', all, live)).toEqual({ security: undefined, dayLoss: undefined });
  });

  it('count a loss in the currency that lost most, and stop an order at the limit', async () => {
    const [first] = await itemsOf(desk.client.beyond.livePositions({ accountId: '8001' }, live));
    if (first === undefined) throw new Error('no positions');
    const rows = [
      { ...first, code: 'HK.00005', currency: 'HKD', dayProfit: '-700.10' },
      { ...first, code: 'HK.00011', currency: 'HKD', dayProfit: '100' },
      { ...first, code: 'US.AAPL', currency: 'USD', dayProfit: '-600' },
    ];
    vi.spyOn(desk.client.beyond, 'livePositions').mockImplementation(async () => pageOf(rows));
    expect(await accountFacts(desk.client, place, 'HK.00700', all, live)).toMatchObject({ dayLoss: '600.1' });
    const writer = writerWith({ dayLoss: 600 });
    expect(await writer.submit(await purchase(writer), live)).toMatchObject({ breach: { kind: 'dayLoss', amount: '600.1' } });
    const loose = writerWith({ dayLoss: 601 });
    expect(await loose.submit(await purchase(loose), live)).toMatchObject({ outcome: { kind: 'accepted' } });
  });

  it('use the previous close when the service provides no day P&L, and nothing when there is no close', async () => {
    const [quote] = await itemsOf(desk.client.beyond.snapshot({ codes: ['HK.00700'] }, live));
    const [first] = await itemsOf(desk.client.beyond.livePositions({ accountId: '8001' }, live));
    if (first === undefined || quote === undefined) throw new Error('no positions');
    const price = new Big(quote.previousClose).minus(2);
    const row = { ...first, side: 'LONG', quantity: '100', price: price.toFixed(), marketValue: price.times(100).toFixed(), dayProfit: '' };
    const codes = ['HK.00700', 'HK.99999'];
    const losses = [];
    for (const code of codes) {
      vi.spyOn(desk.client.beyond, 'livePositions').mockImplementation(async () => pageOf([{ ...row, code }]));
      losses.push((await accountFacts(desk.client, place, 'HK.00700', all, live)).dayLoss);
    }
    expect(losses).toEqual(['200', undefined]);
  });
});
