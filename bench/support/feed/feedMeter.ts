import { monitorEventLoopDelay } from 'node:perf_hooks';
import { inRound } from '../rounds';

/** What a process that reads a feed measured about itself. */
export interface FeedFigures {
  readonly pushes: number;
  readonly seconds: number;
  /** Share of one processor core, in percent. */
  readonly cpu: number;
  readonly longestMs: number;
  /** From the timestamp of a push to its display. */
  readonly delays: readonly number[];
  /** Growth of the heap during the measurement, in MB. */
  readonly growth: number;
  /** The difference between consecutive readings of the heap, in MB: a growth that is not larger means nothing. */
  readonly heapNoise: number;
  readonly repaintsPerSecond: number;
}

/** Compilation goes on for this long, in threads that count: only the steady state is measured. */
const warmUpMs = inRound(20_000, 1_000);
const timerMs = 5;
const mostDelays = 50_000;
const [heapReadings, betweenReadingsMs] = [5, 200];

/** Measures this process for the given number of seconds, after a warm-up during which its code is compiled. */
export class FeedMeter {
  pushes = 0;
  repaints = 0;
  readonly #delays: number[] = [];

  shown(stampMs: number): void {
    if (this.#delays.length < mostDelays) this.#delays.push(Date.now() - stampMs);
  }

  async run(seconds: number): Promise<FeedFigures> {
    await pause(warmUpMs);
    // Garbage collection costs more than what is measured, so it is done before and after.
    const [before, noiseBefore] = await heap();
    [this.pushes, this.repaints, this.#delays.length] = [0, 0, 0];
    const loop = monitorEventLoopDelay({ resolution: timerMs });
    loop.enable();
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    await pause(seconds * 1_000);
    const { user, system } = process.cpuUsage(cpu);
    const { pushes, repaints } = this;
    const tookMs = performance.now() - startedAt;
    loop.disable();
    const [after, noiseAfter] = await heap();
    return {
      pushes,
      seconds: tookMs / 1_000,
      cpu: ((user + system) / 1_000 / tookMs) * 100,
      longestMs: Math.max(0, loop.max / 1e6 - timerMs),
      delays: this.#delays,
      growth: after - before,
      heapNoise: Math.max(noiseBefore, noiseAfter),
      repaintsPerSecond: repaints / (tookMs / 1_000),
    };
  }
}

/** The smallest of several readings in MB, because the feed goes on meanwhile, and the difference between them. */
async function heap(): Promise<readonly [least: number, noise: number]> {
  const readings: number[] = [];
  for (let reading = 0; reading < heapReadings; reading += 1) {
    globalThis.gc?.();
    readings.push(process.memoryUsage().heapUsed / 1_048_576);
    await pause(betweenReadingsMs);
  }
  const least = Math.min(...readings);
  return [least, Math.max(...readings) - least];
}

async function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
