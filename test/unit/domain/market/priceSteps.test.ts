import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitBreach } from '../../../../src/domain/orders/limits/hardLimits';
import { noLimits } from '../../../../src/domain/orders/limits/limits';
import { unknownAccount } from '../../../../src/domain/orders/limits/accountLimits';
import { orderWarnings } from '../../../../src/domain/orders/orderWarnings';
import { keepsToSteps, stepAt, stepsBetween } from '../../../../src/domain/market/priceSteps';
import type { KnownStep } from '../../../../src/domain/market/priceSteps';

const at = (code: string, lastPrice: string, step: string): KnownStep => ({ code, kind: 'share', lastPrice, step });
const steps = (known: KnownStep, price: string): string | undefined => {
  const found = stepsBetween(price, known.lastPrice, known);
  return typeof found === 'object' ? found.steps : found;
};

describe('the steps of prices', () => {
  it.each([
    ['HK.00700', '562', '0.5', '561.5', '0.5'],
    // Another band, of which the service says nothing.
    ['HK.00700', '10', '0.02', '9.9', undefined],
    ['HK.00700', '9.9', '0.01', '10.02', undefined],
    ['SEHK.00700', '99', '0.05', '101.05', undefined],
    ['HK.00700', '101', '0.1', '99.95', undefined],
    // Two steps for all shares, by law.
    ['US.F', '1.02', '0.01', '0.9995', '0.0001'],
    ['US.F', '0.98', '0.0001', '1.01', '0.01'],
    // The service has another one: then that of the other band is not what the law says either.
    ['US.F', '1.02', '0.005', '0.9995', undefined],
    ['SH.600519', '1690', '0.01', '9.99', '0.01'],
    ['00700', '10', '0.02', '9.9', '0.02'],
    ['XX.1', '10', '0.02', '0.5', '0.02'],
    ['HK.00700', '562', '', '561', undefined],
    ['HK.00700', '562', '0', '561', undefined],
    ['HK.00700', '562', '-1', '561', undefined],
    ['HK.00700', '', '0.5', '561', undefined],
  ])('of %s at %s by %s are at %s: %s', (code, last, step, price, expected) => {
    expect(stepAt(price, at(code, last, step))).toBe(expected);
  });

  it('have no bands for what is no share', () => {
    for (const kind of ['future', 'multiLeg', 'option', 'index'] as const)
      expect(stepAt('-1.2', { ...at('HK.HSImain', '20', '1'), kind })).toBe('1');
  });

  it.each([
    ['HK.00700', '10', '0.1', '10.3', '3'],
    ['HK.00700', '10.3', '0.1', '10', '3'],
    ['HK.00700', '15', '0.1', '15', '0'],
    ['HK.00700', '15', '0.1', '15.111', '1.2'],
    ['HK.00700', '15', '0.1', '15.0001', '0.1'],
    ['HK.00700', '9.9', '0.01', '10', '10'],
    ['HK.00700', '10', '0.02', '9.9', 'unknown'],
    ['HK.00700', '9.9', '0.01', '10.01', 'unknown'],
    ['HK.00700', '150', '0.1', '30', 'unknown'],
    ['US.F', '1.01', '0.01', '0.999', '11'],
    ['US.F', '0.999', '0.0001', '1.01', '11'],
    ['US.F', '5', '0.01', '4', '100'],
    ['HK.00700', '', '0.1', '10', undefined],
    ['HK.00700', '10', '', '10', undefined],
    ['HK.00700', '10', '0', '10', undefined],
    ['HK.00700', '10', '0.1', 'x', undefined],
  ])('of %s from %s by %s to %s are %s', (code, last, step, price, expected) => {
    expect(steps(at(code, last, step), price)).toBe(expected);
  });

  it('are kept by the first price of a band, and not judged where they are not known', () => {
    const known = at('HK.00700', '99', '0.05');
    expect(['99.95', '99.97', '100', '100.05', '101.05', 'x'].map((price) => keepsToSteps(price, known))).toEqual([
      ...[true, false, true, undefined, undefined, undefined],
    ]);
  });

  it('are as many there as back, within a band', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1001, max: 1999 }), fc.integer({ min: 1001, max: 1999 }), (one, other) => {
        const [a, b] = [String(one / 100), String(other / 100)];
        expect(steps(at('HK.00700', a, '0.01'), b)).toBe(String(Math.abs(one - other)));
        expect(steps(at('HK.00700', b, '0.01'), a)).toBe(String(Math.abs(one - other)));
      }),
    );
  });
});

describe('a limit in ticks', () => {
  const market = { lotSize: '', priceSpread: '0.02', lastPrice: '10', bidPrice: '', askPrice: '' };
  const field = (kept: string) => ({ field: 'price' as const, old: undefined, typed: kept, kept, isCut: false, isChanged: undefined });
  const order = (price: string) => ({
    ...{ quantity: '1', side: 'BUY', unfilled: '1', replaced: '0', orderType: 'LIMIT', code: 'HK.00700', securityType: 'STOCK' },
    fields: [field(price)],
  });
  const facts = { sent: 0, account: unknownAccount };
  const hard = (price: string, distanceTicks: number) => limitBreach(order(price), { ...noLimits, distanceTicks }, market, facts);
  const soft = (price: string, distanceTicks: number) =>
    orderWarnings({ quantity: '1', fields: [field(price)] }, { ...noLimits, distanceTicks }, market, {
      side: 'BUY',
      orderType: 'LIMIT',
      filled: '',
      code: 'HK.00700',
      securityType: 'STOCK',
    });

  it('asks, and names the price, where it would count by a tick that is not that of the price; the hard one holds the order', () => {
    const lacks = { limit: 'ticks', lacks: 'otherTick', of: '9.90' };
    expect(hard('9.90', 5)).toEqual({ kind: 'unknown', ...lacks });
    expect(soft('9.90', 5)).toEqual([{ kind: 'unchecked', ...lacks }]);
    expect(soft('9.90', 0)).toEqual([]);
  });

  it('counts where the tick is known', () => {
    expect([hard('10.10', 5), hard('10.12', 5)]).toEqual([undefined, expect.objectContaining({ kind: 'ticks', ticks: '6' })]);
    expect(soft('10.12', 5)).toEqual([expect.objectContaining({ kind: 'ticks', ticks: '6' })]);
  });
});
