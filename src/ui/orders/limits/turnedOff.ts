import * as vscode from 'vscode';
import type { ConnectionState } from '../../../app/session/connection';
import { isAllowed } from '../../../domain/orders/orderAllowance';
import { runCommand } from '../../platform/runCommand';
import { orderAllowance, settingFault } from './readLimits';

/** Why no order may be changed, in words; undefined if changes are possible. */
export function turnedOff(): string | undefined {
  const fault = settingFault();
  if (fault === undefined)
    return orderAllowance() === 'nothing' ? vscode.l10n.t('Order changes are turned off in your order limits.') : undefined;
  const { setting, part } = fault;
  return part === ''
    ? vscode.l10n.t('Order changes are turned off: the value of “marketDesk.{0}” can’t be used.', setting)
    : vscode.l10n.t('Order changes are turned off: “{0}” in “marketDesk.{1}” can’t be used.', part, setting);
}

/** Whether the user allows new orders in this account of the service. */
export function mayPlace({ connection }: Pick<ConnectionState, 'connection'>, { isPaper }: { readonly isPaper: boolean }): boolean {
  return isAllowed(orderAllowance(), 'place', { isPaper, isSandbox: connection.kind === 'sandbox' });
}

export function placingOffText(): string {
  return vscode.l10n.t('Placing orders is turned off, except in paper accounts. Turn it on in your order limits.');
}

/** The button that opens the page on which orders are allowed and limited. */
export function editLimits(): { readonly label: string; readonly run: () => Promise<void> } {
  return { label: vscode.l10n.t('Edit Order Limits'), run: async () => runCommand('marketDesk.orders.editLimits') };
}
