import * as vscode from 'vscode';
import { fromPosition } from '../../src/app/positions/holdings';
import { positionsState } from '../../test/support/builders/holdings';
import type { PositionsState } from '../../src/app/positions/positionsBook';
import { readChanges } from '../../src/domain/positions/holding';
import type { ReadHolding } from '../../src/domain/positions/holding';
import { listOf } from '../../src/service/lists/list';
import { defaultSort } from '../../src/domain/positions/holdingGroups';
import type { Position } from '../../src/service/records';
import type { TreeNode } from '../../src/ui/platform/shell/shell';
import { ModelTree } from '../../src/ui/platform/trees/treeModel';
import { rowStyle } from '../../src/ui/positions/positionText';
import { positionsTree } from '../../src/ui/positions/positionsTree';

const options = { sort: defaultSort, style: rowStyle('auto', 'en', false, ['profit', 'name', 'quantity', 'price']) };

function stateOf(holdings: readonly ReadHolding[]): PositionsState {
  const account = { id: 'A', name: 'A', kind: 'simulated' as const, markets: [], source: 'service' as const };
  return positionsState({
    accounts: [{ account, list: listOf(holdings), updatedAtMs: 0 }],
    directory: [{ kind: 'simulated', list: listOf([account]) }],
  });
}

/** Everything between the records of the client and the rows that the editor is given, for the whole tree. */
export class PositionsWork {
  readonly #tree = new ModelTree();
  #known: readonly ReadHolding[] = [];
  #fired: readonly TreeNode[] | 'all' = [];

  constructor() {
    this.#tree.onDidChange((nodes) => {
      this.#fired = nodes ?? 'all';
    });
  }

  /** Shows the positions and draws every row. Gives the number of rows. */
  open(positions: readonly Position[]): number {
    this.#update(positions);
    return drawAll(this.#tree.roots());
  }

  /** Shows new positions and draws again what the tree says has changed, with everything below it as the editor does. */
  refresh(positions: readonly Position[]): number {
    this.#fired = [];
    this.#update(positions);
    return drawAll(this.#changed());
  }

  #changed(): readonly TreeNode[] {
    return this.#fired === 'all' ? this.#tree.roots() : this.#fired;
  }

  #update(positions: readonly Position[]): void {
    this.#known = readChanges(this.#known, positions.map(fromPosition));
    this.#tree.show(positionsTree(stateOf(this.#known), options));
  }
}

/**
 * As the editor does: it asks for the item of every child of an expanded row at once, whether it is within the window or
 * not, and for the children of rows that are drawn expanded. Accounts and markets are, so that it asks for all rows. It
 * asks for a tooltip only when a row is hovered.
 */
function drawAll(nodes: readonly TreeNode[]): number {
  let rows = 0;
  for (const node of nodes) {
    const item = node.toTreeItem();
    rows += 1;
    if (item instanceof Promise || item.collapsibleState !== vscode.TreeItemCollapsibleState.Expanded) continue;
    const children = node.children();
    if (!(children instanceof Promise)) rows += drawAll(children);
  }
  return rows;
}

/** The least that any tree must do: one item a position, its texts put together without a thought. */
export function bareItems(positions: readonly Position[]): number {
  const items = positions.map((position) => {
    const item = new vscode.TreeItem(`${position.symbol} ${position.name}`);
    item.description = `${position.quantity} · ${position.currentPrice} · ${position.profit} (${position.profitRatio} %)`;
    item.id = position.positionId;
    return item;
  });
  return items.length;
}
