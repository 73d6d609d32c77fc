import { registerPlates } from '../../ui/plates/registerPlates';
import type { Compose } from '../core';

export const composePlates: Compose = (core, lifetime) => void lifetime.own(registerPlates(core));
