import { describe, expect, it } from 'vitest';
import { readArguments } from '../../promises/arguments';
import { renderTable } from '../../promises/table';

const known = [1, 2, 5];
const read = (...args: readonly string[]): ReturnType<typeof readArguments> => readArguments(args, known);

describe('arguments of the promises', () => {
  it('are all, in full, from seed 1 when nothing is said', () => {
    expect(read()).toEqual({ kind: 'options', options: { only: [], seed: 1, runs: undefined, from: 0, quick: false, isBuilt: false } });
  });

  it('repeat one case', () => {
    expect(read('--only', '2', '--only', '5', '--seed', '7', '--runs', '1', '--from', '41', '--quick')).toEqual({
      kind: 'options',
      options: { only: [2, 5], seed: 7, runs: 1, from: 41, quick: true, isBuilt: false },
    });
  });

  it('leave the build alone', () => {
    expect(read('--no-build')).toMatchObject({ options: { isBuilt: true } });
  });

  it.each([
    [['--only', '3'], 'no such promise: 3'],
    [['--seed', '-1'], 'argument'],
    [['--seed', '1e3'], 'not a whole number: 1e3'],
    [['--runs', '0'], 'at least one run'],
    [['--fast'], '--fast'],
    [['quick'], 'quick'],
  ])('refuses %j', (args, words) => {
    const parsed = read(...args);
    expect(parsed.kind).toBe('wrong');
    expect(parsed.kind === 'wrong' ? parsed.message : '').toContain(words);
  });

  it('shows help', () => {
    expect(read('--help', '--quick')).toEqual({ kind: 'help' });
  });
});

describe('table of the promises', () => {
  const result = { tried: 't', found: 'f', breaches: [] };

  it('has a line for each promise with its count, breaches, seed and time', () => {
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
