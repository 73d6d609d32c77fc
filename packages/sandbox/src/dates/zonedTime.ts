import type { CivilDate } from './civilDate';

/** Converts between instants and wall clocks; caches formatters and offsets, because both are slow to compute. */
export type ZonedTime = Readonly<ReturnType<typeof createZonedTime>>;

/** Other years are not written with four digits; their offsets are those of the nearest month that is. */
const firstWrittenMs = Date.UTC(1000, 1, 1);
const lastWrittenMs = Date.UTC(9999, 10, 30);

/** The most offsets of single instants that are kept. */
const keptOffsets = 20_000;

/** Builds a {@link ZonedTime} with empty caches. */
export function createZonedTime() {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  const monthOffsets = new Map<string, number | undefined>();

  function formatter(zone: string): Intl.DateTimeFormat {
    const known = formatters.get(zone);
    if (known !== undefined) {
      return known;
    }
    const created = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(zone, created);
    return created;
  }

  function wallClock(milliseconds: number, zone: string): { date: CivilDate; asUtc: number } {
    const parts = new Map(
      formatter(zone)
        .formatToParts(milliseconds)
        .map((part) => [part.type, part.value]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
    const date = `${part('year')}-${part('month')}-${part('day')}`;
    return { date, asUtc: Date.parse(`${date}T${part('hour')}:${part('minute')}:${part('second')}Z`) };
  }

  const exactOffsets = new Map<string, number>();

  function exactOffset(milliseconds: number, zone: string): number {
    const key = `${zone}/${String(milliseconds)}`;
    const known = exactOffsets.get(key);
    if (known !== undefined) return known;
    const offset = wallClock(milliseconds, zone).asUtc - Math.floor(milliseconds / 1000) * 1000;
    if (exactOffsets.size >= keptOffsets) exactOffsets.clear();
    exactOffsets.set(key, offset);
    return offset;
  }

  /** A zone's offset in a month that begins and ends with the same one; clocks change in pairs more than a month apart. */
  function offsetOfMonth(milliseconds: number, zone: string): number | undefined {
    const day = new Date(milliseconds);
    const key = `${zone}/${String(day.getUTCFullYear())}/${String(day.getUTCMonth())}`;
    if (!monthOffsets.has(key)) {
      const first = exactOffset(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1), zone);
      const last = exactOffset(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1), zone);
      monthOffsets.set(key, first === last ? first : undefined);
    }
    return monthOffsets.get(key);
  }

  function offsetAt(milliseconds: number, zone: string): number {
    const written = Math.min(Math.max(milliseconds, firstWrittenMs), lastWrittenMs);
    return offsetOfMonth(written, zone) ?? exactOffset(written, zone);
  }

  return {
    /** Whether the name is a time zone known to this machine. */
    isZone: (zone: string): boolean => {
      try {
        // Newer runtimes accept a bare offset such as +08:00, but it is no IANA name.
        return /^[A-Za-z]/.test(zone) && formatter(zone).resolvedOptions().timeZone !== '';
      } catch {
        return false;
      }
    },
    /** The date in the zone at the instant. @throws RangeError for an unknown zone. */
    dateAt: (milliseconds: number, zone: string): CivilDate => wallClock(milliseconds, zone).date,
    /** The instant, in Unix milliseconds, of a date and `HH:mm`, 24:00 included, in the zone. A time skipped by daylight saving moves forward. */
    instantOf: (date: CivilDate, time: string, zone: string): number => {
      const wanted = Date.parse(`${date}T${time}:00Z`);
      const first = wanted - offsetAt(wanted, zone);
      const second = wanted - offsetAt(first, zone);
      // They still differ for a time that does not exist: the later instant is the one after the gap.
      return offsetAt(second, zone) === offsetAt(first, zone) ? second : Math.max(first, second);
    },
  };
}
