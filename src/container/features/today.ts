import { registerToday } from '../../ui/calendar/registerToday';
import type { Compose } from '../core';

export const composeToday: Compose = (core, lifetime) => void lifetime.own(registerToday(core));
