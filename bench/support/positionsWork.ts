import * as vscode from 'vscode';
import type { AccountPositions, PositionsState } from '../../src/app/positionsFeed';
import { readChanges } from '../../src/domain/holding';
import type { Holding } from '../../src/domain/holding';
import { defaultSort } from '../../src/domain/portfolio';
import type { TreeNode } from '../../src/ui/platform/shell';
import { ModelTree } from '../../src/ui/platform/treeModel';
import { rowStyle } from '../../src/ui/positions/positionText';
import { positionsTree } from '../../src/ui/positions/positionsTree';

const options = { sort: defaultSort, style: rowStyle('auto', 'en') };

function stateOf(holdings: AccountPositions['holdings']): PositionsState {
  const account = { id: 'A', name: 'A', kind: 'simulated' as const, markets: [], source: 'service' as const };
  return { accounts: [{ account, holdings, updatedAtMs: 0, error: undefined, notOffered: false }], error: undefined, listErrors: [], loading: false, market: undefined };
}

/** Everything between the records of the client and the rows that the editor is given, for the whole tree. */
export class PositionsWork {
  readonly #tree = new ModelTree();
  #known: AccountPositions['holdings'] = [];
  #fired: readonly TreeNode[] | 'all' = [];

  constructor() {
    this.#tree.onDidChange((nodes) => {
      this.#fired = nodes ?? 'all';
    });
  }

  /** Shows the holdings and draws every row. Gives the number of rows. */
  open(holdings: readonly Holding[]): number {
    this.#update(holdings);
    return drawAll(this.#tree.roots());
  }

  /** Shows new holdings and draws again what the tree says has changed, with everything below it as the editor does. */
  refresh(holdings: readonly Holding[]): number {
    this.#fired = [];
    this.#update(holdings);
    return drawAll(this.#changed());
  }

  #changed(): readonly TreeNode[] {
    return this.#fired === 'all' ? this.#tree.roots() : this.#fired;
  }

  #update(holdings: readonly Holding[]): void {
    this.#known = readChanges(this.#known, holdings);
    this.#tree.show(positionsTree(stateOf(this.#known), options));
  }
}

function drawAll(nodes: readonly TreeNode[]): number {
  let rows = 0;
  for (const node of nodes) {
    void node.toTreeItem();
    const children = node.children();
    rows += 1 + (children instanceof Promise ? 0 : drawAll(children));
  }
  return rows;
}

/** The least that any tree must do: one item a position, its texts put together without a thought. */
export function bareItems(holdings: readonly Holding[]): number {
  const items = holdings.map((holding) => {
    const item = new vscode.TreeItem(`${holding.symbol} ${holding.name}`);
    item.description = `${holding.quantity} · ${holding.price} · ${holding.profit} (${holding.profitRatio} %)`;
    item.id = holding.id;
    return item;
  });
  return items.length;
}
