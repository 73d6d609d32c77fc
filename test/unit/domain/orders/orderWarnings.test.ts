import { describe, expect, it } from 'vitest';
import type { LimitedOrder } from '../../../../src/domain/orders/limits/orderEstimate';
import type { FieldChange } from '../../../../src/domain/orders/orderDraft';
import { orderDifferences } from '../../../../src/domain/orders/orderDifferences';
import {
  mostWarnings,
  orderValue,
  orderWarnings,
  unknownMarket,
  unknownOrder,
  valueWarnings,
} from '../../../../src/domain/orders/orderWarnings';
import { orderRecord } from '../../../support/orders/orderFakes';
import { noLimits } from '../../../../src/domain/orders/limits/limits';

const off = noLimits;
const nothing = unknownMarket;
const field = (name: FieldChange['field'], old: string | undefined, kept: string): FieldChange => ({
  field: name,
  old,
  typed: kept,
  kept,
  isCut: false,
  isChanged: old === undefined ? undefined : old !== kept,
});
const change = (qty: readonly [string | undefined, string], price?: readonly [string | undefined, string]) => ({
  quantity: qty[1],
  fields: [field('qty', ...qty), ...(price === undefined ? [] : [field('price', ...price)])],
});

describe('the warnings about a change', () => {
  it('are empty for an ordinary change', () =>
    expect(
      orderWarnings(
        change(['300', '200'], ['562.5', '560']),
        off,
        { ...nothing, lotSize: '100', lastPrice: '561' },
        { ...unknownOrder, filled: '100' },
      ),
    ).toEqual([]));

  it.each([
    ['562.5', '5625', true],
    ['5625', '562.5', true],
    ['100', '500', true],
    ['100', '499.9', false],
    ['100', '20', true],
    ['100', '20.1', false],
    ['0', '500', false],
  ])('name a jump from %s to %s: %s', (old, kept, jumps) =>
    expect(orderWarnings(change(['300', '300'], [old, kept]), off, nothing, unknownOrder)).toEqual(
      jumps ? [{ kind: 'jump', field: 'price', old, kept }] : [],
    ),
  );

  it('name a quantity that is not a whole number of lots, but not an unchanged one', () => {
    const market = { ...nothing, lotSize: '100', lastPrice: '' };
    expect(orderWarnings(change(['300', '555']), off, market, unknownOrder)).toEqual([{ kind: 'lot', lotSize: '100', quantity: '555' }]);
    expect(orderWarnings(change(['555', '555'], ['1', '2']), off, market, unknownOrder)).toEqual([]);
    expect(orderWarnings(change([undefined, '555']), off, market, unknownOrder)).toHaveLength(1);
    expect(orderWarnings(change(['300', '555']), off, { ...nothing, lotSize: '0', lastPrice: '' }, unknownOrder)).toEqual([]);
  });

  it('name a suspension, once', () => {
    const market = { ...nothing, isSuspended: true };
    expect(orderWarnings(change(['200', '300'], ['10', '11']), off, market, unknownOrder).map(({ kind }) => kind)).toEqual(['suspended']);
    expect(orderWarnings(change(['200', '300']), off, { ...nothing, isSuspended: false }, unknownOrder)).toEqual([]);
  });

  it('name a quantity below the filled one', () => {
    expect(orderWarnings(change(['200', '50']), off, nothing, { ...unknownOrder, filled: '100' })).toEqual([
      { kind: 'belowFilled', quantity: '50', filled: '100' },
    ]);
    expect(orderWarnings(change(['200', '100']), off, nothing, { ...unknownOrder, filled: '100' })).toEqual([
      { kind: 'nothingRemains', quantity: '100' },
    ]);
  });

  it('name values beyond the user’s limits, each of which can be off', () => {
    const limits = { ...noLimits, value: 1000, quantity: 150, distancePercent: 10 };
    const market = { ...nothing, lotSize: '', lastPrice: '10' };
    expect(orderWarnings(change(['100', '160'], ['10', '12']), limits, market, unknownOrder)).toEqual([
      { kind: 'quantity', quantity: '160', limit: 150 },
      { kind: 'distance', field: 'price', percent: '20.0', price: '10', limit: 10 },
    ]);
    expect(orderWarnings(change(['100', '150'], ['6', '6']), limits, market, unknownOrder)).toEqual([]);
    expect(orderWarnings(change(['100', '160'], ['10', '12']), off, market, unknownOrder)).toEqual([]);
    expect(orderWarnings(change(['90', '90'], ['10', '11']), limits, market, unknownOrder)).toEqual([]);
    expect(orderWarnings(change(['90', '90'], ['10', '12']), limits, { ...nothing, lotSize: '', lastPrice: '0' }, unknownOrder)).toEqual([
      { kind: 'unchecked', limit: 'distance', lacks: 'price' },
    ]);
  });

  it('check the value only when there is a limit price', () => {
    expect(orderValue(change(['1', '300'], ['1', '562.5']))).toBe('168750');
    expect(orderValue(change(['1', '300']))).toBeUndefined();
    for (const none of ['0', '0.00', '']) expect(orderValue(change(['1', '300'], ['1', none]))).toBeUndefined();
  });
});

