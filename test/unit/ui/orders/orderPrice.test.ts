import { describe, expect, it } from 'vitest';
import { mergePush } from '../../../../src/domain/quotes/liveQuote';
import { orderPrice } from '../../../../src/ui/orders/orderPrice';
import { aPush } from '../../../support/builders/quoteBuilders';

describe('the price beside an order', () => {
  const at = Date.parse('2026-11-20T02:00:00Z');
  const taken = mergePush(undefined, aPush('US.AAPL281215C230000', '18.4', at), at);
  const quote = taken.kind === 'taken' ? taken.quote : expect.unreachable();
  const ages = { isOld: () => false, isExpired: () => false };

  it('has the multiplier of a contract, if the service states one', () => {
    expect(orderPrice({ ...quote, contractSize: '100' }, ages, 'UTC')).toMatchObject({ last: '18.4', contractSize: '100' });
    expect(orderPrice(quote, ages, 'UTC')).not.toHaveProperty('contractSize');
  });
});
