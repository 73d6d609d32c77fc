import { describe, expect, it } from 'vitest';
import { formerValues } from '../../../../src/domain/orders/changeBack';

const qty = (old: string | undefined, kept: string) => ({ field: 'qty' as const, old, kept });
const price = (old: string | undefined, kept: string) => ({ field: 'price' as const, old, kept });

describe('the values of an order before a change', () => {
  it('are the old values as the service wrote them, unchanged ones included', () =>
    expect(formerValues([qty('300', '400'), price(' 562.50', '562.5')])).toEqual({ qty: '300', price: '562.50' }));

  it('are not known when nothing changed, or when an old value is unknown or no number', () => {
    expect(formerValues([])).toBeUndefined();
    expect(formerValues([qty('300', '300.0'), price('562.5', '562.50')])).toBeUndefined();
    for (const old of [undefined, '', 'n/a']) expect(formerValues([qty('300', '400'), price(old, '560')])).toBeUndefined();
  });
});
