import { longestRetryAfterMs, retryAfterMs } from '../../../../src/service/retryAfter';
import type { Random } from '../../random';
import { damaged, hostileText } from '../hostileText';
import type { Subject } from '../subject';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12);
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

function dateText(ms: number): string {
  const at = new Date(ms);
  return `${weekdays[at.getUTCDay()] ?? ''}, ${two(at.getUTCDate())} ${months[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} GMT`;
}

function draw(random: Random): string {
  const near = (): string => dateText(now + Math.round(random.between(-2 * dayMs, 3 * dayMs)));
  const value = random.chance(0.3)
    ? String(Math.floor(10 ** random.between(0, 25)))
    : random.chance(0.5)
      ? near()
      : random.pick([
          '',
          '0',
          '-1',
          '+1',
          '1.5',
          '1e3',
          '0x10',
          'soon',
          'NaN',
          'Infinity',
          '١',
          '1, 2',
          'Sunday, 06-Nov-94 08:49:37 GMT',
          'Sun Nov  6 08:49:37 1994',
          'Sun, 06 Nov 1994 08:49:37 GMT',
          'Fri, 31 Feb 2027 25:61:61 GMT',
          '2026-11-21T00:00:00Z',
          '1'.repeat(400),
        ]);
  const other = random.chance(0.3) ? near() : '';
  return `${random.chance(0.25) ? damaged(random, value, random.integer(1, 3)) : random.chance(0.05) ? hostileText(random, 4) : value}\n${other}`;
}

/** The usual date format of HTTP, parsed without the engine's own parser; undefined for anything else. */
function readDate(text: string): number | undefined {
  const [weekday = '', day = '', month = '', year = '', time = '', zone, ...more] = text.split(' ');
  if (zone !== 'GMT' || more.length > 0 || weekday.length !== 4 || day.length !== 2 || year.length !== 4 || time.length !== 8)
    return undefined;
  const [hours = '', minutes = '', seconds = ''] = time.split(':');
  const index = months.indexOf(month);
  if (index < 0 || ![day, year, hours, minutes, seconds].every((part) => Array.from(part).every((digit) => digit >= '0' && digit <= '9')))
    return undefined;
  const ms = Date.UTC(Number(year), index, Number(day), Number(hours), Number(minutes), Number(seconds));
  return dateText(ms) === text ? ms : undefined;
}

/** How long to wait before a read is sent again, according to a header that anyone can write. */
export const retryAfterHeader: Subject = {
  name: 'Retry-After',
  weight: 50,
  draw,
  check: (input) => {
    const [value = '', date = ''] = input.split('\n');
    const wait = retryAfterMs(date === '' ? { 'retry-after': value } : { 'retry-after': value, date }, now);
    if (wait !== undefined && !(Number.isFinite(wait) && wait >= 0 && wait <= longestRetryAfterMs)) return `waits ${wait} ms`;
    const text = value.trim();
    if (text !== '' && Array.from(text).every((digit) => digit >= '0' && digit <= '9')) {
      const most = longestRetryAfterMs / 1000;
      const seconds = BigInt(text) > BigInt(most) ? most : Number(text);
      return wait === seconds * 1000 ? undefined : `waits ${String(wait)} ms for ${seconds} s`;
    }
    const until = readDate(text);
    if (until === undefined)
      return wait !== undefined && !/[A-Z][a-z]{2}/.test(text) ? 'waits for what is neither seconds nor a date' : undefined;
    const expected = Math.min(Math.max(until - (readDate(date) ?? now), 0), longestRetryAfterMs);
    return wait === expected || (date !== '' && readDate(date) === undefined)
      ? undefined
      : `waits ${String(wait)} ms instead of ${expected}`;
  },
};
