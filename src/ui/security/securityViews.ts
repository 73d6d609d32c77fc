import * as vscode from 'vscode';
import type { OrdersState } from '../../app/orders/lists/ordersBook';
import type { PositionsState } from '../../app/positions/positionsBook';
import { deriveExchange, hasEnded, isAShare } from '../../domain/orders/orderRules';
import { awaitedPrice } from '../../domain/orders/orderDistance';
import type { OwnOrder } from '../../domain/security/priceLines';
import type { Depth } from '../../domain/quotes/mergedBook';
import { heldOf } from '../../domain/positions/positionAfter';
import type { Held } from '../../domain/positions/positionAfter';
import { isSameSecurity } from '../../domain/market/security';
import { liveFirst } from '../../app/session/accounts/accounts';
import type { Account } from '../../app/session/accounts/accounts';
import { showNumber } from '../../domain/values/amount';
import { masked, maskWhen } from '../../domain/text/mask';
import { plainText } from '../../domain/text/segments';
import { shortened, visibleText } from '../../domain/text/visibleText';
import { offsetMs } from '../../domain/time/zones';
import type { ActionView, BarView, BookLevelView, BookView, OrderView, Part, PositionView } from '../../panel/security/securityProtocol';
import { seen } from '../../service/lists/list';
import type { Gap } from '../../service/lists/list';
import type { BookLevel, Candle } from '../../service/marketRecords';
import type { CalendarEvent, OrderRecord } from '../../service/records';
import { gapsText, untold } from '../platform/lists/gapText';
import type { ListNoun } from '../platform/lists/gapText';
import { waiting } from '../platform/trees/waiting';
import type { WaitKind } from '../../service/requests/limits';
import { orderTerms } from '../platform/words/orderLine';
import type { MarketDigits } from '../platform/words/orderLine';
import { statusWord, timeInForceWord } from '../platform/words/wireWords';

/** A candle for the chart, at the wall-clock time of the exchange. */
export function barView(candle: Candle, zone: string): BarView {
  const { time, open, high, low, close, volume } = candle;
  return { id: time, time: Math.floor((time + offsetMs(zone, time)) / 1000), open, high, low, close, volume };
}

const shownLevels = 10;
const longestExchange = 12;

export function bookView({ bids, asks }: Pick<Depth, 'bids' | 'asks'>, follows: Pick<BookView, 'isLive' | 'hasTrades'>): BookView {
  return { bids: bids.slice(0, shownLevels).map(levelView), asks: asks.slice(0, shownLevels).map(levelView), ...follows };
}

function levelView({ price, volume, exchange }: BookLevel): BookLevelView {
  return [price, volume, shortened(visibleText(exchange), longestExchange)];
}

/** Positions of one security in all accounts; undefined before anything was read. */
export function positionsOf(state: PositionsState, symbol: string, isPrivate: boolean): Part<readonly PositionView[]> {
  const { accounts, directory } = state;
  const lists = [...(accounts ?? []).map(({ list }) => list), ...directory.map(({ list }) => list)];
  const views = liveFirst(accounts ?? []).flatMap(({ account, list, updatedAtMs = null }) =>
    (list === undefined ? [] : seen(list).items)
      .filter(({ holding }) => isSameSecurity(holding.symbol, symbol))
      .map(({ holding }): PositionView => {
        const name = isPrivate ? masked : visibleText(account.name);
        const id = `${account.kind}:${account.id}/${holding.id}`;
        return { id, account: name, isLive: account.kind === 'live', holding, readAt: updatedAtMs };
      }),
  );
  // Without a list of accounts, it is unknown whether there is a position.
  if (knowsNoAccount(state)) return { kind: 'notOffered' };
  return partOf(views, { isLoading: accounts === undefined || lists.some((list) => list === undefined), lists, noun: 'positions' });
}

/** What each account holds of a security, negative if it was sold short; undefined unless its whole list was read, and names one position. */
export function heldIn({ accounts = [] }: PositionsState, symbol: string): (account: Account) => Held | undefined {
  return (account) => {
    const found = accounts.find((one) => one.account.kind === account.kind && one.account.id === account.id);
    if (found?.list?.verdict !== 'complete') return undefined;
    return heldOf(
      found.list.items.map(({ holding }) => holding),
      symbol,
    );
  };
}

export interface SecurityOrders {
  readonly view: Part<readonly OrderView[]>;
  readonly own: readonly OwnOrder[];
}

