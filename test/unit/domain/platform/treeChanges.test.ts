import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitTree } from '../../../../src/domain/platform/treeChanges';
import type { KeptNode, TreeShape } from '../../../../src/domain/platform/treeChanges';

interface Shape extends TreeShape<Shape> {
  readonly face: number;
}
class Node implements KeptNode<Shape, Node> {
  above: Node | undefined;
  below: readonly Node[] = [];
  constructor(public shape: Shape) {}
}

const leaf = (id: string, face = 0): Shape => ({ id, face });
const branch = (id: string, children: readonly Shape[], face = 0): Shape => ({ id, face, children });
const fit = (roots: readonly Node[], shapes: readonly Shape[]): ReturnType<typeof fitTree<Shape, Node>> =>
  fitTree<Shape, Node>(roots, shapes, (shape) => new Node(shape));
const ids = (changes: 'roots' | readonly Node[]): 'roots' | readonly string[] =>
  changes === 'roots' ? changes : changes.map(({ shape }) => shape.id);

/** What an editor would show if it redraws exactly the rows that it is told to. */
class Editor {
  #roots: readonly Drawn[] = [];
  redraw(roots: readonly Node[], changes: 'roots' | readonly Node[]): void {
    if (changes === 'roots') this.#roots = roots.map(draw);
    else for (const node of changes) this.#replace(node);
  }
  get shown(): unknown {
    return this.#roots;
  }
  #replace(node: Node): void {
    const path: Node[] = [];
    for (let at: Node | undefined = node; at !== undefined; at = at.above) path.unshift(at);
    let list = this.#roots;
    let target: Drawn | undefined;
    for (const step of path) {
      target = list.find(({ id }) => id === step.shape.id);
      list = target?.below ?? [];
    }
    if (target !== undefined) Object.assign(target, draw(node));
  }
}
interface Drawn {
  readonly id: string;
  readonly face: number;
  readonly leaf: boolean;
  readonly below: readonly Drawn[];
}
const draw = ({ shape, below }: Node): Drawn => ({
  id: shape.id,
  face: shape.face,
  leaf: shape.children === undefined,
  below: below.map(draw),
});
const drawShape = ({ id, face, children }: Shape): Drawn => ({
  id,
  face,
  leaf: children === undefined,
  below: (children ?? []).map(drawShape),
});

describe('fitTree', () => {
  it('names only the leaf that looks different', () => {
    const first = fit([], [branch('a', [leaf('a1'), leaf('a2')]), leaf('b')]);
    const second = fit(first.roots, [branch('a', [leaf('a1'), leaf('a2', 1)]), leaf('b')]);
    expect(ids(first.changes)).toBe('roots');
    expect(ids(second.changes)).toEqual(['a2']);
    expect(second.roots[0]).toBe(first.roots[0]);
  });

  it('names nothing when nothing changed', () => {
    const first = fit([], [branch('a', [leaf('a1')])]);
    expect(fit(first.roots, [branch('a', [leaf('a1')])]).changes).toEqual([]);
  });

  it.each([
    ['added', [leaf('a1'), leaf('a2'), leaf('a3')]],
    ['removed', [leaf('a1')]],
    ['moved', [leaf('a2'), leaf('a1')]],
  ])('names the owner of a child that was %s', (_, children) => {
    const first = fit([], [branch('a', [leaf('a1'), leaf('a2')]), branch('b', [leaf('b1')])]);
    expect(ids(fit(first.roots, [branch('a', children), branch('b', [leaf('b1')])]).changes)).toEqual(['a']);
  });

  it('names the owner instead of most of its children', () => {
    const children = (face: number, changed: number): Shape[] =>
      Array.from({ length: 100 }, (_, at) => leaf(`c${at}`, at < changed ? face : 0));
    const first = fit([], [branch('a', children(0, 0))]);
    expect(ids(fit(first.roots, [branch('a', children(1, 20))]).changes)).toHaveLength(20);
    expect(ids(fit(first.roots, [branch('a', children(2, 21))]).changes)).toEqual(['a']);
  });

  it('does not mistake changes far below for a change of most children', () => {
    const shapes = (face: number): Shape[] => [
      branch('root', [
        branch(
          'group',
          Array.from({ length: 1000 }, (_, at) => leaf(`c${at}`, at < 40 ? face : 0)),
        ),
      ]),
    ];
    const first = fit([], shapes(0));
    expect(ids(fit(first.roots, shapes(1)).changes)).toHaveLength(40);
  });

  it('makes an editor that redraws only the named rows show the new tree', () => {
    const shape: fc.Memo<Shape[]> = fc.memo((depth) =>
      fc
        .uniqueArray(
          fc.record({
            id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
            face: fc.integer({ min: 0, max: 2 }),
            below: depth > 1 ? fc.option(shape(depth - 1), { nil: undefined }) : fc.constant(undefined),
          }),
          { selector: ({ id }) => id, maxLength: 5 },
        )
        .map((list) => list.map(({ id, face, below }): Shape => (below === undefined ? { id, face } : { id, face, children: below }))),
    );
    const prefixed = (list: readonly Shape[], prefix = ''): Shape[] =>
      list.map(({ id, face, children }) => ({
        id: prefix + id,
        face,
        ...(children === undefined ? {} : { children: prefixed(children, `${prefix}${id}/`) }),
      }));
    fc.assert(
      fc.property(fc.array(shape(3), { minLength: 1, maxLength: 6 }), (sequence) => {
        const editor = new Editor();
        let roots: readonly Node[] = [];
        for (const wanted of sequence.map((list) => prefixed(list))) {
          const fitted = fit(roots, wanted);
          roots = fitted.roots;
          editor.redraw(roots, fitted.changes);
          expect(editor.shown).toEqual(wanted.map(drawShape));
        }
      }),
    );
  });
});
