import * as vscode from 'vscode';
import type { AlertNews } from '../../app/alerts/alertWatch';
import { dayChangeOf, leavesTrace } from '../../domain/alerts/alert';
import type { AlertRule, OrderAlertEvent } from '../../domain/alerts/alert';
import { maskWhen } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { wallDateTime } from '../../domain/time/zones';
import { showNumber, showSignedPercent } from '../../domain/values/amount';
import { sameNumber } from '../../domain/values/decimal';
import type { OrderRecord } from '../../service/records';

export interface RuleTextOptions {
  readonly zone: string;
  /** Hides the prices that the user chose, as those of orders are hidden. */
  readonly isPrivate: boolean;
}

/** What an alert on orders waits for. */
export function orderEventText(event: OrderAlertEvent): string {
  switch (event) {
    case 'filled':
      return vscode.l10n.t('An order is filled or partially filled');
    case 'changed':
      return vscode.l10n.t('An order is modified, canceled, or expires');
    case 'rejected':
      return vscode.l10n.t('An order or an order change is rejected');
  }
}

/** What an alert waits for, for lists. */
export function ruleText(rule: AlertRule, { zone, isPrivate }: RuleTextOptions): string {
  const mask = maskWhen(isPrivate);
  switch (rule.kind) {
    case 'above':
      return vscode.l10n.t('{0} at {1} or above', visibleText(rule.symbol), mask(showNumber(rule.price)));
    case 'below':
      return vscode.l10n.t('{0} at {1} or below', visibleText(rule.symbol), mask(showNumber(rule.price)));
    case 'dayChange':
      return vscode.l10n.t('{0} moves {1}% or more in a day', visibleText(rule.symbol), showNumber(rule.percent));
    case 'release':
      return vscode.l10n.t('{0} min before {1} ({2})', rule.minutesBefore, visibleText(rule.name), wallDateTime(zone, rule.atMs));
    case 'order':
      return orderEventText(rule.event);
  }
}

/** The notification itself. In privacy mode it names neither orders nor the prices that the user chose. */
export function newsText(news: AlertNews, isPrivate: boolean, nowMs: number): string {
  switch (news.kind) {
    case 'price':
      return priceText(news, isPrivate);
    case 'release':
      return releaseText(news.alert.rule, nowMs);
    case 'order':
      return orderText(news, isPrivate);
  }
}

function orderText(
  { event: kind, hint: { event, orderId }, order }: Extract<AlertNews, { readonly kind: 'order' }>,
  isPrivate: boolean,
): string {
  const hide = maskWhen(isPrivate);
  const id = hide(visibleText(orderId));
  const happened = happenedText(event, kind, order);
  const said = id === '' ? happened : vscode.l10n.t('{0}: {1}', happened, id);
  if (order !== undefined) return kind === 'filled' ? vscode.l10n.t('{0} ({1})', said, filledText(order, hide)) : said;
  return leavesTrace(event)
    ? vscode.l10n.t({
        message: '{0} (according to the event feed). The order doesn’t show it yet or couldn’t be read.',
        args: [said],
        comment: ['{0} says what happened to an order, without a full stop.'],
      })
    : said;
}

function filledText({ dealtQuantity, quantity }: OrderRecord, hide: (text: string) => string): string {
  return vscode.l10n.t('{0} of {1}', hide(showNumber(dealtQuantity)), hide(showNumber(quantity)));
}

function priceText({ alert: { rule }, quote }: Extract<AlertNews, { readonly kind: 'price' }>, isPrivate: boolean): string {
  const name = visibleText(`${quote.symbol} ${quote.name}`.trim());
  const last = showNumber(quote.lastPrice);
  const change = rule.kind === 'dayChange' ? dayChangeOf(quote) : undefined;
  if (change !== undefined)
    return vscode.l10n.t({
      message: '{0} is at {1}, {2} from the previous close',
      args: [name, last, showSignedPercent(change)],
      comment: ['An alert. {0} is a security, {1} its price, {2} a percentage with its sign such as +2.10%.'],
    });
  if (!isPrivate && rule.kind === 'above') return vscode.l10n.t('{0} is at {1}, at or above {2}', name, last, showNumber(rule.price));
  if (!isPrivate && rule.kind === 'below') return vscode.l10n.t('{0} is at {1}, at or below {2}', name, last, showNumber(rule.price));
  return vscode.l10n.t('{0} is at {1}', name, last);
}

function releaseText(rule: AlertRule, nowMs: number): string {
  if (rule.kind !== 'release') return '';
  const name = visibleText(rule.name);
  const minutes = Math.ceil((rule.atMs - nowMs) / 60_000);
  if (minutes > 0) return vscode.l10n.t('{0} is due in {1} min', name, minutes);
  const ago = Math.floor((nowMs - rule.atMs) / 60_000);
  return ago === 0 ? vscode.l10n.t('{0} is due now', name) : vscode.l10n.t('{0} was due {1} min ago', name, ago);
}

/** What happened to an order, by the name of its event. @param order - As it was read since. */
function happenedText(event: string, kind: OrderAlertEvent, order: OrderRecord | undefined): string {
  switch (event) {
    case 'EVENT_FILL':
      if (order !== undefined)
        return sameNumber(order.dealtQuantity, order.quantity) === true
          ? vscode.l10n.t('An order was filled')
          : vscode.l10n.t('An order was partially filled');
      return vscode.l10n.t('An order was filled or partially filled');
    case 'EVENT_REPLACED':
      return vscode.l10n.t('An order was modified');
    case 'EVENT_CANCELED':
      return vscode.l10n.t('An order was canceled');
    case 'EVENT_EXPIRED':
      return vscode.l10n.t('An order expired');
    case 'EVENT_NEW_REJECTED':
      return vscode.l10n.t('An order was rejected');
    case 'EVENT_REPLACE_REJECTED':
      return vscode.l10n.t('An order change was rejected');
    case 'EVENT_CANCEL_REJECTED':
      return vscode.l10n.t('An order cancellation was rejected');
    default:
      return orderEventText(kind);
  }
}