describe('the warnings about a price and the market', () => {
  const market = { ...nothing, priceSpread: '0.5', bidPrice: '562', askPrice: '562.5' };
  const buy = { side: 'BUY', orderType: 'LIMIT', filled: '' };
  const warned = (price: readonly [string | undefined, string], order = buy, at = market) =>
    orderWarnings(change(['300', '300'], price), off, at, order);

  it.each([
    ['562', []],
    ['561.5', []],
    ['561.3', [{ kind: 'tick', field: 'price', tick: '0.5', price: '561.3' }]],
    ['562.5', [{ kind: 'crosses', best: 'ask', bestPrice: '562.5', price: '562.5' }]],
    ['563', [{ kind: 'crosses', best: 'ask', bestPrice: '562.5', price: '563' }]],
    [
      '562.7',
      // What costs money first.
      [
        { kind: 'crosses', best: 'ask', bestPrice: '562.5', price: '562.7' },
        { kind: 'tick', field: 'price', tick: '0.5', price: '562.7' },
      ],
    ],
    ['562.49', [{ kind: 'tick', field: 'price', tick: '0.5', price: '562.49' }]],
  ] as const)('are right for a buy at %s', (price, expected) => expect(warned(['560', price])).toEqual(expected));

  it.each([
    ['562.5', []],
    ['562', [{ kind: 'crosses', best: 'bid', bestPrice: '562', price: '562' }]],
    ['561.5', [{ kind: 'crosses', best: 'bid', bestPrice: '562', price: '561.5' }]],
  ] as const)('are right for a sale at %s', (price, expected) => {
    for (const side of ['SELL', 'SELL_SHORT']) expect(warned(['563', price], { ...buy, side })).toEqual(expected);
  });

  it('treat a buy to cover like a buy', () => expect(warned(['560', '563'], { ...buy, side: 'BUY_BACK' })).toHaveLength(1));

  it('are empty for an unchanged price, an unknown side, or an order that waits for a trigger or an auction', () => {
    expect(warned(['563.2', '563.2'])).toEqual([]);
    expect(warned(['560', '563'], { ...buy, side: 'HOLD' })).toEqual([]);
    for (const orderType of ['', 'STOP_LIMIT', 'LIMIT_IF_TOUCHED', 'AUCTION_LIMIT'])
      expect(warned(['560', '563'], { ...buy, orderType })).toEqual([]);
  });

  it('are empty without bids and asks, or without a tick size', () => {
    for (const none of ['', '0', '0.000', 'n/a']) {
      const empty = { ...nothing, priceSpread: none, bidPrice: none, askPrice: none };
      expect(warned(['560', '563.1'], buy, empty)).toEqual([]);
      expect(warned(['560', '563.1'], { ...buy, side: 'SELL' }, empty)).toEqual([]);
    }
  });

  it.each([
    ['BUY', 'STOP', '90', '100'],
    ['BUY_BACK', 'STOP_LIMIT', '90', '100'],
    ['SELL', 'STOP', '110', '100'],
    ['SELL_SHORT', 'STOP_LIMIT', '110', '100'],
    ['BUY', 'MARKET_IF_TOUCHED', '110', '100'],
    ['SELL', 'LIMIT_IF_TOUCHED', '90', '100'],
  ])('name the trigger of a %s %s that is reached already, at %s or at the price', (side, orderType, ...reached) => {
    const at = { ...nothing, lastPrice: '100', bidPrice: '100', askPrice: '100' };
    const warnedOf = (trigger: string, facts = at, typed = orderType, of = side) =>
      orderWarnings({ quantity: '1', fields: [field('aux_price', undefined, trigger)] }, off, facts, {
        side: of,
        orderType: typed,
        filled: '',
      });
    for (const trigger of reached) expect(warnedOf(trigger)).toEqual([{ kind: 'triggered', price: trigger }]);
    const waiting = reached[0] === '90' ? '100.01' : '99.99';
    expect(warnedOf(waiting)).toEqual([]);
    // Without a last price, what it could be filled at.
    expect(warnedOf(reached[0], { ...at, lastPrice: '0' })).toHaveLength(1);
    expect(warnedOf(reached[0], nothing)).toEqual([]);
    expect(warnedOf(reached[0], at, 'LIMIT')).toEqual([]);
    expect(warnedOf(reached[0], at, orderType, 'HOLD')).toEqual([]);
  });

  it('name a trigger price between two ticks, which crosses nothing', () => {
    const fields = [field('qty', '1', '1'), field('aux_price', '560', '563.3')];
    expect(orderWarnings({ quantity: '1', fields }, off, market, buy)).toEqual([
      { kind: 'tick', field: 'aux_price', tick: '0.5', price: '563.3' },
    ]);
  });
});

