import type { Disposable } from './ports';

/** Owns what was created and gives it back in reverse order, once. */
export class Lifetime implements Disposable {
  #owned: Disposable[] = [];

  own<T extends Disposable>(disposable: T): T {
    this.#owned.push(disposable);
    return disposable;
  }

  /** Goes on when one of them fails: the others still want to be disposed. */
  dispose(): void {
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
