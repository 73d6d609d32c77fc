import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exposureWith, lossBefore, unknownAccount } from '../../../../../src/domain/orders/limits/accountLimits';
import type { AccountFacts } from '../../../../../src/domain/orders/limits/accountLimits';
import { limitBreach, needsMarket } from '../../../../../src/domain/orders/limits/hardLimits';
import { noLimits } from '../../../../../src/domain/orders/limits/limits';
import type { LimitedOrder } from '../../../../../src/domain/orders/limits/orderEstimate';
import {
  accountWarnings,
  contractWarnings,
  orderWarnings,
  unknownMarket,
  unknownOrder,
} from '../../../../../src/domain/orders/orderWarnings';

const market = { ...unknownMarket, lastPrice: '560', priceSpread: '0.2', askPrice: '560.2', bidPrice: '559.8' };
const off = noLimits;

function order(side: string, qty: string, price: string, over: Partial<LimitedOrder> = {}): LimitedOrder {
  const fields = [{ field: 'price' as const, old: undefined, typed: price, kept: price, isCut: false, isChanged: undefined }];
  const traits = { orderType: 'LIMIT', code: 'HK.00700', securityType: 'STOCK' };
  return { quantity: qty, side, unfilled: qty, replaced: '0', ...traits, fields, ...over };
}
const has = (held: string, buys = '0', sells = '0'): AccountFacts => ({ security: { held, buys, sells }, dayLoss: '0' });

describe('the exposure of one security', () => {
  it.each([
    ['a first purchase', order('BUY', '100', '560'), has('0'), '56000'],
    ['more of a long position', order('BUY', '100', '560'), has('200'), '168000'],
    ['with open purchases', order('BUY', '100', '560'), has('200', '300'), '336000'],
    ['at the last price where the limit is lower', order('BUY', '100', '1'), has('0'), '56000'],
    ['at the limit where that is higher', order('BUY', '100', '600'), has('100'), '120000'],
    ['more of a short position', order('SELL_SHORT', '100', '560'), has('-200'), '168000'],
    ['a sale beyond what is held', order('SELL', '500', '560'), has('100'), '224000'],
    ['a sale that open sales make short', order('SELL', '100', '560'), has('100', '0', '150'), '84000'],
    ['a purchase that turns a short position', order('BUY_BACK', '500', '560'), has('-100'), '224000'],
    ['what is left of a change', order('BUY', '300', '560', { unfilled: '200', replaced: '50' }), has('100'), '168000'],
  ])('counts everything that could follow: %s', (_, asked, account, amount) => {
    expect(exposureWith(asked, account, market)).toEqual({ amount });
  });

  it('is at the service’s own price of the position if that is higher', () => {
    const at = (price: string): AccountFacts => ({ security: { held: '100', buys: '0', sells: '0', price }, dayLoss: '0' });
    expect(exposureWith(order('BUY', '100', '560'), at('600'), market)).toEqual({ amount: '120000' });
    expect(exposureWith(order('BUY', '100', '560'), at('500'), market)).toEqual({ amount: '112000' });
    expect(exposureWith(order('BUY', '100', '560'), at('600'), { ...market, lastPrice: '' })).toEqual({ lacks: 'price' });
  });

  it.each([
    ['20000', { kind: 'dayLoss', amount: '20000', limit: 10_000 }],
    ['5000', { kind: 'unknown', limit: 'dayLoss', lacks: 'dayProfit' }],
  ])('knows a loss of the day of %s or up to 30000 only as far as the limit needs', (dayLoss, breach) => {
    const account = { ...has('0'), dayLoss, dayLossAtMost: '30000' };
    const judged = (limit: number): unknown =>
      limitBreach(order('BUY', '1', '1'), { ...off, dayLoss: limit }, market, { sent: 0, account });
    expect(judged(10_000)).toEqual(breach);
    expect(judged(30_000)).toBeUndefined();
    const warned = accountWarnings(order('BUY', '1', '1'), { ...off, dayLoss: 10_000 }, market, { sent: 0, account });
    expect(warned).toEqual([breach.kind === 'unknown' ? { ...breach, kind: 'unchecked' } : breach]);
  });

  it.each([
    ['a sale of what is held', order('SELL', '100', '900'), has('100')],
    ['a part of a position', order('SELL', '1', '560'), has('1000000')],
    ['a short position bought back', order('BUY', '100', '560'), has('-100')],
    ['a change that asks for less', order('BUY', '50', '560', { replaced: '100' }), has('1000000')],
    ['a change of nothing but the price', order('BUY', '100', '560', { replaced: '100' }), has('1000000')],
  ])('is not calculated for %s', (_, asked, account) => {
    expect(exposureWith(asked, account, market)).toBeUndefined();
    expect(lossBefore(asked, { ...account, dayLoss: '1000000' })).toBeUndefined();
  });

  it('counts the contract size of the quote, at the last price or the order’s own', () => {
    const [option, sized] = [
      { code: 'US.AAPL281215C230000', securityType: 'OPTION' },
      { ...market, lastPrice: '5', contractSize: '100' },
    ];
    expect(exposureWith(order('BUY', '2', '3', option), has('1'), sized)).toEqual({ amount: '1500' });
    expect(exposureWith(order('BUY', '2', '7', option), has('1'), sized)).toEqual({ amount: '2100' });
    expect(exposureWith(order('BUY', '2', '7', option), has('1'), { ...sized, lastPrice: '0' })).toEqual({ lacks: 'price' });
  });

  it.each([
    ['positions', order('BUY', '1', '1'), unknownAccount, market],
    ['positions', order('BUY', '', '1'), has('0'), market],
    ['positions', order('BUY', '1', '1'), has('many'), market],
    ['positions', order('BUY', '1', '1'), has('0', '0', 'some'), market],
    ['side', order('', '1', '1'), has('0'), market],
    ['price', order('BUY', '1', '1'), has('0'), unknownMarket],
    ['price', order('BUY', '1', '1'), has('0'), { ...market, lastPrice: '0' }],
    ['price', order('BUY', '1', 'x'), has('0'), market],
    ['contract', order('BUY', '1', '1', { securityType: 'FUTURES' }), has('0'), market],
  ])('says what is missing: %s', (lacks, asked, account, facts) => {
    expect(exposureWith(asked, account, facts)).toEqual({ lacks });
    const breach = limitBreach(asked, { ...noLimits, exposure: 1e15 }, facts, { sent: 0, account });
    expect(breach).toEqual({ kind: 'unknown', limit: 'exposure', lacks });
  });

  it('is never below the amount that the order adds, in exact digits', () => {
    const quantity = fc.integer({ min: 1, max: 1e9 });
    fc.assert(
      fc.property(quantity, quantity, quantity, quantity, (qty, held, buys, cents) => {
        const price = new Big(cents).div(100).toFixed();
        const found = exposureWith(order('BUY', String(qty), price), has(String(held), String(buys)), market);
        const unit = new Big(price).gt(560) ? new Big(price) : new Big(560);
        expect(found).toEqual({ amount: new Big(qty).plus(held).plus(buys).times(unit).toFixed() });
      }),
    );
  });
});

