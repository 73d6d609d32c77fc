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

/** Everything between the client's records and the rows that the editor gets, for the whole tree. */
export class PositionsWork {
  readonly #tree = new ModelTree();
  #known: readonly ReadHolding[] = [];
  #fired: readonly TreeNode[] | 'all' = [];

  constructor() {
    this.#tree.onDidChange((nodes) => {
      this.#fired = nodes ?? 'all';
    });
  }

  /** Shows the positions and draws every row. @returns the number of rows. */
  open(positions: readonly Position[]): number {
    this.#update(positions);
    return drawAll(this.#tree.roots());
  }

  /** Shows new positions and redraws what the tree reports as changed, with everything below it as the editor does. */
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
 * Like the editor: it asks at once for the item of every child of an expanded row, whether visible or not, and for the children of rows
 * that are drawn expanded. Accounts and markets are, so it asks for all rows. It asks for a tooltip only when a row is hovered.
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

/** The minimum for any tree: one item for each position, with its texts simply joined. */
export function bareItems(positions: readonly Position[]): number {
  const items = positions.map((position) => {
    const item = new vscode.TreeItem(`${position.symbol} ${position.name}`);
    item.description = `${position.quantity} · ${position.currentPrice} · ${position.profit} (${position.profitRatio} %)`;
    item.id = position.positionId;
    return item;
  });
  return items.length;
}
