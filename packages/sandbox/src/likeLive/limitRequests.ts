import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { SandboxEnvironment } from '../types';
import type { RateLimits } from './rateLimits';

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