describe('the limits on an account', () => {
  const asked = order('BUY', '100', '560');
  const hard = (over: object, account: AccountFacts) => limitBreach(asked, { ...noLimits, ...over }, market, { sent: 0, account });

  it('allow exactly the limit', () => {
    expect(hard({ exposure: 56_000 }, has('0'))).toBeUndefined();
    expect(hard({ exposure: 55_999 }, has('0'))).toEqual({ kind: 'exposure', amount: '56000', limit: 55_999 });
    expect(hard({ dayLoss: 500 }, { ...has('0'), dayLoss: '500' })).toBeUndefined();
    expect(hard({ dayLoss: 500 }, { ...has('0'), dayLoss: '500.01' })).toEqual({ kind: 'dayLoss', amount: '500.01', limit: 500 });
  });

  it('let no order pass if the loss of the day isn’t known', () => {
    const lacks = { kind: 'unknown', limit: 'dayLoss', lacks: 'dayProfit' };
    expect(hard({ dayLoss: 1 }, { ...has('0'), dayLoss: undefined })).toEqual(lacks);
    expect(hard({ dayLoss: 1 }, unknownAccount)).toEqual(lacks);
  });

  it('count a loss even if open orders can’t be read', () => {
    expect(hard({ dayLoss: 1 }, { security: undefined, dayLoss: '2' })).toEqual({ kind: 'dayLoss', amount: '2', limit: 1 });
  });

  it('need prices for the exposure', () => {
    expect(needsMarket({ ...noLimits, exposure: 1 })).toBe(true);
    expect(needsMarket({ ...noLimits, dayLoss: 1, perMinute: 1, quantity: 1 })).toBe(false);
  });

  it('ask once more when they are soft, and say what can’t be checked', () => {
    const ask = (over: object, account: AccountFacts, sent = 0) => accountWarnings(asked, { ...off, ...over }, market, { sent, account });
    expect(ask({}, unknownAccount, 99)).toEqual([]);
    expect(ask({ exposure: 55_999 }, has('0'))).toEqual([{ kind: 'exposure', amount: '56000', limit: 55_999 }]);
    expect(ask({ exposure: 56_000 }, has('0'))).toEqual([]);
    expect(ask({ dayLoss: 1 }, { ...has('0'), dayLoss: '1.5' })).toEqual([{ kind: 'dayLoss', amount: '1.5', limit: 1 }]);
    expect(ask({ dayLoss: 1, exposure: 1 }, unknownAccount)).toEqual([
      { kind: 'unchecked', limit: 'exposure', lacks: 'positions' },
      { kind: 'unchecked', limit: 'dayLoss', lacks: 'dayProfit' },
    ]);
    expect(ask({ perMinute: 3 }, has('0'), 2)).toEqual([]);
    expect(ask({ perMinute: 3 }, has('0'), 3)).toEqual([{ kind: 'perMinute', sent: 3, limit: 3 }]);
  });
});

describe('other warnings about an order', () => {
  it('ask about ticks beyond the soft limit, and are silent without a tick size', () => {
    const { fields } = order('BUY', '100', '561');
    const ask = (limit: number, facts = market) =>
      orderWarnings({ quantity: '100', fields }, { ...off, distanceTicks: limit }, facts, unknownOrder);
    expect(ask(4)).toContainEqual({ kind: 'ticks', field: 'price', ticks: '5', price: '560', limit: 4 });
    expect(ask(5).map(({ kind }) => kind)).not.toContain('ticks');
    expect(ask(1, { ...market, priceSpread: '' }).map(({ kind }) => kind)).not.toContain('ticks');
    expect(ask(1, { ...market, lastPrice: '0' }).map(({ kind }) => kind)).not.toContain('ticks');
  });

  it('name a new order whose symbol isn’t a share’s', () => {
    expect(contractWarnings('HK.00700', {})).toEqual([]);
    expect(contractWarnings('US.AAPL281215C230000', {})).toEqual([{ kind: 'contract', code: 'US.AAPL281215C230000', size: '' }]);
    expect(contractWarnings('HK.MCAmain', {})).toEqual([{ kind: 'contract', code: 'HK.MCAmain', size: '' }]);
  });
});
