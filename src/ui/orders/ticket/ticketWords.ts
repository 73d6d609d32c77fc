import * as vscode from 'vscode';
import type { PlacePreview } from '../../../app/orders/request/orderRequest';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { isBuy } from '../../../domain/orders/orderRules';
import { isMoreThan } from '../../../domain/values/decimal';
import type { Estimate, OpenReview, OrderValue, ReviewCheck } from '../../../app/orders/ticket/ticketDesk';
import type { CurrentPrice } from '../../../domain/orders/currentPrice';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import type { FieldChange } from '../../../domain/orders/orderDraft';
import type { OrderWarning } from '../../../domain/orders/orderWarnings';
import { isShare, kindOf, statedCurrency } from '../../../domain/market/security';
import { showNumber } from '../../../domain/values/amount';
import { priceText } from '../../platform/words/orderLine';
import type { MarketDigits } from '../../platform/words/orderLine';
import { idText } from '../../../domain/text/visibleText';
import { factsText, fieldName, hostOf, keptText, originText, worldLines } from '../orderText';
import { wordsOf } from '../story/kinds';
import { changeText, namedAs } from '../story/names';
import { lackText, limitText } from '../limits/limitText';
import { clockTime } from '../orderTimes';
import { lotTypeWord, sessionWord, statusWord, timeInForceWord } from '../../platform/words/wireWords';

/** One unusual aspect of a change, with the numbers that make it unusual; prices have the digits of the security’s own, if those are known. */
export function warningText(warning: OrderWarning, market?: MarketDigits): string {
  const price = (text: string): string => priceText(text, market);
  switch (warning.kind) {
    case 'jump':
      return vscode.l10n.t({
        message: '{0} changes from {1} to {2}. Check the decimal point.',
        args: [fieldName(warning.field), ...[warning.old, warning.kept].map(warning.field === 'qty' ? number : price)],
        comment: ['{0} is a field such as Price, {1} and {2} numbers.'],
      });
    case 'lot':
      return vscode.l10n.t('Quantity {0} isn’t a multiple of the lot size {1}.', number(warning.quantity), number(warning.lotSize));
    case 'tick':
      return vscode.l10n.t({
        message: '{0} {1} is off the tick, {2}: the exchange may reject it.',
        args: [fieldName(warning.field), price(warning.price), price(warning.tick)],
        comment: ['{0} is a field such as Price, {1} its value, {2} the smallest step of prices.'],
      });
    case 'crosses':
      return warning.best === 'ask'
        ? vscode.l10n.t(
            'The price {0} reaches the best ask, {1}: the order may be filled at once.',
            price(warning.price),
            price(warning.bestPrice),
          )
        : vscode.l10n.t(
            'The price {0} reaches the best bid, {1}: the order may be filled at once.',
            price(warning.price),
            price(warning.bestPrice),
          );
    case 'triggered':
      return vscode.l10n.t('The trigger price {0} is already reached: the order triggers at once.', price(warning.price));
    case 'distance':
      return distanceText(warning, [fieldName(warning.field), warning.percent, price(warning.price)]);
    case 'ticks':
      return ticksText(warning, [fieldName(warning.field), number(warning.ticks), price(warning.price)]);
    case 'perMinute':
      return vscode.l10n.t('Orders and changes in the last minute: {0}. Your limit is {1}.', warning.sent, warning.limit);
    case 'exposure':
      return vscode.l10n.t(
        'The position and open orders in this security could come to {0}, above your limit of {1}.',
        number(warning.amount),
        number(String(warning.limit)),
      );
    case 'dayLoss':
      return vscode.l10n.t(
        'The account’s positions have lost {0} today, more than your limit of {1}.',
        number(warning.amount),
        number(String(warning.limit)),
      );
    case 'unchecked':
      return uncheckedText(warning);
    case 'contract':
      if (warning.size !== '')
        return vscode.l10n.t(
          '{0} isn’t a share: according to its quote, one contract is {1} times the price, so the order comes to quantity × price × {1}.',
          idText(warning.code),
          number(warning.size),
        );
      return vscode.l10n.t(
        'The symbol {0} doesn’t look like that of a share. The contract size and the lot aren’t known, so the order may come to many times quantity × price.',
        idText(warning.code),
      );
    case 'value':
      return vscode.l10n.t('The order value {0} is above your limit of {1}.', number(warning.value), number(String(warning.limit)));
    case 'estimate':
      return vscode.l10n.t(
        'The order has no limit price. At the highest known price and 5% more, its value is {0}, above your limit of {1}.',
        number(warning.value),
        number(String(warning.limit)),
      );
    case 'hard':
      return vscode.l10n.t('This won’t be sent. {0}', limitText(warning.breach));
    case 'quantity':
      return vscode.l10n.t('The quantity {0} is above your limit of {1}.', number(warning.quantity), number(String(warning.limit)));
    case 'most':
      return vscode.l10n.t('The quantity {0} is more than the account can trade, {1}.', number(warning.quantity), number(warning.most));
    case 'suspended':
      return vscode.l10n.t('Trading in this security is suspended.');
    case 'ended':
      return vscode.l10n.t('The order has ended: {0}.', statusWord(warning.status));
    case 'nothingRemains':
      return vscode.l10n.t('{0} are filled already, so nothing of the order remains.', number(warning.quantity));
    case 'belowFilled':
      return vscode.l10n.t('The quantity {0} is below the filled quantity, {1}.', number(warning.quantity), number(warning.filled));
  }
}

