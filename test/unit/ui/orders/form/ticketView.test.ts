import { describe, expect, it } from 'vitest';
import type { TicketDraft } from '../../../../../src/app/orders/ticket/ticketDesk';
import { TicketDesk } from '../../../../../src/app/orders/ticket/ticketDesk';
import { placingStarted, placingTicket, readPlaceArguments } from '../../../../../src/app/orders/ticket/placingTicket';
import { emptyTicket, startText, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import type { Ticket } from '../../../../../src/app/orders/ticket/ticket';
import type { TicketPrices, TicketQuote } from '../../../../../src/app/orders/ticket/ticketQuote';
import type { MarketFacts } from '../../../../../src/domain/orders/orderWarnings';
import type { TicketFormView } from '../../../../../src/panel/ticket/ticketProtocol';
import { noLimits } from '../../../../../src/domain/orders/limits/limits';
import { unknownMarket } from '../../../../../src/domain/orders/orderWarnings';
import { orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { formView, keptOf } from '../../../../../src/ui/orders/form/ticketView';
import { readKept } from '../../../../../src/ui/orders/form/restoredTicket';
import { unlimited } from '../../../../support/orders/unlimited';

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
      limits: () => ({ ask: { ...noLimits, quantity: 100 }, refuse: { ...noLimits, quantity: 500 } }),
    });
    const ticket = { ...order, exchange: 'SEHK', orderType: 'LIMIT', securityType: 'STOCK', typed: { qty: '2000' } };
    const draft: TicketDraft = desk.draft(ticket, unknownMarket);
    const quotes = quotesOf('notOffered');
    const limits = ['This won’t be sent. The quantity 2,000 is above your hard limit of 500.'];
    expect(formView(ticket, draft, quotes)).toMatchObject({ limits, warnings: [] });
    const above = desk.draft({ ...ticket, typed: { qty: '400' } }, unknownMarket);
    expect(formView(ticket, above, quotes)).toMatchObject({ limits: [], warnings: ['The quantity 400 is above your limit of 100.'] });
    // What stopped a review is told once, also if its figures were others then.
    expect(formView(ticket, draft, quotes, undefined, 'This won’t be sent. Others.')).toMatchObject({ limits });
  });

  it('writes prices with the digits of the security’s own, and quantities without', () => {
    const order = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', orderRecord({ quantity: '300', price: '562.5' }));
    const ticket = { ...order, exchange: 'SEHK', orderType: 'LIMIT', securityType: 'STOCK', typed: { qty: '400', price: '563' } };
    const desk = new TicketDesk({ ...orderDesk(), limits: () => unlimited });
    const quotes = quotesOf('shown', { lastPrice: '553.500', priceSpread: '0.500' });
    const { changes, fields } = formView(ticket, desk.draft(ticket, quotes.market), quotes);
    expect(changes.slice(0, 2).map(({ value }) => value)).toEqual(['300 → 400', '562.500 → 563.000']);
    expect(fields.map(({ now }) => now)).toEqual(['300', '562.500']);
  });

  it('estimates the value of a change to a trailing order, whose price is zero', () => {
    const record = orderRecord({ quantity: '300', price: '0', side: 'SELL', orderType: 'TRAILING_STOP' });
    const order = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', record);
    const ticket = { ...order, exchange: 'SEHK', orderType: 'TRAILING_STOP', securityType: 'STOCK', typed: { qty: '400' } };
    const desk = new TicketDesk({ ...orderDesk(), limits: () => unlimited });
    const quotes = quotesOf('shown', { bidPrice: '555' });
    const { changes } = formView(ticket, desk.draft(ticket, quotes.market), quotes);
    expect(changes.map(({ label, value }) => `${label}: ${value}`)).toContain('Estimated value: HKD 222,000 at the best bid, 555');
  });

  it.each([
    ['', 'contract size unknown'],
    ['100', 'HKD 125,000 → 100,000 (−25,000) (contract size 100)'],
  ])('values a contract by the size that its quote has: %j', (contractSize, text) => {
    const record = orderRecord({ code: 'HK.TCH281228C600000', securityType: 'OPTION', quantity: '40', price: '31.25' });
    const order = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', record);
    const ticket = { ...order, exchange: 'SEHK', orderType: 'LIMIT', securityType: 'OPTION', typed: { price: '25' } };
    const { market, state } = quotesOf('shown', { lastPrice: '31.250' });
    const quotes = { market: { ...market, contractSize }, state };
    const { changes, fields } = formView(
      ticket,
      new TicketDesk({ ...orderDesk(), limits: () => unlimited }).draft(ticket, quotes.market),
      quotes,
    );
    expect(changes.find(({ label }) => label === 'Order value')?.value).toBe(text);
    const beside = text === 'contract size unknown' ? '' : ' · HKD 100,000 (contract size 100)';
    expect(fields.find(({ field }) => field === 'price')?.distance).toBe(`20.00% below the last price${beside}`);
  });

  it('tells a hard limit that only the review knew beside the numbers', () => {
    const order = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', orderRecord({ quantity: '1000', price: '12.30' }));
    const ticket = { ...order, exchange: 'SEHK', orderType: 'LIMIT', securityType: 'STOCK', typed: { qty: '2000' } };
    const desk = new TicketDesk({ ...orderDesk(), limits: () => unlimited });
    const draft = desk.draft(ticket, unknownMarket);
    expect(formView(ticket, draft, quotesOf('shown')).limits).toEqual([]);
    expect(formView(ticket, draft, quotesOf('shown'), undefined, 'This won’t be sent.').limits).toEqual(['This won’t be sent.']);
  });
});

