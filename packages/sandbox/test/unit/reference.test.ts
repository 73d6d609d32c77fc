import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { referenceFile, withReference } from '../support/reference';

describe('the reference', () => {
  it('has options, words, faults, and codes as the code has them', () => {
    const text = readFileSync(referenceFile, 'utf8');
    expect(text, 'Run “npm run reference”.').toBe(withReference(text));
    expect(text).toContain('`wrongLength`');
  });

  it('has a place for each of its parts', () => {
    expect(() => withReference('')).toThrow('no place');
  });
});
