import { registerHistory } from '../../ui/calendar/history/registerHistory';
import type { Compose } from '../core';

export const composeHistory: Compose = (core, lifetime) =>
  void lifetime.own(registerHistory({ ...core, extensionUri: core.context.extensionUri }));
