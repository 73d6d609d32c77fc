import * as vscode from 'vscode';
import type { SeenOldValues } from '../../app/orders/orderRequest';
import { hasEnded } from '../../domain/orders/orderRules';
import { showNumber } from '../../domain/values/amount';
import { maskWhen } from '../../domain/text/mask';
import { idText } from '../../domain/text/visibleText';
import { sentences } from '../../domain/text/sentences';
import { differenceText } from './ticket/ticketWords';
import { statusWord } from './ticket/wireWords';
import type { ActionWords } from './words/actionWords';

/** What is known of an order after a change was rejected: what it showed when it was read, or just what the service says. */
export function unchangedText(seen: SeenOldValues | undefined, words: ActionWords, isPrivate: boolean): string {
  if (seen === undefined) return words.unchangedByService();
  return sentences(words.unchanged(hasEnded(seen.order.status)), movedText(seen, isPrivate));
}

/** What else of the order is different now: the change was rejected, and the market went on. */
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
