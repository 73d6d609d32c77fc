import * as l10n from '@vscode/l10n';

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

/** Of a price that trades all the time, the age would change its width with every trade, and move what stands beside it. */
const freshSeconds = 3;

/** The time since something, in one unit. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds <= freshSeconds) return l10n.t('just now');
  if (seconds < 90) return l10n.t('{0} s ago', seconds);
  if (seconds < 5400) return l10n.t('{0} min ago', Math.round(seconds / 60));
  if (seconds < 172_800) return l10n.t('{0} h ago', Math.round(seconds / 3600));
  return l10n.t('{0} days ago', Math.round(seconds / 86_400));
}
