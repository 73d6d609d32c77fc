import { symbolPrefix } from '../quotes/securityCode';
import { marketZone } from './marketZones';

/** The zone whose clock a security is traded by (Spec, General conventions: security identifier); UTC if it is not known. */
export function exchangeZone(symbol: string): string {
  return marketZone(symbolPrefix(symbol) ?? '') ?? 'UTC';
}
