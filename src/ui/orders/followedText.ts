import * as vscode from 'vscode';
import type { FollowedEnd } from '../../app/orders/followUp';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import { maskWhen } from '../../domain/text/mask';
import { idText, serverText, withoutStop } from '../../domain/text/visibleText';
import { termsText } from './orderText';
import type { News } from './outcomeNews';

/** How a followed change ended: what was to be expected is worth the status bar, all else a notification that stays. */
export function followedNews(ended: FollowedEnd, isPrivate: boolean): News {
  const { end, before, attempt } = ended;
  const message = followedEndText(ended, isPrivate);
  const { state } = attempt;
  if (end === 'freed') return { severity: 'info', message, state, brief: 'unlock' };
  if (end !== 'applied') return { severity: 'warning', message, state };
  // The user was told that nobody knows what became of it, or that it was rejected: this is news.
  return { severity: 'info', message, state, ...(isUnresolved(before) ? {} : { brief: 'check-all' }) };
}

/** A followed change's outcome in one sentence; “not changed” is said only if an order status check showed it. */
export function followedEndText(
  { end, before, attempt, text }: Pick<FollowedEnd, 'end' | 'before' | 'attempt' | 'text'>,
  isPrivate: boolean,
): string {
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
