import * as vscode from 'vscode';
import type { AccountOrders } from '../../../app/orders/lists/ordersBook';
import { OrderSubject } from '../../../app/orders/ticket/ticket';
import type { Account } from '../../../app/session/accounts/accounts';
import { awaitedPrice, priceDistance } from '../../../domain/orders/orderDistance';
import { deriveExchange, hasEnded, isAShare, withoutZero } from '../../../domain/orders/orderRules';
import { paperCodes } from '../../../domain/orders/paperCode';
import { withDigitsOf } from '../../../domain/security/tickPrice';
import { maskRows } from '../../../domain/text/mask';
import { idText } from '../../../domain/text/visibleText';
import { showNumber, showSignedMoney, showSignedPercent } from '../../../domain/values/amount';
import type { OrderPrice } from '../../../panel/orders/ordersPageProtocol';
import type { OrderRecord } from '../../../service/records';
import { sentTimeText } from '../../platform/dateText';
import { listText } from '../../platform/lists/listText';
import { openSecurity } from '../../platform/openSecurity';
import { tooltipTable } from '../../platform/say/tooltipTable';
import type { NodeModel } from '../../platform/trees/treeModel';
import { orderLine, orderRowTexts } from '../../platform/words/orderLine';
import { paperWord } from '../orderText';
import { microsecondsToIso } from '../orderTimes';
import { orderTypeWord, securityTypeWord, sessionWord, sideWord, statusWord, timeInForceWord } from '../../platform/words/wireWords';
import type { OrdersViewState } from './ordersTree';
import { commandOf } from '../../platform/runCommand';

/** The row of an order, live or paper. */
export function orderRow(above: string, { account }: AccountOrders, order: OrderRecord, view: OrdersViewState): NodeModel {
  const { zone, isPrivate, first } = view;
  const paper = account.kind === 'simulated' ? paperPlace(account, order, view) : undefined;
  const blocked = isAShare({ code: order.code, exchange: deriveExchange(order.code, order.securityType) ?? '' });
  const ended = hasEnded(order.status);
  const code = paper === undefined ? order.code : paper.code;
  const kind = paper === undefined ? '' : paperWord();
  const subject = new OrderSubject(account, order, paper);
  const price = ended ? undefined : view.priceOf?.(subject.symbol);
  const look = { isPrivate, market: price };
  const whole = orderLine(order, look);
  const joined = (parts: readonly string[]): string => parts.filter((text) => text !== '').join(' · ');
  const facts = [kind, statusWord(order.status)];
  const ids = [idText(code ?? order.code), idText(order.orderId)];
  const steady = JSON.stringify([order, zone, isPrivate, paper, whole, first]);
  return {
    id: `${above}/order/${order.orderId}`,
    // Only the tooltip shows the last price; those of the order have as many digits as it has.
    face: JSON.stringify([steady, price?.last, price?.isOld, price?.isExpired]),
    steady,
    subject,
    item: () => {
      const { label, prices, type, rest, isNamed } = orderRowTexts(order, { ...look, first });
      const item = new vscode.TreeItem(label);
      item.description = joined([prices, ...(isNamed ? [...facts, type, rest] : [rest, ...facts, type]), ...ids]);
      const [icon, color] = orderIcon(order, blocked, paper !== undefined);
      item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
      const isPaper = paper !== undefined;
      item.contextValue = ended ? 'endedOrder' : blocked ? 'fixedOrder' : isPaper ? 'openPaperOrder' : 'openOrder';
      const isFixed = ended || blocked;
      if (!isFixed) item.command = modifyOrder(account, order.orderId);
      else if (code !== undefined) item.command = openSecurity(code);
      const spoken = listText([whole, joined([type, ...facts, ...ids])]);
      item.accessibilityInformation = {
        label: blocked && !ended ? listText([spoken, vscode.l10n.t('A-share orders can’t be modified')]) : spoken,
      };
      return item;
    },
    tooltip: () => orderTooltip({ ...order, code: code ?? order.code }, blocked, price, view),
  };
}

/** Where a paper account lists an order, and its security with the market, if known. */
function paperPlace(account: Account, order: OrderRecord, { marketOf, attempts }: OrdersViewState): OrderSubject['paper'] {
  const market = marketOf?.(account, order);
  return { market, code: paperCodes(attempts)(account.id, market, order.code) };
}

