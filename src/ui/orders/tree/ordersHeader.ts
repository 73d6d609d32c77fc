import * as vscode from 'vscode';
import { oldestOf } from '../../../app/lastState/oldRows';
import type { OldAccount } from '../../../app/accounts/oldAccounts';
import type { OrdersState } from '../../../app/orders/lists/ordersBook';
import { firstFailure } from '../../../service/lists/list';
import { outage } from '../../platform/errors/outage';
import { presentError } from '../../platform/errors/presentError';
import { asOfTime, silence } from '../../platform/silence';
import { setBadge, setHead } from '../../platform/say/surfaces';
import type { ViewHead } from '../../platform/say/surfaces';

interface HeadFigures {
  /** The number of changes whose outcome is not settled. */
  readonly unresolved: number;
  readonly zone: string;
  readonly nowMs: number;
}

/** The message above the Orders view: when it was updated, whether it is out of date, and how many changes are unresolved. */
export class OrdersHeader {
  constructor(private readonly view: ViewHead) {}

  /**
   * @param orders - Undefined while not signed in.
   * @param old - Accounts that are shown in their last known state.
   */
  show(orders: OrdersState | undefined, old: readonly OldAccount<unknown>[], { unresolved, zone, nowMs }: HeadFigures): void {
    const accounts = orders?.accounts ?? [];
    const asOfMs = oldestOf(old.map((account) => account.old));
    const times = asOfMs === undefined ? accounts.flatMap(({ updatedAtMs }) => updatedAtMs ?? []) : [asOfMs];
    const oldest = times.length === 0 ? undefined : asOfTime(zone, Math.min(...times), nowMs);
    const lists = [...(orders?.directory ?? []), ...accounts].map(({ list }) => list);
    // What the service’s silence explains is told in the status bar, once for all views.
    const failure = lists.map((list) => firstFailure(list)).find((found) => found !== undefined && !outage.explains(found.error));
    setHead(this.view, {
      description:
        oldest === undefined ? '' : asOfMs === undefined ? vscode.l10n.t('updated {0}', oldest) : vscode.l10n.t('as of {0}', oldest),
      message:
        silence.text !== '' && orders !== undefined
          ? silence.text
          : failure === undefined || oldest === undefined
            ? ''
            : vscode.l10n.t('Out of date (as of {0}): {1}', oldest, presentError(failure.error).message),
    });
    setBadge(this.view, unresolved, vscode.l10n.t('Unresolved order changes: {0}', unresolved));
  }
}
