import { heldSecurities } from '../../app/positions/heldSecurities';
import { registerCalendar } from '../../ui/calendar/registerCalendar';
import type { Compose } from '../core';
import { ownAlertMarks } from '../alertMarks';

export const composeCalendar: Compose = (core, lifetime) => {
  lifetime.own(
    registerCalendar({
      ...core,
      reminders: ownAlertMarks(core, lifetime),
      holdings: heldSecurities(core.books.positions),
    }),
  );
};
