import { EventEmitter } from './values';
import type { TreeItem } from './values';

export interface TreeProvider {
  getChildren(node?: unknown): Promise<readonly unknown[] | undefined> | readonly unknown[] | undefined;
  getTreeItem(node: unknown): Promise<TreeItem> | TreeItem;
  resolveTreeItem?(item: TreeItem, node: unknown, token: unknown): unknown;
}

/** A view of the side bar. Rows are read on demand. */
export class TreeView {
  visible = false;
  message: string | undefined;
  description: string | undefined;
  title: string | undefined;
  badge: unknown;
  readonly selection: readonly unknown[] = [];
  readonly #visibility = new EventEmitter<{ visible: boolean }>();
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly onDidExpandElement = new EventEmitter<unknown>().event;
  readonly onDidCollapseElement = new EventEmitter<unknown>().event;
  readonly onDidChangeSelection = new EventEmitter<unknown>().event;
  readonly onDidChangeCheckboxState = new EventEmitter<unknown>().event;

  constructor(readonly provider: TreeProvider) {}

  setVisible(visible: boolean): void {
    if (this.visible === visible) return;
    this.visible = visible;
    this.#visibility.fire({ visible });
  }

  async reveal(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): void {
    this.#visibility.dispose();
  }
}
