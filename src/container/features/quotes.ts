import { registerQuotes } from '../../ui/quotes/registerQuotes';
import type { Compose } from '../core';

export const composeQuotes: Compose = (core, lifetime) => void lifetime.own(registerQuotes(core));
