import type { UnixMilliseconds } from '../../service/schema/units';
import { offsetMs } from './zones';

/** Zone offsets only change at quarters of an hour. */
const quarterMs = 15 * 60_000;

/** The wall clock of any zone, for many times in a row: computing an offset takes longer than everything else about a price. */
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
