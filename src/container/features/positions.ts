import { registerPositions } from '../../ui/positions/registerPositions';
import type { Compose } from '../core';

export const composePositions: Compose = async (core, lifetime) => {
  const { market } = await core.live();
  lifetime.own(registerPositions({ ...core, market }));
};
