import { describe, expect, it } from 'vitest';
import type { Holding } from '../../../../src/domain/positions/holding';
import type { Part, QuoteView } from '../../../../src/panel/security/securityProtocol';
import { positionNow } from '../../../../src/webview/security/positionDay';
import { holding } from '../../../support/builders/holding';

const symbol = 'HK.00700';
const quote = {
  kind: 'ready',
  value: { quote: { previousClose: '9' }, readAt: 0, isOld: false },
  problem: '',
} as unknown as Part<QuoteView>;
const dayOf = (fields: Partial<Holding>, nowMs = 0): string => {
  const held = holding({ symbol, quantity: '100', price: '10', marketValue: '1000', ...fields });
  const { day } = positionNow({ holding: held, readAt: 0 }, { symbol, quote, nowMs });
  return day.kind === 'unknown' ? day.gap : day.kind;
};

describe('a position on the security page', () => {
  it('is worth what the price beside it makes it, and what it was read with while that price is old', () => {
    const held = holding({ symbol, quantity: '100', price: '10', marketValue: '1000', profit: '100' });
    const at = (isOld: boolean) => {
      const value = { quote: { previousClose: '9', lastPrice: '11' }, readAt: 0, isOld };
      const shown = { kind: 'ready', value, problem: '' } as unknown as Part<QuoteView>;
      const { holding: now } = positionNow({ holding: held, readAt: 0 }, { symbol, quote: shown, nowMs: 0 });
      return [now.marketValue, now.profit].map(Number);
    };
    expect([at(false), at(true)]).toEqual([
      [1_100, 200],
      [1_000, 100],
    ]);
  });
});

it('a position on the security page that was read after the price keeps its own', () => {
  const held = holding({ symbol, quantity: '100', price: '10', marketValue: '1000', profit: '100', dayProfit: '5' });
  const value = { quote: { previousClose: '9', lastPrice: '11', updatedAt: 0 }, readAt: 0, isOld: false };
  const shown = { kind: 'ready', value, problem: '' } as unknown as Part<QuoteView>;
  const at = (readAt: number): number =>
    Number(positionNow({ holding: held, readAt }, { symbol, quote: shown, nowMs: readAt }).holding.profit);
  expect([at(59_000), at(61_000)]).toEqual([200, 100]);
});

describe('the day P&L on the security page', () => {
  it('is calculated only if the quote certainly belongs to the position', () => {
    expect(dayOf({})).toBe('calculated');
    expect(dayOf({ symbol: '00700' })).toBe('noClose');
    expect(dayOf({ symbol: '00700', dayProfit: '5' })).toBe('stated');
  });

  it('is empty when the position was read long ago', () => {
    expect(dayOf({}, 11 * 60_000)).toBe('oldPrice');
    expect(dayOf({ dayProfit: '5' }, 11 * 60_000)).toBe('oldPrice');
  });
});
