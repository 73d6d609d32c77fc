import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCursors } from '../../../src/http/cursors';

describe('the cursors of the sandbox', () => {
  const cursors = createCursors();

  it('can be opened with the binding they were sealed with, and with no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (binding, other, offset) => {
        const cursor = cursors.seal(binding, offset);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(cursors.open(binding, cursor)).toBe(offset);
        if (other !== binding) expect(cursors.open(other, cursor)).toBeUndefined();
      }),
    );
  });

  it('cannot be opened when a character was changed, cut off, or added', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.constantFrom('A', 'b', '9', '-', '_', '=', '%'), (offset, place, character) => {
        const cursor = cursors.seal('binding', offset);
        const index = place % cursor.length;
        const changed = cursor.slice(0, index) + character + cursor.slice(index + 1);
        if (changed !== cursor) expect(cursors.open('binding', changed)).toBeUndefined();
        expect(cursors.open('binding', cursor.slice(0, index))).toBeUndefined();
        expect(cursors.open('binding', cursor + character)).toBeUndefined();
      }),
    );
  });

  it('cannot be opened in another process', () => {
    expect(createCursors().open('binding', cursors.seal('binding', 1))).toBeUndefined();
  });

  it.each(['', '-1', '0', 'x'.repeat(10_000)])('cannot be opened when they are made up: %j', (cursor) => {
    expect(cursors.open('binding', cursor)).toBeUndefined();
  });
});