function distanceText({ isOutside }: CurrentPrice, args: string[]): string {
  return isOutside === true
    ? vscode.l10n.t({
        message: '{0} is {1}% away from the extended-hours price, {2}.',
        args,
        comment: ['{0} is a field such as Price, {1} a percentage, {2} a price.'],
      })
    : vscode.l10n.t({
        message: '{0} is {1}% away from the last price, {2}.',
        args,
        comment: ['{0} is a field such as Price, {1} a percentage, {2} a price.'],
      });
}

function ticksText({ isOutside }: CurrentPrice, args: string[]): string {
  return isOutside === true
    ? vscode.l10n.t({
        message: '{0} is {1} ticks away from the extended-hours price, {2}.',
        args,
        comment: ['{0} is a field such as Price, {1} a number of ticks, {2} a price.'],
      })
    : vscode.l10n.t({
        message: '{0} is {1} ticks away from the last price, {2}.',
        args,
        comment: ['{0} is a field such as Price, {1} a number of ticks, {2} a price.'],
      });
}

function uncheckedText({ limit, ...lacked }: Extract<OrderWarning, { kind: 'unchecked' }>): string {
  const why = lackText(lacked);
  const limits = {
    value: vscode.l10n.t('Your limit on the order value can’t be checked: {0}.', why),
    exposure: vscode.l10n.t('Your limit on the position in one security can’t be checked: {0}.', why),
    dayLoss: vscode.l10n.t('Your limit on the loss of the day can’t be checked: {0}.', why),
    distance: vscode.l10n.t('Your limit on the distance from the last price can’t be checked: {0}.', why),
    ticks: vscode.l10n.t('Your limit on the distance in ticks can’t be checked: {0}.', why),
  };
  return limits[limit];
}

/** Warns that this change may undo a pending one. Its figures are not masked: the user is about to confirm new ones. */
export function pendingText(attempt: Attempt): string {
  return wordsOf(attempt).pending(namedAs(attempt, { isPrivate: false }));
}

/** Everything that the final confirmation covers: real money or not, who filled it in, the order, its value, and where it is. */
export function confirmationLines(
  { shown }: OpenReview,
  { readAtMs, value, estimate }: Pick<Extract<ReviewCheck, { kind: 'ready' }>, 'readAtMs' | 'value' | 'estimate'>,
  zone: string,
  market?: MarketDigits,
): readonly string[] {
  const { preview, facts, ticket } = shown;
  const worth = [
    ...(value === undefined ? [] : [vscode.l10n.t('Order value: {0}', valueParts(value, currencyOf(ticket)))]),
    ...(estimate === undefined ? [] : [vscode.l10n.t('Estimated value: {0}', estimateText(estimate, currencyOf(ticket), market))]),
  ];
  const fields = (changes: readonly FieldChange[]): readonly string[] => changes.map((field) => fieldLine(field, market));
  if (preview.action === 'place') return placingLines(preview, shown, fields(preview.placement.fields), worth);
  const { target, change } = preview;
  const names = [hostOf(target.service), idText(target.accountId), idText(target.orderId)] as const;
  // Orders of paper accounts have none.
  const place =
    target.exchange === ''
      ? vscode.l10n.t('{0} · account {1} · order {2}', ...names)
      : vscode.l10n.t('{0} · account {1} · order {2} on {3}', ...names, target.exchange);
  const { timeInForce = '', quantity = '' } = ticket.order ?? {};
  const lines = [
    ...worldLines(target),
    originText(ticket.origin),
    ...(facts === undefined ? [] : [joined([factsText(facts), timeInForceWord(timeInForce), filledText(facts.filled, quantity)])]),
    ...fields(change.fields),
    ...signText(change.price, ticket.order),
    ...worth,
    ...(readAtMs === undefined
      ? [place, notReadText(ticket.order !== undefined)]
      : [joined([place, vscode.l10n.t('checked at {0}', clockTime(zone, new Date(readAtMs).toISOString()).slice(0, 8))])]),
  ];
  return lines.filter((text) => text !== '');
}

