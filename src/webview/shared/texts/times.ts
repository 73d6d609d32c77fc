/** Date and time in a zone, in the format of the display language. */
export function timeText(ms: number, zone: string, parts: TimeParts): string {
  return timeFormat(zone, parts).format(ms);
}

type TimeParts = 'time' | 'both' | 'date';

/** The formatter of {@link timeText}, for many times: creating one takes longer than using it. */
export function timeFormat(zone: string, parts: TimeParts): Intl.DateTimeFormat {
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const options = parts === 'date' ? date : parts === 'time' ? { ...time, second: '2-digit' as const } : { ...date, ...time };
  return new Intl.DateTimeFormat(document.documentElement.lang, { ...options, timeZone: zone });
}
