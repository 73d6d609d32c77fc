import { isRecord } from '../../panel/platform/messages';
import type { ToCalendarHost } from '../../panel/calendar/calendarProtocol';
import { Delay } from '../shared/delay';
import type { Host } from '../shared/host';
import { readViewState } from './viewState';
import type { ViewState } from './viewState';

const storeDelayMs = 200;

/** The state of the page that survives hiding, reloading and closing: the user's choices, and data that the extension stores here. */
export class PageState {
  #view: ViewState;
  /** False if the page starts for the first time in its panel. */
  readonly #isStored: boolean;
  /** Data that the extension stores here; opaque to the page. */
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

  /** Stores the user's choices after a short delay, once for many changes. */
  set(view: ViewState): void {
    this.#view = view;
    this.#storing.restart();
  }

  /** Continues where another panel was closed, unless this one has its own stored state. */
  resume(view: unknown): void {
    if (!this.#isStored && view !== null) this.#view = readViewState(view);
  }

  keep(kept: unknown): void {
    this.#kept = kept;
    this.#storing.restart();
  }
}
