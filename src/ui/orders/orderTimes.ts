import { offsetMs } from '../../domain/time/zones';

/** `2026-11-21 14:03:22` in the zone; an unreadable time as it is. */
export function dayAndTime(zone: string, at: string): string {
  return wall(zone, at)?.slice(0, 19).replace('T', ' ') ?? at;
}

/** `14:03:22.123` in the zone. */
export function clockTime(zone: string, at: string): string {
  return wall(zone, at)?.slice(11, 23) ?? at;
}

/** Microseconds, as the account endpoints return them. */
export function microsecondsToIso(text: string): string {
  return /^\d{10,17}$/.test(text) ? new Date(Number(text.slice(0, -3))).toISOString() : text;
}

function wall(zone: string, at: string): string | undefined {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? undefined : new Date(ms + offsetMs(zone, ms)).toISOString();
}
