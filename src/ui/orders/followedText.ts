import * as vscode from 'vscode';
import type { FollowedEnd } from '../../app/orders/eye/judge';
import { hasEnded } from '../../domain/orders/orderRules';
import { maskWhen } from '../../domain/text/mask';
import { sentences } from '../../domain/text/sentences';
import { idText, serverText, withoutStop } from '../../domain/text/visibleText';
import { listText } from '../platform/lists/listText';
import { calledAs, filledText, stateText, wholeText } from './orderText';
import type { News } from './outcomeNews';
import { wordsOf } from './words/actionWords';
import { changeEndText, orderEndedText } from './words/endWords';

/** How a followed change ended, which takes the place of what was said of it before. */
export function followedNews(ended: FollowedEnd, isPrivate: boolean): News {
  const { end, before, attempt, order } = ended;
  const { state } = attempt;
  if (end === 'ended' && order !== undefined)
    return {
      severity: order.status === 'FILLED_ALL' ? 'info' : 'warning',
      message: orderEndedText(attempt, order, isPrivate),
      state,
      ended: order.orderId,
    };
  const isOther = ended.isLate === true && before !== state;
  const until = isOther ? vscode.l10n.t('Until now it counted as “{0}”.', stateText({ ...attempt, state: before })) : '';
  const message = sentences(followedEndText(ended, isPrivate), severalText(ended.others), until);
  if (ended.isLate === true || (ended.others ?? []).length > 0) return { severity: 'warning', message, state };
  return { severity: end === 'applied' || end === 'freed' ? 'info' : 'warning', message, state };
}

/** Says that one request led to several orders; empty if it did not. */
export function severalText(others: readonly string[] = []): string {
  if (others.length === 0) return '';
  return vscode.l10n.t('Several orders have its mark, also {0}. Check them with your broker.', listText(others.map(idText)));
}

/** How a followed request ended, in one sentence; it says “not changed” only if an order status check showed that. */
export function followedEndText(
  { end, attempt, text, order }: Pick<FollowedEnd, 'end' | 'attempt' | 'text'> & Partial<Pick<FollowedEnd, 'order'>>,
  isPrivate: boolean,
): string {
  const words = wordsOf(attempt);
  const filledOf = end === 'tooLate' ? wholeText : filledText;
  const named = {
    ...calledAs(attempt, { isPrivate }),
    filled: order === undefined ? undefined : filledOf(order, { isPrivate }),
    hasEnded: order !== undefined && hasEnded(order.status),
    status: attempt.followed?.seen?.status,
    isGone: attempt.followed !== undefined && attempt.followed.seen === undefined,
    isUnlistable: attempt.followed?.isUnlistable,
    probablyId: attempt.followed?.probablyId === undefined ? undefined : idText(attempt.followed.probablyId),
  };
  if (end === 'freed') return words.freed(named);
  if (end === 'unknown') return words.unknown(named);
  if (end === 'applied' || end === 'ended') return sentences(words.applied(named), changeEndText(attempt, order, isPrivate));
  return words.followed(end, named, maskWhen(isPrivate)(withoutStop(serverText(text))));
}
