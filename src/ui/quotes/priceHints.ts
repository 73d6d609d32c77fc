import * as vscode from 'vscode';
import { AgeWatch } from '../../app/quotes/ageWatch';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { QuoteWatch } from '../../app/quotes/quoteBook';
import { isQuotable } from '../../domain/market/security';
import { showNumber } from '../../domain/values/amount';
import { onSettingChange } from '../platform/settings';
import type { SymbolPlace } from './inCode';
import { extendedView } from '../platform/words/extendedText';
import { changeText } from '../platform/words/changeText';
import type { UiPorts } from '../platform/ports';

/** The maximum number of symbols in one request. */
const mostCodes = 400;

/** Prices behind the symbols on the screen, from the quote book. */
export class PriceHints implements vscode.Disposable {
  readonly #watch: QuoteWatch;
  readonly #ages: AgeWatch;
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly #shown = new Set<string>();

  constructor(
    private readonly dependencies: Pick<UiPorts, 'timers' | 'timeZone'> & {
      readonly market: LiveMarket;
      /** Makes the editor request hints again, in all visible editors. */
      readonly changed: () => void;
    },
  ) {
    const { market, timers, changed } = dependencies;
    this.#watch = market.book.watch('tree', changed);
    this.#ages = new AgeWatch(market, timers, changed);
    this.#subscriptions = [
      onSettingChange('inlay.enabled', () => this.#forget()),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.#forget();
        changed();
      }),
    ];
  }

  /** Hints after these symbols. Prices that are not known yet are requested, and shown with the next change. */
  hints(found: readonly SymbolPlace[]): vscode.InlayHint[] {
    const before = this.#shown.size;
    for (const { code } of found) if (this.#shown.size < mostCodes && isQuotable(code)) this.#shown.add(code);
    if (this.#shown.size !== before) this.#follow();
    const { market, timeZone } = this.dependencies;
    return found.flatMap(({ code, end }) => {
      const quote = market.book.get(code);
      if (quote === undefined || quote.lastPrice === '') return [];
      const price = showNumber(quote.lastPrice);
      const isOld = market.isOld(code);
      const hint = new vscode.InlayHint(end, isOld ? `${price} (${vscode.l10n.t('out of date')})` : price);
      hint.paddingLeft = true;
      const change = changeText(quote.lastPrice, quote.previousClose);
      hint.tooltip = [change, extendedView(quote, timeZone())?.note ?? ''].filter((line) => line !== '').join('\n');
      return [hint];
    });
  }

  dispose(): void {
    this.#watch.dispose();
    this.#ages.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #forget(): void {
    this.#shown.clear();
    this.#follow();
  }

  #follow(): void {
    this.#watch.show(this.#shown);
    this.#ages.show([...this.#shown]);
  }
}
