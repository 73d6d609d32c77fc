import * as vscode from 'vscode';
import type { ChangePreview, PlacePreview } from '../../../app/orders/request/orderRequest';
import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { hasLimitPrice } from '../../../domain/orders/orderRules';
import { idText } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import type { OrderRecord } from '../../../service/records';
import { orderTypeWord, sideWord } from '../../platform/words/wireWords';

type Change = Pick<ChangePreview, 'action' | 'change'>;
type Placed = Pick<PlacePreview, 'action' | 'placement' | 'facts'>;

/**
 * `Sell 300 TENCENT at 553`, `Change to 200 at 12.34`: what a request does in a trader’s words, for the button that sends it. Never masked, because
 * the user confirms it.
 */
export function dealText(preview: Change | Placed): string {
  if (preview.action === 'place') return placedText(preview);
  return vscode.l10n.t({ message: 'Change to {0}', args: [changedText(preview)], comment: ['{0} is such as “200 at 12.34”.'] });
}

/** `Sell 300 TENCENT at 553, live account 8001?`: the title of the question about it. @param order - The order that is changed, if it is known. */
export function dealQuestion(preview: (Change | Placed) & { readonly target: OrderTarget }, order: OrderRecord | undefined): string {
  return accountQuestion(
    preview.action === 'place' ? placedText(preview) : wholeChangeText(preview, preview.target, order),
    preview.target,
  );
}

function wholeChangeText(preview: Change, { orderId }: OrderTarget, order: OrderRecord | undefined): string {
  if (order === undefined)
    return vscode.l10n.t({
      message: 'Change order {0} to {1}',
      args: [idText(orderId), changedText(preview)],
      comment: ['{0} is an order ID, {1} is such as “200 at 12.34”.'],
    });
  const { side, quantity, price, auxPrice, orderType } = order;
  const old = { quantity, price: hasLimitPrice(orderType) ? price : undefined, trigger: auxPrice };
  return vscode.l10n.t({
    message: 'Change “{0}” to {1}',
    args: [dealOf(side, nameOf(order), orderType, old), changedText(preview)],
    comment: ['{0} is such as “Buy 300 TENCENT at 562.5”, {1} such as “200 at 560”.'],
  });
}

function changedText({ change }: Change): string {
  const kept = (field: string): string | undefined => change.fields.find((entry) => entry.field === field)?.kept;
  return pricedText(number(kept('qty') ?? change.quantity), kept('price'), kept('aux_price'));
}

function placedText({ placement, facts }: Placed): string {
  const { side, code, orderType, quantity, price, auxPrice } = placement;
  return dealOf(side, nameOf({ code, name: facts?.name ?? '' }), orderType, { quantity, price, trigger: auxPrice });
}

interface Terms {
  readonly quantity: string;
  readonly price: string | undefined;
  readonly trigger: string | undefined;
}

function dealOf(side: string, security: string, orderType: string, { quantity, price, trigger }: Terms): string {
  const terms = pricedText(sideText(side, number(quantity), security), price, trigger);
  return orderType === 'LIMIT'
    ? terms
    : vscode.l10n.t({ message: '{0} ({1})', args: [terms, orderTypeWord(orderType)], comment: ['Such as “Sell 300 TENCENT (MARKET)”.'] });
}

function pricedText(terms: string, price: string | undefined, trigger = ''): string {
  const priced =
    price === undefined
      ? terms
      : vscode.l10n.t({ message: '{0} at {1}', args: [terms, number(price)], comment: ['Such as “Sell 300 TENCENT at 553”.'] });
  return /[1-9]/.test(trigger) ? vscode.l10n.t('{0}, trigger {1}', priced, number(trigger)) : priced;
}

function sideText(side: string, quantity: string, security: string): string {
  switch (side) {
    case 'BUY':
      return vscode.l10n.t('Buy {0} {1}', quantity, security);
    case 'SELL':
      return vscode.l10n.t('Sell {0} {1}', quantity, security);
    case 'SELL_SHORT':
      return vscode.l10n.t('Sell short {0} {1}', quantity, security);
    case 'BUY_BACK':
      return vscode.l10n.t('Buy to cover {0} {1}', quantity, security);
    default:
      return `${sideWord(side)} ${quantity} ${security}`;
  }
}

function accountQuestion(what: string, { accountId, isPaper = false, isSandbox }: OrderTarget): string {
  const account = idText(accountId);
  if (isPaper) return vscode.l10n.t('{0}, paper account {1}?', what, account);
  return isSandbox ? vscode.l10n.t('{0}, sandbox account {1}?', what, account) : vscode.l10n.t('{0}, live account {1}?', what, account);
}

function nameOf({ code, name }: Pick<OrderRecord, 'code' | 'name'>): string {
  return idText(name.trim() === '' ? code : name);
}

function number(text: string): string {
  return idText(showNumber(text));
}
