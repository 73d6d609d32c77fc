import type { ConnectionSource } from '../../app/session/connection';
import { isSettingChosen, readSetting, writeSetting } from '../platform/settings';

/** Shown in the sandbox until the user chooses plates, so that the view is not empty. */
const sandboxPlates: readonly string[] = ['HK.BK1001', 'US.BK2001'];

/** IDs of the plates that the view shows, in its order. */
export interface PlateChoice {
  readonly read: () => readonly string[];
  readonly write: (ids: readonly string[]) => Promise<void>;
}

/** The plates that the user chose in the settings. */
export function plateChoice(connection: ConnectionSource): PlateChoice {
  return {
    read: () => {
      const isFirstUse = connection.current.connection.kind === 'sandbox' && !isSettingChosen('plates');
      return isFirstUse ? sandboxPlates : [...new Set(readSetting('plates'))];
    },
    write: async (ids) => writeSetting('plates', ids),
  };
}
