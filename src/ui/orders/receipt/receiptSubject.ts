import * as vscode from 'vscode';
import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import type { ReceiptSubject } from '../../../app/orders/receipt/readReceipt';
import type { OrdersState } from '../../../app/orders/lists/ordersBook';
import type { PaperOrdersBook } from '../../../app/orders/lists/paperOrdersBook';
import { OrderSubject, readArguments } from '../../../app/orders/ticket/ticket';
import type { AccountKind } from '../../../app/session/accounts/accounts';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import { orderIdOf } from '../../../domain/orders/orderAttempts';
import { deriveExchange } from '../../../domain/orders/orderRules';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';
import { sayInfo, sayWarning } from '../../platform/say/messages';
import { subjectOf } from '../../platform/trees/treeModel';
import { hostOf } from '../orderText';
import { attemptSubjectOf } from '../tree/attemptSubject';
import type { AttemptSubject } from '../tree/attemptSubject';

export interface ReceiptSubjectDependencies {
  readonly access: Pick<ServiceAccess, 'current'>;
  readonly journal: Pick<OrderJournal, 'find'>;
  readonly books: { readonly orders: { readonly state: OrdersState }; readonly paperOrders: PaperOrdersBook };
}

/**
 * The order that a receipt is asked for: that of a row in the Orders view, or the one that a page names.
 *
 * @returns undefined if none is named, or if there is none, which was reported to the user.
 */
export async function receiptSubject(argument: unknown, dependencies: ReceiptSubjectDependencies): Promise<ReceiptSubject | undefined> {
  const { connection } = dependencies.access.current;
  if (connection.kind === 'none') return undefined;
  const here = { service: connection.baseUrl, isSandbox: connection.kind === 'sandbox' };
  const attempt = attemptSubjectOf(argument);
  if (attempt !== undefined) return subjectOfAttempt(attempt, here, dependencies);
  const row = subjectOf(argument) ?? argument;
  if (row instanceof OrderSubject) {
    const { account, order } = row;
    const exchange = deriveExchange(order.code, order.securityType) ?? '';
    return { ...here, ...placeOf(account.kind, account.id, order.orderId, dependencies), orderId: order.orderId, exchange };
  }
  const { accountId, orderId, accountKind, symbol = '' } = readArguments(row);
  if (accountId === undefined || orderId === undefined) return undefined;
  const kind = accountKind === 'simulated' ? 'simulated' : 'live';
  return { ...here, ...placeOf(kind, accountId, orderId, dependencies), orderId, exchange: deriveExchange(symbol, 'STOCK') ?? '' };
}

async function subjectOfAttempt(
  { root }: AttemptSubject,
  here: Pick<ReceiptSubject, 'service' | 'isSandbox'>,
  dependencies: ReceiptSubjectDependencies,
): Promise<ReceiptSubject | undefined> {
  const attempt = await dependencies.journal.find(root);
  if (attempt === undefined) return undefined;
  const { target } = attempt;
  const orderId = orderIdOf(attempt);
  if (serviceIdentity(target.service) !== serviceIdentity(here.service)) {
    void sayWarning(vscode.l10n.t('This change belongs to {0}. Connect to that service first.', hostOf(target.service)));
    return undefined;
  }
  if (orderId === '') {
    void sayInfo(vscode.l10n.t('No order is known for this request yet. The order journal has all that is known of it.'));
    return undefined;
  }
  const kind = target.isPaper === true ? 'simulated' : 'live';
  const { market = target.market, ...place } = placeOf(kind, target.accountId, orderId, dependencies);
  return { ...here, ...place, market, orderId, exchange: target.exchange };
}

function placeOf(
  kind: AccountKind,
  accountId: string,
  orderId: string,
  { books }: ReceiptSubjectDependencies,
): Pick<ReceiptSubject, 'accountId' | 'isPaper' | 'market' | 'markets'> {
  const { accounts = [] } = kind === 'live' ? books.orders.state : books.paperOrders.state;
  const account = accounts.find((each) => each.account.id === accountId)?.account;
  const markets = account?.markets ?? [];
  if (kind === 'live') return { accountId, markets };
  return { accountId, isPaper: true, market: books.paperOrders.marketOf({ id: accountId, markets }, orderId), markets };
}
