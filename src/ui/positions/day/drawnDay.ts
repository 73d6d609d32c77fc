import type { Disposable } from '../../../app/platform/ports';
import { ModelNode } from '../../platform/trees/treeModel';
import type { ModelTree } from '../../platform/trees/treeModel';
import { isDayRow } from './dayRow';

/** The day's P&L as its row shows it: sums are drawn less often than prices change, and the head must not show a different figure meanwhile. */
export class DrawnDay implements Disposable {
  readonly #subscription: Disposable;
  #now = '';
  #drawn = '';

  /** @param changed - Called when the row was drawn with a new text. */
  constructor(tree: Pick<ModelTree, 'onDidChange'>, changed: () => void) {
    this.#subscription = tree.onDidChange((nodes) => {
      const isDrawn = !Array.isArray(nodes) || nodes.some((node) => node instanceof ModelNode && isDayRow(node.id));
      if (!isDrawn || this.#drawn === this.#now) return;
      this.#drawn = this.#now;
      changed();
    });
  }

  get text(): string {
    return this.#drawn;
  }

  /** Sets the latest text, before its row is shown. */
  take(text: string): void {
    this.#now = text;
    // Without a row, nothing shows it any more.
    if (text === '') this.#drawn = '';
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
