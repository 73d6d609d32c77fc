import * as vscode from 'vscode';
import type { TreePrices } from '../../app/quotes/treePrices';
import { isAskable } from '../../domain/quotes/marketState';
import { showNumber } from '../../domain/values/amount';
import { changeSummary } from '../quotes/quoteHover';

/** A tree does not say which of its rows are on the screen: so many of each open plate are followed, the first ones first. */
const mostOfPlate = 60;
const mostSymbols = 200;

/** Prices of the constituents of the plates that are open, while the view is visible. */
export class LivePlates implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #symbols: readonly string[] = [];

  constructor(
    private readonly prices: TreePrices,
    private readonly view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
  ) {
    this.#subscription = view.onDidChangeVisibility(() => this.#ask());
  }

  /** @param plates - Symbols of each open plate, in the order of its rows. */
  show(plates: readonly (readonly string[])[]): void {
    const symbols = new Set(plates.flatMap((constituents) => constituents.filter(isAskable).slice(0, mostOfPlate)));
    this.#symbols = [...symbols].slice(0, mostSymbols);
    this.#ask();
  }

  /** `562.50 ▲ +0.21%`, and that it is out of date; empty where no price is known. */
  text(symbol: string): string {
    const quote = this.prices.get(symbol);
    if (quote === undefined || quote.lastPrice === '') return '';
    const price = [showNumber(quote.lastPrice), changeSummary(quote.lastPrice, quote.previousClose)]
      .filter((part) => part !== '')
      .join(' ');
    return this.prices.isOld(symbol) ? `${price} · ${vscode.l10n.t('out of date')}` : price;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.prices.dispose();
  }

  #ask(): void {
    this.prices.show(this.view.visible ? this.#symbols : []);
  }
}
