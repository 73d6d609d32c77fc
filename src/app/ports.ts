import type { CrossProcessLock, LinkOpener, Log, MachineClock, StateStore, Timers } from './platform/ports';
import type { PrivacyMode } from './privacy/privacyMode';
import type { ServiceAccess } from './session/serviceAccess';

/** What a window offers to every use case. Each takes what it needs: `Pick<Ports, 'clock' | 'log'>`. */
export interface Ports {
  /** The service in use and the signed-in user. */
  readonly access: ServiceAccess;
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  readonly state: StateStore;
  readonly locks: CrossProcessLock;
  readonly links: LinkOpener;
  readonly privacy: PrivacyMode;
  /** The zone to show times in: the setting, or else the user's own. */
  readonly timeZone: () => string;
  /** The zone of the user's screen, regardless of the setting. */
  readonly ownTimeZone: () => string;
  readonly describeError: (error: unknown) => string;
}
