import { OrdersBook } from '../app/orders/ordersBook';
import type { Lifetime } from '../app/platform/lifetime';
import { PositionsBook } from '../app/positions/positionsBook';
import { AccountDirectory } from '../app/session/accounts/accountDirectory';
import { AccountMemory } from '../app/session/accounts/accountMemory';
import { onSettingChange, readSetting } from '../ui/platform/settings';
import type { Platform } from './platform';
import type { Service } from './service';

/** What the service says of the user's accounts: one copy for each window. */
export interface Books {
  readonly positions: PositionsBook;
  readonly orders: OrdersBook;
}

export function createBooks(
  { access, clock, timers, log, readAccounts, state, sessions, apiKeys }: Platform & Service,
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
  const parts = { access, directory, clock, timers, log, memory };
  return { positions: lifetime.own(new PositionsBook(parts)), orders: lifetime.own(new OrdersBook(parts)) };
}
