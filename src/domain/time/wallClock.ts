import type { UnixMilliseconds } from '../../service/schema/units';
import { offsetMs } from './zones';

/** Offsets of zones change on quarters of an hour only. */
const quarterMs = 15 * 60_000;

/** The wall clock of whichever zone it is asked for, for many times in a row: asking for an offset takes longer than all else about a price. */
export class WallClock {
  #zone = '';
  #quarter = Number.NaN;
  #offsetMs = 0;

  /** `HH:mm:ss` in `zone`. */
  text(zone: string, at: UnixMilliseconds): string {
    const quarter = Math.floor(at / quarterMs);
    if (quarter !== this.#quarter || zone !== this.#zone) [this.#zone, this.#quarter, this.#offsetMs] = [zone, quarter, offsetMs(zone, at)];
    return new Date(at + this.#offsetMs).toISOString().slice(11, 19);
  }
}
