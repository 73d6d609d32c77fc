import { symbolPrefix } from '../positions/holding';
import { marketZone } from '../tradingDays/marketZones';

/** The zone on whose clock a security is traded (Spec, General conventions: security identifier); UTC where that is not known. */
export function exchangeZone(symbol: string): string {
  return marketZone(symbolPrefix(symbol) ?? '') ?? 'UTC';
}
