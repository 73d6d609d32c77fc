import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitBreach } from '../../../../../src/domain/orders/limits/hardLimits';
import { noLimits } from '../../../../../src/domain/orders/limits/limits';
import type { Limits } from '../../../../../src/domain/orders/limits/limits';
import { estimatedValue } from '../../../../../src/domain/orders/limits/orderEstimate';
import type { LimitedOrder } from '../../../../../src/domain/orders/limits/orderEstimate';
import { unknownAccount } from '../../../../../src/domain/orders/limits/accountLimits';
import { unknownMarket } from '../../../../../src/domain/orders/orderWarnings';
import type { LimitFacts, MarketFacts } from '../../../../../src/domain/orders/orderWarnings';

const market: MarketFacts = { lotSize: '100', priceSpread: '0.2', lastPrice: '560', bidPrice: '559.8', askPrice: '560.2' };

function order(qty: string, price: string, over: Partial<LimitedOrder> = {}): LimitedOrder {
  const field = (name: 'qty' | 'price', kept: string) => ({
    field: name,
    old: undefined,
    typed: kept,
    kept,
    isCut: false,
    isChanged: undefined,
  });
  const fields = [field('qty', qty), ...(price === '' ? [] : [field('price', price)])];
  const open = { side: 'BUY', unfilled: qty, replaced: '0' };
  return { quantity: qty, ...open, orderType: 'LIMIT', code: 'HK.00700', securityType: 'STOCK', fields, ...over };
}
const known = (sent: number): LimitFacts => ({ sent, account: unknownAccount });
const limits = (over: Partial<Limits>): Limits => ({ ...noLimits, ...over });

const amount = fc.integer({ min: 1, max: 10_000_000 });
const price = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => new Big(cents).div(100).toFixed());

describe('hard limits', () => {
  it('let every order pass while they are off', () => {
    fc.assert(
      fc.property(amount, price, (qty, at) => limitBreach(order(String(qty), at), noLimits, unknownMarket, known(999)) === undefined),
    );
  });

  it('on quantity and value allow exactly the limit', () => {
    fc.assert(
      fc.property(amount, price, amount, (qty, at, limit) => {
        const asked = order(String(qty), at);
        expect(limitBreach(asked, limits({ quantity: limit }), unknownMarket, known(0)) === undefined).toBe(qty <= limit);
        const value = new Big(qty).times(at);
        expect(limitBreach(asked, limits({ value: limit }), unknownMarket, known(0)) === undefined).toBe(value.lte(limit));
      }),
    );
  });

  it('on value count a price below zero as much as one above, and zero as no price', () => {
    fc.assert(
      fc.property(amount, price, amount, fc.constantFrom('FUTURES', 'STOCK'), (qty, at, limit, securityType) => {
        const breachAt = (limitPrice: string): unknown =>
          limitBreach(
            order(String(qty), limitPrice, { securityType }),
            limits({ value: limit }),
            { ...market, contractSize: '50' },
            known(0),
          );
        expect(breachAt(`-${at}`)).toEqual(breachAt(at));
        for (const none of ['0', '0.00', '']) expect(breachAt(none)).toEqual(breachAt(''));
      }),
    );
    const trailing = order('1000', '0', { orderType: 'TRAILING_STOP' });
    expect(limitBreach(trailing, limits({ value: 1000 }), market, known(0))).toMatchObject({ kind: 'value', isEstimate: true });
    expect(limitBreach(trailing, limits({ value: 1000 }), unknownMarket, known(0))).toMatchObject({ kind: 'unknown', lacks: 'price' });
  });

  it('on distance apply in percent and in ticks, on either side of the last price', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 100 }), (at, limit) => {
        const away = new Big(at).minus(560).abs();
        const asked = order('100', at);
        expect(limitBreach(asked, limits({ distancePercent: limit }), market, known(0)) === undefined).toBe(
          away.div(560).times(100).lte(limit),
        );
        expect(limitBreach(asked, limits({ distanceTicks: limit }), market, known(0)) === undefined).toBe(
          away.lte(new Big('0.2').times(limit)),
        );
      }),
    );
  });

  it('on orders a minute count the orders that were sent', () => {
    expect(limitBreach(order('1', '560'), limits({ perMinute: 3 }), market, known(2))).toBeUndefined();
    expect(limitBreach(order('1', '560'), limits({ perMinute: 3 }), market, known(3))).toEqual({ kind: 'perMinute', sent: 3, limit: 3 });
  });

  it('ignore an unchanged price', () => {
    const stays = order('100', '100');
    const fields = stays.fields.map((field) => (field.field === 'price' ? { ...field, isChanged: false } : field));
    expect(limitBreach({ ...stays, fields }, limits({ distancePercent: 1 }), market, known(0))).toBeUndefined();
  });

  it.each([
    ['the value without a price', order('100', '', { orderType: 'MARKET' }), { value: 1 }, unknownMarket, 'price'],
    ['the value of a future', order('1', '20000', { securityType: 'FUTURES' }), { value: 1e9 }, market, 'contract'],
    [
      'the value of an option by its symbol',
      order('1', '3', { code: 'US.AAPL281215C230000', securityType: '' }),
      { value: 1e9 },
      market,
      'contract',
    ],
    [
      'the value of an option of size zero',
      order('1', '3', { securityType: 'OPTION' }),
      { value: 1e9 },
      { ...market, contractSize: '0' },
      'contract',
    ],
    ['the value where nothing says what it is', order('1', '3', { code: '' }), { value: 1e9 }, market, 'contract'],
    ['the distance without a last price', order('1', '3'), { distancePercent: 50 }, unknownMarket, 'price'],
    ['the distance from zero', order('1', '3'), { distancePercent: 50 }, { ...market, lastPrice: '0' }, 'price'],
    ['ticks without a tick size', order('1', '3'), { distanceTicks: 50 }, { ...market, priceSpread: '' }, 'tick'],
    ['ticks of size zero', order('1', '3'), { distanceTicks: 50 }, { ...market, priceSpread: '0' }, 'tick'],
  ])('let no order pass that can’t be checked: %s', (_, asked, over, facts, lacks) => {
    expect(limitBreach(asked, limits(over), facts, known(0))).toMatchObject({ kind: 'unknown', lacks });
  });

  it('on the value count the contract size of the quote', () => {
    const option = order('2', '3', { code: 'US.AAPL281215C230000', securityType: 'OPTION' });
    const sized = { ...market, contractSize: '100' };
    expect(limitBreach(option, limits({ value: 600 }), sized, known(0))).toBeUndefined();
    expect(limitBreach(option, limits({ value: 599 }), sized, known(0))).toEqual({
      kind: 'value',
      value: '600',
      isEstimate: false,
      limit: 599,
    });
    // A share has none, whatever its quote says.
    expect(limitBreach(order('2', '3'), limits({ value: 6 }), sized, known(0))).toBeUndefined();
  });

  it('let no order pass whose text is not a number', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/^\s*[+-]?[\d.]/.test(text)),
        (text) => limitBreach(order(text, '1'), limits({ quantity: 5 }), market, known(0)) !== undefined,
      ),
    );
  });
});

