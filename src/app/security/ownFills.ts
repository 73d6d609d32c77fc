import type { HistoryRange } from '../../domain/time/historyRange';
import { microsecondsToMs } from '../../domain/time/historyRange';
import { fillStanding, isTrade } from '../../domain/market/fill';
import type { FillStanding } from '../../domain/market/fill';
import { isSameSecurity, isShare } from '../../domain/market/security';
import { isMoreThan } from '../../domain/values/decimal';
import type { FillRecord } from '../../service/endpoints/tradingRecords';
import { fillKey } from '../../service/endpoints/tradingSources';
import { seen, withGaps } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import type { OrderRecord } from '../../service/records';
import { PastLists } from '../orders/lists/pastLists';
import { listOfFillsOnce, listOfOrdersOnce, pastFillParts, pastOrderParts } from '../orders/lists/pastParts';
import type { Disposable } from '../platform/ports';
import type { BookParts } from '../accounts/accountBook';
import { accountsIn } from '../accounts/accountDirectory';
import type { ListedKind } from '../accounts/accountDirectory';
import { accountKinds } from '../session/accounts/accounts';
import type { Account } from '../session/accounts/accounts';

/** A trade of the user in one security. */
export interface OwnFill {
  readonly account: Account;
  readonly id: string;
  readonly orderId: string;
  readonly atMs: number;
  /** As sent. */
  readonly side: string;
  readonly quantity: string;
  readonly price: string;
  /** Empty if the service doesn’t say it. */
  readonly currency: string;
  /** Whether it is a trade: the service may undo or change a fill afterwards. */
  readonly standing: FillStanding;
  /** True for a paper order, whose single fills no call lists: all of them together, at their average price and the time of the last update. */
  readonly isSum: boolean;
}

export interface OwnFillsState {
  readonly fills: readonly OwnFill[];
  /** The list read for each account; undefined before its first response. */
  readonly lists: readonly (List<unknown> | undefined)[];
  readonly accounts: readonly Account[];
  readonly directory: readonly ListedKind[];
  /** Accounts or fills are still unread, or being read: their number would be too small. */
  readonly isReading: boolean;
}

/** The user's fills in one security over a range of time, in all accounts. Read on request, because each list is a request. */
export class OwnFills implements Disposable {
  readonly #live: PastLists<FillRecord>;
  readonly #paper: PastLists<OrderRecord>;

  constructor(private readonly dependencies: { readonly parts: BookParts; readonly symbol: string; readonly changed: () => void }) {
    const { parts, symbol, changed } = dependencies;
    const { access, clock, log } = parts;
    const past = { access, clock, log, changed, readingChanged: changed };
    this.#live = new PastLists({
      ...past,
      parts: (account, range, source) => pastFillParts(account, range, source, { code: symbol }),
      once: listOfFillsOnce,
    });
    this.#paper = new PastLists({
      ...past,
      parts: (account, range, source) => (account.kind === 'simulated' ? pastOrderParts(account, range, source, { code: symbol }) : []),
      once: listOfOrdersOnce,
    });
  }

  get state(): OwnFillsState {
    const { symbol } = this.dependencies;
    const directory = this.#directory;
    const accounts = accountsIn(directory);
    const lists = accounts.map((account) =>
      account.kind === 'live'
        ? withBare(this.#live.of(account).list, symbol, isBareFill)
        : withBare(this.#paper.of(account).list, symbol, isBarePaperFill),
    );
    const isUnread =
      directory.some(({ list }) => list === undefined) || accounts.some((account, index) => hasList(account) && lists[index] === undefined);
    return {
      fills: accounts
        .flatMap((account) => (account.kind === 'live' ? this.#liveOf(account) : this.#paperOf(account)))
        .filter(({ code }) => isSameSecurity(code, symbol))
        .toSorted((one, other) => one.atMs - other.atMs),
      ...{ lists, accounts, directory },
      isReading: isUnread || this.#live.isReading || this.#paper.isReading,
    };
  }

  async read(range: HistoryRange, again?: 'again'): Promise<void> {
    const accounts = accountsIn(this.#directory);
    await Promise.all([this.#live.read(accounts, range, again), this.#paper.read(accounts, range, again)]);
  }

  dispose(): void {
    this.#live.dispose();
    this.#paper.dispose();
  }

  get #directory(): readonly ListedKind[] {
    return this.dependencies.parts.directory.get(accountKinds);
  }

  #liveOf(account: Account): readonly ListedFill[] {
    return itemsOf(this.#live.of(account).list).flatMap((fill) => liveFill(account, fill) ?? []);
  }

  #paperOf(account: Account): readonly ListedFill[] {
    return itemsOf(this.#paper.of(account).list).flatMap((order) => paperFill(account, order) ?? []);
  }
}

/** Paper orders are listed by market. */
function hasList({ kind, markets }: Account): boolean {
  return kind === 'live' || markets.length > 0;
}

/** A list whose fills that can’t be put among those in the security are a gap. */
export function withBare<T extends { readonly code: string }>(
  list: List<T> | undefined,
  symbol: string,
  isBare: (item: T) => boolean,
): List<T> | undefined {
  if (list === undefined) return undefined;
  const count = seen(list).items.filter((item) => (isSameSecurity(item.code, symbol) ? isBare(item) : item.code === '')).length;
  return withGaps(list, count === 0 ? [] : [{ kind: 'bare', part: '', count }]);
}

export function isBareFill({ code, createdAt, quantity, price, status }: FillRecord): boolean {
  if (microsecondsToMs(createdAt) === undefined) return true;
  const isPriced = isMoreThan(price, '0') === true || !isShare(code, 'unknown');
  return isTrade({ status }) && !(isPriced && isMoreThan(quantity, '0') === true);
}

export function isBarePaperFill(order: OrderRecord): boolean {
  return isMoreThan(order.dealtQuantity, '0') === true && (microsecondsToMs(order.updatedAt) === undefined || !hasPrice(order));
}

function hasPrice({ dealtAveragePrice }: OrderRecord): boolean {
  return isMoreThan(dealtAveragePrice, '0') === true;
}

/** A fill with the code of its security as the list has it. */
export type ListedFill = OwnFill & { readonly code: string };

/** @returns undefined for a fill without a time. */
export function liveFill(account: Account, fill: FillRecord): ListedFill | undefined {
  const { orderId, code, side, quantity, price, currency, createdAt, status } = fill;
  const atMs = microsecondsToMs(createdAt);
  const standing = fillStanding(status);
  return atMs === undefined
    ? undefined
    : { account, id: fillKey(fill), orderId, code, side, quantity, price, currency, atMs, standing, isSum: false };
}

/** The filled part of a paper order; undefined if nothing was filled. */
export function paperFill(account: Account, order: OrderRecord): ListedFill | undefined {
  const { orderId, code, side, dealtQuantity: quantity, dealtAveragePrice: price, currency, updatedAt } = order;
  const atMs = microsecondsToMs(updatedAt);
  const isFilled = isMoreThan(quantity, '0') === true && hasPrice(order);
  if (atMs === undefined || !isFilled) return undefined;
  return { account, id: orderId, orderId, code, side, quantity, price, currency, atMs, standing: 'counts', isSum: true };
}

function itemsOf<T>(list: List<T> | undefined): readonly T[] {
  return list === undefined ? [] : seen(list).items;
}
