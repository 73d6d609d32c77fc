import * as vscode from 'vscode';
import type { ViewId } from '../ids';
import type { TreeNode, TreeSource } from './shell';

/** The tree of a view, before and after the feature that provides it is loaded. */
export class LazyTree implements vscode.TreeDataProvider<TreeNode> {
  readonly changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  source: TreeSource | undefined;

  constructor(
    private readonly load: () => Promise<void>,
    private readonly isDormant: () => boolean,
  ) {}

  getTreeItem(node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    return node.toTreeItem();
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (node !== undefined) return [...(await node.children())];
    if (this.source === undefined && this.isDormant()) return [];
    await this.load();
    return [...((await this.source?.roots()) ?? [])];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent?.();
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.ProviderResult<vscode.TreeItem> {
    return node.resolve === undefined ? item : node.resolve(item);
  }
}

/** Forwards drag and drop to the source of a tree, once there is one. */
export class LazyDragAndDrop implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dropMimeTypes: readonly string[];
  readonly dragMimeTypes: readonly string[];

  constructor(
    id: ViewId,
    private readonly tree: LazyTree,
  ) {
    const mime = `application/vnd.code.tree.${id.toLowerCase()}`;
    this.dropMimeTypes = [mime];
    this.dragMimeTypes = [mime];
  }

  handleDrag(source: readonly TreeNode[], data: vscode.DataTransfer, token: vscode.CancellationToken): Thenable<void> | void {
    return this.tree.source?.dragAndDrop?.handleDrag?.(source, data, token);
  }

  handleDrop(target: TreeNode | undefined, data: vscode.DataTransfer, token: vscode.CancellationToken): Thenable<void> | void {
    return this.tree.source?.dragAndDrop?.handleDrop?.(target, data, token);
  }
}
