import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameNumber } from '../../../../src/domain/values/decimal';
import { checkDraft, checkField } from '../../../../src/domain/orders/orderDraft';
import type { OrderDraft } from '../../../../src/domain/orders/orderDraft';
import {
  auxPriceDecimals,
  deriveExchange,
  exchanges,
  hasEnded,
  isAShare,
  needsAuxPrice,
  normaliseExchange,
  normaliseId,
  orderTypes,
  priceDecimals,
  suggestExchanges,
} from '../../../../src/domain/orders/orderRules';

const traits = { exchange: 'SEHK', orderType: 'LIMIT', securityType: 'STOCK', code: 'HK.00700' };
const draft = (over: Partial<OrderDraft> = {}): OrderDraft => ({
  accountId: '8001',
  orderId: 'OK-1',
  traits,
  current: { qty: '100', price: '12.30' },
  typed: { qty: '200', price: '12.34' },
  ...over,
});
const problemsOf = (over: Partial<OrderDraft>): unknown => {
  const checked = checkDraft(draft(over));
  return checked.ok ? [] : checked.problems;
};

describe('the rules of orders', () => {
  it('require a trigger price for exactly four types', () => {
    expect(orderTypes.filter((type) => needsAuxPrice(type))).toEqual(['STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED']);
    expect(needsAuxPrice('')).toBeUndefined();
    expect(needsAuxPrice('SOMETHING_NEW')).toBe(false);
  });

  it.each([
    ['FUTURES', 'US', 9, 9],
    ['FUTURES', '', 9, 9],
    ['', 'CME', 9, 9],
    ['', 'HKFE', 9, 9],
    ['', 'CBOT', 9, 9],
    ['', 'NYMEX', 9, 9],
    ['', 'COMEX', 9, 9],
    ['STOCK', 'SEHK', 4, 3],
    ['OPTION', 'CBOE', 4, 3],
    ['OPTION', 'HKFE', 4, 3],
    ['', 'US', 4, 3],
    ['', 'NEWX', 4, 3],
  ])('for %s on %s keep %i digits of a price and %i of a trigger price', (securityType, exchange, price, aux) => {
    expect(priceDecimals({ securityType, exchange })).toBe(price);
    expect(auxPriceDecimals({ securityType, exchange })).toBe(aux);
  });

  it('recognize A-shares by exchange and by code', () => {
    expect(exchanges.filter((exchange) => isAShare({ exchange, code: '' }))).toEqual(['SSE', 'SZSE']);
    expect(isAShare({ exchange: 'SEHK', code: 'sh.600519' })).toBe(true);
    expect(isAShare({ exchange: '', code: 'SZ.000001' })).toBe(true);
    expect(isAShare({ exchange: 'SEHK', code: 'HK.00700' })).toBe(false);
  });

  it.each([
    ['HK.00700', 'STOCK', 'SEHK'],
    ['US.AAPL', 'STOCK', 'US'],
    ['SH.600519', 'STOCK', 'SSE'],
    ['SG.D05', 'STOCK', 'SGX'],
    ['US.AAPL260116C', 'OPTION', 'CBOE'],
    ['HK.HSI2612', 'FUTURES', 'HKFE'],
    ['US.ES2612', 'FUTURES', undefined],
    ['HK.TCH', 'OPTION', undefined],
    ['AU.BHP', 'STOCK', undefined],
    ['00700', 'STOCK', undefined],
    ['HK.00700', '', undefined],
  ])('derive the exchange of %s as %s: %s', (code, securityType, exchange) => {
    expect(deriveExchange(code, securityType)).toBe(exchange);
    if (exchange !== undefined) expect(suggestExchanges(code, securityType)[0]).toBe(exchange);
  });

  it('offer every exchange once, the likely ones first', () => {
    const offered = suggestExchanges('US.ES2612', 'FUTURES');
    expect(offered.slice(0, 4)).toEqual(['CME', 'CBOT', 'NYMEX', 'COMEX']);
    expect([...offered].sort()).toEqual([...exchanges].sort());
  });

  it('keep IDs unchanged and reject impossible ones', () => {
    expect(normaliseId(' a/b %20 ü ')).toBe('a/b %20 ü');
    for (const bad of ['', '  ', '.', '..', 'a\nb', 'a\u202eb', 'x'.repeat(129)]) expect(normaliseId(bad)).toBeUndefined();
    expect(normaliseExchange(' sehk ')).toBe('SEHK');
    expect(normaliseExchange('ＳＥＨＫ')).toBe('SEHK');
    for (const bad of ['', 'S E', 'S"', '1A']) expect(normaliseExchange(bad)).toBeUndefined();
  });

  it('treat a status that they do not know as open', () => {
    expect(hasEnded('FILLED_ALL')).toBe(true);
    expect(hasEnded('SOMETHING_NEW')).toBe(false);
  });
});

