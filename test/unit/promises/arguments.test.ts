import { describe, expect, it } from 'vitest';
import { readArguments } from '../../promises/arguments';
import { renderTable } from '../../promises/table';

const known = [1, 2, 5];
const read = (...args: readonly string[]): ReturnType<typeof readArguments> => readArguments(args, known);

describe('the arguments of the promises', () => {
  it('select all promises, in full, from seed 1 when none are given', () => {
    expect(read()).toEqual({
      kind: 'options',
      options: { only: [], seed: 1, runs: undefined, from: 0, quick: false, isBuilt: false, part: { index: 0, of: 1 } },
    });
  });

  it('can repeat one case', () => {
    expect(read('--only', '2', '--only', '5', '--seed', '7', '--runs', '1', '--from', '41', '--quick')).toEqual({
      kind: 'options',
      options: { only: [2, 5], seed: 7, runs: 1, from: 41, quick: true, isBuilt: false, part: { index: 0, of: 1 } },
    });
  });

  it('can skip the build', () => {
    expect(read('--no-build')).toMatchObject({ options: { isBuilt: true, part: { index: 0, of: 1 } } });
  });

  it.each([
    [['--only', '3'], 'no such promise: 3'],
    [['--seed', '-1'], 'argument'],
    [['--seed', '1e3'], 'not a whole number: 1e3'],
    [['--runs', '0'], 'at least one run'],
    [['--fast'], '--fast'],
    [['quick'], 'quick'],
    [['--part', '3/2'], 'no such part: 3/2'],
  ])('are rejected when they are %j', (args, words) => {
    const parsed = read(...args);
    expect(parsed.kind).toBe('wrong');
    expect(parsed.kind === 'wrong' ? parsed.message : '').toContain(words);
  });

  it('can ask for help', () => {
    expect(read('--help', '--quick')).toEqual({ kind: 'help' });
  });
});

describe('the table of the promises', () => {
  const result = { tried: 't', found: 'f', breaches: [] };

  it('has a line for each promise with its count, breaches, seed, and time', () => {
    const table = renderTable(
      [
        { proof: { number: 1, promise: 'short' }, result: { ...result, cases: 1234 }, runs: 9, seconds: 1.25 },
        {
          proof: { number: 10, promise: 'a longer one' },
          result: { ...result, breaches: [{ summary: 's', replay: null }] },
          runs: 9,
          seconds: 100,
        },
      ],
      7,
    );
    expect(table.split('\n')).toEqual([
      ' #  promise       tried  breaches  seed     time',
      ' 1  short         1,234         0     7    1.3 s',
      '10  a longer one      9         1     7  100.0 s',
    ]);
  });
});
