import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueColumns } from '../../../../src/domain/calendar/columns';

const none = { previous: null, forecast: null, actual: null };

describe('the value columns', () => {
  it('follow the type of the search', () => {
    expect(valueColumns(4, [{ ...none, previous: '0.3', actual: '0.4' }])).toEqual(['previous', 'actual']);
    expect(valueColumns(2, [none])).toEqual([]);
    expect(valueColumns(3, [none])).toEqual([]);
    for (const type of [1, null] as const) {
      expect(valueColumns(type, [{ ...none, actual: '0' }])).toEqual(['previous', 'forecast', 'actual', 'compared']);
      expect(valueColumns(type, [none])).toEqual([]);
    }
  });

  it('never hide a value', () => {
    const value = fc.constantFrom(null, '', '0', '1.2');
    const rows = fc.array(fc.record({ previous: value, forecast: value, actual: value }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, null), rows, (type, all) => {
        const shown: readonly string[] = valueColumns(type, all);
        for (const row of all)
          for (const [name, text] of Object.entries(row)) if (text !== null && text !== '') expect(shown).toContain(name);
      }),
    );
  });
});
