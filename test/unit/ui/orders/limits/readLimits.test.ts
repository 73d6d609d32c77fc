import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { limitEffects, limitNames, limitsFrom, mostOf, noLimits } from '../../../../../src/domain/orders/limits/limits';
import {
  onAllowanceChange,
  orderAllowance,
  orderLimits,
  settingFault,
  takeOverEarlier,
} from '../../../../../src/ui/orders/limits/readLimits';
import { turnedOff } from '../../../../../src/ui/orders/limits/turnedOff';
import { editor } from '../../../../support/editor/editor';

const usual = { ask: { ...noLimits, distancePercent: 20 }, refuse: noLimits };
const settings = () => Object.fromEntries(editor.place.settings.settings);

describe('order changes', () => {
  it('are possible with limits that are numbers, or without any', () => {
    expect([turnedOff(), orderAllowance(), orderLimits()]).toEqual([undefined, 'modify', usual]);
    editor.set('orders.limits', { value: { ask: 1000, refuse: 50_000 }, distancePercent: { refuse: 30 }, perMinute: {} });
    expect(turnedOff()).toBeUndefined();
    expect(orderLimits()).toEqual({
      ask: { ...usual.ask, value: 1000 },
      refuse: { ...noLimits, value: 50_000, distancePercent: 30 },
    });
    editor.set('orders.limits', { distancePercent: { ask: 0 } });
    expect(orderLimits().ask).toEqual(noLimits);
  });

  it('are turned off by the user', () => {
    editor.set('orders.allow', 'nothing');
    expect(turnedOff()).toBe('Order changes are turned off in your order limits.');
  });

  it.each([
    [{ value: { refuse: '50000' } }, 'value.refuse'],
    [{ perMinute: { refuse: 2000 } }, 'perMinute.refuse'],
    [{ quantity: { ask: -1 } }, 'quantity.ask'],
    [{ quantity: { refuse: null } }, 'quantity.refuse'],
    [{ quantity: { refuse: NaN } }, 'quantity.refuse'],
    [{ value: { refused: 5 } }, 'value.refused'],
    [{ value: 5000 }, 'value'],
    [{ value: [5000] }, 'value'],
    [{ Value: { refuse: 5 } }, 'Value'],
    [{ value: { refuse: 5 }, toString: { refuse: 5 } }, 'toString'],
  ])('are turned off by %j, a part of which would be no limit', (written, part) => {
    editor.set('orders.limits', written);
    expect(turnedOff()).toBe(`Order changes are turned off: “${part}” in “marketDesk.orders.limits” can’t be used.`);
  });

  it.each([
    ['orders.limits', 'none'],
    ['orders.limits', null],
    ['orders.limits', []],
    ['orders.allow', 'nothng'],
    ['orders.allow', true],
    ['orders.hardLimits.value', '50000'],
    ['orders.hardLimits.perMinute', 2000],
    ['orders.hardLimits.quantity', -1],
    ['orders.maxDistancePercent', '3'],
    ['orders.maxDayLoss', true],
    ['orders.readOnly', 'true'],
  ])('are turned off when %s is %j, which would mean no limit', (setting, value) => {
    editor.set(setting, value);
    expect(turnedOff()).toBe(`Order changes are turned off: the value of “marketDesk.${setting}” can’t be used.`);
  });
});

const earlier = {
  'orders.maxValue': 1000,
  'orders.maxDistancePercent': 50,
  'orders.maxPerMinute': 3,
  'orders.hardLimits.value': 5000,
  'orders.hardLimits.exposure': 90_000,
};
const taken = {
  value: { ask: 1000, refuse: 5000 },
  distancePercent: { ask: 50 },
  perMinute: { ask: 3 },
  exposure: { refuse: 90_000 },
};

