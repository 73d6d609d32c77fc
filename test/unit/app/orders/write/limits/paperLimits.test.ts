import { describe, expect, it } from 'vitest';
import { accountFacts } from '../../../../../../src/app/orders/write/limits/accountFacts';
import { LimitCheck } from '../../../../../../src/app/orders/write/limits/limitCheck';
import { OrderWriter } from '../../../../../../src/app/orders/write/orderWriter';
import { OrderSubject, emptyTicket, withSubject } from '../../../../../../src/app/orders/ticket/ticket';
import type { Ticket } from '../../../../../../src/app/orders/ticket/ticket';
import { TicketDesk } from '../../../../../../src/app/orders/ticket/ticketDesk';
import { noLimits } from '../../../../../../src/domain/orders/limits/limits';
import type { Limits } from '../../../../../../src/domain/orders/limits/limits';
import type { OrderRecord, Position } from '../../../../../../src/service/records';
import { aLivePosition } from '../../../../../support/builders/holding';
import { aQuote } from '../../../../../support/builders/quoteBuilders';
import { pageOf } from '../../../../../support/builders/lists';
import { live, orderDesk, orderRecord } from '../../../../../support/orders/orderFakes';
import { outcomeKind } from '../../../../../support/orders/submitting';
import { unlimited } from '../../../../../support/orders/unlimited';

const account = { id: 'S1', name: 'Paper', kind: 'simulated', markets: [1], source: 'service' } as const;
const record = orderRecord({ code: '00700', securityType: '', quantity: '100', price: '560' });
const position = (symbol: string): Position => ({
  positionId: '',
  side: 'long',
  market: 1,
  symbol,
  name: '',
  quantity: '200',
  availableQuantity: '200',
  costPrice: '550',
  averageBuyPrice: '550',
  currentPrice: '560',
  marketValue: '112000',
  profit: '2000',
  profitRatio: '1.8',
  unknown: {},
});

/** A paper account with a position of 200 and an open order for 100, whose records leave out the market; quotes need it. */
function deskWith(over: Partial<Limits>, { symbol = '00700', other = [] }: { symbol?: string; other?: readonly OrderRecord[] } = {}) {
  const parts = orderDesk();
  const quoted: string[] = [];
  Object.assign(parts.client, { simulatedPositions: async () => Promise.resolve(pageOf([position(symbol)])) });
  Object.assign(parts.client.beyond, {
    simulatedOrders: async () =>
      Promise.resolve(
        pageOf([record, ...other].map((order) => ({ ...order, market: '1', sent: { side: '1', orderType: '1', status: '2' } }))),
      ),
    modifySimulatedOrder: async () => Promise.resolve({ kind: 'accepted' }),
    snapshot: async ({ codes }: { readonly codes: readonly string[] }) => {
      quoted.push(...codes);
      return Promise.resolve(pageOf([aQuote('HK.00700', { lastPrice: '560', priceSpread: '0.2', previousClose: '560' })]));
    },
  });
  const hardLimits = () => ({ ...noLimits, ...over });
  const limits = new LimitCheck({ limits: hardLimits, journal: parts.journal, clock: parts.clock });
  let ids = 0;
  const writer = new OrderWriter({
    ...parts,
    limits,
    prepare: () => {
      throw new Error('for live accounts');
    },
    newId: () => `id-${(ids += 1)}`,
    protect: () => undefined,
  });
  const desk = new TicketDesk({ ...parts, writer, limits: () => ({ ...unlimited, refuse: hardLimits() }) });
  const change = async (typed: Ticket['typed'], code: string | undefined = 'HK.00700') => {
    const subject = new OrderSubject(account, record, { market: 1, code });
    const opened = desk.review({ ...withSubject(emptyTicket, subject), latestRoot: null, typed }, live);
    if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
    const checked = await opened.review.check();
    const warnings = checked.kind === 'ready' ? checked.warnings : [];
    return { warnings, result: await opened.review.confirm(live) };
  };
  return { parts, quoted, change };
}