function quotesOf(kind: TicketQuote['kind'], prices: Partial<TicketPrices> = {}): { market: MarketFacts; state: TicketQuote } {
  const none = {
    name: '',
    updatedAt: undefined,
    lastPrice: '',
    previousClose: '',
    bidPrice: '',
    bidVolume: '',
    askPrice: '',
    askVolume: '',
    lotSize: '',
    priceSpread: '',
    isSuspended: false,
  };
  const quote = { ...none, ...prices };
  return { market: quote, state: { kind, quote, readAtMs: 0, error: undefined } };
}

describe('a price in the view of an order ticket', () => {
  const order = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', orderRecord({ quantity: '300', price: '562.5' }));
  const desk = new TicketDesk({ ...orderDesk(), limits: () => unlimited });
  const viewOf = (price: string, prices: Partial<TicketPrices>) => {
    const quotes = quotesOf('shown', prices);
    const ticket = { ...order, exchange: 'SEHK', orderType: 'LIMIT', securityType: 'STOCK', typed: { price } };
    return formView(ticket, desk.draft(ticket, quotes.market), quotes);
  };
  const offTick = (price: string, prices: Partial<TicketPrices>): unknown =>
    viewOf(price, prices).fields.find(({ field }) => field === 'price')?.offTick;
  const known = { lastPrice: '553.500', askPrice: '554.000', priceSpread: '0.500' };

  it('off the tick has the ticks around it', () => {
    expect(offTick('560.3', known)).toEqual({ tick: '0.500', nearest: ['560.000', '560.500'] });
    expect([offTick('560.5', known), offTick('562.5', known), offTick('560.3', { lastPrice: '553.500' })]).toEqual([null, null, null]);
  });

  it('off the tick is the first thing that is warned about', () => {
    expect(viewOf('560.3', known).warnings).toEqual([
      'Price 560.300 is off the tick, 0.500: the exchange may reject it.',
      'The price 560.300 reaches the best ask, 554.000: the order may be filled at once.',
    ]);
  });
});

