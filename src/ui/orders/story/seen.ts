import * as vscode from 'vscode';
import type { Unproven } from '../../../app/orders/eye/judge';
import type { SeenOldValues } from '../../../app/orders/request/orderRequest';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import type { OrderDifference, TicketBasisField } from '../../../domain/orders/orderDifferences';
import { hasEnded, withoutZero } from '../../../domain/orders/orderRules';
import { maskWhen } from '../../../domain/text/mask';
import { sentences } from '../../../domain/text/sentences';
import { idText, serverText, withoutStop } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import type { OrderRecord } from '../../../service/records';
import { priceText } from '../../platform/words/orderLine';
import { orderTypeWord, securityTypeWord, sideWord, statusWord } from '../../platform/words/wireWords';
import { hostOf } from '../orderText';
import { filledText, headlineOf } from './names';
import type { Look } from './names';

/**
 * `Filled 300 at 553.0.`, `Filled: 100 of 300 at 553.0.`: what has become of an order, in the words of a desk.
 *
 * @param message - Stands above it: a reason that it gives is not repeated.
 */
export function orderNowText(order: OrderRecord, look: Look, message = ''): string {
  const filled = filledText(order, look);
  const at = averageText(order, look);
  if (order.status === 'FILLED_ALL' && filled !== undefined) {
    const quantity = maskWhen(look.isPrivate)(idText(showNumber(order.dealtQuantity)));
    return at === '' ? vscode.l10n.t('Filled {0}.', quantity) : vscode.l10n.t('Filled {0} at {1}.', quantity, at);
  }
  const status = order.status === '' ? '' : vscode.l10n.t('Status: {0}.', statusWord(order.status));
  const reason = reasonText(order, look);
  return sentences(status, soFarText(order, filled, at), message.includes(withoutStop(reason)) ? '' : reason);
}

/** What was filled of an order; empty if it does not say how much, or its status contradicts that. */
function soFarText({ status, dealtQuantity }: OrderRecord, filled: string | undefined, at: string): string {
  if (filled === undefined) {
    const isSilent = dealtQuantity.trim() === '' || /^FILLED_|^CANCELLED_PART$/.test(status);
    return isSilent ? '' : vscode.l10n.t('Nothing is filled.');
  }
  return at === '' ? vscode.l10n.t('Filled: {0}.', filled) : vscode.l10n.t('Filled: {0} at {1}.', filled, at);
}

/** The average fill price; empty if the service does not say it. */
export function averageText({ dealtAveragePrice, code }: OrderRecord, { isPrivate, digits }: Look): string {
  const average = withoutZero(dealtAveragePrice).trim();
  return average === '' ? '' : maskWhen(isPrivate)(priceText(average, digits?.(code)));
}

/** The order’s own words about a failure. */
export function reasonText({ lastError }: OrderRecord, { isPrivate }: Look): string {
  return maskWhen(isPrivate)(serverText(lastError));
}

/** What a check showed that proves no end. @param order - Its name; briefly after a sentence that has named it. */
export function checkText(attempt: Attempt, found: Unproven, order: string, look: Look): string {
  switch (found.kind) {
    case 'absent':
      return absentText(order, found);
    case 'unchanged':
      return hasEnded(found.order.status)
        ? sentences(vscode.l10n.t('It has ended with its old values.'), orderNowText(found.order, look))
        : stillOldText(attempt, order);
    case 'different': {
      if (attempt.action === 'cancel')
        return sentences(
          headlineOf(vscode.l10n.t('End unknown'), order),
          unclearText(found.order.status),
          vscode.l10n.t('Check it with your broker.'),
        );
      const shown = (text: string): string => maskWhen(look.isPrivate)(text);
      const [quantity, price] = [idText(showNumber(found.order.quantity)), priceText(found.order.price, look.digits?.(found.order.code))];
      return attempt.fields.every(({ old }) => old !== undefined)
        ? vscode.l10n.t('Neither the old nor the new values: {0} is now {1} @ {2}.', order, shown(quantity), shown(price))
        : vscode.l10n.t('Not the new values: {0} is now {1} @ {2}. Its old values aren’t known.', order, shown(quantity), shown(price));
    }
    case 'notFound':
      return vscode.l10n.t('The service no longer lists {0}. Check it with your broker.', order);
    case 'notOffered':
      return vscode.l10n.t('Can’t be checked at this service: {0}. Check it with your broker.', order);
    case 'unlistable':
      return vscode.l10n.t('Can’t be found: {0}. Services have no list of option orders. Check it with your broker.', order);
    case 'otherService':
      return vscode.l10n.t(
        'This request belongs to {0}. Connect to that service to check the order status.',
        hostOf(attempt.target.service),
      );
    case 'inFlight':
      return inFlightText();
  }
}

