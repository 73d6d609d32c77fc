import type { SessionQuote } from '../../service/marketRecords';
import type { DecimalText, UnixMilliseconds } from '../../service/schema/units';

/** The sessions outside the regular hours, in the order of the day. */
export const outsideSessions = ['preMarket', 'afterMarket', 'overnight'] as const;
export type OutsideSession = (typeof outsideSessions)[number];

export interface OutsidePrice {
  readonly session: OutsideSession;
  readonly price: DecimalText;
  /** What its change is measured by; empty where that is not known. */
  readonly base: DecimalText;
  /** When it was made; undefined where the service does not say that. */
  readonly at: UnixMilliseconds | undefined;
  /** It was made after the price of the regular hours: the security costs this now. */
  readonly isNewest: boolean;
}

export type Quoted = Readonly<Record<OutsideSession, SessionQuote | undefined>> & {
  readonly lastPrice: DecimalText;
  readonly previousClose: DecimalText;
  /** When the price of the regular hours was made. */
  readonly at: UnixMilliseconds | undefined;
};

/**
 * The price of the session outside the regular hours that is running, or of the latest one. Services go on telling those of days ago,
 * so one without a time counts only where it is the only one: it is told while its session is running.
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

/** The price of a session outside the regular hours where that is what the security costs now. */
export function extendedPrice(quote: Quoted): OutsidePrice | undefined {
  const found = outsidePrice(quote);
  return found?.isNewest === true ? found : undefined;
}

/** Of a session that the regular hours followed, the close before them; an after-market may be of a day whose close nobody tells. */
function baseOf(session: OutsideSession, isNewest: boolean, { lastPrice, previousClose }: Quoted): DecimalText {
  if (isNewest) return lastPrice;
  return session === 'afterMarket' ? '' : previousClose;
}
