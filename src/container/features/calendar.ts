import { heldSecurities } from '../../app/calendar/heldSecurities';
import { registerCalendar } from '../../ui/calendar/registerCalendar';
import { readSetting } from '../../ui/platform/settings';
import type { Compose } from '../core';

export const composeCalendar: Compose = (core, lifetime) =>
  void lifetime.own(
    registerCalendar({
      ...core,
      extensionUri: core.context.extensionUri,
      holdings: heldSecurities(core.access, () => readSetting('accounts')),
    }),
  );
