import type * as vscode from 'vscode';
import type { PositionsState } from '../../app/positions/positionsBook';
import type { MachineClock } from '../../app/platform/ports';
import type { TreePrices } from '../../app/quotes/treePrices';
import type { ReadHolding } from '../../domain/positions/holding';
import { liveHolding } from '../../domain/positions/liveHolding';
import { mapList, seen } from '../../service/lists/list';
import { changeText } from '../quotes/quoteHover';

/** A tree does not say which of its rows are on the screen: so many symbols are asked for, the first ones first. */
const mostSymbols = 200;

/** Positions at the latest prices, while the view is visible. */
export class LivePositions implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  /** A holding whose price did not change keeps its object: only changed rows are drawn again. */
  readonly #followed = new WeakMap<ReadHolding, { readonly price: string; readonly live: ReadHolding }>();
  #symbols: readonly string[] = [];

  constructor(
    private readonly prices: TreePrices,
    private readonly clock: Pick<MachineClock, 'wallMs'>,
    private readonly view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
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
        if (symbols.size < mostSymbols && isIdentifier(holding.symbol)) symbols.add(holding.symbol);
      const readMs = account.updatedAtMs === undefined ? Infinity : this.clock.wallMs() - account.updatedAtMs;
      return { ...account, list: mapList(account.list, (items) => items.map((read) => this.#live(read, readMs))) };
    });
    this.#symbols = [...symbols];
    this.#ask();
    return { ...state, accounts: followed };
  }

  dispose(): void {
    this.prices.dispose();
    this.#subscription.dispose();
  }

  #ask(): void {
    this.prices.show(this.view.visible ? this.#symbols : []);
  }

  /** @param readMs - Since the service told the position, and with it a price of its own. */
  #live(read: ReadHolding, readMs: number): ReadHolding {
    const quote = this.prices.get(read.holding.symbol);
    if (quote === undefined) return read;
    const isOld = this.prices.isOld(quote.symbol);
    if (isOld && readMs < (this.prices.ageMs(quote.symbol) ?? 0)) return read;
    const dayChange = changeText(quote.lastPrice, quote.previousClose);
    const price = `${quote.lastPrice} ${dayChange} ${String(isOld)}`;
    const known = this.#followed.get(read);
    if (known?.price === price) return known.live;
    const live = { ...liveHolding(read, quote), ...(isOld ? { isOld } : {}), ...(dayChange === '' ? {} : { dayChange }) };
    this.#followed.set(read, { price, live });
    return live;
  }
}

/** Paper accounts may name a security by its code alone, which is no symbol of a quote. */
function isIdentifier(symbol: string): boolean {
  return /^[A-Z]{2,}\.[\w.]+$/.test(symbol);
}
