import type { Month } from '../../domain/tradingDays/monthGrid';
import { firstDate, lastDate, monthsBetween, mostMonths } from '../../domain/tradingDays/monthGrid';
import { InvalidInputError } from '../../service/errors';
import type { TradingDaysAnswer } from '../../service/records';
import type { CallOptions } from '../../service/serviceClient';
import type { ServiceAccess } from '../session/serviceAccess';

export interface TradingMonths {
  /** Market prefix, for example `HK`. */
  readonly market: string;
  readonly first: Month;
  readonly last: Month;
}

/**
 * Asks for the trading days of whole months in one request (Spec, Trading calendar of a market).
 *
 * @throws {@link InvalidInputError} before anything is sent when the market is empty, the end is before the start or the
 *   range is too long.
 */
export async function readTradingDays(
  access: Pick<ServiceAccess, 'client'>,
  { market, first, last }: TradingMonths,
  options: CallOptions,
): Promise<TradingDaysAnswer> {
  if (market.trim() === '') throw new InvalidInputError('market', 'must not be empty');
  const count = monthsBetween(first, last);
  if (count < 1) throw new InvalidInputError('end', 'must not be before start');
  if (count > mostMonths) throw new InvalidInputError('end', `must be at most ${mostMonths} months after start`);
  const client = await access.client();
  return client.tradingDays({ market: market.trim(), start: firstDate(first), end: lastDate(last) }, options);
}