describe('the view of a new order', () => {
  const account = { id: '8001', name: '', kind: 'live', markets: [1], source: 'service' } as const;
  const desk = new TicketDesk({ ...orderDesk(), limits: () => unlimited });
  const viewOf = (ticket: Ticket, quotes: ReturnType<typeof quotesOf>) => formView(ticket, desk.draft(ticket, quotes.market), quotes);
  const priceOf = ({ fields }: Pick<TicketFormView, 'fields'>) => fields.find(({ field }) => field === 'price');

  it('says why its price is still empty, and calls nothing wrong that nobody has entered', () => {
    const ticket = placingTicket(account, undefined, 'HK.00700', {});
    const waits = viewOf(ticket, quotesOf('loading'));
    expect(priceOf(waits)).toMatchObject({ rule: 'Filled in when the service sends a price. You can also enter one.', problem: '' });
    expect(waits.fields.map(({ problem }) => problem)).toEqual(['', '']);
    expect(waits).toMatchObject({ idle: 'Enter the missing numbers to review the order.', action: '', problems: [] });
    for (const kind of ['failed', 'notOffered', 'absent', 'shown'] as const)
      expect(priceOf(viewOf(ticket, quotesOf(kind)))).toMatchObject({ rule: 'No recent price came from the service. Enter a price.' });
    // What was entered and deleted is wrong; what was entered is left alone.
    expect(priceOf(viewOf({ ...ticket, typed: { price: '' } }, quotesOf('failed')))).toMatchObject({ problem: 'Price: enter a number.' });
    expect(priceOf(viewOf({ ...ticket, typed: { price: '560' } }, quotesOf('failed')))).toMatchObject({ rule: '', problem: '' });
  });

  it.each([
    ['BUY', 'MARKET', {}, 'HKD 55,600 at the best ask, 556.0'],
    ['SELL', 'MARKET', {}, 'HKD 55,500 at the best bid, 555.0'],
    ['SELL', 'MARKET', { bidPrice: '' }, 'HKD 55,580 at the last price, 555.8'],
    ['SELL', 'STOP', {}, 'HKD 54,000 at the trigger price, 540.0'],
    ['BUY', 'MARKET', { bidPrice: '', askPrice: '', lastPrice: '0' }, undefined],
    ['BUY', 'LIMIT', {}, undefined],
  ])('estimates the value to %s by %s: %#', (side, orderType, prices, text) => {
    const quotes = quotesOf('shown', { bidPrice: '555', askPrice: '556', lastPrice: '555.8', lotSize: '100', ...prices });
    const ticket = placingTicket(account, undefined, 'HK.00700', { side, orderType, qty: '100', price: '550', auxPrice: '540' });
    const { changes } = viewOf(ticket, quotes);
    expect(changes.find(({ label }) => label === 'Estimated value')?.value).toBe(text);
    expect(changes.some(({ label }) => label === 'Order value')).toBe(orderType === 'LIMIT');
  });

  it('is filled in by the first price, also if figures without a price came before', () => {
    const ticket = placingTicket(account, undefined, 'HK.00700', {});
    const [without, first, next] = [{}, { lastPrice: '560', lotSize: '100' }, { lastPrice: '570', lotSize: '100' }].map(
      (prices) => quotesOf('shown', prices).market,
    );
    if (without === undefined || first === undefined || next === undefined) throw new Error('no figures');
    const empty = placingStarted(ticket, without, true);
    expect(placingStarted(empty, without, true)).toBe(empty);
    const filled = placingStarted(empty, first, true);
    expect([startText(filled, 'qty'), startText(filled, 'price')]).toEqual(['100', '560']);
    expect(placingStarted(filled, next, true)).toBe(filled);
  });

  it.each([
    ['HK.00700', 'HKD 56,000'],
    ['HK.80700', 'CNY 56,000'],
    ['US.AAPL', 'USD 56,000'],
    // Some of these funds are in Hong Kong dollars: their currency isn’t known.
    ['HK.09801', '56,000'],
  ])('has its value in the currency of its share, if that is known: %s', (code, value) => {
    const ticket = placingTicket(account, undefined, code, { qty: '100', price: '560' });
    expect(viewOf(ticket, quotesOf('loading')).changes).toContainEqual({ label: 'Order value', value, isChanged: true });
  });

  it('groups the digits of a long quantity beside its field', () => {
    const quotes = quotesOf('shown', { lastPrice: '560' });
    const beside = (qty: string): string | undefined =>
      viewOf(placingTicket(account, undefined, 'HK.00700', { qty, price: '560' }), quotes).fields.find(({ field }) => field === 'qty')
        ?.distance;
    expect([beside('120000'), beside('12000'), beside('1200')]).toEqual(['= 120,000', '= 12,000', '']);
  });

  it('repeats no field under “Order” unless less of it is kept', () => {
    const labels = (price: string): readonly string[] =>
      viewOf(placingTicket(account, undefined, 'HK.00700', { qty: '100', price }), quotesOf('loading')).changes.map(({ label }) => label);
    expect(labels('560')).toEqual(['Order value', 'Fees and taxes']);
    expect(labels('560.12345')).toEqual(['Price', 'Order value', 'Fees and taxes']);
  });
});
