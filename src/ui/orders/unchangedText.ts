import * as vscode from 'vscode';
import type { SeenOldValues } from '../../app/orders/request/orderRequest';
import { hasEnded } from '../../domain/orders/orderRules';
import { showNumber } from '../../domain/values/amount';
import { maskWhen } from '../../domain/text/mask';
import { idText } from '../../domain/text/visibleText';
import { sentences } from '../../domain/text/sentences';
import { differenceText } from './ticket/ticketWords';
import { statusWord } from '../platform/words/wireWords';
import type { ActionWords } from './words/actionWords';

/** What is known about an order after a change was rejected: what the order showed when it was read, or only what the service says. */
export function unchangedText(seen: SeenOldValues | undefined, words: ActionWords, isPrivate: boolean): string {
  if (seen === undefined) return words.unchangedByService();
  return sentences(words.unchanged({ hasEnded: hasEnded(seen.order.status) }), movedText(seen, isPrivate));
}

/** Other differences in the order: the change was rejected, but the market went on. */
function movedText({ order, moved }: SeenOldValues, isPrivate: boolean): string {
  const mask = maskWhen(isPrivate);
  const number = (text: string): string => mask(idText(showNumber(text)));
  const isFilled = moved.some(({ field }) => field === 'dealtQuantity');
  const ended = moved.find(({ field }) => field === 'status')?.now ?? '';
  const others = moved.filter(({ field }) => field !== 'dealtQuantity' && field !== 'status');
  return sentences(
    isFilled ? vscode.l10n.t('Meanwhile filled: {0} of {1}.', number(order.dealtQuantity), number(order.quantity)) : '',
    ended === '' || (isFilled && ended.startsWith('FILLED')) ? '' : vscode.l10n.t('Its status is now: {0}.', statusWord(ended)),
    ...others.map((difference) => vscode.l10n.t('Meanwhile changed: {0}.', mask(differenceText(difference)))),
  );
}
