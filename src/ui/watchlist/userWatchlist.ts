import { randomUUID } from 'node:crypto';
import type { StateStore } from '../../app/platform/ports';
import type { ConnectionSource } from '../../app/session/connection';
import { WatchlistStore } from '../../app/watchlist/watchlistStore';
import { defaultGroupName } from './watchlistArguments';

/** Securities of the sandbox's world, so that a new user sees prices move. */
const sandboxSymbols = ['HK.00700', 'HK.09988', 'HK.03690', 'US.AAPL', 'US.NVDA', 'US.TSLA', 'SH.600519', 'JP.7203', 'SG.D05'];

/** The user's watchlist; in the sandbox, a user without one gets an example. */
export function watchlistStore(access: Pick<ConnectionSource, 'current'>, state: StateStore): WatchlistStore {
  return new WatchlistStore({
    state,
    createId: () => randomUUID().slice(0, 8),
    initial: () =>
      access.current.connection.kind === 'sandbox'
        ? [{ id: 'first', name: defaultGroupName(), symbols: sandboxSymbols, isCollapsed: false }]
        : [],
  });
}
