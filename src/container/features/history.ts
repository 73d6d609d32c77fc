import { registerHistory } from '../../ui/calendar/history/registerHistory';
import type { Compose } from '../core';
import { ownAlertMarks } from '../alertMarks';

export const composeHistory: Compose = (core, lifetime) =>
  void lifetime.own(registerHistory({ ...core, marks: ownAlertMarks(core, lifetime) }));
