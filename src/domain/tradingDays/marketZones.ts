/** The time zone of each market prefix, in which the market's days are counted. */
const zones: ReadonlyMap<string, string> = new Map([
  ['HK', 'Asia/Hong_Kong'],
  ['US', 'America/New_York'],
  ['SH', 'Asia/Shanghai'],
  ['SZ', 'Asia/Shanghai'],
  ['BJ', 'Asia/Shanghai'],
  ['SG', 'Asia/Singapore'],
  ['SG_FUTURE', 'Asia/Singapore'],
  ['JP', 'Asia/Tokyo'],
  ['JP_FUTURE', 'Asia/Tokyo'],
  ['AU', 'Australia/Sydney'],
  ['CA', 'America/Toronto'],
  ['MY', 'Asia/Kuala_Lumpur'],
  ['KR', 'Asia/Seoul'],
]);

/** The zone of a market by its prefix, in any case; undefined for an unknown one. */
export function marketZone(market: string): string | undefined {
  return zones.get(market.trim().toUpperCase());
}
