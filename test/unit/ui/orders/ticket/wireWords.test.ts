import { describe, expect, it, vi } from 'vitest';
import { orderTypes } from '../../../../../src/domain/orders/orderRules';
import { orderTypeWord, securityTypeWord, sideWord, statusWord, timeInForceWord } from '../../../../../src/ui/orders/ticket/wireWords';

vi.mock('vscode', async () => import('../../../../support/editor/fakeVscode'));

describe('words of the service', () => {
  it('are words for people', () => {
    expect([sideWord('BUY'), sideWord('SELL_SHORT'), statusWord('FILLED_PART'), statusWord('CANCELLED_ALL')]).toEqual([
      'BUY',
      'SELL SHORT',
      'partially filled',
      'canceled',
    ]);
    expect([securityTypeWord('OPTION'), timeInForceWord('GTC')]).toEqual(['OPTION', 'GTC']);
    for (const type of orderTypes) expect(orderTypeWord(type)).toBe(type.replaceAll('_', ' '));
  });

  it('that nobody has seen before are shown as they came, and pretend to be nothing else', () => {
    expect([sideWord('SIDEWAYS'), orderTypeWord('constructor'), statusWord('')]).toEqual(['SIDEWAYS', 'constructor', '']);
    expect([securityTypeWord('WARRANT'), timeInForceWord('IOC')]).toEqual(['WARRANT', 'IOC']);
    expect(statusWord('[OK](command:x)')).toBe('[OK] (command:x)');
  });
});