describe('the value of an order without a limit price', () => {
  it('is at the highest known price, with a margin of 5%', () => {
    expect(estimatedValue(order('100', '', { orderType: 'MARKET' }), market)).toEqual({ value: '58821', isEstimate: true });
    const aux = { field: 'aux_price' as const, old: undefined, typed: '600', kept: '600', isCut: false, isChanged: undefined };
    expect(estimatedValue(order('100', '', { orderType: 'STOP', fields: [aux] }), market)).toEqual({ value: '63000', isEstimate: true });
  });

  it('is never below the quantity at any known price', () => {
    fc.assert(
      fc.property(amount, price, price, price, (qty, lastPrice, bidPrice, askPrice) => {
        const found = estimatedValue(order(String(qty), '', { orderType: 'MARKET' }), { ...market, lastPrice, bidPrice, askPrice });
        if (typeof found === 'string') throw new Error(found);
        for (const known of [lastPrice, bidPrice, askPrice]) expect(new Big(found.value).gte(new Big(qty).times(known))).toBe(true);
      }),
    );
  });
});

describe('a limit on the value', () => {
  it.each([
    ['SG.CN2612', '100', '1200000'],
    ['JP.NK2612', '1000', '12000000'],
    ['SG.CN26', '100', '1200000'],
  ])('counts the contract size in the quote of %s, whatever its code looks like', (code, contractSize, value) => {
    const future = order('1', '12000', { code, securityType: '' });
    expect(limitBreach(future, limits({ value: 50_000 }), { ...market, contractSize }, known(0))).toMatchObject({ kind: 'value', value });
  });

  it.each(['CA.RCI.B', 'CA.REI.UN', 'KR.0013V0', 'KR.00104K', 'SEHK.00700', 'AU.BHP', 'MY.1155', 'BJ.430047', 'XX.NEW1'])(
    'counts a share singly if its record says that it is one: %s',
    (code) => {
      const share = order('100', '9', { code, securityType: 'STOCK' });
      expect(limitBreach(share, limits({ value: 1_000 }), unknownMarket, known(0))).toBeUndefined();
      expect(limitBreach(share, limits({ value: 899 }), unknownMarket, known(0))).toMatchObject({ kind: 'value', value: '900' });
    },
  );
});

describe('a limit on the position in one security', () => {
  const held = (price: string) => ({ sent: 0, account: { security: { held: '100', buys: '0', sells: '0', price }, dayLoss: undefined } });

  it.each([
    ['1200', '121', true],
    ['12', '120.5', true],
    ['100', '101', false],
    ['100', '130', false],
    ['', '121', false],
  ])('can’t be checked if the position is at %s and the quote at %s, which may be a split: %s', (own, lastPrice, isHeld) => {
    const found = limitBreach(order('1', '121'), limits({ exposure: 1e9 }), { ...market, lastPrice }, held(own));
    expect(found).toEqual(isHeld ? { kind: 'unknown', limit: 'exposure', lacks: 'split' } : undefined);
  });

  it('can’t be checked if it isn’t known what else the account has', () => {
    const account = { security: { held: '0', buys: '0', sells: '0' }, unmatched: 'Foo.00700', dayLoss: undefined };
    expect(limitBreach(order('1', '121'), limits({ exposure: 1e9 }), market, { sent: 0, account })).toEqual({
      kind: 'unknown',
      limit: 'exposure',
      lacks: 'security',
      of: 'Foo.00700',
    });
  });
});
