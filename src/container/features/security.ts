import { registerSecurity } from '../../ui/security/registerSecurity';
import type { Compose } from '../core';
import { ownAlertMarks } from '../alertMarks';

export const composeSecurity: Compose = async (core, lifetime) => {
  const { market } = await core.live();
  lifetime.own(registerSecurity({ ...core, market, alerts: ownAlertMarks(core, lifetime) }));
};
