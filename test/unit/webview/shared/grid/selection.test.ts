import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridSelection } from '../../../../../src/webview/shared/grid/selection';

const lines = (...ids: readonly string[]) =>
  ids.map((id) => ({ id, kind: id.startsWith('group') ? ('group' as const) : ('row' as const) }));

describe('the selection in a grid', () => {
  it('is the active record until more are chosen, and never a heading', () => {
    const selection = new GridSelection();
    selection.follow(lines('group HK', 'a', 'b', 'group US', 'c'));
    selection.only('group HK');
    expect(selection.ids).toEqual([]);
    selection.only('c');
    expect(selection.ids).toEqual(['c']);
    selection.extendTo('b');
    expect(selection.ids).toEqual(['b', 'c']);
    selection.toggle('a');
    expect(selection.ids).toEqual(['a', 'b', 'c']);
    selection.all();
    selection.toggle('b');
    expect(selection.ids).toEqual(['a', 'c']);
  });

  it('stays on the first line that the focus fell on while lines come above, until the user chooses one', () => {
    const selection = new GridSelection();
    selection.follow(lines('c', 'd'));
    selection.give('c');
    selection.follow(lines('a', 'b', 'c', 'd'));
    expect(selection.activeId).toBe('a');
    selection.only('a');
    selection.follow(lines('x', 'a', 'b', 'c', 'd'));
    expect(selection.activeId).toBe('a');
    // Further down, it is the line that is seen first.
    selection.give('b');
    selection.follow(lines('w', 'x', 'a', 'b'));
    expect(selection.activeId).toBe('b');
  });

  it('survives sorting and forgets removed records', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e']), (left) => {
        const selection = new GridSelection();
        selection.follow(lines('a', 'b', 'c', 'd', 'e'));
        selection.only('b');
        selection.extendTo('d');
        selection.follow(lines(...left));
        const expected = left.filter((id) => ['b', 'c', 'd'].includes(id));
        // If none of the selected lines is left, the line that took the place of the active one is active, or the last one.
        const next = ['e', 'a'].filter((id) => left.includes(id)).slice(0, 1);
        expect(selection.ids).toEqual(expected.length > 0 ? expected : next);
      }),
    );
  });

  it('moves to the line that took the place of a removed one, or to the one before at the end', () => {
    const selection = new GridSelection();
    selection.follow(lines('a', 'b', 'c', 'd'));
    selection.only('b');
    selection.follow(lines('a', 'c', 'd'));
    expect(selection.activeId).toBe('c');
    selection.extendTo('d');
    expect(selection.ids).toEqual(['c', 'd']);
    selection.only('d');
    selection.follow(lines('a', 'c'));
    expect(selection.activeId).toBe('c');
    selection.follow([]);
    expect(selection.activeId).toBeUndefined();
  });

  it('extends from the active record when the start of the range was removed', () => {
    const selection = new GridSelection();
    selection.follow(lines('a', 'b', 'c', 'd', 'e', 'f'));
    selection.only('c');
    selection.extendTo('e');
    selection.follow(lines('a', 'b', 'd', 'e', 'f'));
    selection.extendTo('f');
    expect(selection.ids).toEqual(['e', 'f']);
  });

  it('finds where chosen records go when they move one place', () => {
    const selection = new GridSelection();
    selection.follow(lines('a', 'b', 'c', 'd'));
    selection.only('b');
    expect([selection.neighbor('up'), selection.neighbor('down')]).toEqual(['a', 'd']);
    selection.extendTo('c');
    expect([selection.neighbor('up'), selection.neighbor('down')]).toEqual(['a', null]);
    selection.only('a');
    expect(selection.neighbor('up')).toBeUndefined();
    selection.only('d');
    expect(selection.neighbor('down')).toBeUndefined();
  });

  it('moves into the next group over its heading, even into an empty or closed one', () => {
    const selection = new GridSelection();
    selection.follow(lines('group A', 'a', 'b', 'group B', 'group C', 'c'));
    const around = (id: string): readonly unknown[] => {
      selection.only(id);
      return [selection.neighbor('up'), selection.neighbor('down')];
    };
    expect(around('a')).toEqual([undefined, 'group A']);
    expect(around('b')).toEqual(['a', 'group B']);
    expect(around('c')).toEqual(['group B', undefined]);
    selection.follow(lines('group A', 'a', 'group B', 'b', 'c'));
    expect(around('a')).toEqual([undefined, 'b']);
    expect(around('b')).toEqual(['group A', 'group B']);
  });
});