describe('the differences between an order and its earlier state', () => {
  it('are empty for one number in two spellings, and for nothing and zero', () =>
    expect(
      orderDifferences(orderRecord({ quantity: '100', auxPrice: '' }), orderRecord({ quantity: '100.0', auxPrice: '0', updatedAt: '9' })),
    ).toEqual([]));

  it.each([
    ['quantity', '100', '101'],
    ['price', '12.30', '12.31'],
    ['auxPrice', '', '1'],
    ['dealtQuantity', '0', '50'],
    ['status', 'SUBMITTED', 'CANCELLED_ALL'],
    ['orderType', 'LIMIT', 'STOP'],
    ['side', 'BUY', 'SELL'],
    ['code', 'HK.00700', 'HK.00001'],
    ['securityType', 'STOCK', 'OPTION'],
    ['currency', 'HKD', 'USD'],
    ['price', '12.30', 'n/a'],
  ] as const)('name %s with both values', (name, seen, now) =>
    expect(orderDifferences(orderRecord({ [name]: seen }), orderRecord({ [name]: now }))).toEqual([{ field: name, seen, now }]),
  );
});

describe('a currency that only one record has', () => {
  it('is no difference', () => {
    const [with_, without] = [orderRecord({ currency: 'HKD' }), orderRecord({ currency: ' ' })];
    expect([...orderDifferences(with_, without), ...orderDifferences(without, with_)]).toEqual([]);
  });
});

describe('an order that has ended', () => {
  it.each(['CANCELLED_ALL', 'FILLED_ALL', 'FAILED'])('is named: %s', (status) =>
    expect(orderWarnings(change(['1', '2']), off, nothing, { ...unknownOrder, status })).toEqual([{ kind: 'ended', status }]),
  );

  it.each(['SUBMITTED', 'PENDING_REVIEW', ''])('is not assumed: %j', (status) =>
    expect(orderWarnings(change(['1', '2']), off, nothing, { ...unknownOrder, status })).toEqual([]),
  );
});

