import * as vscode from 'vscode';
import type { HardLimits } from '../../../domain/orders/limits/hardLimits';
import type { SoftLimits } from '../../../domain/orders/orderWarnings';
import { onSettingChange, readSetting } from '../../platform/settings';

/** The hard limits in the user's current settings. */
export function hardLimits(): HardLimits {
  return {
    quantity: readSetting('orders.hardLimits.quantity'),
    value: readSetting('orders.hardLimits.value'),
    distancePercent: readSetting('orders.hardLimits.distancePercent'),
    distanceTicks: readSetting('orders.hardLimits.distanceTicks'),
    perMinute: readSetting('orders.hardLimits.perMinute'),
    exposure: readSetting('orders.hardLimits.exposure'),
    dayLoss: readSetting('orders.hardLimits.dayLoss'),
  };
}

/** The current settings that make the user confirm unusual orders once more. */
export function softLimits(): SoftLimits {
  return {
    maxValue: readSetting('orders.maxValue'),
    maxQuantity: readSetting('orders.maxQuantity'),
    maxDistancePercent: readSetting('orders.maxDistancePercent'),
    maxDistanceTicks: readSetting('orders.maxDistanceTicks'),
    maxPerMinute: readSetting('orders.maxPerMinute'),
    maxExposure: readSetting('orders.maxExposure'),
    maxDayLoss: readSetting('orders.maxDayLoss'),
  };
}

/** The settings of all limits. */
export const limitSettings = [
  ...(['quantity', 'value', 'distancePercent', 'distanceTicks', 'perMinute', 'exposure', 'dayLoss'] as const).map(
    (limit) => `orders.hardLimits.${limit}` as const,
  ),
  ...(['Value', 'Quantity', 'DistancePercent', 'DistanceTicks', 'PerMinute', 'Exposure', 'DayLoss'] as const).map(
    (limit) => `orders.max${limit}` as const,
  ),
];

/** Whether the user has set a limit. */
export function onLimitsChange(listener: () => void): vscode.Disposable {
  return vscode.Disposable.from(...limitSettings.map((setting) => onSettingChange(setting, listener)));
}
