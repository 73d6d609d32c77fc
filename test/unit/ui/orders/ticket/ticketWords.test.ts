import { describe, expect, it } from 'vitest';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import type { Ticket } from '../../../../../src/app/orders/ticket/ticket';
import { TicketDesk, valueOf } from '../../../../../src/app/orders/ticket/ticketDesk';
import { unknownMarket } from '../../../../../src/domain/orders/orderWarnings';
import { orderDifferences } from '../../../../../src/domain/orders/orderDifferences';
import { TransportError } from '../../../../../src/service/errors';
import type { OrderRecord } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { live, orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { placingTicket } from '../../../../../src/app/orders/ticket/placingTicket';
import { unlimited } from '../../../../support/orders/unlimited';

const { unverified } = await import('../../../../../src/ui/platform/network/unverified');
const { confirmationLines, currencyOf, warningText } = await import('../../../../../src/ui/orders/ticket/ticketWords');
const { staleText } = await import('../../../../../src/ui/orders/story/notSent');

const order = orderRecord({ quantity: '1000', price: '562.5', dealtQuantity: '100' });
const limits = unlimited;

/** The lines of the last question about a change of `ticket`. */
function linesOf(
  shown: OrderRecord | undefined,
  rest: Partial<Ticket>,
  read = { readAtMs: Date.UTC(2026, 10, 21, 9, 30) as number | undefined },
) {
  const parts = orderDesk();
  parts.client.orderDetails = async () => pageOf(shown === undefined ? [] : [shown]);
  const desk = new TicketDesk({ ...parts, limits: () => limits });
  const ticket = { ...withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', shown), exchange: 'SEHK', latestRoot: null };
  const opened = desk.review({ ...ticket, ...rest }, live);
  if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
  const worth = { value: valueOf(opened.review.shown, unknownMarket), estimate: undefined };
  return confirmationLines(opened.review, { ...read, ...worth }, 'UTC');
}

describe('the last question before a change', () => {
  it('says in its second line that the certificate of this service cannot be verified', () => {
    unverified.follow({ of: (origin) => (origin === 'https://api.example.test' ? 'AB' : undefined) });
    expect(linesOf(order, { typed: { qty: '800' } }).slice(0, 2)).toEqual([
      'LIVE – REAL MONEY',
      'UNVERIFIED CERTIFICATE – trusted by you alone',
    ]);
    unverified.follow({ of: (origin) => (origin === 'https://api.example.com' ? 'AB' : undefined) });
    expect(linesOf(order, { typed: { qty: '800' } }).join()).not.toContain('UNVERIFIED');
  });

  it('shows the security, the old and new values, and the service', () =>
    expect(linesOf(order, { typed: { qty: '800' } })).toEqual([
      'LIVE – REAL MONEY',
      'BUY Tencent (HK.00700) · LIMIT · DAY · filled 100 of 1,000',
      'Quantity: 1,000 → 800',
      'Price: 562.5, unchanged',
      'Order value: HKD 562,500 → 450,000 (−112,500)',
      'api.example.test · account 8001 · order OK-1 on SEHK · checked at 09:30:00',
    ]));

  it('shows no limit price of an order that has none', () => {
    const lines = linesOf({ ...order, orderType: 'STOP', price: '0', auxPrice: '500' }, { typed: { qty: '900', aux_price: '510' } });
    expect(lines.join('\n')).not.toMatch(/^(Price|Value):/m);
    expect(lines).toContain('Trigger price: 500 → 510');
  });

  it('says which digits the service will not keep', () =>
    expect(linesOf(order, { typed: { price: '562.123456' } }).find((line) => line.startsWith('Price:'))).toMatch(/562\.1234.*562\.123456/));

  it('says how old its values are when the order cannot be read again, and when there are none', () => {
    expect(linesOf(order, { typed: { qty: '800' } }, { readAtMs: undefined }).join('\n')).toContain(
      'The current values are from when you opened the ticket.',
    );
    const unknown = { orderType: 'LIMIT', securityType: 'STOCK', typed: { qty: '800', price: '560' } };
    expect(linesOf(undefined, unknown, { readAtMs: undefined }).join('\n')).toContain('its current values aren’t known');
  });
});

describe('the currency of an order', () => {
  const ofPosition = (code: string, currency?: string): string => {
    const { placing } = placingTicket({ id: '8001', name: '', kind: 'live', markets: [], source: 'service' }, undefined, code, {});
    return currencyOf({ order: undefined, placing: placing === undefined ? undefined : { ...placing, currency } });
  };

  it('is that of a position in its security, otherwise that of the market', () => {
    expect([ofPosition('SG.S27', 'USD'), ofPosition('SG.S27'), ofPosition('HK.09010', 'USD'), ofPosition('HK.09010')]).toEqual([
      'USD',
      'SGD',
      'USD',
      '',
    ]);
    expect([ofPosition('US.AAPL281215C230000', 'USD'), ofPosition('US.AAPL281215C230000')]).toEqual(['USD', '']);
  });
});

describe('the text of a warning', () => {
  it('writes prices with the digits of the security, and quantities as they are', () => {
    const market = { last: '548.500', tick: '0.500' };
    const texts = [
      { kind: 'crosses', best: 'ask', bestPrice: '548.5', price: '560.3' },
      { kind: 'tick', field: 'price', tick: '0.5', price: '560.3' },
      { kind: 'jump', field: 'qty', old: '100', kept: '1000' },
    ] as const;
    expect(texts.map((warning) => warningText(warning, market))).toEqual([
      'The price 560.300 reaches the best ask, 548.500: the order may be filled at once.',
      'Price 560.300 is off the tick, 0.500: the exchange may reject it.',
      'Quantity changes from 100 to 1,000. Check the decimal point.',
    ]);
  });

  it.each([
    [{ kind: 'jump', field: 'price', old: '562.5', kept: '5625' }, 'Price changes from 562.5 to 5,625. Check the decimal point.'],
    [{ kind: 'lot', lotSize: '100', quantity: '555' }, 'Quantity 555 isn’t a multiple of the lot size 100.'],
    [{ kind: 'tick', field: 'price', tick: '0.5', price: '562.3' }, 'Price 562.3 is off the tick, 0.5: the exchange may reject it.'],
    [
      { kind: 'crosses', best: 'ask', bestPrice: '562.5', price: '1563' },
      'The price 1,563 reaches the best ask, 562.5: the order may be filled at once.',
    ],
    [
      { kind: 'crosses', best: 'bid', bestPrice: '562', price: '561' },
      'The price 561 reaches the best bid, 562: the order may be filled at once.',
    ],
    [{ kind: 'triggered', price: '1110' }, 'The trigger price 1,110 is already reached: the order triggers at once.'],
    [{ kind: 'distance', field: 'price', percent: '20.0', price: '500', limit: 10 }, 'Price is 20.0% away from the last price, 500.'],
    [
      { kind: 'distance', field: 'price', percent: '60.0', price: '60', isOutside: true, limit: 10 },
      'Price is 60.0% away from the extended-hours price, 60.',
    ],
    [{ kind: 'value', value: '2000000', limit: 1000 }, 'The order value 2,000,000 is above your limit of 1,000.'],
    [{ kind: 'quantity', quantity: '160', limit: 150 }, 'The quantity 160 is above your limit of 150.'],
    [{ kind: 'belowFilled', quantity: '50', filled: '100' }, 'The quantity 50 is below the filled quantity, 100.'],
    [{ kind: 'suspended' }, 'Trading in this security is suspended.'],
    [{ kind: 'nothingRemains', quantity: '40' }, '40 are filled already, so nothing of the order remains.'],
  ] as const)('is written for %j', (warning, text) => expect(warningText(warning)).toBe(text));
});

describe('the reason why a ticket was stopped', () => {
  const now = orderRecord({
    quantity: '100',
    price: '562.5',
    dealtQuantity: '100',
    status: 'CANCELLED_ALL',
    orderType: 'STOP',
    auxPrice: '7',
  });

  it('names every difference, and that nothing was sent', () => {
    const { message, detail } = staleText('OK-1', {
      kind: 'changed',
      order: now,
      differences: orderDifferences(order, now),
      latestRoot: null,
    });
    expect(message).toBe('Nothing was sent: OK-1. It has changed since you opened the ticket.');
    expect(detail.split('\n')).toEqual([
      'Quantity: 1,000 → 100',
      'Trigger price: – → 7',
      'Status: submitted → canceled',
      'Order type: LIMIT → STOP',
    ]);
  });

  it('says that an order is gone, or that it cannot be read', () => {
    expect(staleText('OK-1', { kind: 'gone' }).message).toBe('Nothing was sent: OK-1. The service no longer lists it.');
    const { message, detail } = staleText('OK-1', { kind: 'notRead', error: new TransportError('timed-out', { sent: 'maybe' }) });
    expect([message, detail !== '']).toEqual(['Nothing was sent: OK-1. It couldn’t be checked again.', true]);
  });
});
