import { availableParallelism, loadavg } from 'node:os';

/** The most by which a wait is lengthened. */
const mostBusy = 5;

/**
 * How long a test waits for something that takes moments, in milliseconds: as long as the machine is busy, everything takes longer, and a
 * wait that ends too early says nothing about the program.
 *
 * @param idle - The time on a machine with nothing else to do.
 */
export function patient(idle: number): number {
  const waiting = loadavg()[0] ?? 0;
  return idle * Math.min(mostBusy, Math.max(1, waiting / availableParallelism() / 2));
}

/** For what a user would wait for; to be passed to locators and `expect.poll`. */
export const patience = {
  get timeout(): number {
    return patient(30_000);
  },
};
