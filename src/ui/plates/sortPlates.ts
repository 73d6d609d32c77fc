import * as vscode from 'vscode';
import type { StateStore } from '../../app/platform/ports';
import { stateKeys } from '../../app/platform/storedNames';
import { constituentOrders } from '../../domain/plates/plateChange';
import type { ConstituentOrder } from '../../domain/plates/plateChange';
import { chooseOne } from '../platform/say/ask';

/** How the user wants constituents sorted. */
export function keptOrder(state: Pick<StateStore, 'get'>): ConstituentOrder {
  const kept = state.get(stateKeys.platesSort);
  return constituentOrders.find((order) => order === kept) ?? 'service';
}

/** The order for the head of the view; empty for the order of the service. */
export function orderText(order: ConstituentOrder): string {
  return { service: '', gainers: vscode.l10n.t('Change ↓'), losers: vscode.l10n.t('Change ↑'), name: vscode.l10n.t('Name ↑') }[order];
}

/** Asks the user; undefined when dismissed. */
export async function pickOrder(current: ConstituentOrder): Promise<ConstituentOrder | undefined> {
  const labels = {
    service: vscode.l10n.t('As the service lists them'),
    gainers: vscode.l10n.t('Change, gains first'),
    losers: vscode.l10n.t('Change, losses first'),
    name: vscode.l10n.t('Name'),
  };
  const items = constituentOrders.map((order) => ({
    label: labels[order],
    ...(order === current ? { description: vscode.l10n.t('current') } : {}),
    order,
  }));
  return (await chooseOne(items, { title: vscode.l10n.t('Sort Constituents') }))?.order;
}