/** `−1.00% (−5.62)`; empty without one of the two prices, and if nothing may be calculated from the last one. */
function distanceText(order: OrderRecord, price: OrderPrice | undefined): string {
  const awaited = awaitedPrice(order);
  if (awaited === undefined || price === undefined || price.isExpired) return '';
  const distance = priceDistance(awaited.price, price.last);
  return distance === undefined ? '' : `${showSignedPercent(distance.percent)} (${showSignedMoney(distance.change)})`;
}

function modifyOrder({ id: accountId, kind }: Account, orderId: string): vscode.Command {
  const order = { accountId, orderId, ...(kind === 'live' ? {} : { accountKind: kind }) };
  return commandOf('marketDesk.orders.modify', vscode.l10n.t('Modify Order…'), order);
}

/**
 * Color and shape show the state; of an open order the side, which the label has in words. Arrows are for prices. Open paper orders have
 * their own icon.
 */
function orderIcon({ status, side }: OrderRecord, blocked: boolean, isPaper: boolean): readonly [icon: string, color?: string] {
  switch (status) {
    case 'FILLED_ALL':
      return ['pass-filled', 'charts.green'];
    case 'FAILED':
    case 'DISABLED':
      return ['error', 'list.errorForeground'];
    default:
      if (hasEnded(status)) return ['circle-slash', 'disabledForeground'];
  }
  if (blocked) return ['lock'];
  const isSale = side.startsWith('SELL');
  const color = status === 'FILLED_PART' ? 'charts.yellow' : isSale ? 'marketDesk.sellForeground' : 'marketDesk.buyForeground';
  return [isPaper ? 'note' : isSale ? 'remove' : 'add', color];
}

function orderTooltip(
  order: OrderRecord,
  blocked: boolean,
  price: OrderPrice | undefined,
  { zone, isPrivate }: Pick<OrdersViewState, 'zone' | 'isPrivate'>,
): vscode.MarkdownString {
  const open: (readonly [string, string])[] = [
    [vscode.l10n.t('Security'), `${order.code} ${order.name}`],
    [vscode.l10n.t('Order ID'), order.orderId],
    [vscode.l10n.t('Security type'), securityTypeWord(order.securityType)],
    [vscode.l10n.t('Side'), sideWord(order.side)],
    [vscode.l10n.t('Order type'), orderTypeWord(order.orderType)],
    [vscode.l10n.t('Status'), statusWord(order.status)],
    [vscode.l10n.t('Time in force'), timeInForceWord(order.timeInForce)],
    [vscode.l10n.t('Created'), sentTimeText(zone, microsecondsToIso(order.createdAt))],
    [vscode.l10n.t('Updated'), sentTimeText(zone, microsecondsToIso(order.updatedAt))],
    [vscode.l10n.t('Last price'), price === undefined || price.last === '' ? '' : listText([showNumber(price.last), price.note])],
  ];
  const digits = (text: string): string => (price === undefined ? text : withDigitsOf(text, price.tick, price.last));
  const hidden: (readonly [string, string])[] = [
    [vscode.l10n.t('Quantity'), order.quantity],
    [vscode.l10n.t('Price'), `${digits(order.price)} ${order.currency}`],
    [vscode.l10n.t('Trigger price'), digits(withoutZero(order.auxPrice))],
    [
      vscode.l10n.t({ message: 'Distance', comment: ['From the last price to the price of an order, in percent.'] }),
      distanceText(order, price),
    ],
    [vscode.l10n.t('Filled quantity'), order.dealtQuantity],
    [vscode.l10n.t('Average fill price'), withoutZero(order.dealtAveragePrice)],
    [vscode.l10n.t('Last error'), order.lastError],
    [vscode.l10n.t('Remark'), order.remark],
    // Fields outside the specification are shown only if there are words for them.
    [vscode.l10n.t('Session'), sessionWord(order.unknown['session'] ?? '')],
  ];
  const notes = blocked ? [vscode.l10n.t('A-share orders can’t be modified')] : [];
  return tooltipTable(
    orderLine(order, { isPrivate, market: price }),
    [...open, ...maskRows(hidden, isPrivate, [])].filter(([, value]) => value.trim() !== ''),
    notes,
  );
}
