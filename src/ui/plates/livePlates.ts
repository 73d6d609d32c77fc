import * as vscode from 'vscode';
import { KeptPrices } from '../../app/lastState/keptPrices';
import type { KeptPricesOptions } from '../../app/lastState/keptPrices';
import type { TreePrices } from '../../app/quotes/treePrices';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { dayChangeOf } from '../../domain/alerts/alert';
import { isQuotable } from '../../domain/market/security';
import type { Amount } from '../../domain/values/amount';
import { showNumber } from '../../domain/values/amount';
import { extendedView } from '../platform/words/extendedText';
import { changeSummary } from '../platform/words/changeText';

/** A tree does not tell which of its rows are visible, so only the first constituents of each open plate are followed. */
const mostOfPlate = 60;
const mostSymbols = 200;

/** Prices of the constituents of open plates, while the view is visible. */
export class LivePlates implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  readonly #old: KeptPrices;
  #symbols: readonly string[] = [];

  constructor(
    private readonly prices: TreePrices,
    private readonly view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
    keeping: Pick<KeptPricesOptions, 'last' | 'wallMs'>,
  ) {
    this.#old = new KeptPrices({ ...keeping, name: 'platePrices', symbols: () => this.#symbols, prices });
    this.#subscription = view.onDidChangeVisibility(() => this.#ask());
  }

  /** @param plates - Symbols of each open plate, in the order of its rows. */
  show(plates: readonly (readonly string[])[]): void {
    const symbols = new Set(plates.flatMap((constituents) => constituents.filter(isQuotable).slice(0, mostOfPlate)));
    this.#symbols = [...symbols].slice(0, mostSymbols);
    this.#ask();
  }

  /** `562.50 ▲ +0.21%`, with a note if it is out of date; empty if no price is known. */
  text(symbol: string): string {
    const quote = this.prices.get(symbol);
    if (quote === undefined || quote.lastPrice === '') return '';
    const price = priceText(quote);
    return this.prices.isOld(symbol) ? `${price} · ${vscode.l10n.t('out of date')}` : price;
  }

  /** The last known price, for a row that is marked as old. */
  oldText(symbol: string): string {
    return this.#old.drawOld(symbol, priceText) ?? '';
  }

  /** Prices may have changed: stores them for the next window. */
  touch(): void {
    this.#old.touch();
  }

  /** In percent since the previous close; undefined if unknown or out of date. */
  change(symbol: string): Amount | undefined {
    const quote = this.prices.get(symbol);
    return quote === undefined || this.prices.isOld(symbol) ? undefined : dayChangeOf(quote);
  }

  /** The price outside the regular hours and its time, if it is newer; empty otherwise. */
  extended(symbol: string, zone: string): string {
    const quote = this.prices.get(symbol);
    return quote === undefined ? '' : (extendedView(quote, zone)?.note ?? '');
  }

  dispose(): void {
    this.#subscription.dispose();
    this.prices.dispose();
  }

  #ask(): void {
    this.prices.show(this.view.visible ? this.#symbols : []);
  }
}

function priceText({ lastPrice, previousClose }: Pick<LiveQuote, 'lastPrice' | 'previousClose'>): string {
  return [showNumber(lastPrice), changeSummary(lastPrice, previousClose)].filter((part) => part !== '').join(' ');
}
