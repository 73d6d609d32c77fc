import * as vscode from 'vscode';
import type { AlertNews } from '../../app/alerts/alertWatch';
import { leavesTrace } from '../../domain/alerts/alert';
import type { AlertRule, OrderAlertEvent } from '../../domain/alerts/alert';
import { maskWhen } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { wallDateTime } from '../../domain/time/zones';
import { showNumber } from '../../domain/values/amount';
import type { OrderRecord } from '../../service/records';

export function orderEventText(event: OrderAlertEvent): string {
  switch (event) {
    case 'filled':
      return vscode.l10n.t('An order is filled');
    case 'changed':
      return vscode.l10n.t('An order is changed, canceled, or expired');
    case 'rejected':
      return vscode.l10n.t('An order or a change is rejected');
  }
}

/** What an alert waits for, for lists. */
export function ruleText(rule: AlertRule, zone: string): string {
  switch (rule.kind) {
    case 'above':
      return vscode.l10n.t('{0} at {1} or above', visibleText(rule.symbol), showNumber(rule.price));
    case 'below':
      return vscode.l10n.t('{0} at {1} or below', visibleText(rule.symbol), showNumber(rule.price));
    case 'dayChange':
      return vscode.l10n.t('{0} moves {1} % in a day', visibleText(rule.symbol), showNumber(rule.percent));
    case 'release':
      return vscode.l10n.t('{0} min before {1} ({2})', rule.minutesBefore, visibleText(rule.name), wallDateTime(zone, rule.atMs));
    case 'order':
      return orderEventText(rule.event);
  }
}

/** The notification itself. */
export function newsText(news: AlertNews, isPrivate: boolean, nowMs: number): string {
  switch (news.kind) {
    case 'price':
      return vscode.l10n.t(
        '{0} is at {1}',
        visibleText(`${news.quote.symbol} ${news.quote.name}`.trim()),
        showNumber(news.quote.lastPrice),
      );
    case 'release': {
      const { rule } = news.alert;
      const minutes = rule.kind === 'release' ? Math.max(0, Math.ceil((rule.atMs - nowMs) / 60_000)) : 0;
      const name = rule.kind === 'release' ? visibleText(rule.name) : '';
      return minutes === 0 ? vscode.l10n.t('{0} is due now', name) : vscode.l10n.t('{0} is due in {1} min', name, minutes);
    }
    case 'order': {
      const hide = maskWhen(isPrivate);
      const id = hide(visibleText(news.hint.orderId));
      const event = orderEventText(news.event);
      const said = id === '' ? event : vscode.l10n.t('{0}: {1}', event, id);
      if (news.order !== undefined) return news.event === 'filled' ? `${said} (${filledText(news.order, hide)})` : said;
      return leavesTrace(news.hint.event)
        ? vscode.l10n.t({
            message: '{0}. Only the event feed reports this so far; the order doesn’t show it yet or couldn’t be read.',
            args: [said],
            comment: ['{0} says what happened to an order, without a full stop.'],
          })
        : said;
    }
  }
}

function filledText({ dealtQuantity, quantity }: OrderRecord, hide: (text: string) => string): string {
  return vscode.l10n.t('{0} of {1}', hide(showNumber(dealtQuantity)), hide(showNumber(quantity)));
}
