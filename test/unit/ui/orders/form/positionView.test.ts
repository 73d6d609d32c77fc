import { describe, expect, it } from 'vitest';
import { placingTicket } from '../../../../../src/app/orders/ticket/placingTicket';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import type { Ticket } from '../../../../../src/app/orders/ticket/ticket';
import { parseAmount } from '../../../../../src/domain/values/amount';
import { positionView } from '../../../../../src/ui/orders/form/positionView';
import { orderRecord } from '../../../../support/orders/orderFakes';

const account = { id: '8001', name: '', kind: 'live', markets: [1], source: 'service' } as const;
const placing = (side: string, qty: string): Ticket => placingTicket(account, undefined, 'HK.00700', { side, qty, price: '560' });
const open = { isPrivate: false, isOpen: true };
const power = (shortSell: string) => ({
  power: {
    ...{ cashBuy: '', cashAndMarginBuy: '', positionSell: '', shortSell, buyBack: '' },
  },
});
const held = (quantity: string, costPrice = '') => ({ quantity: parseAmount(quantity) ?? 0n, costPrice });
const shown = (ticket: Ticket, ...[quantity, costPrice]: Parameters<typeof held>): string | undefined =>
  positionView(ticket, held(quantity, costPrice), power('0'), open)?.value;

describe('the position in an order form', () => {
  it('has its cost, and becomes what the order leads to', () => {
    expect(shown(placing('BUY', '100'), '2000', '645.95')).toBe('2,000 @ 645.95 → 2,100');
    expect(shown(placing('BUY', '100'), '0', '0')).toBe('0 → 100');
    expect(shown(placing('SELL_SHORT', '100'), '-300', '12')).toBe('−300 @ 12 → −400');
    expect(shown(placing('SELL', '2000'), '2000')).toBe('2,000 → closed');
    expect(shown(placing('BUY_BACK', '500'), '-300')).toBe('−300 → 200, becomes long');
  });

  it('becomes short only where the account may sell short', () => {
    const ticket = placing('SELL', '2300');
    const value = (shortSell: string): string | undefined => positionView(ticket, held('2000'), power(shortSell), open)?.value;
    expect(value('5000')).toBe('2,000 → −300, becomes short');
    expect(value('0')).toBe('2,000, sells 300 more than is held');
    expect(value('')).toBe('2,000, sells 300 more than is held');
    expect(positionView(placing('SELL_SHORT', '100'), held('0'), power(''), open)?.value).toBe('0 → −100, becomes short');
  });

  it('counts only what a modified order is still to trade', () => {
    const order = orderRecord({ quantity: '1000', dealtQuantity: '400', side: 'BUY' });
    const ticket = { ...withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', order), exchange: 'SEHK', typed: { qty: '600' } };
    expect(shown(ticket, '400')).toBe('400 → 600');
    expect(shown({ ...ticket, order: { ...order, dealtQuantity: '' } }, '400')).toBe('400');
    expect(shown({ ...ticket, order: { ...order, status: 'CANCELLED_PART' } }, '400')).toBe('400');
  });

  it('names what other open orders take off it, too', () => {
    const order = (side: string, rest: string, orderId = side) => ({ orderId, side, rest: parseAmount(rest) ?? 0n });
    const value = (ticket: Ticket, quantity: string, ...orders: readonly ReturnType<typeof order>[]): string | undefined =>
      positionView(ticket, { ...held(quantity), open: orders }, power('0'), open)?.value;
    const sells = [order('SELL', '400'), order('SELL_SHORT', '600'), order('BUY', '70')];
    expect(value(placing('SELL', '1000'), '1000', ...sells)).toBe('1,000 → closed, open orders already sell 1,000');
    expect(value(placing('SELL', ''), '1000', ...sells)).toBe('1,000, open orders already sell 1,000');
    expect(value(placing('BUY_BACK', '300'), '-300', order('BUY', '200'))).toBe('−300 → closed, open orders already buy 200');
    expect(value(placing('BUY', '100'), '1000', ...sells)).toBe('1,000 → 1,100');
    expect(value(placing('SELL', '100'), '0', ...sells)).toBe('0, sells 100 more than is held');
  });

  it('does not name the order that is changed', () => {
    const ticket = withOrder(
      { ...emptyTicket, accountId: '8001' },
      'OK-1',
      orderRecord({ quantity: '1000', dealtQuantity: '0', side: 'SELL' }),
    );
    const own = { orderId: 'OK-1', side: 'SELL', rest: parseAmount('1000') ?? 0n };
    expect(positionView(ticket, { ...held('1000'), open: [own] }, power('0'), open)?.value).toBe('1,000 → closed');
  });

  it('stays as it is for a wrong quantity, or once sent', () => {
    expect(shown(placing('BUY', 'many'), '2000')).toBe('2,000');
    expect(positionView(placing('BUY', '100'), held('2000'), power(''), { ...open, isOpen: false })?.value).toBe('2,000');
  });

  it('is no zero while it isn’t known, and hidden in privacy mode', () => {
    const value = (known: Parameters<typeof positionView>[1], look = open): string | undefined =>
      positionView(placing('BUY', '100'), known, power(''), look)?.value;
    expect([value('unread'), value('unclear'), value(undefined)]).toEqual(['not known yet', 'not known', undefined]);
    expect(value(held('2000', '645.95'), { ...open, isPrivate: true })).toBe('•••');
  });
});
