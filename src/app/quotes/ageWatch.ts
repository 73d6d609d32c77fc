import type { Disposable, Timers } from '../platform/ports';

const lookMs = 5_000;

/** Notifies when shown prices start or stop looking old: that happens as time passes without a push or a response. */
export class AgeWatch implements Disposable {
  #symbols: readonly string[] = [];
  #old = '';
  #timer: Disposable | undefined;

  constructor(
    private readonly market: { isOld(symbol: string): boolean },
    private readonly timers: Timers,
    private readonly changed: () => void,
  ) {}

  /** Replaces the symbols that are shown now; none while hidden. */
  show(symbols: readonly string[]): void {
    this.#symbols = symbols;
    this.#old = this.#oldOnes();
    if (symbols.length === 0) this.dispose();
    else this.#timer ??= this.timers.after(lookMs, () => this.#look());
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #look(): void {
    this.#timer = this.timers.after(lookMs, () => this.#look());
    const old = this.#oldOnes();
    if (old === this.#old) return;
    this.#old = old;
    this.changed();
  }

  #oldOnes(): string {
    return this.#symbols.filter((symbol) => this.market.isOld(symbol)).join('\n');
  }
}
