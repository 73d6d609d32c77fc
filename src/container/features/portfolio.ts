import { registerPortfolio } from '../../ui/portfolio/registerPortfolio';
import type { Compose } from '../core';

export const composePortfolio: Compose = (core, lifetime) =>
  void lifetime.own(registerPortfolio({ ...core, extensionUri: core.context.extensionUri }));
