import { isRecord } from '../../panel/platform/messages';
import type { Host } from './host';
import { Delay } from '../shared/delay';
import { readViewState } from './viewState';
import type { ViewState } from './viewState';

const storeDelayMs = 200;

/** What the page keeps over hiding, reloading and closing: what the user chose, and what the extension gave to be kept. */
export class PageState {
  readonly view: ViewState;
  /** False where the page starts for the first time in its panel. */
  readonly isStored: boolean;
  /** What the extension gave to be stored; not understood here. */
  #kept: unknown;
  readonly #storing = new Delay(storeDelayMs, () => {
    this.host.writeState({ view: this.view, kept: this.#kept });
    this.host.send('view', { ...this.view });
  });

  constructor(private readonly host: Host) {
    const stored = host.readState();
    this.isStored = isRecord(stored);
    this.view = readViewState(isRecord(stored) ? stored['view'] : undefined);
    this.#kept = isRecord(stored) ? stored['kept'] : null;
  }

  /** Goes on where another panel was closed, unless this one has a past of its own. */
  resume(view: unknown): void {
    if (!this.isStored && view !== null) Object.assign(this.view, readViewState(view));
  }

  keep(kept: unknown): void {
    this.#kept = kept;
    this.store();
  }

  /** Soon, and once for many changes. */
  store(): void {
    this.#storing.restart();
  }
}
