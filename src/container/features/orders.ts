import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createJournalAnchor } from '../../app/orders/journal/journalAnchor';
import { OrderWriter } from '../../app/orders/modifyOrder';
import { createOrderGates } from '../../app/orders/orderGates';
import { OrderCheck } from '../../app/orders/ticket/orderCheck';
import { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { Disposable } from '../../app/platform/ports';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { Lifetime } from '../../app/platform/lifetime';
import type { OrderHint } from '../../service/feed/types';
import { prepareModification } from '../../service/endpoints/orders/modifyOrder';
import { registerOrders } from '../../ui/orders/registerOrders';
import { createJournalFiles, sha256 } from '../../ui/platform/files/journalFiles';
import { readSetting } from '../../ui/platform/settings';
import type { Compose } from '../core';

/** The feed of events is opened when the views of a window that just opened are there. */
const eventsAfterMs = 2_000;

export const composeOrders: Compose = (core, lifetime) => {
  const { storage, state, locks, clock, redactor, access, monitor, tokensOf, log } = core;
  const journal = lifetime.own(
    new OrderJournal({
      files: createJournalFiles(join(storage, 'journal')),
      anchor: createJournalAnchor(state),
      locks,
      clock,
      sha256,
      redact: (text) => redactor.redact(text),
    }),
  );
  const gates = createOrderGates({
    access,
    monitor,
    isReadOnly: () => readSetting('orders.readOnly'),
    toleranceMs: () => readSetting('clock.toleranceMilliseconds'),
    ensureTokenLife: async (ms, options) => {
      const record = access.currentRecord;
      await (record === undefined ? undefined : tokensOf(record)?.ensureLife(ms, options));
    },
  });
  const check = new OrderCheck({ access, journal, locks, clock });
  const writer = new OrderWriter({
    access,
    journal,
    locks,
    gates,
    check,
    log,
    prepare: prepareModification,
    newId: randomUUID,
    protect: (secret) => redactor.register(secret),
  });
  const listenToEvents = (listener: (hints: readonly OrderHint[]) => void): Disposable => {
    const subscription = new Lifetime();
    const listen = async (): Promise<void> => {
      try {
        subscription.own((await core.live()).orderEvents.listen(listener));
      } catch (error) {
        log.error('Order events could not be followed', error);
      }
    };
    subscription.own(core.timers.after(eventsAfterMs, () => void listen()));
    return subscription;
  };
  const market = async (): Promise<LiveMarket> => (await core.live()).market;
  lifetime.own(registerOrders({ ...core, writer, journal, check, market, listenToEvents, extensionUri: core.context.extensionUri }));
};
