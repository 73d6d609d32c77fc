import * as vscode from 'vscode';
import type { TicketStrings } from '../../../panel/orders/ticketStrings';

/** The page's texts in the display language of the editor. */
export function ticketStrings(): TicketStrings {
  return {
    title: vscode.l10n.t('Order ticket'),
    quote: vscode.l10n.t('Market'),
    last: vscode.l10n.t('Last'),
    bid: vscode.l10n.t('Bid'),
    ask: vscode.l10n.t('Ask'),
    lot: vscode.l10n.t('Lot'),
    tick: vscode.l10n.t('Tick'),
    usePrice: vscode.l10n.t('Use {0} as the price'),
    priceTime: vscode.l10n.t('Prices as of {0}'),
    readNow: vscode.l10n.t('just updated'),
    readAgo: vscode.l10n.t('updated {0} s ago'),
    readLongAgo: vscode.l10n.t('updated {0} min ago'),
    now: vscode.l10n.t('Now {0}'),
    unknownValue: vscode.l10n.t('(not available)'),
    increase: vscode.l10n.t('{0}: up by {1}'),
    decrease: vscode.l10n.t('{0}: down by {1}'),
    newValues: vscode.l10n.t('New values'),
    changes: vscode.l10n.t('Changes'),
    warnings: vscode.l10n.t('Check before you continue'),
    request: vscode.l10n.t('Exact request'),
    review: vscode.l10n.t('Review Change…'),
    discard: vscode.l10n.t('Discard'),
    close: vscode.l10n.t('Close'),
    promise: vscode.l10n.t('Nothing is sent until you confirm in the dialog that follows.'),
  };
}
