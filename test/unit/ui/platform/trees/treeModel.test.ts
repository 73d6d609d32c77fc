import { describe, expect, it } from 'vitest';
import { ModelTree } from '../../../../../src/ui/platform/trees/treeModel';
import type { NodeModel } from '../../../../../src/ui/platform/trees/treeModel';
import { readHolding } from '../../../../../src/domain/positions/holding';
import type { Holding } from '../../../../../src/domain/positions/holding';
import { rowStyle } from '../../../../../src/ui/positions/positionText';
import { holding } from '../../../../support/builders/holdings';
import { FakeTime } from '../../../../support/machine/fakeTime';

const { TreeItem } = await import('vscode');
const { PositionRow } = await import('../../../../../src/ui/positions/positionRow');
const endless = 'x'.repeat(1_000_000);

describe('ModelTree', () => {
  it('draws rows of a length that the workbench can lay out', () => {
    const tree = new ModelTree();
    const item = (): InstanceType<typeof TreeItem> => Object.assign(new TreeItem(endless), { description: endless, tooltip: endless });
    tree.show([
      { id: 'a', face: 'a', item },
      { id: 'b', face: 'b', item: () => new TreeItem('short') },
    ]);
    const [long, short] = tree.roots().map((node) => node.toTreeItem());
    expect([long?.label, long?.description, long?.tooltip]).toEqual([`${'x'.repeat(399)}…`, `${'x'.repeat(399)}…`, `${'x'.repeat(1999)}…`]);
    expect(short?.label).toBe('short');
  });

  it('finds the first row by its item, however deep it is', () => {
    const tree = new ModelTree();
    const row = (id: string, subject: unknown, children: readonly NodeModel[] = []): NodeModel => ({
      ...{ id, face: id, subject, children },
      item: () => new TreeItem(id),
    });
    tree.show([row('a', 1, [row('b', 2, [row('c', 3)])]), row('d', 3)]);
    expect(tree.find((subject) => subject === 3)?.id).toBe('c');
    expect(tree.find((subject) => subject === 4)).toBeUndefined();
  });
});

describe('a row of prices whose tooltip is open', () => {
  const style = rowStyle('auto', 'en', false, ['profit', 'price']);
  const row = (fields: Partial<Holding>): NodeModel => new PositionRow('a', readHolding(holding({ id: '1', ...fields })), style);
  /** A tree with two positions; `drawn` collects what the editor is told to redraw. */
  const reading = (): { time: FakeTime; tree: ModelTree; drawn: (readonly string[] | 'all')[]; hover: () => void } => {
    const time = new FakeTime();
    const tree = new ModelTree(time);
    const drawn: (readonly string[] | 'all')[] = [];
    tree.show([row({ price: '1' }), other]);
    tree.onDidChange((nodes) => drawn.push(nodes === undefined ? 'all' : [nodes].flat().map(({ id }) => id)));
    return { time, tree, drawn, hover: () => void tree.roots()[0]?.resolve(new TreeItem('x')) };
  };
  const other = row({ id: '2' });

  it('is redrawn at once when its tooltip is closed', () => {
    const { tree, drawn } = reading();
    tree.show([row({ price: '2' }), other]);
    expect(drawn).toEqual([['a/1']]);
  });

  it('stays as it is for five seconds, and is then drawn once in its current state', async () => {
    const { time, tree, drawn, hover } = reading();
    hover();
    for (const price of ['2', '3', '4']) {
      tree.show([row({ price }), other]);
      await time.advance(1_000);
    }
    expect(drawn).toEqual([]);
    await time.advance(1_999);
    expect(drawn).toEqual([]);
    await time.advance(1);
    expect(drawn).toEqual([['a/1']]);
    expect(tree.roots()[0]?.toTreeItem().description).toContain('@ 4');
    tree.show([row({ price: '5' }), other]);
    expect(drawn).toHaveLength(2);
  });

  it('delays no other row', () => {
    const { tree, drawn, hover } = reading();
    hover();
    tree.show([row({ price: '2' }), row({ id: '2', price: '7' })]);
    expect(drawn).toEqual([['a/2']]);
  });

  it('redraws when another row’s tooltip opens', () => {
    const { tree, drawn, hover } = reading();
    hover();
    tree.show([row({ price: '2' }), other]);
    tree.roots()[1]?.resolve(new TreeItem('y'));
    expect(drawn).toEqual([['a/1']]);
  });

  it.each([
    ['its quantity', row({ price: '2', quantity: '7' })],
    ['its side', row({ price: '2', side: 'short' })],
    ['its age', new PositionRow('a', { ...readHolding(holding({ id: '1', price: '2' })), isOld: true as const }, style)],
  ])('is redrawn at once when %s changes', async (_, changed) => {
    const { time, tree, drawn, hover } = reading();
    hover();
    tree.show([changed, other]);
    expect(drawn).toEqual([['a/1']]);
    await time.advance(10_000);
    expect(drawn).toHaveLength(1);
  });

  it('is drawn with all others when they are redrawn, for example for privacy, and not once more', async () => {
    const { time, tree, drawn, hover } = reading();
    hover();
    tree.show([row({ price: '2' }), other]);
    tree.redraw();
    await time.advance(10_000);
    expect(drawn).toEqual(['all']);
  });

  it('leaves no timer behind', () => {
    const { time, tree, hover } = reading();
    hover();
    tree.dispose();
    expect(time.pendingTimers).toBe(0);
  });
});

describe('a row that follows many prices', () => {
  const sum = (face: string): NodeModel => ({ id: 'sum', face, isSum: true, item: () => new TreeItem(face) });

  function summed(): { readonly time: FakeTime; readonly tree: ModelTree; readonly drawn: number[] } {
    const time = new FakeTime();
    const tree = new ModelTree(time);
    tree.show([sum('0')]);
    const drawn: number[] = [];
    tree.onDidChange(() => drawn.push(time.wallMs()));
    return { time, tree, drawn };
  }

  it('is drawn every two seconds at most, and finally in its current state', async () => {
    const { time, tree, drawn } = summed();
    const start = time.wallMs();
    for (let tick = 1; tick <= 10; tick += 1) {
      tree.show([sum(String(tick))]);
      await time.advance(500);
    }
    await time.advance(10_000);
    expect(drawn.map((at) => at - start)).toEqual([0, 2_000, 4_000, 6_000]);
    expect(tree.roots()[0]?.toTreeItem().label).toBe('10');
  });

  it('leaves no timer behind', () => {
    const { time, tree } = summed();
    tree.show([sum('1')]);
    tree.dispose();
    expect(time.pendingTimers).toBe(0);
  });
});
