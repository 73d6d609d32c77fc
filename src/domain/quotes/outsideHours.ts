import type { SessionQuote } from '../../service/marketRecords';
import type { DecimalText, UnixMilliseconds } from '../../service/schema/units';

/** The sessions outside the regular hours, in the order of the day. */
export const outsideSessions = ['preMarket', 'afterMarket', 'overnight'] as const;
export type OutsideSession = (typeof outsideSessions)[number];

export interface OutsidePrice {
  readonly session: OutsideSession;
  readonly price: DecimalText;
  /** The price from which its change is measured; empty if it is not known. */
  readonly base: DecimalText;
  /** When it was made; undefined if the service does not report it. */
  readonly at: UnixMilliseconds | undefined;
  /** It is newer than the price of the regular hours: it is the security's current price. */
  readonly isNewest: boolean;
}

export type Quoted = Readonly<Record<OutsideSession, SessionQuote | undefined>> & {
  readonly lastPrice: DecimalText;
  readonly previousClose: DecimalText;
  /** When the price of the regular hours was made. */
  readonly at: UnixMilliseconds | undefined;
};

/**
 * The price of the current session outside the regular hours, or of the latest one. Services keep reporting prices of days ago, so one without
 * a time counts only if it is the only one: it is reported during its session.
 */
export function outsidePrice(quote: Quoted): OutsidePrice | undefined {
  const told = outsideSessions.flatMap((session) => {
    const found = quote[session];
    return found === undefined ? [] : [{ session, price: found.price, at: found.at }];
  });
  const [latest] = told.filter(({ at }) => at !== undefined).toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0));
  const found = latest ?? (told.length === 1 ? told[0] : undefined);
  if (found === undefined) return undefined;
  const isNewest = found.at === undefined || (quote.at !== undefined && found.at > quote.at);
  return { ...found, isNewest, base: baseOf(found.session, isNewest, quote) };
}

/** The price of a session outside the regular hours if it is the security's current price. */
export function extendedPrice(quote: Quoted): OutsidePrice | undefined {
  const found = outsidePrice(quote);
  return found?.isNewest === true ? found : undefined;
}

/** For a session that the regular hours followed, the close before them; an after-market may be of a day whose close is not known. */
function baseOf(session: OutsideSession, isNewest: boolean, { lastPrice, previousClose }: Quoted): DecimalText {
  if (isNewest) return lastPrice;
  return session === 'afterMarket' ? '' : previousClose;
}
