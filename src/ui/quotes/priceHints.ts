import * as vscode from 'vscode';
import type { MachineClock, Timers } from '../../app/platform/ports';
import { isSameSession } from '../../app/session/connection';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { showNumber } from '../../domain/values/amount';
import { ServiceError } from '../../service/errors';
import { seen } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { snapshotPart } from '../../service/lists/sources';
import { readSetting } from '../platform/settings';
import type { SymbolPlace } from './inCode';
import { changeText } from './quoteHover';

export interface PriceHintDependencies {
  readonly access: ServiceAccess;
  readonly clock: Pick<MachineClock, 'monotonicMs'>;
  readonly timers: Timers;
  /** Has the editor ask for hints again. */
  readonly changed: () => void;
}

/** What one request can ask for. */
const mostCodes = 400;
const freshMs = 15_000;

interface Price {
  readonly last: string;
  readonly change: string;
  readonly readAtMs: number;
}

/** Prices behind the symbols on the screen, asked for at most once in a while. */
export class PriceHints implements vscode.Disposable {
  readonly #prices = new Map<string, Price>();
  readonly #subscription: { dispose(): void };
  #timer: { dispose(): void } | undefined;

  constructor(private readonly deps: PriceHintDependencies) {
    this.#subscription = deps.access.onDidChange(() => this.#prices.clear());
  }

  /** Hints behind these symbols. */
  async hints(found: readonly SymbolPlace[], token: vscode.CancellationToken): Promise<vscode.InlayHint[]> {
    await this.#read([...new Set(found.map(({ code }) => code))].slice(0, mostCodes), token);
    if (token.isCancellationRequested) return [];
    this.#again();
    return found.flatMap(({ code, end }) => {
      const price = this.#prices.get(code);
      if (price === undefined || price.last === '') return [];
      const hint = new vscode.InlayHint(end, showNumber(price.last));
      hint.paddingLeft = true;
      hint.tooltip = price.change;
      return [hint];
    });
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#subscription.dispose();
  }

  async #read(codes: readonly string[], token: vscode.CancellationToken): Promise<void> {
    const now = this.deps.clock.monotonicMs();
    const wanted = codes.filter((code) => now - (this.#prices.get(code)?.readAtMs ?? -Infinity) >= freshMs);
    if (wanted.length === 0) return;
    const asked = this.deps.access.current;
    const stop = new AbortController();
    const cancelled = token.onCancellationRequested(() => stop.abort());
    try {
      const list = await readList([snapshotPart(async () => this.deps.access.client(), wanted)], { signal: stop.signal });
      if (!isSameSession(asked, this.deps.access.current)) return;
      const quotes = new Map(seen(list).items.map((quote) => [quote.code, quote]));
      for (const code of wanted) {
        const quote = quotes.get(code);
        const [last, change] = quote === undefined ? ['', ''] : [quote.lastPrice, changeText(quote.lastPrice, quote.previousClose)];
        this.#prices.set(code, { last, change, readAtMs: now });
      }
    } catch (error) {
      // Nobody asked for it, and a request that failed is in the log already.
      if (!ServiceError.is(error)) throw error;
    } finally {
      cancelled.dispose();
    }
  }

  #again(): void {
    const seconds = readSetting('refresh.intervalSeconds');
    if (seconds === 0 || this.#timer !== undefined) return;
    this.#timer = this.deps.timers.after(Math.max(freshMs, seconds * 1000), () => {
      this.#timer = undefined;
      this.deps.changed();
    });
  }
}
