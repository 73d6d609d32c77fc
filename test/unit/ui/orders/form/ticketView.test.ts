import { describe, expect, it, vi } from 'vitest';
import type { TicketDraft } from '../../../../../src/app/orders/ticket/ticketDesk';
import { TicketDesk } from '../../../../../src/app/orders/ticket/ticketDesk';
import { placingTicket, readPlaceArguments } from '../../../../../src/app/orders/placing/placingTicket';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import { noHardLimits } from '../../../../../src/domain/orders/limits/hardLimits';
import { unknownMarket } from '../../../../../src/domain/orders/orderWarnings';
import { orderDesk, orderRecord } from '../../../../support/orders/orderFakes';

vi.mock('vscode', async () => await import('../../../../support/editor/fakeVscode'));

const { formView, keptOf } = await import('../../../../../src/ui/orders/form/ticketView');
const { readKept } = await import('../../../../../src/ui/orders/form/restoredTicket');

describe('what the page of a ticket keeps over a reload', () => {
  it.each(['live', 'simulated'] as const)('says of a new order that its account is a %s one, and is all that another needs', (kind) => {
    const account = { id: '1001', name: '', kind, markets: [1], source: 'service' } as const;
    const ticket = placingTicket(account, kind === 'live' ? undefined : 1, 'HK.00700', { qty: '300' });
    const kept = readKept(keptOf(ticket, { service: 'http://127.0.0.1' }, { kind: 'editing', notice: null }));
    expect(kept?.order).toEqual({ accountId: '1001', accountKind: kind, symbol: 'HK.00700' });
    expect(readPlaceArguments(kept?.order)).toEqual(kept?.order);
  });
});

describe('the view of an order ticket', () => {
  it('distinguishes a hard limit, which blocks sending, from a limit that asks once more', () => {
    const order = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', orderRecord({ quantity: '1000', price: '12.30' }));
    const desk = new TicketDesk({
      ...orderDesk(),
      limits: () => ({ maxValue: 0, maxQuantity: 100, maxDistancePercent: 0 }),
      hardLimits: () => ({ ...noHardLimits, quantity: 500 }),
    });
    const ticket = { ...order, exchange: 'SEHK', orderType: 'LIMIT', securityType: 'STOCK', typed: { qty: '2000' } };
    const draft: TicketDraft = desk.draft(ticket, unknownMarket);
    expect(formView(ticket, draft, unknownMarket)).toMatchObject({
      limits: ['This won’t be sent. The quantity 2,000 is above your hard limit of 500.'],
      warnings: ['The quantity 2,000 is above your limit of 100.'],
    });
  });
});
