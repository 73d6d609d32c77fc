import { OrderEvents } from '../app/orders/lists/orderEvents';
import { OrderReads } from '../app/orders/eye/orderReads';
import type { Lifetime } from '../app/platform/lifetime';
import { DropLog } from '../app/feed/dropLog';
import { FeedAddresses } from '../app/feed/feedAddresses';
import { createFeedCredentials } from '../app/feed/feedCredentials';
import type { FeedMeans } from '../app/feed/feedLink';
import { LiveMarket } from '../app/quotes/liveMarket';
import { SharedQuotes } from '../app/quotes/sharedQuotes';
import { createSharedFile } from '../ui/platform/files/sharedFile';
import { feedSettings } from '../ui/feed/feedSettings';
import { windowFocus } from '../ui/platform/windowFocus';
import { FeedNotices } from '../ui/feed/feedNotices';
import type { Platform } from './platform';
import type { Service } from './service';
import { sharedFiles } from '../app/platform/storedNames';

/** Live data: prices and order events. Composed when the first view shows prices. */
export interface Live {
  readonly market: LiveMarket;
  readonly orderEvents: OrderEvents;
  readonly orderReads: OrderReads;
}

const measureMs = 30_000;

export function composeLive(core: Platform & Service, lifetime: Lifetime): Live {
  const { access, state, clock, timers, log, monitor, apiKeys, tokensOf, network, storage, locks } = core;
  const addresses = lifetime.own(new FeedAddresses(access, lifetime.own(feedSettings()), state));
  const means: FeedMeans = {
    access,
    addresses,
    loadClient: async () => {
      const { createFeedSockets } = await import('../service/feed/feedSocket');
      const { createFeedClient } = await import('../service/feed/feedConnection');
      return createFeedClient(createFeedSockets(() => network.read()));
    },
    credentials: createFeedCredentials({
      access,
      tokens: () => (access.currentRecord === undefined ? undefined : tokensOf(access.currentRecord)),
      loadKey: async (origin) => apiKeys.load(origin),
      clock: monitor,
    }),
    clock,
    timers,
    random: Math.random,
    log,
    drops: new DropLog({ log, clock }),
  };
  const shared = new SharedQuotes(lifetime.own(createSharedFile(storage, sharedFiles.quotes)));
  const market = lifetime.own(
    new LiveMarket({
      ...{ ...means, access, log, shared, locks, focus: windowFocus },
      serverMs: () => monitor.nowMs(),
      measureTime: async () => monitor.ensureFresh({ signal: AbortSignal.timeout(measureMs) }),
    }),
  );
  const orderEvents = lifetime.own(new OrderEvents({ ...means, clock, focus: windowFocus }));
  lifetime.own(new FeedNotices(addresses));
  return { market, orderEvents, orderReads: new OrderReads({ clock, timers }) };
}
