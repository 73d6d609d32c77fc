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

  it.each([
    // A whole code decides, in any spelling, and names that contain each other do not.
    ['<em>Tencent</em> Music split', 'United States', false],
    ['TENCENT MUSIC SPLIT', 'United States', false],
    ['Tencent Music (US.TME) and Tencent: split', 'United States', false],
    ['HK.00700 final dividend', '', true],
    ['SEHK.00700 final dividend', '', true],
    ['HK.00701 of TENCENT final dividend', '', false],
    ['Tencent Holdings Ltd. Final dividend', 'Hong Kong', true],
    ['TENCENT FINAL DIVIDEND', 'Hong Kong', true],
    ['New Tencent dividend', 'Hong Kong', false],
    ['Dividend: Tencent', 'Hong Kong', true],
    ['Ex-dividend Tencent', 'Hong Kong', true],
    ['Tencent Ex-dividend', 'Hong Kong', true],
    // A code without its market, in the country of that.
    ['BRK.B split', 'United States', true],
    ['BRK/B split', '', true],
    ['BRK-B split', 'United States', true],
    ['BRK.A split', 'United States', false],
    ['BRK split', 'United States', false],
    ['RCI.B dividend', 'Canada', true],
    ['RCI.B dividend', 'United States', false],
    ['AAPL ex-dividend', 'United States', true],
    ['AAPL.X ex-dividend', 'United States', false],
    ['aapl ex-dividend', 'United States', false],
    ['00700 dividend', 'Hong Kong', false],
    ['AT&T dividend', 'United States', false],
    ['小米派息', '中国香港', true],
    ['小米集团派息', '中国香港', true],
    ['小米汽车分拆', '中国香港', false],
  ])('are those of the very security: %s in %s', (text, country, expected) => {
    const more = [
      { symbol: 'US.BRK.B', name: '' },
      { symbol: 'CA.RCI.B', name: '' },
      { symbol: 'HK.01810', name: '小米' },
    ];
    expect(createHeldMatcher([...held, ...more])({ text, country }, 4)).toBe(expected);
  });

  it('are empty when the user has no positions', () => {
    expect(createHeldMatcher([])({ text: 'TENCENT', country: 'Hong Kong' }, 4)).toBe(false);
    expect(createHeldMatcher([{ symbol: '', name: '' }])({ text: 'TENCENT', country: '' }, 4)).toBe(false);
  });
});
