import { describe, expect, it } from 'vitest';
import { placingTicket } from '../../../src/app/orders/ticket/placingTicket';
import { rehearsalOf } from '../../../src/app/orders/ticket/rehearsal';
import type { Ticket } from '../../../src/app/orders/ticket/ticket';
import { TicketDesk } from '../../../src/app/orders/ticket/ticketDesk';
import { machine } from '../../support/orders/orderDesk';
import type { OrderDesk } from '../../support/orders/orderDesk';
import { live } from '../../support/orders/orderFakes';
import { useOrderWorlds } from '../../support/orders/orderWorlds';
import { unlimited } from '../../support/orders/unlimited';

const worlds = useOrderWorlds(['usual'], { alwaysOpen: true });

/** Every write request, by its path. */
const writes = (): readonly string[] =>
  worlds.usual.ledger.entries.filter(({ method, path }) => method !== 'GET' && !path.includes('/quote/')).map(({ path }) => path);

async function opened(): Promise<{ readonly desk: OrderDesk; readonly liveTicket: Ticket; readonly rehearsal: Ticket }> {
  const [paperId, market] = ['SIM-1001', 1];
  const desk = await worlds.open(worlds.usual, ['8001', paperId]);
  const account = { id: '8001', name: '8001', kind: 'live', markets: [1], source: 'service' } as const;
  const liveTicket = placingTicket(account, undefined, 'HK.00700', { qty: '100', price: '500', side: 'BUY', remark: 'mine' });
  const rehearsal = rehearsalOf(liveTicket, { ...account, kind: 'simulated', id: paperId, markets: [market] }, market);
  if ('unfit' in rehearsal) throw new Error(rehearsal.unfit);
  return { desk, liveTicket, rehearsal: rehearsal.ticket };
}

async function send(desk: OrderDesk, ticket: Ticket): Promise<unknown> {
  const limits = unlimited;
  const review = new TicketDesk({ ...desk, clock: machine, limits: () => limits }).review(ticket, live);
  if (!review.ok) throw new Error(JSON.stringify(review.problems));
  return review.review.confirm(live);
}

describe('a rehearsed order', () => {
  it('reaches only the paper account, word for word, and the live order can be sent after it', async () => {
    const { desk, liveTicket, rehearsal } = await opened();
    const before = writes().length;
    expect(await send(desk, rehearsal)).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(writes().slice(before)).toEqual([`/api/v1.0/sim-trade/${rehearsal.accountId}/orders`]);
    const sent = worlds.usual.ledger.entries.findLast(({ path }) => path.includes('/sim-trade/'))?.body;
    const body = new TextDecoder().decode(sent);
    expect(JSON.parse(body)).toMatchObject({ symbol: '00700', order_side: 1, order_type: 1, qty: '100', price: '500' });
    expect(await send(desk, liveTicket)).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(writes().slice(before + 1)).toEqual(['/api/v1.0/accounts/8001/orders']);
  });
});