describe('checkDraft', () => {
  it('gives for each field the old, the typed and the kept value', () => {
    const checked = checkDraft(draft({ typed: { qty: ' 200 ', price: '12.34567' } }));
    expect(checked).toMatchObject({
      ok: true,
      change: {
        exchange: 'SEHK',
        quantity: '200',
        price: '12.3456',
        auxPrice: undefined,
        fields: [
          { field: 'qty', old: '100', typed: '200', kept: '200', isCut: false, isChanged: true },
          { field: 'price', old: '12.30', typed: '12.34567', kept: '12.3456', isCut: true, isChanged: true },
        ],
      },
    });
  });

  it('does not report a cut when only zeros are cut off', () => {
    const checked = checkDraft(draft({ typed: { qty: '200', price: '12.340000' } }));
    expect(checked.ok && checked.change.fields[1]).toMatchObject({ kept: '12.3400', isCut: false });
  });

  it('rejects A-shares before any other check', () => {
    expect(problemsOf({ traits: { ...traits, exchange: 'SSE' } })).toContainEqual({ field: 'exchange', reason: 'aShare' });
    expect(problemsOf({ traits: { ...traits, exchange: 'szse' } })).toContainEqual({ field: 'exchange', reason: 'aShare' });
    expect(problemsOf({ traits: { ...traits, code: 'SH.600519' } })).toContainEqual({ field: 'exchange', reason: 'aShare' });
  });

  it('rejects a draft that would change nothing, even after digits were cut', () => {
    const nothing = [{ field: undefined, reason: 'nothingChanged' }];
    expect(problemsOf({ typed: { qty: '100', price: '12.30' } })).toEqual(nothing);
    expect(problemsOf({ typed: { qty: '100.0', price: '12.3' } })).toEqual(nothing);
    expect(problemsOf({ typed: { qty: '100', price: '12.300049' } })).toEqual(nothing);
    expect(problemsOf({ typed: { qty: '100', price: '12.3001' } })).toEqual([]);
  });

  it('cannot reject a draft without changes when an old value is unknown', () =>
    expect(problemsOf({ current: {}, typed: { qty: '100', price: '12.30' } })).toEqual([]));

  it('requires the trigger price when the type needs it, and keeps three digits of it', () => {
    const stop = { ...traits, orderType: 'STOP_LIMIT' };
    expect(problemsOf({ traits: stop })).toEqual([{ field: 'aux_price', reason: 'required' }]);
    const checked = checkDraft(draft({ traits: stop, typed: { qty: '200', price: '12.34', aux_price: '11.9995' } }));
    expect(checked.ok && checked.change.auxPrice).toBe('12.000');
  });

  it('accepts a trigger price when it is not needed, and leaves it out when it was not typed', () => {
    const given = checkDraft(draft({ typed: { qty: '200', price: '12.34', aux_price: '11' } }));
    expect(given.ok && given.change.auxPrice).toBe('11');
    const left = checkDraft(draft({ typed: { qty: '200', price: '12.34', aux_price: '' } }));
    expect(left.ok && left.change.auxPrice).toBeUndefined();
  });

  it('cuts more than nine decimals off, and says so', () => {
    const checked = checkDraft(
      draft({ traits: { ...traits, securityType: 'FUTURES' }, typed: { qty: '1.12345678999', price: '2.98765432199' } }),
    );
    expect(checked).toMatchObject({
      ok: true,
      change: {
        quantity: '1.123456789',
        price: '2.987654321',
        fields: [
          { field: 'qty', typed: '1.12345678999', kept: '1.123456789', isCut: true },
          { field: 'price', typed: '2.98765432199', kept: '2.987654321', isCut: true },
        ],
      },
    });
  });

  it('sends the old price of an order whose type has no limit, and offers no field for it', () => {
    for (const [price, sent] of [
      ['0', '0'],
      [' 0.000 ', '0.000'],
      ['12.345678', '12.345678'],
      ['', '0'],
      ['-1', '0'],
      ['--', '0'],
    ] as const) {
      const checked = checkDraft(
        draft({ traits: { ...traits, orderType: 'MARKET' }, current: { qty: '100', price }, typed: { qty: '200', price: '99' } }),
      );
      expect(checked).toMatchObject({ ok: true, change: { price: sent, fields: [{ field: 'qty', kept: '200' }] } });
    }
    expect(problemsOf({ traits: { ...traits, orderType: 'MARKET' }, current: {}, typed: { qty: '1', price: '' } })).toEqual([]);
  });

  it('rejects a price that is zero or becomes zero, except when the type has no price', () => {
    expect(problemsOf({ typed: { qty: '1', price: '0' } })).toEqual([{ field: 'price', reason: 'zero' }]);
    expect(problemsOf({ typed: { qty: '1', price: '0.00009' } })).toEqual([{ field: 'price', reason: 'zeroAfterCut', kept: '0.0000' }]);
    expect(problemsOf({ traits: { ...traits, orderType: 'MARKET' }, typed: { qty: '1', price: '0' } })).toEqual([]);
    expect(problemsOf({ typed: { qty: '0', price: '1' } })).toEqual([{ field: 'qty', reason: 'zero' }]);
  });

  it('rejects a trigger price that has too many digits once it is rounded', () => {
    expect(problemsOf({ typed: { qty: '1', price: '1', aux_price: '999999999999999.9999' } })).toEqual([
      { field: 'aux_price', reason: 'tooManyWholeDigits' },
    ]);
  });

  it('names every problem at once', () => {
    expect(problemsOf({ accountId: '', orderId: '..', traits: { ...traits, exchange: '?' }, typed: { qty: '1e3', price: '1,5' } })).toEqual(
      [
        { field: 'acc_id', reason: 'malformed' },
        { field: 'order_id', reason: 'malformed' },
        { field: 'exchange', reason: 'malformed' },
        { field: 'qty', reason: 'exponent' },
        { field: 'price', reason: 'separator' },
      ],
    );
  });

  it('keeps only values that may be sent and stay the same when checked again', () => {
    const number = fc.stringMatching(/^[1-9]\d{0,13}(\.\d{1,9})?$/);
    fc.assert(
      fc.property(
        number,
        number,
        number,
        fc.constantFrom(...orderTypes),
        fc.constantFrom('STOCK', 'FUTURES', ''),
        fc.constantFrom('US', 'CME', 'SEHK'),
        (qty, price, aux, orderType, securityType, exchange) => {
          const asked = draft({
            traits: { exchange, orderType, securityType, code: '' },
            current: {},
            typed: { qty, price, aux_price: aux },
          });
          const first = checkDraft(asked);
          if (!first.ok) throw new Error(JSON.stringify(first.problems));
          const again = checkDraft({
            ...asked,
            typed: { qty: first.change.quantity, price: first.change.price, aux_price: first.change.auxPrice },
          });
          expect(again.ok && again.change.fields.every(({ isCut, typed, kept }) => !isCut && typed === kept)).toBe(true);
          expect(sameNumber(first.change.quantity, qty)).toBe(true);
        },
      ),
    );
  });
});

