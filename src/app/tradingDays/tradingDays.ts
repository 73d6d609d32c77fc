import type { Period } from '../../domain/tradingDays/monthGrid';
import { monthOf, monthsBetween, mostMonths } from '../../domain/tradingDays/monthGrid';
import { InvalidInputError } from '../../service/errors';
import type { TradingDaysAnswer } from '../../service/records';
import type { CallOptions } from '../../service/serviceClient';
import type { ServiceAccess } from '../session/serviceAccess';

export interface TradingPeriod extends Period {
  /** Market prefix, for example `HK`. */
  readonly market: string;
}

/**
 * Requests the trading days of a period in one request (Spec, Trading calendar of a market).
 *
 * @throws {@link InvalidInputError} before anything is sent when the market is empty, the end is before the start, or the range is too long.
 */
export async function readTradingDays(
  access: Pick<ServiceAccess, 'client'>,
  { market, from, to }: TradingPeriod,
  options: CallOptions,
): Promise<TradingDaysAnswer> {
  if (market.trim() === '') throw new InvalidInputError('market', 'filled');
  if (to < from) throw new InvalidInputError('end', 'not-before-start');
  if (monthsBetween(monthOf(from), monthOf(to)) > mostMonths)
    throw new InvalidInputError('end', { kind: 'months-after-start', most: mostMonths });
  const client = await access.client();
  return client.tradingDays({ market: market.trim(), start: from, end: to }, options);
}
