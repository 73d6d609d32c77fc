import type { PositionsState } from '../../app/positions/positionsBook';
import type { Disposable, MachineClock } from '../../app/platform/ports';
import type { TreePrices } from '../../app/quotes/treePrices';
import type { ReadHolding } from '../../domain/positions/holding';
import { holdingToday, isBehind, isFreshRead } from '../../domain/positions/liveHolding';
import type { HoldingAge } from '../../domain/positions/liveHolding';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { extendedPrice } from '../../domain/quotes/outsideHours';
import { isQuotable } from '../../domain/market/security';
import { mapList, seen } from '../../service/lists/list';
import type { Watched } from '../platform/trees/viewPolling';
import { extendedView } from '../platform/words/extendedText';
import { changeText } from '../platform/words/changeText';

/** A tree does not tell which of its rows are visible, so only this many symbols are followed, the first ones. */
const mostSymbols = 200;

/** Positions at the latest prices, while their view is visible. */
export class LivePositions implements Disposable {
  readonly #subscription: Disposable;
  /** A holding whose price did not change keeps its object: only changed rows are redrawn. */
  readonly #followed = new WeakMap<ReadHolding, { readonly price: string; readonly live: ReadHolding }>();
  #symbols: readonly string[] = [];

  constructor(
    private readonly prices: TreePrices,
    private readonly clock: Pick<MachineClock, 'wallMs'>,
    private readonly view: Watched,
    /** The zone to show times in; undefined if prices outside the regular hours are not shown. */
    private readonly timeZone?: () => string,
  ) {
    this.#subscription = view.onDidChangeVisibility(() => this.#ask());
  }

  /** The same positions, at the latest price of each symbol that has one. */
  follow(state: PositionsState): PositionsState {
    const { accounts } = state;
    if (accounts === undefined) return state;
    const symbols = new Set<string>();
    const followed = accounts.map((account) => {
      if (account.list === undefined) return account;
      for (const { holding } of seen(account.list).items)
        if (symbols.size < mostSymbols && isQuotable(holding.symbol)) symbols.add(holding.symbol);
      return { ...account, list: mapList(account.list, (items) => items.map((read) => this.#live(read, account.updatedAtMs))) };
    });
    this.#symbols = [...symbols];
    this.#ask();
    return { ...state, accounts: followed };
  }

  /** The same positions as received from the service, with the day's P&L at the service's own prices: for a file. */
  withDays(state: PositionsState): PositionsState {
    const withDay = (read: ReadHolding, readAtMs: number | undefined): ReadHolding => {
      const { symbol } = read.holding;
      const quote = this.prices.get(symbol);
      return holdingToday(read, quote === undefined ? undefined : { lastPrice: '', previousClose: quote.previousClose }, {
        isOld: this.prices.isExpired(symbol),
        isFresh: isFreshRead(symbol, readAtMs, this.clock.wallMs()),
      });
    };
    const accounts = state.accounts?.map((account) =>
      account.list === undefined
        ? account
        : { ...account, list: mapList(account.list, (items) => items.map((read) => withDay(read, account.updatedAtMs))) },
    );
    return { ...state, accounts };
  }

  dispose(): void {
    this.prices.dispose();
    this.#subscription.dispose();
  }

  #ask(): void {
    this.prices.show(this.view.visible ? this.#symbols : []);
  }

  /** @param readAtMs - When the position was read, with the service's own price. */
  #live(read: ReadHolding, readAtMs: number | undefined): ReadHolding {
    const { symbol } = read.holding;
    const nowMs = this.clock.wallMs();
    const isFresh = isFreshRead(symbol, readAtMs, nowMs);
    const isExpired = this.prices.isExpired(symbol);
    const isOld = this.prices.isOld(symbol);
    const isOlder = isExpired && readAtMs !== undefined && nowMs - readAtMs < (this.prices.ageMs(symbol) ?? 0);
    const quote = isOlder ? undefined : this.prices.get(symbol);
    const hasNewer = quote !== undefined && isBehind(read, quote, readAtMs);
    if (quote === undefined && isFresh) return read;
    const zone = this.timeZone?.();
    const outside = quote === undefined || zone === undefined ? undefined : extendedPrice(quote);
    const price =
      quote === undefined
        ? ''
        : `${quote.lastPrice} ${quote.previousClose} ${String(isOld)} ${String(isExpired)} ${String(isFresh)} ${String(hasNewer)} ${outside?.price ?? ''} ${String(outside?.at)} ${zone ?? ''}`;
    const known = this.#followed.get(read);
    if (known?.price === price) return known.live;
    const extended = quote === undefined || zone === undefined ? null : extendedView(quote, zone);
    const live = { ...this.#atPrice(read, quote, { isOld, isExpired, isFresh, readAtMs }), ...(extended === null ? {} : { extended }) };
    this.#followed.set(read, { price, live });
    return live;
  }

  #atPrice(
    read: ReadHolding,
    quote: LiveQuote | undefined,
    { isOld, isExpired, isFresh, readAtMs }: HoldingAge & { readonly isExpired: boolean },
  ): ReadHolding {
    const today = holdingToday(read, quote, { isOld: isExpired, isFresh, readAtMs });
    if (quote === undefined) return today;
    const dayChange = changeText(quote.lastPrice, quote.previousClose);
    return {
      ...today,
      ...(isOld ? { isOld } : {}),
      ...(dayChange === '' ? {} : { dayChange }),
    };
  }
}
