import { noLimits } from '../../../src/domain/orders/limits/limits';
import type { OrderLimits } from '../../../src/domain/orders/limits/limits';

/** A user who has turned every limit off. */
export const unlimited: OrderLimits = { ask: noLimits, refuse: noLimits };
