import { countdownStepMs } from '../../domain/calendar/countdown';
import { dayNumber } from '../../domain/time/zones';

interface ClockEvents {
  zone(): string;
  tick(now: number): void;
  /** Unix milliseconds of the countdown's end; undefined if there is none. */
  nextRelease(now: number): number | undefined;
  /** Called after midnight in the zone. */
  newDay(): void;
}

const longestWaitMs = 60_000;

/** Keeps the countdown of a page correct, and notices when a day ends. */
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

  /** Counts from now: what has just been read may have a release in the next seconds, for which the clock would wait too long. */
  restart(): void {
    this.stop();
    this.start();
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }

  /** Data that is read now belongs to the current day. */
  markToday(): void {
    this.#today = dayNumber(this.events.zone(), Date.now());
  }
}
