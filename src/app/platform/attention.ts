import { Emitter } from './emitter';
import type { Disposable, Event, Timers } from './ports';

/** The focus of the editor's window. */
export interface WindowFocus {
  readonly isFocused: boolean;
  readonly onDidChange: Event<void>;
}

/** People switch back and forth: a window that lost the focus counts as watched for this long. */
const graceMs = 30_000;

/** Whether the window is watched: it has the focus, or had it a moment ago. */
export class Attention implements Disposable {
  readonly #changed = new Emitter<undefined>();
  /** Fires when the focus changes, and when the time after losing it is over. */
  readonly onDidChange = this.#changed.event;
  readonly #returned = new Emitter<undefined>();
  /** Fires when the window gets the focus. */
  readonly onDidReturn = this.#returned.event;
  readonly #subscription: Disposable;
  #grace: Disposable | undefined;

  constructor(
    private readonly focus: WindowFocus,
    private readonly timers: Timers,
  ) {
    this.#subscription = focus.onDidChange(() => this.#focusChanged());
  }

  get isWatched(): boolean {
    return this.focus.isFocused || this.#grace !== undefined;
  }

  dispose(): void {
    this.#grace?.dispose();
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#returned.dispose();
  }

  #focusChanged(): void {
    this.#grace?.dispose();
    this.#grace = this.focus.isFocused
      ? undefined
      : this.timers.after(graceMs, () => {
          this.#grace = undefined;
          this.#changed.fire(undefined);
        });
    this.#changed.fire(undefined);
    if (this.focus.isFocused) this.#returned.fire(undefined);
  }
}
