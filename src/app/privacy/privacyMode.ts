import { Emitter } from '../platform/emitter';
import type { Disposable, StateStore } from '../platform/ports';
import { stateKeys } from '../platform/storedNames';

/**
 * Whether quantities, money, and account numbers are hidden, for screens that others see. It belongs to the user, not to a project, so it is
 * kept in the editor's state and no workspace can turn it off. Windows that are already open keep their own setting.
 *
 * It hides what views show. What the user enters or confirms in an order ticket is never hidden: nobody should confirm what they cannot read.
 */
export class PrivacyMode implements Disposable {
  readonly #changed = new Emitter<boolean>();
  #isOn: boolean;
  #isUnreadable: boolean;

  readonly onDidChange = this.#changed.event;

  constructor(private readonly store: StateStore) {
    const stored = store.get(stateKeys.privacy);
    this.#isUnreadable = stored !== undefined && typeof stored !== 'boolean';
    this.#isOn = stored === true || this.#isUnreadable;
  }

  /** It is on because what is stored can’t be read: a guard that was lost is not one that was never set. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  async toggle(): Promise<void> {
    this.#isOn = !this.#isOn;
    this.#isUnreadable = false;
    this.#changed.fire(this.#isOn);
    await this.store.set(stateKeys.privacy, this.#isOn);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