describe('a field that is left empty', () => {
  it('is reported as required for the trigger price, and as empty otherwise', () => {
    for (const typed of ['', '  ']) {
      expect(checkField('aux_price', typed, traits, undefined)).toEqual({ ok: false, problem: { field: 'aux_price', reason: 'required' } });
      expect(checkField('qty', typed, traits, undefined)).toEqual({ ok: false, problem: { field: 'qty', reason: 'empty' } });
      expect(checkField('price', typed, traits, undefined)).toEqual({ ok: false, problem: { field: 'price', reason: 'empty' } });
      expect(problemsOf({ typed: { qty: '200', price: '12.34', aux_price: typed } })).toEqual([]);
    }
  });

  it('is neither changed nor unchanged when the old value is not known', () => {
    expect(checkField('qty', '5', traits, undefined)).toMatchObject({ ok: true, change: { old: undefined, isChanged: undefined } });
    expect(checkField('qty', '5', traits, 'n/a')).toMatchObject({ ok: true, change: { old: 'n/a', isChanged: undefined } });
    expect(checkField('qty', '5', traits, '5.0')).toMatchObject({ ok: true, change: { isChanged: false } });
  });
});

it('a trigger price keeps the digits of the intended exchange, however that was typed', () => {
  const checked = checkDraft(
    draft({ traits: { ...traits, exchange: ' hkfe ', securityType: '' }, typed: { qty: '2', price: '1.1234567891' } }),
  );
  expect(checked).toMatchObject({ ok: true, change: { exchange: 'HKFE', price: '1.123456789' } });
});

describe('a draft for a paper account', () => {
  const paper = (over: Partial<OrderDraft> = {}) => checkDraft(draft({ isPaper: true, ...over }));

  it('has no exchange, whatever the order itself says', () => {
    for (const exchange of ['SEHK', '', '?', 'SSE'])
      expect(paper({ traits: { ...traits, exchange } })).toMatchObject({ change: { exchange: '' } });
  });

  it('may change A-shares', () => {
    expect(paper({ traits: { ...traits, exchange: 'SSE', code: 'SH.600519' } })).toMatchObject({ ok: true });
    expect(problemsOf({ isPaper: false, traits: { ...traits, code: 'SH.600519' } })).toContainEqual({
      field: 'exchange',
      reason: 'aShare',
    });
  });

  it.each(orderTypes)('has a quantity and a price, and no trigger price, for a %s order', (orderType) => {
    for (const auxPrice of ['', '11'])
      expect(paper({ traits: { ...traits, orderType }, typed: { qty: '200', price: '12.34', aux_price: auxPrice } })).toMatchObject({
        change: { quantity: '200', price: '12.34', auxPrice: undefined, fields: [{ field: 'qty' }, { field: 'price' }] },
      });
  });
});
