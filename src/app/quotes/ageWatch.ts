import type { Disposable, Timers } from '../platform/ports';
import type { LiveMarket } from './liveMarket';

const lookMs = 5_000;

/** Notifies when shown prices start or stop looking old: at once if the service stops to answer, otherwise as time passes without a push or a response. */
export class AgeWatch implements Disposable {
  #symbols: readonly string[] = [];
  #old = '';
  #timer: Disposable | undefined;
  #aging: Disposable | undefined;

  constructor(
    private readonly market: Pick<LiveMarket, 'isOld' | 'onDidAge'>,
    private readonly timers: Timers,
    private readonly changed: () => void,
  ) {}

  /** Replaces the symbols that are shown now; none while hidden. */
  show(symbols: readonly string[]): void {
    this.#symbols = symbols;
    this.#old = this.#oldOnes();
    if (symbols.length === 0) {
      this.dispose();
      return;
    }
    this.#timer ??= this.timers.after(lookMs, () => this.#look());
    this.#aging ??= this.market.onDidAge(() => this.#compare());
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#aging?.dispose();
    [this.#timer, this.#aging] = [undefined, undefined];
  }

  #look(): void {
    this.#timer = this.timers.after(lookMs, () => this.#look());
    this.#compare();
  }

  #compare(): void {
    const old = this.#oldOnes();
    if (old === this.#old) return;
    this.#old = old;
    this.changed();
  }

  #oldOnes(): string {
    return this.#symbols.filter((symbol) => this.market.isOld(symbol)).join('\n');
  }
}
