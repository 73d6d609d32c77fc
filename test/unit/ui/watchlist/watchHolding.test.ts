import { describe, expect, it } from 'vitest';
import type { AccountPositions } from '../../../../src/app/positions/positionsBook';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { Holding } from '../../../../src/domain/positions/holding';
import { listOf } from '../../../../src/service/lists/list';
import { watchHolding } from '../../../../src/ui/watchlist/watchHolding';
import { holding } from '../../../support/builders/holdings';

const symbol = 'HK.00700';
const context = { quote: { lastPrice: '11', previousClose: '10' }, isOld: false, nowMs: 0, isPrivate: false, isSandbox: false };
const account = (kind: 'live' | 'simulated', ...held: readonly Partial<Holding>[]): AccountPositions => ({
  account: { id: kind, name: '', kind, markets: [], source: 'service' },
  list: listOf(held.map((fields, at) => readHolding(holding({ id: String(at), symbol, price: '11', ...fields })))),
  updatedAtMs: 0,
});
const long = { quantity: '300', marketValue: '3300', currency: 'HKD' };
const short = { side: 'short', sideText: 'SHORT', quantity: '100', marketValue: '1100', currency: 'HKD' } as const;

describe('the position in a row of the watchlist', () => {
  it('is that of live accounts, less any short position, with a day P&L if it can be added', () => {
    const accounts = [account('simulated', { quantity: '9', marketValue: '99' }), account('live', long, short)];
    // 300 × (11 − 10) − 100 × (11 − 10)
    expect(watchHolding({ accounts }, symbol, context)).toMatchObject({ position: '200', day: '+200.00', direction: 'up', sortDay: 200 });
    expect(watchHolding({ accounts }, symbol, context)?.note).toContain('HK paper: +9.00');
  });

  it('is that of paper accounts when there is none in a live one', () => {
    const accounts = [account('simulated', short), account('live', { ...long, symbol: 'US.AAPL' })];
    expect(watchHolding({ accounts }, symbol, context)).toMatchObject({ position: '−100', day: '−100.00', direction: 'down' });
  });

  it('is not priced by a quote that may be that of another security', () => {
    const accounts = [account('live', { ...long, symbol: '00700' })];
    expect(watchHolding({ accounts }, symbol, context)).toMatchObject({ position: '300', day: '–', sortDay: null });
    const stated = [account('live', { ...long, symbol: '00700', price: '10', marketValue: '3000', dayProfit: '7' })];
    expect(watchHolding({ accounts: stated }, symbol, context)?.day).toBe('+7.00');
  });

  it('has no day P&L that the service stated long ago', () => {
    const accounts = [account('live', { ...long, dayProfit: '7' })];
    expect(watchHolding({ accounts }, symbol, context)?.day).toBe('+7.00');
    expect(watchHolding({ accounts }, symbol, { ...context, nowMs: 11 * 60_000 })?.day).toBe('–');
  });

  it('is empty when there is none, claims nothing when a figure is missing, and is hidden in privacy mode', () => {
    expect(watchHolding({ accounts: undefined }, symbol, context)).toBe(null);
    expect(watchHolding({ accounts: [account('live', { ...long, symbol: 'US.AAPL' })] }, symbol, context)).toBe(null);
    const accounts = [account('live', { ...long, quantity: 'n/a' })];
    expect(watchHolding({ accounts }, symbol, context)).toMatchObject({ position: '–', day: '–', sortPosition: null, sortDay: null });
    const hidden = watchHolding({ accounts: [account('live', long)] }, symbol, { ...context, isPrivate: true });
    expect(JSON.stringify(hidden)).not.toMatch(/300|\+/);
  });
});
