import { describe, expect, it } from 'vitest';
import { masked, maskRows, maskWhen } from '../../../../src/domain/text/mask';

describe('the mask of privacy mode', () => {
  it('hides every text the same way, so that even its length stays hidden', () => {
    const mask = maskWhen(true);
    expect([mask('1'), mask('1,234,567.89'), mask('SIM-1001')]).toEqual([masked, masked, masked]);
  });

  it('leaves empty fields unchanged, and all fields while privacy mode is off', () => {
    expect(maskWhen(true)('')).toBe('');
    expect(maskWhen(false)('1,234')).toBe('1,234');
  });

  it('hides unknown fields too', () => {
    const rows = [
      ['Side', 'long'],
      ['Quantity', '300'],
      ['new_field', '42'],
    ] as const;
    expect(maskRows(rows, true, ['Side'])).toEqual([
      ['Side', 'long'],
      ['Quantity', masked],
      ['new_field', masked],
    ]);
    expect(maskRows(rows, false, ['Side'])).toEqual(rows);
  });
});
