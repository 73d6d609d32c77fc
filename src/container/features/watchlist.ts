import { watchlistKey } from '../../app/watchlist/watchlistStore';
import { registerWatchlist } from '../../ui/watchlist/registerWatchlist';
import type { Compose } from '../core';

export const composeWatchlist: Compose = async (core, lifetime) => {
  const { market } = await core.live();
  core.context.globalState.setKeysForSync([watchlistKey]);
  lifetime.own(registerWatchlist({ ...core, market, extensionUri: core.context.extensionUri }));
};
