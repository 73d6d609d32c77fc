import { join } from 'node:path';
import { LastState } from '../app/lastState/lastState';
import { PaperOrdersBook } from '../app/orders/lists/paperOrdersBook';
import { OrdersBook } from '../app/orders/lists/ordersBook';
import type { Lifetime } from '../app/platform/lifetime';
import { FundsBook } from '../app/positions/fundsBook';
import { PositionsBook } from '../app/positions/positionsBook';
import { AccountDirectory } from '../app/accounts/accountDirectory';
import type { BookParts } from '../app/accounts/accountBook';
import { AccountMemory } from '../app/accounts/accountMemory';
import { createStoredFiles } from '../ui/platform/files/storedFiles';
import { onSettingChange, readSetting } from '../ui/platform/settings';
import type { Platform } from './platform';
import type { Service } from './service';

/** The service's data on the user's accounts: one copy per window. */
export interface Books {
  readonly positions: PositionsBook;
  readonly orders: OrdersBook;
  /** Orders of paper accounts. */
  readonly paperOrders: PaperOrdersBook;
  /** Money of the accounts. */
  readonly funds: FundsBook;
  /** What was known before this window opened, for drawing as old. */
  readonly last: LastState;
  /** Dependencies for further books, which features create. */
  readonly parts: BookParts;
}

export function createBooks(
  { access, clock, timers, log, readAccounts, state, storage, sessions, apiKeys }: Platform & Service,
  lifetime: Lifetime,
): Books {
  const directory = lifetime.own(
    new AccountDirectory({
      access,
      clock,
      timers,
      log,
      configured: () => readSetting('accounts'),
      alreadyRead: (sessionId) => readAccounts.take(sessionId),
    }),
  );
  for (const setting of ['accounts', 'refresh.intervalSeconds'] as const)
    lifetime.own(onSettingChange(setting, () => directory.settingsChanged()));
  const memory = lifetime.own(new AccountMemory({ access, state, clock, sessions, keys: apiKeys }));
  const files = createStoredFiles(join(storage, 'last'));
  const last = lifetime.own(new LastState({ access, files, clock, timers, log, sessions, keys: apiKeys }));
  const parts = { access, directory, clock, timers, log, memory, last };
  return {
    positions: lifetime.own(new PositionsBook(parts)),
    orders: lifetime.own(new OrdersBook(parts)),
    paperOrders: lifetime.own(new PaperOrdersBook(parts)),
    funds: lifetime.own(new FundsBook(parts)),
    last,
    parts,
  };
}
