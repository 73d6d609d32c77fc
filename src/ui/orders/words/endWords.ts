import * as vscode from 'vscode';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { hasEnded, hasLimitPrice, withoutZero } from '../../../domain/orders/orderRules';
import { maskWhen } from '../../../domain/text/mask';
import { sentences } from '../../../domain/text/sentences';
import { idText, serverText, withoutStop } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import type { OrderRecord } from '../../../service/records';
import { statusWord } from '../../platform/words/wireWords';
import { calledAs, filledText, tradedName } from '../orderText';
import { cancelWords } from './cancelWords';
import { placeWords } from './placeWords';

/**
 * `Filled 300 at 553.0.`, `Filled: 100 of 300 at 553.0.`: what has become of an order, in the words of a desk.
 *
 * @param message - Stands above it: a reason that it gives is not repeated.
 */
export function orderNowText(order: OrderRecord, message: string, isPrivate: boolean): string {
  const filled = filledText(order, { isPrivate });
  const at = averageText(order, isPrivate);
  if (order.status === 'FILLED_ALL' && filled !== undefined) {
    const quantity = maskWhen(isPrivate)(idText(showNumber(order.dealtQuantity)));
    return at === '' ? vscode.l10n.t('Filled {0}.', quantity) : vscode.l10n.t('Filled {0} at {1}.', quantity, at);
  }
  const status = order.status === '' ? '' : vscode.l10n.t('Status: {0}.', statusWord(order.status));
  const reason = reasonText(order, isPrivate);
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

/** What the words for a change that was applied leave out: how its order has ended; empty while it is open. */
export function changeEndText({ action }: Pick<Attempt, 'action'>, order: OrderRecord | undefined, isPrivate: boolean): string {
  return action === 'modify' && order !== undefined && hasEnded(order.status) ? orderNowText(order, '', isPrivate) : '';
}

/** `Filled: BUY 300 TENCENT at 553.0 (OK-1).`, `Canceled: BUY 300 TENCENT (OK-1).`: how an order ended, where nothing else names it. */
export function orderEndedText({ target }: Pick<Attempt, 'target'>, order: OrderRecord, isPrivate: boolean): string {
  const { status, orderId, orderType, quantity, price } = order;
  if (status === 'FILLED_ALL') return vscode.l10n.t('Filled: {0}.', filledName(order, isPrivate));
  const asked = [
    { field: 'qty', kept: quantity } as const,
    ...(hasLimitPrice(orderType) ? [{ field: 'price', kept: price } as const] : []),
  ];
  const itself = { target: { ...target, orderId }, order };
  const [whole, apart] = [calledAs({ ...itself, fields: [] }, { isPrivate }), calledAs({ ...itself, fields: asked }, { isPrivate })];
  const filled = filledText(order, { isPrivate });
  const reason = reasonText(order, isPrivate);
  if (status.startsWith('CANCELLED')) return sentences(cancelWords.applied({ ...whole, filled }), reason);
  const isRejected = status === 'FAILED' || status === 'SUBMIT_FAILED';
  if (isRejected && filled === undefined) return placeWords.followed('rejected', apart, withoutStop(reason));
  return sentences(`${whole.order}.`, orderNowText(order, '', isPrivate));
}

/** `BUY 300 TENCENT at 553.0 (OK-1)` */
function filledName(order: OrderRecord, isPrivate: boolean): string {
  const traded = tradedName({ ...order, quantity: withoutZero(order.dealtQuantity) }, { isPrivate });
  const at = averageText(order, isPrivate);
  const priced =
    at === '' ? traded : vscode.l10n.t({ message: '{0} at {1}', args: [traded, at], comment: ['Such as “Sell 300 TENCENT at 553”.'] });
  return vscode.l10n.t('{0} ({1})', priced, idText(order.orderId));
}

/** Empty if the service does not say it. */
function averageText({ dealtAveragePrice }: OrderRecord, isPrivate: boolean): string {
  const average = withoutZero(dealtAveragePrice).trim();
  return average === '' ? '' : maskWhen(isPrivate)(idText(showNumber(average)));
}

function reasonText({ lastError }: OrderRecord, isPrivate: boolean): string {
  return maskWhen(isPrivate)(serverText(lastError));
}
