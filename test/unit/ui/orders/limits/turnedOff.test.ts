import { describe, expect, it } from 'vitest';
import { turnedOff } from '../../../../../src/ui/orders/limits/turnedOff';
import { editor } from '../../../../support/editor/editor';

describe('order changes', () => {
  it('are possible with limits that are numbers, or without any', () => {
    expect(turnedOff()).toBeUndefined();
    editor.set('orders.hardLimits.value', 50_000);
    editor.set('orders.maxDistancePercent', 3);
    editor.set('orders.readOnly', false);
    expect(turnedOff()).toBeUndefined();
  });

  it('are turned off by the setting for that', () => {
    editor.set('orders.readOnly', true);
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
    editor.set(setting, value);
    expect(turnedOff()).toEqual({ setting, why: `Order changes are turned off: the value of “marketDesk.${setting}” can’t be used.` });
  });
});
