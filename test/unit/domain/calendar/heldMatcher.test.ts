import { describe, expect, it } from 'vitest';
import { createHeldMatcher } from '../../../../src/domain/calendar/heldMatcher';

const held = [
  { symbol: 'HK.00700', name: 'TENCENT' },
  { symbol: 'US.AAPL', name: 'Apple' },
  { symbol: 'US.T', name: 'T' },
];

describe('events that concern the user’s positions', () => {
  const isHeld = createHeldMatcher(held);
  it.each([
    ['<em>TENCENT</em> (HK.00700) final dividend', 'Hong Kong', 4, true],
    ['Tencent interim dividend', 'Hong Kong', 4, true],
    ['TENCENTX rights issue', 'Hong Kong', 4, false],
    ['(US.TSLA) split', 'United States', 4, false],
    ['Pineapple Co split', 'United States', 4, false],
    ['Hong Kong closed: Christmas Day', 'Hong Kong', 2, true],
    ['Japan closed: New Year', 'Japan', 2, false],
    ['U.S. CPI', 'United States', 1, false],
    ['U.S. CPI', 'United States', null, false],
  ] as const)('are recognized by name, country and type: %s', (text, country, searchType, expected) =>
    expect(isHeld({ text, country }, searchType)).toBe(expected),
  );

  it('are empty when the user has no positions', () => {
    expect(createHeldMatcher([])({ text: 'TENCENT', country: 'Hong Kong' }, 4)).toBe(false);
    expect(createHeldMatcher([{ symbol: '', name: '' }])({ text: 'TENCENT', country: '' }, 4)).toBe(false);
  });
});
