import type { FollowedEnd } from '../../app/orders/eye/followUp';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import { hasEnded } from '../../domain/orders/orderRules';
import { maskWhen } from '../../domain/text/mask';
import { serverText, withoutStop } from '../../domain/text/visibleText';
import { filledText, namedAs, wholeText } from './orderText';
import type { News } from './outcomeNews';
import { wordsOf } from './words/actionWords';

/** How a followed change ended. The expected outcome is shown in the status bar, any other in a notification that stays. */
export function followedNews(ended: FollowedEnd, isPrivate: boolean): News {
  const { end, before, attempt } = ended;
  const message = followedEndText(ended, isPrivate);
  const { state } = attempt;
  if (end === 'freed') return { severity: 'info', message, state, brief: 'unlock' };
  if (end !== 'applied') return { severity: 'warning', message, state };
  // The user was told that the outcome is unknown or that the change was rejected, so this is news.
  return { severity: 'info', message, state, ...(isUnresolved(before) ? {} : { brief: 'check-all' }) };
}

/** How a followed request ended, in one sentence; it says “not changed” only if an order status check showed that. */
export function followedEndText(
  { end, before, attempt, text, order }: Pick<FollowedEnd, 'end' | 'before' | 'attempt' | 'text'> & Partial<Pick<FollowedEnd, 'order'>>,
  isPrivate: boolean,
): string {
  const words = wordsOf(attempt);
  const filledOf = end === 'tooLate' ? wholeText : filledText;
  const named = {
    ...namedAs(attempt, { isPrivate }),
    filled: order === undefined ? undefined : filledOf(order, { isPrivate }),
    hasEnded: order !== undefined && hasEnded(order.status),
    status: attempt.followed?.seen?.status,
    isGone: attempt.followed !== undefined && attempt.followed.seen === undefined,
  };
  if (end === 'freed') return words.freed(named);
  if (end === 'applied' && isUnresolved(before)) return words.applied(named);
  return words.followed(end, named, maskWhen(isPrivate)(withoutStop(serverText(text))));
}
