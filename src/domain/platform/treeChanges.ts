/** The content of a tree, described anew on every change. */
export interface TreeShape<Shape extends TreeShape<Shape>> {
  /** Unique in the whole tree, the same over refreshes. */
  readonly id: string;
  /**
   * Everything visible of the node itself, including its hover. Compared with `Object.is`: if equal, nothing is redrawn, and the editor keeps
   * the open hover.
   */
  readonly face: unknown;
  /** Undefined for a leaf. */
  readonly children?: readonly Shape[];
}

/** A node that outlives the shapes that describe it. */
export interface KeptNode<Shape, Self> {
  shape: Shape;
  above: Self | undefined;
  below: readonly Self[];
}

/** What must be redrawn: the roots and thus everything, or these nodes, none of which is below another. */
export type TreeChanges<Node> = 'roots' | readonly Node[];

/** Redrawing a node also reads its children again: only worth it when most of them changed. */
const mostChildren = 0.2;
const fewChildren = 20;

/**
 * Matches kept nodes with new shapes and returns which of them must be redrawn.
 *
 * A node whose children were added, removed, or moved is returned itself; otherwise only the descendants that look different.
 *
 * @param make - Makes a node for a new shape, without its children.
 */
export function fitTree<Shape extends TreeShape<Shape>, Node extends KeptNode<Shape, Node>>(
  roots: readonly Node[],
  shapes: readonly Shape[],
  make: (shape: Shape) => Node,
): { readonly roots: readonly Node[]; readonly changes: TreeChanges<Node> } {
  const changed: Node[] = [];

  /** A new node with everything below it: there is nothing to compare it with. */
  const grow = (shape: Shape, owner: Node | undefined): Node => {
    const node = make(shape);
    node.above = owner;
    if (shape.children !== undefined) node.below = shape.children.map((child) => grow(child, node));
    return node;
  };

  /** True when the list itself changed, so that its owner must be redrawn. */
  const fitList = (
    nodes: readonly Node[],
    wanted: readonly Shape[],
    owner: Node | undefined,
    report: Node[] | undefined,
  ): { list: readonly Node[]; moved: boolean } => {
    const moved = nodes.length !== wanted.length || nodes.some((node, at) => node.shape.id !== wanted[at]?.id);
    const known = moved && nodes.length > 0 ? new Map(nodes.map((node) => [node.shape.id, node])) : undefined;
    const list = wanted.map((shape, at) => {
      const old = known === undefined ? nodes[at] : known.get(shape.id);
      if (old === undefined) return grow(shape, owner);
      old.above = owner;
      fitNode(old, shape, moved ? undefined : report);
      return old;
    });
    return { list: moved ? list : nodes, moved };
  };

  /** `report` is undefined if an ancestor is redrawn anyway. */
  const fitNode = (node: Node, shape: Shape, report: Node[] | undefined): void => {
    const looksDifferent =
      !Object.is(node.shape.face, shape.face) || (node.shape.children === undefined) !== (shape.children === undefined);
    node.shape = shape;
    // Most nodes are leaves, and there may be thousands of them.
    if (shape.children === undefined && node.below.length === 0) {
      if (looksDifferent) report?.push(node);
      return;
    }
    const below: Node[] = [];
    const { list, moved } = fitList(node.below, shape.children ?? [], node, below);
    node.below = list;
    if (report === undefined) return;
    const own = below.filter(({ above }) => above === node).length;
    const crowded = own > Math.max(fewChildren, list.length * mostChildren);
    if (looksDifferent || moved || crowded) report.push(node);
    else report.push(...below);
  };

  const { list, moved } = fitList(roots, shapes, undefined, changed);
  return { roots: list, changes: moved ? 'roots' : changed };
}
