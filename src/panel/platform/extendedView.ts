import type { Direction } from '../../domain/quotes/priceDirection';
import type { DecimalText } from '../../service/schema/units';

/** The price of a session outside the regular hours that is newer than theirs, as texts for reading. */
export interface ExtendedView {
  /** Of the session. */
  readonly name: string;
  /** Price and change since the regular hours: `230.11 ▲ +0.33%`. */
  readonly text: string;
  /** Session, price, and when it was made: that of the regular hours has another time. */
  readonly note: string;
  readonly direction: Direction;
  /** The change in percent, for sorting; empty where it is not known. */
  readonly percent: DecimalText;
}