/** `Price: 562.50 → 560.00`, and what is dropped of it, if anything is. */
function fieldLine(field: FieldChange, market: MarketDigits | undefined): string {
  const text = changeText(field, market);
  return vscode.l10n.t('{0}: {1}', fieldName(field.field), field.isCut ? vscode.l10n.t('{0} ({1})', text, keptText(field)) : text);
}

/** Which way the money goes at a price below zero: whoever buys several legs receives it. */
function signText(price: string, order: Ticket['order']): readonly string[] {
  if (order === undefined || kindOf(order.securityType) !== 'multiLeg' || isMoreThan('0', price) !== true) return [];
  const size = number(price.trim().replace(/^-/, ''));
  return [
    isBuy(order.side)
      ? vscode.l10n.t('Negative price: {0} a unit is received (credit).', size)
      : vscode.l10n.t('Negative price: {0} a unit is paid (debit).', size),
  ];
}

/** The same of a new order. */
function placingLines(
  { target, placement }: PlacePreview,
  { facts, ticket }: OpenReview['shown'],
  fields: readonly string[],
  worth: readonly string[],
): readonly string[] {
  const { timeInForce, session, lotType, remark } = placement;
  const terms = [
    timeInForce === undefined ? '' : timeInForceWord(timeInForce),
    session === undefined ? '' : sessionWord(session),
    lotType === undefined ? '' : lotTypeWord(lotType),
  ];
  return [
    ...worldLines(target),
    originText(ticket.origin),
    joined([facts === undefined ? '' : factsText(facts), ...terms]),
    joined(fields),
    ...worth.map((text) => vscode.l10n.t('{0}, without fees and taxes', text)),
    joined([hostOf(target.service), vscode.l10n.t('account {0}', idText(target.accountId)), idText(target.exchange)]),
    vscode.l10n.t('Remark: {0}', idText(remark)),
  ];
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

/** The currency of an order's prices: the service's, or for a new order that of a position in it or of its share; empty if none is known. */
export function currencyOf({ order, placing }: Pick<Ticket, 'order' | 'placing'>): string {
  if (placing === undefined) return order?.currency ?? '';
  return isShare(placing.code, 'unknown') ? (statedCurrency(placing.code, [placing.currency]) ?? '') : (placing.currency ?? '');
}

/** `HKD 55,600 at the best ask, 556` */
export function estimateText({ value, price, from, size }: Estimate, currency: string, market?: MarketDigits): string {
  const unit = currency.trim() === '' ? '' : `${idText(currency)} `;
  const [worth, at] = [sizedText(`${unit}${number(value)}`, size), priceText(price, market)];
  const texts: Readonly<Record<Estimate['from'], () => string>> = {
    limit: () => worth,
    trigger: () => vscode.l10n.t('{0} at the trigger price, {1}', worth, at),
    ask: () => vscode.l10n.t('{0} at the best ask, {1}', worth, at),
    bid: () => vscode.l10n.t('{0} at the best bid, {1}', worth, at),
    last: () => vscode.l10n.t('{0} at the last price, {1}', worth, at),
    outside: () => vscode.l10n.t('{0} at the extended-hours price, {1}', worth, at),
  };
  return texts[from]();
}

/** `HKD 112,000`: beside the price. */
export function worthText({ kept, size }: OrderValue, currency: string): string {
  return valueParts({ old: undefined, kept, difference: undefined, size }, currency);
}

/** `HKD 168,750 → 112,000 (−56,750)` */
export function valueParts({ old, kept, difference, size }: OrderValue, currency: string): string {
  const unit = currency.trim() === '' ? '' : `${idText(currency)} `;
  if (old === undefined || difference === undefined || difference === '0') return sizedText(`${unit}${number(kept)}`, size);
  const sign = difference.startsWith('-') ? '−' : '+';
  return sizedText(`${unit}${number(old)} → ${number(kept)} (${sign}${number(difference.replace(/^-/, ''))})`, size);
}

/** `USD 7,380 (contract size 100)`; only the value for shares. */
function sizedText(value: string, size: string): string {
  return size === '1' ? value : vscode.l10n.t('{0} (contract size {1})', value, number(size));
}

function filledText(filled: string, quantity: string): string {
  return filled.trim() === '' ? '' : vscode.l10n.t('filled {0} of {1}', number(filled), number(quantity));
}

/** Why the values of an order are not those of a moment ago. */
function notReadText(hasOrder: boolean): string {
  if (hasOrder) return vscode.l10n.t('This service can’t return the order again. The current values are from when you opened the ticket.');
  return vscode.l10n.t('The service doesn’t list this order: its current values aren’t known.');
}

function number(text: string): string {
  return idText(showNumber(text));
}
