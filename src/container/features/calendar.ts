import { registerCalendar } from '../../ui/calendar/registerCalendar';
import type { Compose } from '../core';

export const composeCalendar: Compose = (core, lifetime) =>
  void lifetime.own(registerCalendar({ ...core, extensionUri: core.context.extensionUri }));
