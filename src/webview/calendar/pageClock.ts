import { countdownStepMs } from '../../domain/calendar/countdown';
import { dayNumber } from '../../domain/time/zones';

interface ClockEvents {
  zone(): string;
  tick(now: number): void;
  /** Unix milliseconds of what is counted down to; undefined where nothing is. */
  nextRelease(now: number): number | undefined;
  /** Midnight has passed in the zone. */
  newDay(): void;
}

const longestWaitMs = 60_000;

/** Keeps the countdown of a page right, and notices when a day ends. */
export class PageClock {
  #today: number | undefined;
  #timer: number | undefined;

  constructor(private readonly events: ClockEvents) {}

  start(): void {
    const now = Date.now();
    this.events.tick(now);
    const today = dayNumber(this.events.zone(), now);
    const isNewDay = this.#today !== undefined && today !== this.#today;
    this.#today = today;
    if (isNewDay) this.events.newDay();
    const next = this.events.nextRelease(now);
    this.#timer = window.setTimeout(
      () => this.start(),
      Math.min(longestWaitMs, next === undefined ? longestWaitMs : countdownStepMs(next, now)),
    );
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }

  /** What is read now belongs to the day that it is. */
  markToday(): void {
    this.#today = dayNumber(this.events.zone(), Date.now());
  }
}
