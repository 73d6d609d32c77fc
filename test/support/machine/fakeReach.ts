import { Emitter } from '../../../src/app/platform/emitter';
import type { Reach } from '../../../src/app/platform/ports';
import type { FakeTime } from './fakeTime';

/** Whether the service answers, as a test decides. */
export class FakeReach implements Reach {
  readonly #changed = new Emitter<void>();
  readonly #returned = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly onDidReturn = this.#returned.event;
  #silentSinceMs: number | undefined;
  failure: Error | undefined;

  constructor(private readonly time: Pick<FakeTime, 'monotonicMs'>) {}

  get isAway(): boolean {
    return this.#silentSinceMs !== undefined;
  }

  get silentForMs(): number | undefined {
    return this.#silentSinceMs === undefined ? undefined : this.time.monotonicMs() - this.#silentSinceMs;
  }

  /** The service is found to be away now. @param silentForMs - How long ago it answered last. */
  goAway(silentForMs = 0): void {
    this.#silentSinceMs = this.time.monotonicMs() - silentForMs;
    this.#changed.fire();
  }

  comeBack(): void {
    this.#silentSinceMs = undefined;
    this.#changed.fire();
    this.#returned.fire();
  }
}
