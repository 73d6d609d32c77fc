import { describe, expect, it, vi } from 'vitest';
import { ModelTree } from '../../../../../src/ui/platform/trees/treeModel';
import type { NodeModel } from '../../../../../src/ui/platform/trees/treeModel';

vi.mock('vscode', async () => import('../../../../support/editor/fakeVscode'));

const { TreeItem } = await import('vscode');
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

  it('finds the first row by what it stands for, however deep it is', () => {
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
