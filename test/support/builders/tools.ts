import { numberedAccounts } from '../../../src/app/languageTools/readTool';
import type { ToolSource } from '../../../src/app/languageTools/readTool';

/** Sources of tools besides the service: no watchlist, and no attempts. */
export const nothingElse: Pick<ToolSource, 'watchlist' | 'attempts' | 'accounts' | 'session'> = {
  watchlist: () => [],
  attempts: async () => [],
  session: '',
  accounts: numberedAccounts,
};