describe('a value that is missing', () => {
  it('causes no warning about itself, but names the limits that it leaves unchecked', () => {
    const limits = { ...noLimits, value: 1, distancePercent: 10 };
    expect(orderWarnings(change([undefined, '9000']), limits, nothing, unknownOrder)).toEqual([]);
    for (const lastPrice of ['', '0', '0.00', 'n/a'])
      expect(
        orderWarnings(change(['1', '1'], ['10', '12']), { ...limits, distanceTicks: 3 }, { ...nothing, lastPrice }, unknownOrder),
      ).toEqual([
        { kind: 'unchecked', limit: 'distance', lacks: 'price' },
        { kind: 'unchecked', limit: 'ticks', lacks: 'price' },
      ]);
    expect(
      orderWarnings(change(['1', '1'], ['10', '10.1']), { ...limits, distanceTicks: 3 }, { ...nothing, lastPrice: '10' }, unknownOrder),
    ).toEqual([{ kind: 'unchecked', limit: 'ticks', lacks: 'tick' }]);
  });
});

describe('an order that differs only in spaces', () => {
  const same = orderRecord({ code: ' HK.00700', status: 'SUBMITTED ', auxPrice: ' ', dealtQuantity: 'none', price: ' n/a' });
  const now = orderRecord({ code: 'HK.00700 ', status: ' SUBMITTED', auxPrice: '0.000', dealtQuantity: 'none ', price: 'n/a ' });

  it('counts as the same, on either side', () => {
    expect(orderDifferences(same, now)).toEqual([]);
    expect(orderDifferences(now, same)).toEqual([]);
    expect(orderDifferences(same, orderRecord({ ...now, price: 'unknown' }))).toEqual([{ field: 'price', seen: ' n/a', now: 'unknown' }]);
  });
});

