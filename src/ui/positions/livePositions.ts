import type * as vscode from 'vscode';
import type { PositionsState } from '../../app/positions/positionsFeed';
import type { Timers } from '../../app/platform/ports';
import { AgeWatch } from '../../app/quotes/ageWatch';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { QuoteWatch } from '../../app/quotes/quoteBook';
import type { ReadHolding } from '../../domain/positions/holding';
import { liveHolding } from '../../domain/positions/liveHolding';
import { mapList, seen } from '../../service/lists/list';

/** A tree does not say which of its rows are on the screen: so many symbols are asked for, the first ones first. */
const mostSymbols = 200;

/** Positions at the latest prices, while the view is visible. */
export class LivePositions implements vscode.Disposable {
  readonly #watch: QuoteWatch;
  readonly #subscription: vscode.Disposable;
  /** A holding whose price did not change keeps its object: only changed rows are drawn again. */
  readonly #followed = new WeakMap<ReadHolding, { readonly last: string; readonly isOld: boolean; readonly live: ReadHolding }>();
  readonly #ages: AgeWatch;
  #symbols: readonly string[] = [];

  constructor(
    private readonly market: LiveMarket,
    private readonly view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
    timers: Timers,
    changed: () => void,
  ) {
    this.#watch = market.book.watch('tree', changed);
    this.#ages = new AgeWatch(market, timers, changed);
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
        if (symbols.size < mostSymbols && isIdentifier(holding.symbol)) symbols.add(holding.symbol);
      return { ...account, list: mapList(account.list, (items) => items.map((read) => this.#live(read))) };
    });
    this.#symbols = [...symbols];
    this.#ask();
    return { ...state, accounts: followed };
  }

  dispose(): void {
    this.#watch.dispose();
    this.#ages.dispose();
    this.#subscription.dispose();
  }

  #ask(): void {
    const shown = this.view.visible ? this.#symbols : [];
    this.#watch.show(shown);
    this.#ages.show(shown);
  }

  #live(read: ReadHolding): ReadHolding {
    const quote = this.market.book.get(read.holding.symbol);
    if (quote === undefined) return read;
    const isOld = this.market.isOld(quote.symbol);
    const known = this.#followed.get(read);
    if (known?.last === quote.lastPrice && known.isOld === isOld) return known.live;
    const followed = liveHolding(read, quote);
    const live = isOld ? { ...followed, isOld } : followed;
    this.#followed.set(read, { last: quote.lastPrice, isOld, live });
    return live;
  }
}

/** Paper accounts may name a security by its code alone, which is no symbol of a quote. */
function isIdentifier(symbol: string): boolean {
  return /^[A-Z]{2,}\.[\w.]+$/.test(symbol);
}
