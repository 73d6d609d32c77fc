import * as vscode from 'vscode';
import type { OrdersState } from '../../../app/orders/ordersBook';
import { firstFailure } from '../../../service/lists/list';
import { presentError } from '../../platform/errors/presentError';
import type { TreeNode } from '../../platform/shell/shell';
import { dayAndTime } from '../orderTimes';

type View = Pick<vscode.TreeView<TreeNode>, 'description' | 'message' | 'badge'>;

/** The message above the Orders view: when it was updated, whether it is out of date, and how many changes are unresolved. */
export class OrdersHeader {
  constructor(private readonly view: View) {}

  /** @param orders - Undefined while not signed in. */
  show(orders: OrdersState | undefined, unresolved: number, zone: string): void {
    const accounts = orders?.accounts ?? [];
    const times = accounts.flatMap(({ updatedAtMs }) => (updatedAtMs === undefined ? [] : [updatedAtMs]));
    const oldest = times.length === 0 ? undefined : dayAndTime(zone, new Date(Math.min(...times)).toISOString()).slice(11);
    const lists = [...(orders?.directory ?? []), ...accounts].map(({ list }) => list);
    const failure = lists.map((list) => firstFailure(list)).find((found) => found !== undefined);
    this.#set('description', oldest === undefined ? '' : vscode.l10n.t('updated {0}', oldest));
    this.#set(
      'message',
      failure === undefined || oldest === undefined
        ? ''
        : vscode.l10n.t('Out of date (as of {0}): {1}', oldest, presentError(failure.error).message),
    );
    if ((this.view.badge?.value ?? 0) === unresolved) return;
    this.view.badge =
      unresolved === 0 ? undefined : { value: unresolved, tooltip: vscode.l10n.t('Unresolved order changes: {0}', unresolved) };
  }

  /** Setting the same text again would still be sent to the window. */
  #set(key: 'description' | 'message', text: string): void {
    if ((this.view[key] ?? '') !== text) this.view[key] = text;
  }
}
