import type { HeardHint } from '../../../app/orders/lists/orderEvents';
import type { ReadOneOrder } from '../../../app/orders/eye/orderReadBack';
import type { Disposable } from '../../../app/platform/ports';
import { Lifetime } from '../../../app/platform/lifetime';
import type { OrderChanges, OrderChangesParts } from '../../../ui/orders/orderChanges';
import { registerOrders } from '../../../ui/orders/registerOrders';
import type { Compose } from '../../core';

/** The event feed is opened after the views of a newly opened window. */
const eventsAfterMs = 2_000;

export const composeOrders: Compose = (core, lifetime) => {
  const { log } = core;
  const journal = core.journal();
  const listenToEvents = (listener: (hints: readonly HeardHint[]) => void): Disposable => {
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
  const read: ReadOneOrder = async (client, order, options) => (await (await core.live()).orderReads.read(client, order, options)).found;
  const loadChanges = async (parts: OrderChangesParts): Promise<OrderChanges> => {
    const { composeOrderChanges } = await import('./orderChanges');
    return lifetime.own(composeOrderChanges(core, { ...parts, journal }, lifetime));
  };
  lifetime.own(registerOrders({ ...core, journal, read, listenToEvents, loadChanges }));
};
