import { registerToday } from '../../ui/calendar/registerToday';
import type { Compose } from '../core';
import { ownAlertMarks } from '../alertMarks';

export const composeToday: Compose = (core, lifetime) => {
  lifetime.own(registerToday({ ...core, marks: ownAlertMarks(core, lifetime) }));
};
