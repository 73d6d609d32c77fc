import type { Direction } from '../../domain/quotes/priceDirection';
import type { DecimalText } from '../../service/schema/units';

/** The price of a session outside the regular hours that is newer than the regular price, as texts for display. */
export interface ExtendedView {
  /** The name of the session. */
  readonly name: string;
  /** Price and change since the regular hours: `230.11 ▲ +0.33%`. */
  readonly text: string;
  /** Session, price, and time of the price, which differs from that of the regular hours. */
  readonly note: string;
  readonly direction: Direction;
  /** The change in percent, for sorting; empty if unknown. */
  readonly percent: DecimalText;
}
