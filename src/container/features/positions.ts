import { registerPositions } from '../../ui/positions/registerPositions';
import type { Compose } from '../core';

export const composePositions: Compose = (core, lifetime) => void lifetime.own(registerPositions(core));
