import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movePlates, parsePlateId, stepPlate } from '../../../../src/domain/plates/plateId';

describe('parsePlateId', () => {
  it.each([
    ['HK.BK1000', 'HK.BK1000'],
    [' hk.BK1000 ', 'HK.BK1000'],
    ['JP_FUTURE.x', 'JP_FUTURE.x'],
    ['US.a/b', 'US.a/b'],
    ['US.50%', 'US.50%'],
    ['HK.恒生', 'HK.恒生'],
    ['HK.a.b', 'HK.a.b'],
  ])('reads %j as %j', (text, id) => {
    expect(parsePlateId(text)).toMatchObject({ kind: 'plate', id });
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['BK1000', 'form'],
    ['HK.', 'form'],
    ['.BK1000', 'form'],
    ['H1.BK', 'form'],
    ['HK.BK 1000', 'characters'],
    ['HK.BK\u202e1000', 'characters'],
    ['HK.BK\u00001', 'characters'],
    [`HK.${'x'.repeat(100)}`, 'too-long'],
  ])('rejects %j: %s', (text, problem) => {
    expect(parsePlateId(text)).toEqual({ kind: 'problem', problem });
  });
});

describe('movePlates', () => {
  const ids = ['a', 'b', 'c', 'd'];
  it.each([
    [['d'], 'a', 'dabc'],
    [['a'], 'c', 'bacd'],
    [['a'], undefined, 'bcda'],
    [['a', 'c'], 'd', 'bacd'],
    [['a'], 'a', 'abcd'],
    [['x'], 'a', 'abcd'],
    [['a'], 'x', 'bcda'],
  ] as const)('moves %j before %s', (moved, before, result) => {
    expect(movePlates(ids, moved, before).join('')).toBe(result);
  });

  it('never loses or duplicates a plate', () => {
    const some = fc.constantFrom('a', 'b', 'c', 'd', 'x');
    fc.assert(
      fc.property(
        fc.uniqueArray(some),
        fc.array(some),
        fc.option(some, { nil: undefined }),
        (list, moved, before) => [...movePlates(list, moved, before)].sort().join('') === [...list].sort().join(''),
      ),
    );
  });
});

describe('stepPlate', () => {
  const ids = ['a', 'b', 'c'];
  it.each([
    ['b', 'up', 'bac'],
    ['b', 'down', 'acb'],
    ['c', 'up', 'acb'],
  ] as const)('moves %j %s', (id, direction, result) => {
    expect(stepPlate(ids, id, direction).join('')).toBe(result);
  });

  it.each([
    ['a', 'up'],
    ['c', 'down'],
    ['x', 'up'],
    ['x', 'down'],
  ] as const)('leaves the list unchanged for %j %s', (id, direction) => {
    expect(stepPlate(ids, id, direction)).toBe(ids);
  });
});
