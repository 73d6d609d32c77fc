import { Emitter } from '../platform/emitter';
import type { Disposable, StateStore } from '../platform/ports';
import { stateKeys } from '../platform/storedNames';

/**
 * Whether quantities, money and account numbers are hidden, for screens that others see. It belongs to the person, not to
 * a project, so it is kept in the state of the editor and no workspace can switch it off; windows that are open already
 * keep what they have.
 *
 * It hides what views show. What the user is asked to enter or to confirm in an order ticket is never hidden: nobody may
 * say yes to what cannot be read.
 */
export class PrivacyMode implements Disposable {
  readonly #changed = new Emitter<boolean>();
  #isOn: boolean;

  readonly onDidChange = this.#changed.event;

  constructor(private readonly store: StateStore) {
    this.#isOn = store.get(stateKeys.privacy) === true;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  async toggle(): Promise<void> {
    this.#isOn = !this.#isOn;
    this.#changed.fire(this.#isOn);
    await this.store.set(stateKeys.privacy, this.#isOn);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
