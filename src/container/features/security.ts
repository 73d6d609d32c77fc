import { registerSecurity } from '../../ui/security/registerSecurity';
import type { Compose } from '../core';

export const composeSecurity: Compose = async (core, lifetime) => {
  const { market } = await core.live();
  lifetime.own(registerSecurity({ ...core, market, extensionUri: core.context.extensionUri }));
};
