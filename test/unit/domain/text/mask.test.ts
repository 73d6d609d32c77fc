import { describe, expect, it } from 'vitest';
import { masked, maskRows, maskWhen } from '../../../../src/domain/text/mask';

describe('the mask', () => {
  it('hides every text alike, so that not even the length tells', () => {
    const mask = maskWhen(true);
    expect([mask('1'), mask('1,234,567.89'), mask('SIM-1001')]).toEqual([masked, masked, masked]);
  });

  it('leaves alone what is empty, and everything while privacy mode is off', () => {
    expect(maskWhen(true)('')).toBe('');
    expect(maskWhen(false)('1,234')).toBe('1,234');
  });

  it('hides fields that it was not told about', () => {
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
