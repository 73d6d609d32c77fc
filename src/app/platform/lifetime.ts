import type { Disposable } from './ports';

/** Owns what was created and gives it back in reverse order, once. */
export class Lifetime implements Disposable {
  #owned: Disposable[] = [];
  #isDisposed = false;

  /** Ended: what is owned from now on is disposed at once. */
  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  own<T extends Disposable>(disposable: T): T {
    if (this.#isDisposed) disposable.dispose();
    else this.#owned.push(disposable);
    return disposable;
  }

  /** Goes on when one of them fails: the others still want to be disposed. */
  dispose(): void {
    this.#isDisposed = true;
    const failures: unknown[] = [];
    for (const disposable of this.#owned.splice(0).reverse()) {
      try {
        disposable.dispose();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be disposed');
  }
}
