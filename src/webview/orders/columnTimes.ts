import { visibleText } from '../../domain/text/visibleText';
import { microsecondsToMs } from '../../domain/time/historyRange';
import { offsetMs } from '../../domain/time/zones';
import type { ColumnContext, PageColumn, SortKey } from './columns';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * `14:03:22` in the page's zone for times of the current day, `11-21 14:03:22` for those of the current year, with the year for others.
 *
 * @param precision - Of times of other days, and in a narrow page. Two fills of one order look like one without their seconds.
 */
export function time<R>(
  of: (row: R) => string,
  precision: 'minutes' | 'seconds',
): Pick<PageColumn<R>, 'text' | 'cell' | 'fit' | 'sortKey'> {
  const text = (row: R, { zone }: ColumnContext): string => {
    const sent = of(row);
    const ms = microsecondsToMs(sent);
    return ms === undefined ? visibleText(sent) : wallTimeText(ms, zone);
  };
  const cell = (row: R, context: ColumnContext): string => {
    const whole = text(row, context);
    if (microsecondsToMs(of(row)) === undefined) return whole;
    const now = wallTimeText(context.nowMs, context.zone);
    const known = whole.startsWith(now.slice(0, 11)) ? 11 : whole.startsWith(now.slice(0, 5)) ? 5 : 0;
    return whole.slice(known, precision === 'minutes' && (context.isNarrow || known < 11) ? 16 : undefined);
  };
  // Digits have equal width, so any time of each form can be measured; only those of the last hours may be of today.
  const form = (row: R, { nowMs }: ColumnContext): string => {
    const ms = microsecondsToMs(of(row));
    if (ms === undefined) return String(of(row).length);
    return String(nowMs - ms < dayMs ? Math.floor(ms / hourMs) : new Date(ms).getUTCFullYear());
  };
  return { text, cell, fit: { by: form, shown: cell, most: 240 }, sortKey: (row) => timeKey(of(row)) };
}

function wallTimeText(ms: number, zone: string): string {
  return new Date(ms + offsetMs(zone, ms)).toISOString().slice(0, 19).replace('T', ' ');
}

export function timeKey(sent: string): SortKey {
  return /^\d{1,19}$/.test(sent) ? BigInt(sent) : sent === '' ? undefined : sent;
}