/** Open orders of one security in all accounts. @param states - Of live and of paper accounts. */
export function ordersOf(states: readonly OrdersState[], symbol: string, isPrivate: boolean, market?: MarketDigits): SecurityOrders {
  const accounts = states.flatMap((state) => state.accounts ?? []);
  const lists = [...accounts, ...states.flatMap(({ directory }) => directory)].map(({ list }) => list);
  const found = accounts.flatMap(({ account, list }) =>
    (list === undefined ? [] : seen(list).items)
      .filter(({ code, status }) => isSameSecurity(code, symbol) && !hasEnded(status))
      .map((order) => ({ account, order })),
  );
  const views = found.map(({ account, order }): OrderView => ({
    id: `${account.kind}:${account.id}/${order.orderId}`,
    account: isPrivate ? masked : visibleText(account.name),
    accountId: account.id,
    accountKind: account.kind,
    orderId: order.orderId,
    text: orderTerms(order, { isPrivate, market }),
    status: statusWord(order.status),
    terms: termsOf(order, isPrivate),
    awaited: isPrivate ? '' : (awaitedPrice(order)?.price ?? ''),
    canModify: canModify(order),
  }));
  const isListed = (state: OrdersState): boolean =>
    !knowsNoAccount(state) &&
    (state.accounts === undefined || state.accounts.length === 0 || state.accounts.some(({ list }) => list?.verdict !== 'notOffered'));
  const isOffered = states.some(isListed);
  const isLoading = states.some((state) => state.accounts === undefined) || lists.some((list) => list === undefined);
  const view = isOffered ? partOf(views, { isLoading, lists, noun: 'orders' }) : ({ kind: 'notOffered' } as const);
  const own = found.map(({ account, order }) => ({
    of: { accountId: account.id, accountKind: account.kind, orderId: order.orderId, canModify: canModify(order) },
    order,
  }));
  return { view, own };
}

function termsOf({ timeInForce, dealtQuantity, quantity }: OrderRecord, isPrivate: boolean): string {
  const filled = dealtQuantity.trim() === '' ? '' : `${showNumber(dealtQuantity)}/${showNumber(quantity)}`;
  return [timeInForceWord(timeInForce), maskWhen(isPrivate)(filled)].filter((text) => text !== '').join(' · ');
}

function canModify({ code, securityType }: OrderRecord): boolean {
  return !isAShare({ code, exchange: deriveExchange(code, securityType) ?? '' });
}

function knowsNoAccount({ accounts, directory }: Pick<PositionsState | OrdersState, 'accounts' | 'directory'>): boolean {
  return accounts?.length === 0 && directory.some(({ list }) => list?.verdict === 'notOffered');
}

type Lists = readonly ({ readonly verdict: string; readonly gaps?: readonly Gap[] } | undefined)[];

function partOf<T>(
  values: readonly T[],
  { isLoading, lists, noun }: { readonly isLoading: boolean; readonly lists: Lists; readonly noun: ListNoun },
): Part<readonly T[]> {
  const gaps = lists.flatMap((list) => list?.gaps ?? []);
  const isAwaited = isLoading || gaps.some(({ kind }) => kind === 'awaited');
  if (isAwaited && values.length === 0) return loadingPart('trading');
  return { kind: 'ready', value: values, problem: gapsText(untold(gaps), noun) };
}

/** With the reason of a long wait, if there is one. */
export function loadingPart(kind: WaitKind): Extract<Part<never>, { readonly kind: 'loading' }> {
  const reason = waiting.text(kind);
  return { kind: 'loading', ...(reason === undefined ? {} : { reason }) };
}

const longestText = 400;

/** A corporate action with its figure, if it has one. */
export function actionView({ text, time, announce, unit }: CalendarEvent): ActionView {
  const figure = announce === null || announce === '' ? '' : `${announce} ${unit ?? ''}`.trim();
  return { text: shortened(plainText(text), longestText), time: time * 1000, figure: shortened(visibleText(figure), 60) };
}

/** The latest first, so future ones are on top. */
export function newestFirst(actions: readonly ActionView[]): readonly ActionView[] {
  return actions.toSorted((one, other) => other.time - one.time);
}

/** Title of the panel's tab. */
export function panelTitle(symbol: string, name: string): string {
  if (symbol === '') return vscode.l10n.t('Security');
  return shortened(visibleText(name === '' ? symbol : `${symbol} ${name}`), 60);
}
