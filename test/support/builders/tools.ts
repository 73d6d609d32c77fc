import { numberedAccounts } from '../../../src/app/languageTools/readTool';
import type { ToolSource } from '../../../src/app/languageTools/readTool';

/** What tools are answered from besides the service: nobody has a watchlist, and nothing was tried. */
export const nothingElse: Pick<ToolSource, 'watchlist' | 'attempts' | 'accounts'> = {
  watchlist: () => [],
  attempts: async () => [],
  accounts: numberedAccounts,
};