describe('settings of version 0.1.0', () => {
  it('are obeyed while they stand in the settings file, and taken over once', async () => {
    for (const [key, value] of Object.entries(earlier)) editor.set(key, value);
    editor.set('orders.readOnly', true);
    editor.set('orders.allow', 'modifyAndCancel');
    const before = [orderLimits(), orderAllowance(), turnedOff()];
    expect(before).toEqual([limitsFrom(taken), 'nothing', 'Order changes are turned off in your order limits.']);
    await takeOverEarlier();
    expect(settings()).toEqual({ 'marketDesk.orders.limits': taken, 'marketDesk.orders.allow': 'nothing' });
    expect([orderLimits(), orderAllowance(), turnedOff()]).toEqual(before);
    await takeOverEarlier();
    expect(settings()).toEqual({ 'marketDesk.orders.limits': taken, 'marketDesk.orders.allow': 'nothing' });
  });

  it('count as before wherever their takeover stops, and are taken over the next time', async () => {
    const all = { ...earlier, 'orders.readOnly': true, 'orders.allow': 'modifyAndCancel' };
    let isWhole = false;
    for (let steps = 0; !isWhole; steps += 1) {
      editor.place.settings.settings.clear();
      for (const [key, value] of Object.entries(all)) editor.set(key, value);
      const before = [orderLimits(), orderAllowance(), turnedOff()];
      let left = steps;
      const set = vi.spyOn(editor.place.settings, 'set').mockImplementation((key, value) => {
        if (left === 0) throw new Error('The settings file can’t be written.');
        left -= 1;
        if (value === undefined) editor.place.settings.settings.delete(key);
        else editor.place.settings.settings.set(key, value);
      });
      isWhole = await takeOverEarlier().then(
        () => true,
        () => false,
      );
      set.mockRestore();
      expect([steps, orderLimits(), orderAllowance(), turnedOff()]).toEqual([steps, ...before]);
      await takeOverEarlier();
      expect(settings()).toEqual({ 'marketDesk.orders.limits': taken, 'marketDesk.orders.allow': 'nothing' });
      // One for the limits, one for the permission, one for each earlier setting.
      expect(steps).toBeLessThanOrEqual(Object.keys(all).length + 2);
    }
  });

  it('change nothing for a user who had turned nothing off, and the permission to cancel has one name', async () => {
    editor.set('orders.readOnly', false);
    editor.set('orders.allow', 'modifyAndCancel');
    expect([orderAllowance(), turnedOff()]).toEqual(['modify', undefined]);
    await takeOverEarlier();
    expect(settings()).toEqual({ 'marketDesk.orders.allow': 'modify' });
  });

  it('stay where they are, and in force, while one of them can’t be used', async () => {
    for (const [key, value] of Object.entries({ ...earlier, 'orders.maxQuantity': '7' })) editor.set(key, value);
    const before = settings();
    await takeOverEarlier();
    expect(settings()).toEqual(before);
    expect(settingFault()?.setting).toBe('orders.maxQuantity');
  });

  it('never loosen a limit: the stricter of both counts, and the one that is written is kept', () => {
    const amount = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(...limitNames), fc.constantFrom(...limitEffects), amount, amount, (name, effect, own, old) => {
        editor.set('orders.limits', own === undefined ? undefined : { [name]: { [effect]: own } });
        const setting = effect === 'ask' ? `orders.max${name.charAt(0).toUpperCase()}${name.slice(1)}` : `orders.hardLimits.${name}`;
        editor.set(setting, old);
        const found = orderLimits()[effect][name];
        editor.set(setting, undefined);
        const set = [own, old].filter((each) => each !== undefined);
        if (set.length === 0) return found === usual[effect][name];
        const limiting = set.filter((each) => each > 0);
        return found === (limiting.length === 0 ? 0 : Math.min(...limiting)) && found <= mostOf[name];
      }),
    );
  });

  it('are heard of when they change, like those of now', () => {
    const heard: string[] = [];
    const listening = onAllowanceChange(() => heard.push('changed'));
    editor.set('orders.hardLimits.value', 1);
    editor.set('orders.limits', {});
    editor.set('orders.allow', 'all');
    editor.set('plates', []);
    listening.dispose();
    expect(heard).toHaveLength(3);
  });
});
