import type { HardLimits } from '../../../domain/orders/limits/hardLimits';
import { readSetting } from '../../platform/settings';

/** The hard limits as the user has set them now. */
export function hardLimits(): HardLimits {
  return {
    quantity: readSetting('orders.hardLimits.quantity'),
    value: readSetting('orders.hardLimits.value'),
    distancePercent: readSetting('orders.hardLimits.distancePercent'),
    distanceTicks: readSetting('orders.hardLimits.distanceTicks'),
    perMinute: readSetting('orders.hardLimits.perMinute'),
  };
}