export function inFlightText(): string {
  return vscode.l10n.t('The request is still in progress, possibly in another window. Try again when it has finished.');
}

function stillOldText({ action }: Pick<Attempt, 'action'>, order: string): string {
  if (action === 'cancel') return vscode.l10n.t('Still open: {0}. Some services cancel orders later. Check again, or resolve it.', order);
  return vscode.l10n.t('Still has its old values: {0}. Some services apply changes later. Check again, or resolve it.', order);
}

/** The order’s status doesn’t show what became of its cancellation. */
export function unclearText(status: string): string {
  return vscode.l10n.t('Its status, “{0}”, doesn’t show whether it was canceled.', statusWord(status));
}

/** That no list shows a new order, and how much that proves. */
function absentText(order: string, { isStrong, isBlank, lookalike }: Extract<Unproven, { kind: 'absent' }>): string {
  if (lookalike !== undefined)
    return vscode.l10n.t(
      'Not proven: {0}. Order {1} may be it: it has the same values, but not the mark. Check with your broker.',
      order,
      idText(lookalike.orderId),
    );
  if (!isBlank)
    return vscode.l10n.t(
      'Not proven: {0}. No order that the service lists has its mark, but one of them may be it. Check with your broker before you resolve it.',
      order,
    );
  return isStrong
    ? vscode.l10n.t(
        'Not listed: {0}. The service’s lists were read completely twice, a minute apart. Check with your broker before you resolve it.',
        order,
      )
    : vscode.l10n.t('Not listed: {0}. The service’s lists don’t have it; they are checked again.', order);
}

/** Other differences in the order: the change was rejected, but the market went on. */
export function movedText({ order, moved }: SeenOldValues, { isPrivate }: Look): string {
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

/** What differs in an order, one line each; not masked. */
export function differencesText(differences: readonly OrderDifference[]): string {
  return differences.map(differenceText).join('\n');
}

/** `Quantity: 100 → 200` */
function differenceText({ field, seen, now }: OrderDifference): string {
  return vscode.l10n.t('{0}: {1}', basisName(field), `${basisValue(field, seen)} → ${basisValue(field, now)}`);
}

function basisName(field: TicketBasisField): string {
  const names: Readonly<Record<TicketBasisField, string>> = {
    quantity: vscode.l10n.t('Quantity'),
    price: vscode.l10n.t('Price'),
    auxPrice: vscode.l10n.t('Trigger price'),
    dealtQuantity: vscode.l10n.t('Filled quantity'),
    status: vscode.l10n.t('Status'),
    orderType: vscode.l10n.t('Order type'),
    side: vscode.l10n.t('Side'),
    code: vscode.l10n.t('Symbol'),
    securityType: vscode.l10n.t('Security type'),
    currency: vscode.l10n.t('Currency'),
  };
  return names[field];
}

function basisValue(field: TicketBasisField, value: string): string {
  if (value.trim() === '') return '–';
  switch (field) {
    case 'status':
      return statusWord(value);
    case 'orderType':
      return orderTypeWord(value);
    case 'side':
      return sideWord(value);
    case 'securityType':
      return securityTypeWord(value);
    default:
      return idText(showNumber(value));
  }
}
