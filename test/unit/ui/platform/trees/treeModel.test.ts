import { describe, expect, it, vi } from 'vitest';
import { ModelTree } from '../../../../../src/ui/platform/trees/treeModel';

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
});
