import * as vscode from 'vscode';
import type { ChangePreview, PlacePreview } from '../../../app/orders/request/orderRequest';
import type { Attempt, OrderTarget } from '../../../domain/orders/orderAttempts';
import { hasLimitPrice } from '../../../domain/orders/orderRules';
import { maskWhen } from '../../../domain/text/mask';
import type { Mask, Privacy } from '../../../domain/text/mask';
import { idText } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import type { OrderRecord } from '../../../service/records';
import { priceText } from '../../platform/words/orderLine';
import type { MarketDigits } from '../../platform/words/orderLine';
import { orderTypeWord, sideWord } from '../../platform/words/wireWords';

type Change = Pick<ChangePreview, 'action' | 'change'>;
type Placed = Pick<PlacePreview, 'action' | 'placement' | 'facts'>;

/**
 * `Sell 300 TENCENT at 553.000`, `Change to 200 at 12.34`: what a request does in a trader’s words, for the button that sends it. Never masked,
 * because the user confirms it. Prices have the digits of the market’s, if those are known.
 */
export function dealText(preview: Change | Placed, market?: MarketDigits): string {
  if (preview.action === 'place') return placedText(preview, { market });
  return vscode.l10n.t({
    message: 'Change to {0}',
    args: [changedText(preview, { market })],
    comment: ['{0} is such as “200 at 12.34”.'],
  });
}

/** `Sell 300 TENCENT at 553.000, live account 8001?`: the title of the question about it. @param order - The order that is changed, if it is known. */
export function dealQuestion(
  preview: (Change | Placed) & { readonly target: OrderTarget },
  order: OrderRecord | undefined,
  market?: MarketDigits,
): string {
  const look = { market };
  return accountQuestion(
    preview.action === 'place' ? placedText(preview, look) : wholeChangeText(preview, preview.target, order, look),
    preview.target,
  );
}

/** `Cancel “Buy 300 TENCENT at 562.500”, live account 8001?` */
export function cancelQuestion(target: OrderTarget, order: OrderRecord | undefined, market?: MarketDigits): string {
  return accountQuestion(cancelOf(target, order && orderDeal(order, { market })), target);
}

/** `Buy 300 TENCENT at 553`, `Change “Buy 300 TENCENT at 562.5” to 200 at 560`: what a recorded request was, in a trader’s words. */
export function attemptText({ action, target, order, fields }: AskedAttempt, { isPrivate }: Privacy): string {
  const mask = maskWhen(isPrivate);
  const value = (field: string, which: 'old' | 'kept'): string | undefined => fields.find((entry) => entry.field === field)?.[which];
  const terms = (which: 'old' | 'kept', quantity?: string): Terms => ({
    quantity: value('qty', which) ?? quantity ?? '?',
    price: value('price', which),
    trigger: value('aux_price', which),
  });
  const deal = (which: 'old' | 'kept'): string | undefined =>
    order === undefined ? undefined : dealOf(order.side, nameOf(order), order.orderType, terms(which, order.quantity), { mask });
  if (action === 'place') return deal('kept') ?? vscode.l10n.t('New order {0}', idText(target.mark ?? ''));
  const old = deal('old');
  if (action === 'cancel') return cancelOf(target, old);
  const { quantity, price, trigger } = terms('kept', order?.quantity);
  return changeOf(target, old, pricedText(number(quantity, mask), price, trigger, { mask }));
}

type AskedAttempt = Pick<Attempt, 'action' | 'target' | 'order' | 'fields'>;

/** How figures look: masked, or with the digits of the market’s prices. */
interface Look {
  readonly mask?: Mask;
  readonly market?: MarketDigits | undefined;
}

function wholeChangeText(preview: Change, target: OrderTarget, order: OrderRecord | undefined, look: Look): string {
  return changeOf(target, order && orderDeal(order, look), changedText(preview, look));
}

/** What an order is. */
function orderDeal(order: OrderRecord, look: Look): string {
  const { side, quantity, price, auxPrice, orderType } = order;
  return dealOf(side, nameOf(order), orderType, { quantity, price: hasLimitPrice(orderType) ? price : undefined, trigger: auxPrice }, look);
}

/** @param old - What the order is; undefined if no record has it. */
function cancelOf({ orderId }: Pick<OrderTarget, 'orderId'>, old: string | undefined): string {
  return old === undefined ? vscode.l10n.t('Cancel order {0}', idText(orderId)) : vscode.l10n.t('Cancel “{0}”', old);
}

/** @param old - What the order was; undefined if no record has it. */
function changeOf({ orderId }: Pick<OrderTarget, 'orderId'>, old: string | undefined, changed: string): string {
  return old === undefined
    ? vscode.l10n.t({
        message: 'Change order {0} to {1}',
        args: [idText(orderId), changed],
        comment: ['{0} is an order ID, {1} is such as “200 at 12.34”.'],
      })
    : vscode.l10n.t({
        message: 'Change “{0}” to {1}',
        args: [old, changed],
        comment: ['{0} is such as “Buy 300 TENCENT at 562.5”, {1} such as “200 at 560”.'],
      });
}

function changedText({ change }: Change, look: Look): string {
  const kept = (field: string): string | undefined => change.fields.find((entry) => entry.field === field)?.kept;
  return pricedText(number(kept('qty') ?? change.quantity), kept('price'), kept('aux_price'), look);
}

function placedText({ placement, facts }: Placed, look: Look): string {
  const { side, code, orderType, quantity, price, auxPrice } = placement;
  return dealOf(side, nameOf({ code, name: facts?.name ?? '' }), orderType, { quantity, price, trigger: auxPrice }, look);
}

interface Terms {
  readonly quantity: string;
  readonly price: string | undefined;
  readonly trigger: string | undefined;
}

function dealOf(side: string, security: string, orderType: string, { quantity, price, trigger }: Terms, look: Look): string {
  const terms = pricedText(sideText(side, number(quantity, look.mask), security), price, trigger, look);
  return orderType === 'LIMIT'
    ? terms
    : vscode.l10n.t({ message: '{0} ({1})', args: [terms, orderTypeWord(orderType)], comment: ['Such as “Sell 300 TENCENT (MARKET)”.'] });
}

function pricedText(terms: string, price: string | undefined, trigger: string | undefined, { mask = plainly, market }: Look): string {
  const shown = (text: string): string => mask(priceText(text, market));
  const priced =
    price === undefined
      ? terms
      : vscode.l10n.t({ message: '{0} at {1}', args: [terms, shown(price)], comment: ['Such as “Sell 300 TENCENT at 553”.'] });
  return trigger !== undefined && /[1-9]/.test(trigger) ? vscode.l10n.t('{0}, trigger {1}', priced, shown(trigger)) : priced;
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

const plainly: Mask = (shown) => shown;

function number(text: string, mask: Mask = plainly): string {
  return mask(idText(showNumber(text)));
}
