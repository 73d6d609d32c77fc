import { describe, expect, it } from 'vitest';
import { checkDraft, checkField } from '../../../../src/domain/orders/orderDraft';
import { prepareModification } from '../../../../src/service/endpoints/orders/changes';

const traits = (securityType: string) => ({ exchange: 'CBOE', orderType: 'LIMIT', securityType, code: 'US.AAPL', currency: 'USD' });

function changed(securityType: string, price: string, typed = price) {
  return checkDraft({
    ...{ accountId: '8001', orderId: '1', traits: traits(securityType) },
    ...{ current: { qty: '2', price }, typed: { qty: '3', price: typed } },
  });
}

describe('a limit price that is not above zero', () => {
  it.each([
    ['MULTILEG_OPTION', '-1.20'],
    ['FUTURES', '-37.63'],
    ['MULTILEG_OPTION', '0.00'],
    ['FUTURES', '0'],
    ['STOCK', '-1'],
    ['OPTION', '0.000'],
  ])('of a %s order, %s, goes back as the service has it if only the quantity is changed', (securityType, price) => {
    const checked = changed(securityType, price);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const { quantity, price: sent } = checked.change;
    expect([quantity, sent]).toEqual(['3', price]);
    const { bodyText } = prepareModification({ accountId: '8001', orderId: '1', exchange: 'CBOE', quantity, price: sent });
    expect(JSON.parse(bodyText)).toEqual({ exchange: 'CBOE', qty: '3', price });
  });

  it.each([
    ['MULTILEG_OPTION', '-1.30', '-1.30'],
    ['FUTURES', '-37.635', '-37.635'],
    ['FUTURES', '0', '0'],
    ['MULTILEG_OPTION', '-0.00001', 'zeroAfterCut'],
    ['MULTILEG_OPTION', '--1', 'negative'],
    ['STOCK', '-1', 'negative'],
    ['OPTION', '-1', 'negative'],
    ['', '-1', 'negative'],
    ['STOCK', '0', 'zero'],
  ])('can be typed for several legs and futures alone: %s %s', (securityType, typed, expected) => {
    const checked = checkField('price', typed, traits(securityType), '1.20');
    expect(checked.ok ? checked.change.kept : checked.problem.reason).toBe(expected);
  });

  it('is never a quantity', () => {
    expect(checkField('qty', '-1', traits('FUTURES'), '-1')).toMatchObject({ ok: false });
    expect(checkField('qty', '0', traits('FUTURES'), '0')).toMatchObject({ ok: false });
  });
});
