import { registerSecurity } from '../../ui/security/registerSecurity';
import type { Compose } from '../core';

export const composeSecurity: Compose = (core, lifetime) =>
  void lifetime.own(registerSecurity({ ...core, extensionUri: core.context.extensionUri }));
