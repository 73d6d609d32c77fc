import { describe, expect, it } from 'vitest';
import {
  checkPlacing,
  inOtherAccount,
  placingStarted,
  placingTicket,
  placingTyped,
  readPlaceArguments,
  renewed,
  unfitArgument,
  isPickedPrice,
} from '../../../../../src/app/orders/ticket/placingTicket';
import { startText } from '../../../../../src/app/orders/ticket/ticket';
import type { Placing, Ticket } from '../../../../../src/app/orders/ticket/ticket';

const live = { id: '8001', name: 'Margin', kind: 'live', markets: [], source: 'service' } as const;
const market = { lotSize: '100', priceSpread: '0.5', lastPrice: '548', bidPrice: '547.5', askPrice: '548.5' };

function placingOf({ placing }: Ticket): Placing {
  if (placing === undefined) throw new Error('no new order');
  return placing;
}
const typed = (ticket: Ticket, texts: Readonly<Record<string, string>>): Ticket => placingTyped(ticket, placingOf(ticket), texts);

describe('a new order in the form', () => {
  it('takes the arguments that it understands', () => {
    expect(readPlaceArguments({ symbol: ' HK.00700 ', price: 560, side: '', qty: '100', other: 'x' })).toEqual({
      symbol: 'HK.00700',
      qty: '100',
    });
    const ticket = placingTicket(live, undefined, 'US.AAPL', {
      side: 'sell',
      orderType: 'market',
      session: 'OVERNIGHT',
      timeInForce: 'never',
    });
    expect(placingOf(ticket).choices).toEqual({ side: 'SELL', order_type: 'MARKET', time_in_force: 'DAY', session: 'RTH', lot_type: '' });
  });

  it('keeps every digit of a future’s price', () => {
    const given = { side: 'SELL', orderType: 'STOP_LIMIT', qty: '1', price: '0.0068235', auxPrice: '0.0068245' } as const;
    const ticket = placingTicket(live, undefined, 'US.6Jmain', given);
    const checked = checkPlacing(ticket, placingOf(ticket));
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const kept = new Map(checked.placement.fields.map(({ field, kept: value }) => [field, value]));
    expect([kept.get('price'), kept.get('aux_price')]).toEqual(['0.0068235', '0.0068245']);
  });

  it('starts with the first prices, which later ones do not change', () => {
    const first = placingTicket(live, undefined, 'HK.00700', {});
    expect(startText(first, 'price')).toBe('');
    const started = placingStarted(first, market, true);
    expect([startText(started, 'qty'), startText(started, 'price')]).toEqual(['100', '547.5']);
    expect(placingStarted(started, { ...market, bidPrice: '1' }, true)).toBe(started);
    expect(placingStarted(first, market, false)).toBe(first);
  });

  it('takes the name of its security with the first prices', () => {
    const first = placingTicket(live, undefined, 'HK.00700', {});
    expect(placingOf(placingStarted(first, market, true, 'TENCENT')).name).toBe('TENCENT');
    expect(placingOf(placingStarted(first, market, true)).name).toBe('');
  });

  it('follows the price of its side until the user types one', () => {
    const started = placingStarted(placingTicket(live, undefined, 'HK.00700', {}), market, true);
    const page = { qty: '100', price: '547.5', side: 'SELL' };
    expect(startText(typed(started, page), 'price')).toBe('548.5');
    const own = typed(started, { qty: '100', price: '540' });
    expect(startText(typed(own, { qty: '100', price: '540', side: 'SELL' }), 'price')).toBe('540');
  });

  it('drops choices that its order type does not have', () => {
    const us = placingTicket(live, undefined, 'US.AAPL', { session: 'OVERNIGHT' });
    expect(placingOf(us).choices.session).toBe('OVERNIGHT');
    expect(placingOf(typed(us, { order_type: 'MARKET' })).choices.session).toBe('RTH');
  });

  it('has its own mark, and another one when it is entered anew', () => {
    const [one, two] = [placingTicket(live, undefined, 'HK.00700', {}), placingTicket(live, undefined, 'HK.00700', {})];
    const marks = [one, two, renewed(one)].map((ticket) => placingOf(ticket).mark);
    expect(new Set(marks).size).toBe(3);
  });

  it('is checked as the user sees it', () => {
    const started = placingStarted(placingTicket(live, undefined, 'HK.00700', {}), market, true);
    expect(checkPlacing(started, placingOf(started))).toMatchObject({
      ok: true,
      placement: { quantity: '100', price: '547.5', side: 'BUY' },
    });
  });
});

describe('the arguments of a price for an open form', () => {
  it.each([
    [{ symbol: 'HK.00700', price: '560' }, true],
    [{ symbol: 'HK.00700' }, false],
    [{ symbol: 'HK.00700', price: '560', side: 'SELL' }, false],
    [{ symbol: 'HK.00700', price: '560', qty: '100' }, false],
  ])('count as such only when they name nothing else: %j', (given, isPicked) => {
    expect(isPickedPrice(given)).toBe(isPicked);
  });
});

describe('the same order in another account', () => {
  it('keeps what the user typed, and nothing that somebody else filled in', () => {
    const ticket = typed(placingTicket(live, undefined, 'HK.00700', { side: 'SELL' }), { qty: '300', price: '560', side: 'SELL' });
    const order = { symbol: 'HK.00700', side: 'SELL' };
    expect(inOtherAccount(ticket, placingOf(ticket))).toEqual({ ...order, qty: '300', price: '560' });
    expect(inOtherAccount({ ...ticket, origin: { kind: 'program', program: 'agent', name: 'x' } }, placingOf(ticket))).toEqual(order);
  });
});

describe('an argument that does not fit', () => {
  it.each([
    [{ side: 'sell', orderType: 'market' }, undefined],
    [{}, undefined],
    [{ side: 'SELLL' }, 'SELLL'],
    [{ side: 'SELL', orderType: 'ICEBERG' }, 'ICEBERG'],
  ])('is named: %j', (given, unfit) => {
    expect(unfitArgument(placingTicket(live, undefined, 'US.AAPL', given), given)).toBe(unfit);
  });
});
