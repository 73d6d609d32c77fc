import { registerWatchlist } from '../../ui/watchlist/registerWatchlist';
import type { Compose } from '../core';
import { ownAlertMarks } from '../alertMarks';
import { stateKeys } from '../../app/platform/storedNames';

export const composeWatchlist: Compose = async (core, lifetime) => {
  const { market } = await core.live();
  core.context.globalState.setKeysForSync([stateKeys.watchlist]);
  const marks = ownAlertMarks(core, lifetime);
  lifetime.own(registerWatchlist({ ...core, store: core.watchlist, market, marks }));
};