describe('the value of an order', () => {
  const limits = { ...off, value: 1000 };
  const asked = (over: Partial<LimitedOrder> = {}): LimitedOrder => ({
    quantity: '10',
    side: 'BUY',
    unfilled: '10',
    replaced: '0',
    orderType: 'MARKET',
    code: 'US.AAPL',
    securityType: '',
    fields: [field('qty', undefined, '10')],
    ...over,
  });
  const limited = [field('qty', undefined, '10'), field('price', undefined, '1')];

  it('causes a question above the limit, as an estimate at the last price and 5% more', () => {
    expect(valueWarnings(asked(), limits, { ...nothing, lastPrice: '95.23' })).toEqual([]);
    expect(valueWarnings(asked(), limits, { ...nothing, lastPrice: '95.24' })).toEqual([
      { kind: 'estimate', value: '1000.02', limit: 1000 },
    ]);
  });

  it('is reported as unchecked when no price, or no contract size, is known', () => {
    expect(valueWarnings(asked(), limits, nothing)).toEqual([{ kind: 'unchecked', limit: 'value', lacks: 'price' }]);
    const option = asked({ code: 'US.AAPL270115C200000' });
    expect(valueWarnings(option, limits, { ...nothing, lastPrice: '1' })).toEqual([
      { kind: 'unchecked', limit: 'value', lacks: 'contract' },
    ]);
  });

  it('is calculated at its limit price when it has one', () => {
    const priced = asked({ orderType: 'LIMIT', fields: [field('qty', undefined, '10'), field('price', undefined, '100.01')] });
    expect(valueWarnings(priced, limits, nothing)).toEqual([{ kind: 'value', value: '1000.1', limit: 1000 }]);
    expect(valueWarnings(asked({ orderType: 'LIMIT', fields: limited }), limits, nothing)).toEqual([]);
    expect(valueWarnings(priced, off, nothing)).toEqual([]);
  });

  it('is checked when more than the trigger price is changed', () => {
    const trigger = field('aux_price', '9', '9.5');
    const change = (qty: string) =>
      asked({ orderType: 'STOP_LIMIT', quantity: '200', fields: [field('qty', qty, '200'), field('price', '10', '10'), trigger] });
    expect(valueWarnings(change('100'), limits, nothing)).toEqual([{ kind: 'value', value: '2000', limit: 1000 }]);
    expect(valueWarnings(change('200'), limits, nothing)).toEqual([]);
  });

  it('counts the contract size in the quote of an option, with a limit price and without', () => {
    const option = asked({ orderType: 'LIMIT', code: 'US.AAPL270115C200000', fields: limited });
    expect(valueWarnings(option, limits, { ...nothing, contractSize: '100' })).toEqual([]);
    expect(valueWarnings({ ...option, quantity: '11' }, limits, { ...nothing, contractSize: '100' })).toEqual([
      { kind: 'value', value: '1100', limit: 1000 },
    ]);
    const market = { ...nothing, lastPrice: '1', contractSize: '100' };
    expect(valueWarnings(asked({ code: option.code }), limits, market)).toEqual([{ kind: 'estimate', value: '1050', limit: 1000 }]);
  });

  it.each(['', '0', 'many'])('is reported as unchecked for an option with the contract size “%s”, however small its price is', (size) => {
    const option = asked({ orderType: 'LIMIT', code: 'US.AAPL270115C200000', fields: limited });
    const found = [{ kind: 'unchecked', limit: 'value', lacks: 'contract' }];
    expect(valueWarnings(option, limits, { ...nothing, contractSize: size })).toEqual(found);
    const typed = asked({ orderType: 'LIMIT', code: '', securityType: 'OPTION', fields: limited });
    expect(valueWarnings(typed, limits, nothing)).toEqual(found);
    expect(valueWarnings({ ...option, securityType: 'MULTILEG_OPTION' }, limits, { ...nothing, contractSize: '100' })).toEqual(found);
  });

  it('counts shares singly when the service does not list the order, or a paper account leaves out the market', () => {
    const priced = [field('qty', undefined, '10'), field('price', undefined, '101')];
    const above = [{ kind: 'value', value: '1010', limit: 1000 }];
    const below = [field('qty', undefined, '10'), field('price', undefined, '-101')];
    for (const fields of [priced, below])
      expect(valueWarnings(asked({ orderType: 'LIMIT', code: '', fields }), limits, nothing)).toEqual(above);
    expect(valueWarnings(asked({ orderType: 'LIMIT', code: '00700', securityType: 'STOCK', fields: priced }), limits, nothing)).toEqual(
      above,
    );
    expect(
      valueWarnings(asked({ orderType: 'LIMIT', code: 'AAPL270115C200000', securityType: '', fields: priced }), limits, nothing),
    ).toEqual([{ kind: 'unchecked', limit: 'value', lacks: 'contract' }]);
  });

  it('is checked again when the trigger price changes and nothing limits the price', () => {
    const fields = [field('qty', '10', '10'), field('aux_price', '90', '100')];
    expect(valueWarnings(asked({ orderType: 'STOP', fields }), limits, nothing)).toEqual([
      { kind: 'estimate', value: '1050', limit: 1000 },
    ]);
  });

  it('is reported as unchecked for an unlisted order without a price or quantity', () => {
    const found = [{ kind: 'unchecked', limit: 'value', lacks: 'contract' }];
    const market = { ...nothing, lastPrice: '1' };
    expect(valueWarnings(asked({ code: '' }), limits, market)).toEqual(found);
    const unlisted = asked({ orderType: 'LIMIT', code: '', fields: limited });
    expect(valueWarnings({ ...unlisted, quantity: 'many' }, limits, market)).toEqual(found);
    expect(valueWarnings(unlisted, limits, market)).toEqual([]);
  });

  it('causes no question without a limit', () => {
    expect(valueWarnings(asked(), off, nothing)).toEqual([]);
  });
});

describe('the most that an account can trade', () => {
  it.each([
    ['100.01', '100', true],
    ['100', '100', false],
    ['99', '100', false],
    ['1', '0', true],
    ['1', 'n/a', false],
    ['1', undefined, false],
  ])('causes a question at a quantity of %s of %s: %s', (quantity, most, isAsked) =>
    expect(mostWarnings(quantity, most)).toEqual(isAsked ? [{ kind: 'most', quantity, most }] : []),
  );
});

it('all that is not known about a security or an order is empty text', () => {
  expect(unknownMarket).toEqual({ lotSize: '', priceSpread: '', lastPrice: '', bidPrice: '', askPrice: '' });
  expect(unknownOrder).toEqual({ side: '', orderType: '', filled: '' });
});
