import { isRecord } from '../../panel/platform/messages';
import type { ToCalendarHost } from '../../panel/calendar/calendarProtocol';
import { Delay } from '../shared/delay';
import type { Host } from '../shared/host';
import { readViewState } from './viewState';
import type { ViewState } from './viewState';

const storeDelayMs = 200;

/** What the page keeps over hiding, reloading and closing: what the user chose, and what the extension gave to be kept. */
export class PageState {
  #view: ViewState;
  /** False where the page starts for the first time in its panel. */
  readonly #isStored: boolean;
  /** What the extension gave to be stored; not understood here. */
  #kept: unknown;
  readonly #storing = new Delay(storeDelayMs, () => {
    this.host.writeState({ view: this.#view, kept: this.#kept });
    this.host.send('view', { ...this.#view });
  });

  constructor(private readonly host: Host<ToCalendarHost>) {
    const stored = host.readState();
    this.#isStored = isRecord(stored);
    this.#view = readViewState(isRecord(stored) ? stored['view'] : undefined);
    this.#kept = isRecord(stored) ? stored['kept'] : null;
  }

  get view(): ViewState {
    return this.#view;
  }

  /** Stores what the user chose: soon, and once for many changes. */
  set(view: ViewState): void {
    this.#view = view;
    this.#storing.restart();
  }

  /** Goes on where another panel was closed, unless this one has a past of its own. */
  resume(view: unknown): void {
    if (!this.#isStored && view !== null) this.#view = readViewState(view);
  }

  keep(kept: unknown): void {
    this.#kept = kept;
    this.#storing.restart();
  }
}
