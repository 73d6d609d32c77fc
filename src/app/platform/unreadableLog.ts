import type { RequestLabel } from '../../service/errors';
import type { UnreadableRecord } from '../../service/schema/page';
import type { Log } from './ports';

/** Records are polled repeatedly: each is logged once, until this many others were. */
const mostRemembered = 500;
const longestRaw = 2_000;

/** Writes records that could not be read to the log, as the service sent them; the log removes credentials. */
export function logUnreadable(log: Pick<Log, 'warn'>): (request: RequestLabel, record: UnreadableRecord) => void {
  const written = new Set<string>();
  return ({ method, route }, { problem, raw }) => {
    const key = `${route} ${problem.message} ${raw}`;
    if (written.has(key)) return;
    if (written.size >= mostRemembered) written.clear();
    written.add(key);
    const shown = raw.length > longestRaw ? `${raw.slice(0, longestRaw)}…` : raw;
    log.warn(`A record of ${method} ${route} could not be read (${problem.message}): ${shown}`);
  };
}
