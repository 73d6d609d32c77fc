import { AlertMarks } from '../app/alerts/alertMarks';
import { AlertStore } from '../app/alerts/alertStore';
import type { Lifetime } from '../app/platform/lifetime';
import type { Core } from './core';

/** The marks of alerts, for a feature that shows some. */
export function ownAlertMarks({ alertsFile, locks, monitor, log }: Core, lifetime: Lifetime): AlertMarks {
  return lifetime.own(new AlertMarks({ store: new AlertStore(alertsFile, locks), serverMs: () => monitor.nowMs(), log }));
}
