/** Date and time on the wall clock of a zone, as the display language writes them. */
export function timeText(ms: number, zone: string, parts: TimeParts): string {
  return timeFormat(zone, parts).format(ms);
}

type TimeParts = 'time' | 'both' | 'date';

/** What {@link timeText} writes with, for many times: to make one takes longer than to use it. */
export function timeFormat(zone: string, parts: TimeParts): Intl.DateTimeFormat {
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const options = parts === 'date' ? date : parts === 'time' ? { ...time, second: '2-digit' as const } : { ...date, ...time };
  return new Intl.DateTimeFormat(document.documentElement.lang, { ...options, timeZone: zone });
}
