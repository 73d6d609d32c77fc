import { Delay } from '../delay';
import { lineWindow } from './lineWindow';
import type { LineWindow, Viewport } from './lineWindow';

/** The delay after the last jump until the lines beyond the edges are drawn. */
const restMs = 60;

/**
 * Determines which lines are drawn. After a jump to lines of which none was drawn, only the visible ones are drawn at first: a frame that
 * creates many lines takes long. The ones beyond the edges follow when the jumps are over.
 */
export class DrawnLines {
  #drawn: LineWindow = { start: 0, end: 0 };
  readonly #rest: Delay;

  /** @param complete - Draws again, with more lines. */
  constructor(complete: () => void) {
    this.#rest = new Delay(restMs, complete);
  }

  get drawn(): LineWindow {
    return this.#drawn;
  }

  /** @returns the lines to draw now. */
  next(view: Viewport, count: number): LineWindow {
    const whole = lineWindow(view, count);
    const before = this.#drawn;
    const isJump = before.end > before.start && (whole.start >= before.end || whole.end <= before.start);
    this.#drawn = isJump ? lineWindow(view, count, 0) : whole;
    if (isJump) this.#rest.restart();
    else this.#rest.stop();
    return this.#drawn;
  }

  stop(): void {
    this.#rest.stop();
  }
}
