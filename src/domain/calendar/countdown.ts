import type { UnixMilliseconds } from '../../service/schema/units';

/** Time left, in the one or two largest units that matter: `3 d 4 h`, `2 h 05 min`, `12 min`, `40 s`. */
export type Countdown =
  | { readonly unit: 'days'; readonly days: number; readonly hours: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'seconds'; readonly seconds: number }
  | { readonly unit: 'now' };

/** The time to show until `target`; rounds down, so that "1 min" never means two or more. `now` once it is reached. */
export function countdownTo(target: UnixMilliseconds, now: UnixMilliseconds): Countdown {
  const seconds = Math.ceil((target - now) / 1000);
  if (seconds <= 0) return { unit: 'now' };
  if (seconds < 60) return { unit: 'seconds', seconds };
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return { unit: 'minutes', minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { unit: 'hours', hours, minutes: minutes % 60 };
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 };
}

/**
 * Milliseconds until the result of {@link countdownTo} changes, to the millisecond: a countdown that is redrawn then never differs from one
 * that is drawn now.
 */
export function countdownStepMs(target: UnixMilliseconds, now: UnixMilliseconds): number {
  const left = target - now;
  const seconds = Math.max(1, Math.ceil(left / 1000));
  const unit = seconds < 60 ? 1 : seconds < 86_400 ? 60 : 3600;
  return Math.max(1, left - (Math.floor(seconds / unit) * unit - 1) * 1000);
}
