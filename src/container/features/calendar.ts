import { AlertStore } from '../../app/alerts/alertStore';
import { heldSecurities } from '../../app/positions/heldSecurities';
import { registerCalendar } from '../../ui/calendar/registerCalendar';
import { ReminderSource } from '../../ui/calendar/reminderSource';
import type { Compose } from '../core';

export const composeCalendar: Compose = (core, lifetime) => {
  const store = new AlertStore(core.alertsFile, core.locks);
  const reminders = lifetime.own(new ReminderSource({ store, serverMs: () => core.monitor.nowMs(), log: core.log }));
  lifetime.own(
    registerCalendar({
      ...core,
      extensionUri: core.context.extensionUri,
      reminders,
      holdings: heldSecurities(core.books.positions),
    }),
  );
};