describe('hard limits and an order of a paper account, whose record leaves out the market,', () => {
  it.each<[string, Partial<Limits>]>([
    ['distance', { distancePercent: 5 }],
    ['ticks', { distanceTicks: 50 }],
    ['exposure', { exposure: 200_000 }],
    ['the day’s loss', { dayLoss: 1_000_000 }],
  ])('are checked with the security of its ticket: %s', async (_, over) => {
    const { change, quoted } = deskWith(over);
    const { warnings, result } = await change({ qty: '150', price: '562' });
    expect(warnings.filter(({ kind }) => kind === 'hard')).toEqual([]);
    expect(outcomeKind(result)).toBe('accepted');
    expect(new Set(quoted)).toEqual(new Set(['HK.00700']));
  });

  it.each<[string, Partial<Limits>]>([
    ['percent', { distancePercent: 5 }],
    ['ticks', { distanceTicks: 50 }],
    ['exposure', { exposure: 200_000 }],
  ])('still hold back what is beyond them: %s', async (kind, over) => {
    const { change } = deskWith(over);
    const { warnings, result } = await change({ qty: '900', price: '700' });
    expect(warnings).toContainEqual(expect.objectContaining({ kind: 'hard', breach: expect.objectContaining({ kind }) as unknown }));
    expect(result).toMatchObject({ kind: 'blocked', reason: 'limit', breach: { kind } });
  });

  it('still hold it back when nothing tells its market', async () => {
    const { change } = deskWith({ distancePercent: 5 });
    const subject = await change({ price: '562' }, '00700');
    expect(subject.result).toMatchObject({ kind: 'blocked', reason: 'limit', breach: { kind: 'unknown', lacks: 'price' } });
  });

  it.each([
    ['HK.00700', '00700'],
    ['HK.00700', 'HK.00700'],
    ['00700', '00700'],
    ['00700', 'HK.00700'],
    ['HK.00700', 'HK.09988'],
    ['00700', 'US.AAPL'],
    ['HK.00700', 'US.00700'],
  ])('count for %s a position in %s, if that is the same', async (code, symbol) => {
    const { parts } = deskWith({}, { symbol, other: [orderRecord({ orderId: 'OK-2', code: symbol, quantity: '10' })] });
    const place = { accountId: 'S1', orderId: 'OK-1', exchange: '', isPaper: true, market: 1 };
    const { security } = await accountFacts(parts.client, place, code, { exposure: true, dayLoss: false }, live);
    const isSame = symbol.endsWith('00700') && !symbol.startsWith('US.');
    expect(security).toMatchObject(isSame ? { held: '200', buys: '10', sells: '0' } : { held: '0', buys: '0', sells: '0' });
  });

  it.each(['SEHK.00700', 'HK.700', 'hk.00700', '00700.HK', 'XHKG.700', 'ＨＫ．００７００'])(
    'count a position in %s for HK.00700',
    async (symbol) => {
      const { parts } = deskWith({}, { symbol, other: [orderRecord({ orderId: 'OK-2', code: symbol, quantity: '10' })] });
      const place = { accountId: 'S1', orderId: 'OK-1', exchange: '', isPaper: true, market: 1 };
      const facts = await accountFacts(parts.client, place, 'HK.00700', { exposure: true, dayLoss: false }, live);
      expect(facts.security).toMatchObject({ held: '200', buys: '10', sells: '0' });
      expect(facts.unmatched).toBeUndefined();
    },
  );

  it.each(['Foo.00700', 'KYG875721634', 'Tencent Holdings'])('can’t be checked with a position in %s', async (symbol) => {
    const { parts } = deskWith({}, { symbol, other: [] });
    const place = { accountId: 'S1', orderId: 'OK-1', exchange: '', isPaper: true, market: 1 };
    const facts = await accountFacts(parts.client, place, 'HK.00700', { exposure: true, dayLoss: false }, live);
    expect(facts.unmatched).toBe(symbol);
  });

  it.each([
    ['is what the price lost, if none was traded today', '0', { dayLoss: '1000', dayLossAtMost: '1000' }],
    ['may be all that was lost, if some was bought today', '50', { dayLoss: '1000', dayLossAtMost: '12000' }],
  ])('know of a calculated loss of the day that it %s', async (_, dealtQuantity, expected) => {
    const { parts } = deskWith({}, { other: [orderRecord({ orderId: 'OK-2', code: '00700', dealtQuantity, status: 'FILLED_ALL' })] });
    const fallen = { ...position('00700'), profit: '-12000', profitRatio: '-9.68' };
    Object.assign(parts.client, { simulatedPositions: async () => Promise.resolve(pageOf([fallen])) });
    Object.assign(parts.client.beyond, { snapshot: async () => Promise.resolve(pageOf([aQuote('HK.00700', { previousClose: '565' })])) });
    const place = { accountId: 'S1', orderId: 'OK-1', exchange: '', isPaper: true, market: 1 };
    expect(await accountFacts(parts.client, place, 'HK.00700', { exposure: false, dayLoss: true }, live)).toMatchObject(expected);
  });

  it('know that what is held in a live account may have been bought today, whatever is open', async () => {
    const { parts } = deskWith({});
    const fallen = aLivePosition({
      quantity: '200',
      price: '560',
      marketValue: '112000',
      dayProfit: '',
      profit: '-12000',
      unrealizedProfit: '',
    });
    Object.assign(parts.client.beyond, {
      livePositions: async () => Promise.resolve(pageOf([fallen])),
      orders: async () => Promise.resolve(pageOf([])),
      snapshot: async () => Promise.resolve(pageOf([aQuote('HK.00700', { previousClose: '565' })])),
    });
    const place = { accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' };
    const facts = await accountFacts(parts.client, place, 'HK.00700', { exposure: false, dayLoss: true }, live);
    expect(facts).toMatchObject({ dayLoss: '1000', dayLossAtMost: '12000' });
  });

  it('know no loss of the day for a security that is halted', async () => {
    const { parts } = deskWith({});
    const halted = aQuote('HK.00700', { previousClose: '100', isSuspended: true });
    Object.assign(parts.client.beyond, { snapshot: async () => Promise.resolve(pageOf([halted])) });
    const place = { accountId: 'S1', orderId: 'OK-1', exchange: '', isPaper: true, market: 1 };
    expect((await accountFacts(parts.client, place, 'HK.00700', { exposure: false, dayLoss: true }, live)).dayLoss).toBeUndefined();
  });
});
