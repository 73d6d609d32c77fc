import type { Disposable, Event } from './ports';

/**
 * Takes what listeners throw, in this program: it is nobody's who fired an event. Until the program says otherwise, it is thrown
 * where nothing else is interrupted.
 */
export const listenerFailures = {
  report: (error: unknown): void => {
    queueMicrotask(() => {
      throw error;
    });
  },
};

/** A minimal event source: a listener that throws keeps neither the others from hearing nor the one who fires from going on. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener): Disposable => {
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        listenerFailures.report(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
