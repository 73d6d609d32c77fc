/** The request target as received, cut at the first question mark; nothing is decoded or normalised. */
export interface RawTarget {
  readonly path: string;
  readonly query: string;
}

/** Splits a request target; the absolute form that proxies send loses its origin. */
export function splitTarget(target: string): RawTarget {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const rest = target.slice(origin.length);
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : rest.slice(mark + 1) };
}

/**
 * True for the names of this machine's loopback interface.
 *
 * A page of the open web whose name was rebound to 127.0.0.1 still sends its own name in Host, so any other name is refused.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  return name === '127.0.0.1' || name === '[::1]' || name === 'localhost' || name.endsWith('.localhost');
}
