import type { Disposable } from './ports';

/** Owns disposables and disposes them in reverse order, once. */
export class Lifetime implements Disposable {
  #owned: Disposable[] = [];
  #isDisposed = false;

  /** True once it has ended: anything added from now on is disposed at once. */
  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  own<T extends Disposable>(disposable: T): T {
    if (this.#isDisposed) disposable.dispose();
    else this.#owned.push(disposable);
    return disposable;
  }

  /** Continues if one of them fails: the others must still be disposed. */
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
