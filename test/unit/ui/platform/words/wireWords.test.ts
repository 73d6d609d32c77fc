import { describe, expect, it } from 'vitest';
import { orderTypes } from '../../../../../src/domain/orders/orderRules';
import { orderTypeWord, securityTypeWord, sideWord, statusWord, timeInForceWord } from '../../../../../src/ui/platform/words/wireWords';

describe('the service’s words', () => {
  it('are translated into plain words', () => {
    expect([sideWord('BUY'), sideWord('SELL_SHORT'), statusWord('FILLED_PART'), statusWord('CANCELLED_ALL')]).toEqual([
      'BUY',
      'SELL SHORT',
      'partially filled',
      'canceled',
    ]);
    expect([securityTypeWord('OPTION'), timeInForceWord('GTC')]).toEqual(['OPTION', 'GTC']);
    for (const type of orderTypes) expect(orderTypeWord(type)).toBe(type.replaceAll('_', ' '));
  });

  it('are shown as they came when they are unknown, and cannot pretend to be others', () => {
    expect([sideWord('SIDEWAYS'), orderTypeWord('constructor'), statusWord('')]).toEqual(['SIDEWAYS', 'constructor', '']);
    expect([securityTypeWord('WARRANT'), timeInForceWord('IOC')]).toEqual(['WARRANT', 'IOC']);
    expect(statusWord('[OK](command:x)')).toBe('[OK] (command:x)');
  });
});
