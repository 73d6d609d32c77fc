import { describe, expect, it } from 'vitest';
import { countryChoices } from '../../../src/webview/calendar/countryChoices';

describe('the filter of countries', () => {
  it('offers all countries first and keeps the value of each', () => {
    expect(countryChoices(['US', 'China'], 'All')).toEqual([
      { value: '', label: 'All' },
      { value: 'US', label: 'US' },
      { value: 'China', label: 'China' },
    ]);
  });

  it('makes characters visible that would turn or break the text', () => {
    expect(countryChoices(['\u202eSU', 'a\u0007'], 'All').slice(1)).toEqual([
      { value: '\u202eSU', label: '⟨U+202E⟩SU' },
      { value: 'a\u0007', label: 'a⟨U+0007⟩' },
    ]);
  });
});
