import * as vscode from 'vscode';
import { dayChangeOf, leavesTrace } from '../../../domain/alerts/alert';
import type { AlertRule, CountedPrice, OrderAlertEvent } from '../../../domain/alerts/alert';
import type { FiredFacts } from '../../../domain/alerts/firedAlert';
import type { LiveQuote } from '../../../domain/quotes/liveQuote';
import { maskWhen } from '../../../domain/text/mask';
import { visibleText } from '../../../domain/text/visibleText';
import { dateTimeText } from '../dateText';
import { showNumber, showSignedPercent } from '../../../domain/values/amount';
import { sameNumber } from '../../../domain/values/decimal';
import { sessionName } from './extendedText';

type FactsOf<K extends FiredFacts['kind']> = Extract<FiredFacts, { readonly kind: K }>;
type Filled = NonNullable<FactsOf<'order'>['order']>;

export interface RuleTextOptions {
  readonly zone: string;
  /** Hides the prices that the user chose, in the same way as the prices of orders. */
  readonly isPrivate: boolean;
}

/** What an alert on orders waits for. */
export function orderEventText(event: OrderAlertEvent): string {
  switch (event) {
    case 'filled':
      return vscode.l10n.t('Order filled or partially filled');
    case 'changed':
      return vscode.l10n.t('Order modified, canceled, or expired');
    case 'rejected':
      return vscode.l10n.t('Order or order change rejected');
  }
}

/** What an alert waits for, for lists. */
export function ruleText(rule: AlertRule, options: RuleTextOptions): string {
  const text = waitText(rule, options);
  return 'extended' in rule ? vscode.l10n.t('{0} ({1})', text, vscode.l10n.t('extended hours included')) : text;
}

function waitText(rule: AlertRule, { zone, isPrivate }: RuleTextOptions): string {
  const mask = maskWhen(isPrivate);
  switch (rule.kind) {
    case 'above':
      return vscode.l10n.t('{0} at {1} or above', visibleText(rule.symbol), mask(showNumber(rule.price)));
    case 'below':
      return vscode.l10n.t('{0} at {1} or below', visibleText(rule.symbol), mask(showNumber(rule.price)));
    case 'dayChange':
      return vscode.l10n.t('{0} moves {1}% or more in a day', visibleText(rule.symbol), showNumber(rule.percent));
    case 'release':
      return vscode.l10n.t('{0} min before {1} ({2})', rule.minutesBefore, visibleText(rule.name), dateTimeText(zone, rule.atMs));
    case 'order':
      return orderEventText(rule.event);
  }
}

/**
 * Describes what was triggered. In privacy mode it contains neither orders nor the prices that the user chose.
 *
 * @param nowMs - Server time at which it is shown; for a list of past alerts, the time at which it was triggered.
 */
export function firedText(facts: FiredFacts, isPrivate: boolean, nowMs: number): string {
  switch (facts.kind) {
    case 'price':
      return priceText(facts, isPrivate);
    case 'release':
      return releaseText(facts.rule, nowMs);
    case 'order':
      return orderText(facts, isPrivate);
  }
}

/** Says why an alert whose price is reached waits. */
export function splitText({
  symbol,
  name,
  lastPrice,
  previousClose,
}: Pick<LiveQuote, 'symbol' | 'name' | 'lastPrice' | 'previousClose'>): string {
  return vscode.l10n.t({
    message: '{0} is at {1}, with a previous close of {2}. Possible split: your alert waits for the service’s figures.',
    args: [visibleText(`${symbol} ${name}`.trim()), showNumber(lastPrice), showNumber(previousClose)],
    comment: ['{0} is a security, {1} and {2} are prices. A split of shares changes their price by a whole ratio.'],
  });
}

function orderText(facts: FactsOf<'order'>, isPrivate: boolean): string {
  const said = orderWords(facts, isPrivate);
  return facts.isPaper === true ? vscode.l10n.t('Paper account: {0}', said) : said;
}

function orderWords({ event: kind, feedEvent: event, orderId, order }: FactsOf<'order'>, isPrivate: boolean): string {
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

function filledText({ dealtQuantity, quantity }: Filled, hide: (text: string) => string): string {
  return vscode.l10n.t('{0} of {1}', hide(showNumber(dealtQuantity)), hide(showNumber(quantity)));
}

function priceText({ rule, name: known, isPast, ...counted }: FactsOf<'price'>, isPrivate: boolean): string {
  if (isPast === true) return pastText(rule, visibleText(`${rule.symbol} ${known}`.trim()), counted, isPrivate);
  const said = priceWords(rule, visibleText(`${rule.symbol} ${known}`.trim()), counted, isPrivate);
  return counted.session === undefined ? said : vscode.l10n.t('{0}: {1}', sessionName(counted.session), said);
}

/** The price met the condition while no price was received, or for a moment. */
function pastText(rule: AlertRule, name: string, { lastPrice }: CountedPrice, isPrivate: boolean): string {
  const last = showNumber(lastPrice);
  if (!isPrivate && rule.kind === 'above')
    return vscode.l10n.t('{0} was at {1} or above in between, and is at {2} now', name, showNumber(rule.price), last);
  if (!isPrivate && rule.kind === 'below')
    return vscode.l10n.t('{0} was at {1} or below in between, and is at {2} now', name, showNumber(rule.price), last);
  if (rule.kind === 'dayChange')
    return vscode.l10n.t('{0} had moved {1}% or more in between, and is at {2} now', name, showNumber(rule.percent), last);
  return vscode.l10n.t('{0} reached your price in between, and is at {1} now', name, last);
}

function priceWords(rule: AlertRule, name: string, counted: CountedPrice, isPrivate: boolean): string {
  const last = showNumber(counted.lastPrice);
  const change = rule.kind === 'dayChange' ? dayChangeOf(counted) : undefined;
  if (change !== undefined)
    return vscode.l10n.t({
      message: '{0} is at {1}, {2} from the previous close',
      args: [name, last, showSignedPercent(change)],
      comment: ['An alert. {0} is a security, {1} its price, {2} a percentage with its sign such as +2.10%.'],
    });
  if (!isPrivate && rule.kind === 'above') return vscode.l10n.t('{0} is at {1} (alert: {2} or above)', name, last, showNumber(rule.price));
  if (!isPrivate && rule.kind === 'below') return vscode.l10n.t('{0} is at {1} (alert: {2} or below)', name, last, showNumber(rule.price));
  return vscode.l10n.t('{0} is at {1}', name, last);
}

function releaseText(rule: FactsOf<'release'>['rule'], nowMs: number): string {
  const name = visibleText(rule.name);
  const minutes = Math.ceil((rule.atMs - nowMs) / 60_000);
  if (minutes > 0) return vscode.l10n.t('{0} is due in {1} min', name, minutes);
  const ago = Math.floor((nowMs - rule.atMs) / 60_000);
  return ago === 0 ? vscode.l10n.t('{0} is due now', name) : vscode.l10n.t('{0} was due {1} min ago', name, ago);
}

/** What happened to an order, by the name of its event. @param order - As read after the event. */
function happenedText(event: string, kind: OrderAlertEvent, order: Filled | undefined): string {
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
