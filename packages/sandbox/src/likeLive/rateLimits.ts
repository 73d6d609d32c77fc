import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { SandboxEnvironment } from '../types';

/** How long the caller has to wait, in seconds; undefined lets the request pass. */
export interface Verdict {
  readonly waitSeconds: number | undefined;
  /** Requests left in the window of this request. */
  readonly remaining: number;
}

/** Limits that services of this family were observed to enforce (beyond the specification). */
export type RateLimits = Readonly<ReturnType<typeof createRateLimits>>;

const perRoute = { requests: 30, windowMs: 60_000 };
const trading = { requests: 30, windowMs: 30_000, apartMs: 20 };

/** Each path template accepts 30 requests a minute; all of trading together 30 in 30 seconds, 20 ms apart. Rejected requests do not count. */
export function createRateLimits() {
  const taken = new Map<string, readonly number[]>();

  function recent(key: string, windowMs: number, nowMs: number): readonly number[] {
    return (taken.get(key) ?? []).filter((at) => at > nowMs - windowMs && at <= nowMs);
  }

  return {
    take: (user: string, route: string, nowMs: number): Verdict => {
      const isTrading = route.startsWith('/api/v1.0/accounts/');
      const { requests, windowMs } = isTrading ? trading : perRoute;
      const key = isTrading ? `${user}/trading` : `${user}${route}`;
      const before = recent(key, windowMs, nowMs);
      const [oldest] = before;
      const newest = before.at(-1);
      if (oldest !== undefined && before.length >= requests) {
        return { waitSeconds: Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000)), remaining: 0 };
      }
      if (isTrading && newest !== undefined && nowMs - newest < trading.apartMs) {
        return { waitSeconds: 1, remaining: requests - before.length };
      }
      taken.set(key, [...before, nowMs]);
      return { waitSeconds: undefined, remaining: requests - before.length - 1 };
    },
  };
}

/** Counts the request for the authenticated user, and responds instead of the route if there were too many. */
export function limitRequests(limits: RateLimits, nowMs: () => number): MiddlewareHandler<SandboxEnvironment> {
  return async (c, next) => {
    const { waitSeconds, remaining } = limits.take(c.get('grant').user, routePath(c), nowMs());
    c.header('X-RateLimit-Remaining', String(remaining));
    if (waitSeconds === undefined) return next();
    // HTTP 200, with the wait anywhere but in ret_msg: recorded for quotes in the text, for trading in a field.
    const told = routePath(c).startsWith('/api/v1.0/accounts/')
      ? { message: 'trading frequency exceeded', retry_after: waitSeconds }
      : { message: `request frequency exceeded, retry after ${waitSeconds} s` };
    return c.json({ ret_code: -11, ret_msg: 'request failed', error: { code: 'rate_limited', ...told } });
  };
}
