import type { Disposable, Timers } from '../platform/ports';
import type { SessionStore } from './sessionStore';

/** A keyring opens when the user has given its password: most likely soon, and after a quarter of an hour hardly any more. */
const waitsMs = [2_000, 5_000, 15_000, 60_000, 120_000, 300_000, 300_000];

/** Reads the stored sessions again, because the secret storage could not be read when the window began. Ends when it can. */
export function readAgain(sessions: Pick<SessionStore, 'load'>, timers: Timers): Disposable {
  let next: Disposable | undefined;
  let isDisposed = false;
  const wait = (round: number): void => {
    const ms = waitsMs[round];
    if (ms === undefined || isDisposed) return;
    next = timers.after(ms, () => void sessions.load().then((isRead) => isRead || wait(round + 1)));
  };
  wait(0);
  return {
    dispose: () => {
      isDisposed = true;
      next?.dispose();
    },
  };
}
