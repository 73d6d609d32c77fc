import { AlertStore } from '../../app/alerts/alertStore';
import { claimEnd } from '../../app/orders/eye/settledWatch';
import { heldSecurities } from '../../app/positions/heldSecurities';
import { registerAlerts } from '../../ui/alerts/registerAlerts';
import type { Compose } from '../core';
import { stateKeys } from '../../app/platform/storedNames';

export const composeAlerts: Compose = async (core, lifetime) => {
  const { market, orderEvents, orderReads } = await core.live();
  const store = new AlertStore(core.alertsFile, core.locks);
  lifetime.own(
    registerAlerts({
      ...core,
      store,
      market,
      held: heldSecurities(core.books.positions),
      orderReads,
      claimEnd: async ({ hint: { accountId, paperMarket, heardMs }, order }) => {
        const { connection } = core.access.current;
        if (connection.kind === 'none') return true;
        const target = { service: connection.baseUrl, accountId, isPaper: paperMarket !== undefined };
        return claimEnd({ journal: core.journal(), locks: core.locks }, order, { target, beganMs: heardMs });
      },
      onDidReadOrders: core.books.orders.onDidRead,
      listen: (listener) => {
        const heard = [orderEvents.listen(listener, { inBackground: true }), core.books.paperOrders.onDidHear(listener)];
        return {
          dispose: () => {
            for (const each of heard) each.dispose();
          },
        };
      },
      hearsOfOrders: () => orderEvents.state.kind !== 'none' && orderEvents.state.kind !== 'needsApproval',
      serverMs: () => core.monitor.nowMs(),
      onDidChangeClock: (listener) => core.monitor.onDidChange(() => listener()),
      wereUsed: core.state.get(stateKeys.alertsUsed) === true,
      markUsed: async () => core.state.set(stateKeys.alertsUsed, true),
    }),
  );
};
