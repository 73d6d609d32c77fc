import { describe, expect, it } from 'vitest';
import { isMet, isMissed, snoozeUntil } from '../../../../src/domain/alerts/alert';
import type { AlertRule } from '../../../../src/domain/alerts/alert';
import { aPush, aSession } from '../../../support/builders/quoteBuilders';

const minute = 60_000;
const now = 1_800_000_000_000;
const release = (inMs: number): AlertRule => ({ kind: 'release', name: 'CPI', atMs: now + inMs, minutesBefore: 5 });

describe('an alert on a price', () => {
  const push = aPush('US.AAPL', '100', now, { previousClose: '98', afterMarket: aSession('103', now + minute) });
  const quote = {
    ...push,
    name: '',
    receivedAt: now,
    source: 'feed',
    bestAt: 0,
    lotSize: '',
    priceSpread: '',
    isSuspended: false,
  } as const;
  const rules = [
    { kind: 'above', symbol: 'US.AAPL', price: '103' },
    { kind: 'dayChange', symbol: 'US.AAPL', percent: '3' },
  ] as const;

  it.each(rules)('is triggered outside the regular hours only if it includes them: %j', (rule) => {
    expect(isMet(rule, quote)).toBe(false);
    expect(isMet({ ...rule, extended: true }, quote)).toBe(true);
    expect(isMet({ ...rule, extended: true }, { ...quote, at: now + 2 * minute })).toBe(false);
  });

  it('uses the newest price, so an older price from the regular hours no longer counts', () => {
    const below: AlertRule = { kind: 'below', symbol: 'US.AAPL', price: '101' };
    expect([isMet(below, quote), isMet({ ...below, extended: true }, quote)]).toEqual([true, false]);
  });
});

describe('a reported alert that the user snoozes', () => {
  it.each([
    ['on a price rests for ten minutes', { kind: 'above', symbol: 'HK.00700', price: '12' }, 10 * minute],
    ['on a release that is far away rests for ten minutes', release(30 * minute), 10 * minute],
    ['on a release rests until that is out at most', release(5 * minute), 5 * minute],
    ['on a release that is out does not rest', release(-minute), undefined],
    ['on a release that is out within the minute does not rest', release(minute - 1), undefined],
    ['on orders does not rest', { kind: 'order', event: 'filled' }, undefined],
  ] satisfies readonly (readonly [string, AlertRule, number | undefined])[])('%s', (_, rule, restMs) => {
    expect(snoozeUntil(rule, now)).toBe(restMs === undefined ? undefined : now + restMs);
  });
});

describe('an alert on a release', () => {
  const alert = { id: 'one', rule: release(0), firedAtMs: undefined, quietUntilMs: 0 };

  it('is missed when the release came ten minutes ago without a report', () => {
    expect(isMissed(alert, now + 10 * minute - 1)).toBe(false);
    expect(isMissed(alert, now + 10 * minute)).toBe(true);
    expect(isMissed({ ...alert, firedAtMs: now }, now + 10 * minute)).toBe(false);
  });
});
