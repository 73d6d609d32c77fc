import type { Disposable, Event } from './ports';

/**
 * Handles what listeners throw, which is not the fault of the code that fired the event. By default it is rethrown where it interrupts nothing
 * else.
 */
export const listenerFailures = {
  report: (error: unknown): void => {
    queueMicrotask(() => {
      throw error;
    });
  },
};

/** A minimal event source: a listener that throws affects neither the other listeners nor the code that fires. */
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
