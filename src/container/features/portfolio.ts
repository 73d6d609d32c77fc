import { registerPortfolio } from '../../ui/portfolio/registerPortfolio';
import type { Compose } from '../core';

export const composePortfolio: Compose = async (core, lifetime) => {
  const { market } = await core.live();
  lifetime.own(registerPortfolio({ ...core, market, extensionUri: core.context.extensionUri }));
};
