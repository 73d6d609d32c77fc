import { describe, expect, it } from 'vitest';
import { currentPrice } from '../../../../src/domain/orders/currentPrice';
import { exposureWith, unknownAccount } from '../../../../src/domain/orders/limits/accountLimits';
import { limitBreach } from '../../../../src/domain/orders/limits/hardLimits';
import { noLimits } from '../../../../src/domain/orders/limits/limits';
import { estimatedValue } from '../../../../src/domain/orders/limits/orderEstimate';
import type { LimitedOrder } from '../../../../src/domain/orders/limits/orderEstimate';
import { orderWarnings } from '../../../../src/domain/orders/orderWarnings';
import { expectedPrice, startValue } from '../../../../src/domain/orders/placing/startValues';
import { marketDistance } from '../../../../src/domain/orders/ticketForm';
import type { SessionQuote } from '../../../../src/service/marketRecords';

const now = 1_795_485_600_000;
const session = (price: string, at: number | undefined): SessionQuote => ({
  ...{ price, at, highPrice: '', lowPrice: '', volume: '', turnover: '', change: '', changeRate: '' },
});
const regular = { lotSize: '1', priceSpread: '0.01', lastPrice: '100', bidPrice: '', askPrice: '', updatedAt: now - 54_000_000 };
const market = { ...regular, preMarket: session('60', now) };
const fields = (price: string) => [
  { field: 'price' as const, old: undefined, typed: price, kept: price, isCut: false, isChanged: undefined },
];
const order = (price: string): LimitedOrder => ({
  ...{ quantity: '10', side: 'BUY', unfilled: '10', replaced: '0', orderType: 'LIMIT', code: 'US.AAPL', securityType: 'STOCK' },
  fields: fields(price),
});

describe('the price that orders are compared with', () => {
  it.each([
    ['before the market', market, { price: '60', isOutside: true }],
    ['overnight', { ...regular, preMarket: session('70', now - 1), overnight: session('60', now) }, { price: '60', isOutside: true }],
    [
      'of a session that is told only while it lasts',
      { ...regular, afterMarket: session('60', undefined) },
      { price: '60', isOutside: true },
    ],
    ['without a last price', { ...market, lastPrice: '' }, { price: '60', isOutside: true }],
    ['in regular hours', { ...market, updatedAt: now + 1 }, { price: '100' }],
    ['without a time of the last one', { ...market, updatedAt: undefined }, { price: '100' }],
    ['without other sessions', regular, { price: '100' }],
  ])('is the newest one: %s', (_, facts, expected) => expect(currentPrice(facts)).toEqual(expected));

  it('is that of the hard limits on distance', () => {
    const breach = (price: string, over: object) =>
      limitBreach(order(price), { ...noLimits, ...over }, market, { sent: 0, account: unknownAccount });
    const found = { field: 'price', price: '60', isOutside: true, limit: 20 };
    expect(breach('100', { distancePercent: 20 })).toEqual({ kind: 'percent', percent: '66.7', ...found });
    expect(breach('61', { distanceTicks: 20 })).toEqual({ kind: 'ticks', ticks: '100', ...found });
    expect(breach('60.1', { distancePercent: 20, distanceTicks: 20 })).toBeUndefined();
  });

  it('is that of the warnings', () => {
    const asked = { side: 'SELL', orderType: 'STOP', filled: '' };
    const limits = { ...noLimits, distancePercent: 20, distanceTicks: 20 };
    const kinds = (price: string, field: 'price' | 'aux_price') =>
      orderWarnings({ quantity: '10', fields: fields(price).map((one) => ({ ...one, field })) }, limits, market, asked).map(
        ({ kind }) => kind,
      );
    expect(kinds('100', 'price')).toEqual(['distance', 'ticks']);
    expect(kinds('60.1', 'price')).toEqual([]);
    expect(kinds('60', 'aux_price')).toEqual(['triggered']);
  });

  it('is in the largest value of an order, if it is higher', () => {
    const rising = { ...market, preMarket: session('150', now) };
    const account = { ...unknownAccount, security: { held: '0', buys: '0', sells: '0' } };
    expect(estimatedValue({ ...order('1'), orderType: 'MARKET', fields: [] }, rising)).toEqual({ value: '1575', isEstimate: true });
    expect(exposureWith(order('1'), account, rising)).toEqual({ amount: '1500' });
    expect(exposureWith(order('1'), account, market)).toEqual({ amount: '1000' });
  });

  it('is that of an order form', () => {
    const asked = { side: 'BUY', orderType: 'MARKET', limit: '', trigger: '' };
    expect(startValue('price', 'BUY', market)).toBe('60');
    expect(expectedPrice(asked, market)).toEqual({ price: '60', from: 'outside' });
    expect(expectedPrice(asked, regular)).toEqual({ price: '100', from: 'last' });
    expect(marketDistance('66', market)).toEqual({ side: 'above', percent: '10.00', isOutside: true });
    expect(marketDistance('99', regular)).toEqual({ side: 'below', percent: '1.00' });
  });
});
