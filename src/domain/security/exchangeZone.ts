import { symbolPrefix } from '../positions/holding';

/** Time zones of exchanges by market prefix (Spec, General conventions: security identifier). */
const zones: ReadonlyMap<string, string> = new Map([
  ['HK', 'Asia/Hong_Kong'],
  ['US', 'America/New_York'],
  ['SH', 'Asia/Shanghai'],
  ['SZ', 'Asia/Shanghai'],
  ['BJ', 'Asia/Shanghai'],
  ['SG', 'Asia/Singapore'],
  ['JP', 'Asia/Tokyo'],
  ['AU', 'Australia/Sydney'],
  ['CA', 'America/Toronto'],
  ['MY', 'Asia/Kuala_Lumpur'],
  ['KR', 'Asia/Seoul'],
]);

/** The zone on whose clock a security is traded; UTC where that is not known. */
export function exchangeZone(symbol: string): string {
  return zones.get(symbolPrefix(symbol)?.toUpperCase() ?? '') ?? 'UTC';
}
