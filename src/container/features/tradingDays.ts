import { registerTradingDays } from '../../ui/tradingDays/registerTradingDays';
import type { Compose } from '../core';

export const composeTradingDays: Compose = (core, lifetime) => void lifetime.own(registerTradingDays(core));
