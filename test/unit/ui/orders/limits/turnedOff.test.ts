import { beforeEach, describe, expect, it, vi } from 'vitest';
import { turnedOff } from '../../../../../src/ui/orders/limits/turnedOff';

const stored = vi.hoisted(() => new Map<string, unknown>());

vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...values: readonly string[]) => text.replace('{0}', values[0] ?? '') },
  workspace: { getConfiguration: () => ({ inspect: (key: string) => ({ globalValue: stored.get(key) }) }) },
}));

beforeEach(() => stored.clear());

describe('order changes', () => {
  it('are possible with limits that are numbers, or without any', () => {
    expect(turnedOff()).toBeUndefined();
    stored.set('orders.hardLimits.value', 50_000).set('orders.maxDistancePercent', 3).set('orders.readOnly', false);
    expect(turnedOff()).toBeUndefined();
  });

  it('are turned off by the setting for that', () => {
    stored.set('orders.readOnly', true);
    expect(turnedOff()?.setting).toBe('orders.readOnly');
  });

  it.each([
    ['orders.hardLimits.value', '50000'],
    ['orders.hardLimits.perMinute', 2000],
    ['orders.hardLimits.quantity', -1],
    ['orders.maxDistancePercent', '3'],
    ['orders.maxDayLoss', true],
    ['orders.readOnly', 'true'],
  ])('are turned off when %s is %j, which would mean no limit', (setting, value) => {
    stored.set(setting, value);
    expect(turnedOff()).toEqual({ setting, why: `Order changes are turned off: the value of “marketDesk.${setting}” can’t be used.` });
  });
});
