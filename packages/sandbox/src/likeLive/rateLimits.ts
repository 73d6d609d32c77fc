/** How long the caller has to wait, in seconds; undefined lets the request pass. */
export interface Verdict {
  readonly waitSeconds: number | undefined;
  /** Requests left in the window of this request. */
  readonly remaining: number;
}

/** Limits that services of this family were observed to enforce (beyond the specification). */
export interface RateLimits {
  take(user: string, route: string, nowMs: number): Verdict;
}

const perRoute = { requests: 30, windowMs: 60_000 };
const trading = { requests: 30, windowMs: 30_000, apartMs: 20 };

/** Each path template accepts 30 requests a minute; all of trading together 30 in 30 seconds, 20 ms apart. Rejected requests do not count. */
export function createRateLimits(): RateLimits {
  const taken = new Map<string, readonly number[]>();

  function recent(key: string, windowMs: number, nowMs: number): readonly number[] {
    return (taken.get(key) ?? []).filter((at) => at > nowMs - windowMs && at <= nowMs);
  }

  return {
    take: (user, route, nowMs) => {
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
