import { describe, expect, it } from 'vitest';
import { countryChoices } from '../../../../../src/webview/calendar/controls/countryChoices';

describe('the filter of countries', () => {
  it('keeps the value of each', () => {
    expect(countryChoices(['US', 'China'])).toEqual([
      { value: 'US', label: 'US' },
      { value: 'China', label: 'China' },
    ]);
  });

  it('makes characters visible that would turn or break the text', () => {
    expect(countryChoices(['\u202eSU', 'a\u0007'])).toEqual([
      { value: '\u202eSU', label: '⟨U+202E⟩SU' },
      { value: 'a\u0007', label: 'a⟨U+0007⟩' },
    ]);
  });
});
