import { describe, expect, it } from 'vitest';
import { checkPlacing, placingTicket } from '../../../../../src/app/orders/ticket/placingTicket';
import { rehearsalOf } from '../../../../../src/app/orders/ticket/rehearsal';
import type { Rehearsal } from '../../../../../src/app/orders/ticket/rehearsal';
import type { Ticket } from '../../../../../src/app/orders/ticket/ticket';

const live = { id: '8001', name: 'Main', kind: 'live', markets: [1], source: 'service' } as const;
const paper = { id: '8001', name: 'Paper', kind: 'simulated', markets: [100], source: 'service' } as const;

const liveTicket = (given: object): Ticket =>
  placingTicket(live, undefined, 'HK.00700', { qty: '300', price: '560.2', remark: 'mine', ...given });

function rehearsed(ticket: Ticket): Rehearsal {
  const rehearsal = rehearsalOf(ticket, paper, 100);
  if ('unfit' in rehearsal) throw new Error(rehearsal.unfit);
  return rehearsal;
}

describe('a rehearsal of a live order', () => {
  it('copies every value to a paper account, even one with the number of the live account', () => {
    const ticket = liveTicket({ side: 'SELL' });
    const now = rehearsed(ticket).ticket;
    expect(now).toMatchObject({ accountId: '8001', isPaper: true, typed: { qty: '300', price: '560.2' }, rehearses: ticket });
    expect(now.placing).toMatchObject({ market: 100, remark: 'mine', code: 'HK.00700', choices: { side: 'SELL', order_type: 'LIMIT' } });
    expect(now.placing?.mark).not.toBe(ticket.placing?.mark);
    const placing = now.placing;
    const checked = placing === undefined ? undefined : checkPlacing(now, placing);
    expect(checked).toMatchObject({ ok: true, placement: { isPaper: true, market: 100, quantity: '300', price: '560.2' } });
  });

  it('names values that a paper order can’t have', () => {
    expect(rehearsed(liveTicket({ timeInForce: 'GTC' })).without).toEqual(['time_in_force', 'lot_type']);
  });

  it('also copies the values that the form began with', () => {
    const ticket = liveTicket({ qty: undefined, price: undefined });
    const start = { lotSize: '100', priceSpread: '0.2', lastPrice: '560', bidPrice: '559.8', askPrice: '560.2' };
    const begun = ticket.placing === undefined ? ticket : { ...ticket, typed: {}, placing: { ...ticket.placing, start } };
    expect(rehearsed(begun).ticket.typed).toEqual({ qty: '100', price: '559.8' });
  });

  it('is refused when the paper order would be another one', () => {
    expect(rehearsalOf(liveTicket({ orderType: 'STOP_LIMIT', auxPrice: '550' }), paper, 100)).toEqual({ unfit: 'order_type' });
    const night = placingTicket(live, undefined, 'US.AAPL', { qty: '1', price: '180', session: 'OVERNIGHT' });
    expect(rehearsalOf(night, paper, 100)).toEqual({ unfit: 'session' });
  });
});
