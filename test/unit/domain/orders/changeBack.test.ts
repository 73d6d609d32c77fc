import { describe, expect, it } from 'vitest';
import { formerValues } from '../../../../src/domain/orders/changeBack';

const qty = (old: string | undefined, kept: string) => ({ field: 'qty' as const, old, kept });
const price = (old: string | undefined, kept: string) => ({ field: 'price' as const, old, kept });

describe('what an order had before a change', () => {
  it('is every old value as the service wrote it, unchanged ones included', () =>
    expect(formerValues([qty('300', '400'), price(' 562.50', '562.5')])).toEqual({ qty: '300', price: '562.50' }));

  it('is nothing where nothing changed, or an old value is not known or is no number', () => {
    expect(formerValues([])).toBeUndefined();
    expect(formerValues([qty('300', '300.0'), price('562.5', '562.50')])).toBeUndefined();
    for (const old of [undefined, '', 'n/a']) expect(formerValues([qty('300', '400'), price(old, '560')])).toBeUndefined();
  });
});
