/** The zones of the large markets, from west to east: offered before all other zones. */
export const commonZones: readonly string[] = [
  'UTC',
  'America/Los_Angeles',
  'America/Chicago',
  'America/New_York',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Dubai',
  'Asia/Singapore',
  'Asia/Hong_Kong',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
];

/** Cities that people type but that are not in zone names, with the names that platforms use. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['beijing', ['Asia/Shanghai']],
  ['shenzhen', ['Asia/Shanghai']],
  ['guangzhou', ['Asia/Shanghai']],
  ['mumbai', ['Asia/Kolkata', 'Asia/Calcutta']],
  ['delhi', ['Asia/Kolkata', 'Asia/Calcutta']],
  ['kolkata', ['Asia/Kolkata', 'Asia/Calcutta']],
  ['san francisco', ['America/Los_Angeles']],
  ['seattle', ['America/Los_Angeles']],
  ['washington', ['America/New_York']],
  ['boston', ['America/New_York']],
  ['frankfurt', ['Europe/Berlin']],
  ['geneva', ['Europe/Zurich']],
  ['osaka', ['Asia/Tokyo']],
  ['gmt', ['UTC', 'Europe/London']],
  ['香港', ['Asia/Hong_Kong']],
  ['上海', ['Asia/Shanghai']],
  ['北京', ['Asia/Shanghai']],
  ['东京', ['Asia/Tokyo']],
  ['東京', ['Asia/Tokyo']],
  ['纽约', ['America/New_York']],
  ['紐約', ['America/New_York']],
  ['伦敦', ['Europe/London']],
  ['倫敦', ['Europe/London']],
  ['新加坡', ['Asia/Singapore']],
]);

function words(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_/\-,]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The zones that a typed text may mean, best first: the name itself, then a city that equals, begins with, or contains it. Spaces match
 * underscores and slashes; case and accents do not matter. An empty text means all.
 */
export function matchZones(typed: string, zones: readonly string[]): readonly string[] {
  const wanted = words(typed);
  if (wanted === '') return zones;
  const ranked = zones.flatMap((zone) => {
    const rank = rankOf(zone, wanted);
    return rank === undefined ? [] : [{ zone, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.zone.length - b.zone.length || a.zone.localeCompare(b.zone)).map(({ zone }) => zone);
}

function rankOf(zone: string, wanted: string): number | undefined {
  const whole = words(zone);
  const city = words(zone.slice(zone.lastIndexOf('/') + 1));
  if (whole === wanted) return 0;
  if (city === wanted) return 1;
  if (hasOtherName(zone, (name) => name === wanted)) return 2;
  if (city.startsWith(wanted)) return 3;
  if (hasOtherName(zone, (name) => name.startsWith(wanted))) return 4;
  if (` ${whole}`.includes(` ${wanted}`)) return 5;
  return whole.includes(wanted) ? 6 : undefined;
}

function hasOtherName(zone: string, fits: (name: string) => boolean): boolean {
  for (const [name, of] of otherNames) if (fits(name) && of.includes(zone)) return true;
  return false;
}
