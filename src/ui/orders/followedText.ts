import * as vscode from 'vscode';
import type { FollowedEnd } from '../../app/orders/followUp';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import { maskWhen } from '../../domain/text/mask';
import { idText, serverText, withoutStop } from '../../domain/text/visibleText';
import { termsText } from './orderText';

/** A followed change's outcome in one sentence; “not changed” is said only if an order status check showed it. */
export function followedEndText({ end, before, attempt, text }: FollowedEnd, isPrivate: boolean): string {
  const order = idText(attempt.target.orderId);
  const terms = termsText(attempt, isPrivate);
  const said = maskWhen(isPrivate)(withoutStop(serverText(text)));
  if (end === 'freed') return vscode.l10n.t('Order {0} can be modified again.', order);
  if (end === 'applied' && isUnresolved(before)) return vscode.l10n.t('Change applied: {0} is now {1}.', order, terms);
  if (end === 'applied') return vscode.l10n.t('{0} is now {1}', order, terms);
  if (end === 'rejected')
    return vscode.l10n.t('The change of {0} to {1} was accepted and then rejected: {2}. The order was not changed.', order, terms, said);
  if (said !== '')
    return vscode.l10n.t(
      'The change of {0} to {1} was accepted, but the order has not shown it for 45 seconds. The order reports: {2}. Check the order with your broker.',
      order,
      terms,
      said,
    );
  return vscode.l10n.t(
    'The change of {0} to {1} was accepted, but the order has not shown it for 45 seconds. Check the order with your broker.',
    order,
    terms,
  );
}
