const longest = 50;

/** Securities that were shown one after the other, as in a browser. */
export class Trail {
  #symbols: readonly string[] = [];
  #at = -1;

  get current(): string | undefined {
    return this.#symbols[this.#at];
  }

  get canGoBack(): boolean {
    return this.#at > 0;
  }

  get canGoForward(): boolean {
    return this.#at < this.#symbols.length - 1;
  }

  /** Goes on to a symbol; what was ahead is forgotten. */
  go(symbol: string): void {
    this.#symbols = [...this.#symbols.slice(0, this.#at + 1), symbol].slice(-longest);
    this.#at = this.#symbols.length - 1;
  }

  /** @returns false where there is nothing in that direction. */
  step(direction: 'back' | 'forward'): boolean {
    if (direction === 'back' ? !this.canGoBack : !this.canGoForward) return false;
    this.#at += direction === 'back' ? -1 : 1;
    return true;
  }
}
