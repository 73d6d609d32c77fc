import { beforeEach, describe, expect, it } from 'vitest';
import { placingTicket } from '../../../../../src/app/orders/ticket/placingTicket';
import type { Ticket } from '../../../../../src/app/orders/ticket/ticket';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { aQuote } from '../../../../support/builders/quoteBuilders';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { RiskPart } from '../../../../../src/ui/orders/place/riskPart';
import type { TicketRiskTexts } from '../../../../../src/panel/ticket/ticketProtocol';

const live = { id: '8001', name: 'Margin', kind: 'live', markets: [], source: 'service' } as const;
const reads: string[] = [];
const access = new FakeAccess(
  fakeClient({
    beyond: {
      // An account in Hong Kong dollars, whose value the service converts as asked.
      funds: async ({ accountId, currency }) => {
        reads.push(`${accountId} ${currency}`);
        return Promise.resolve({ totalAssets: currency === 'HKD' ? '780000' : '100000', currency } as never);
      },
    },
  }),
);
const onePercent: TicketRiskTexts = { stop: '2', risk: '1', unit: 'percent' };

function ticketFor(code: string, changes: Readonly<Record<string, string>> = {}): Ticket {
  return placingTicket(live, undefined, code, { side: 'BUY', orderType: 'LIMIT', price: '4', ...changes });
}

/** The view and the quantity of a form that was filled in. */
async function sized(
  asked: TicketRiskTexts,
  ticket: Ticket,
  { market = aQuote('US.AAPL', { lotSize: '1' }), most = undefined as string | undefined, isPrivate = false, from = access } = {},
) {
  const part = new RiskPart(from, new FakeTime(), () => undefined);
  part.ask(asked, ticket);
  await settle();
  const quantity = await part.quantity(
    () => ticket,
    market,
    () => most,
  );
  return { ...part.view(ticket, market, most, { isPrivate }), filledIn: quantity };
}

describe('size by risk of a new order', () => {
  beforeEach(() => void (reads.length = 0));

  it('is in the currency of a position, not of the market', async () => {
    const ticket = ticketFor('SG.S27');
    const held = ticket.placing === undefined ? ticket : { ...ticket, placing: { ...ticket.placing, currency: 'USD' } };
    const found = await sized(onePercent, held);
    expect([found.currency, found.quantity, reads]).toEqual(['USD', '500', ['8001 USD']]);
    expect(found.hint).toContain('USD 1,000 is lost at the stop');
  });

  it('is not taken from a value that was read before the machine slept', async () => {
    let sleptMs = 0;
    const part = new RiskPart(access, { monotonicMs: () => 0, wallMs: () => sleptMs }, () => undefined);
    const ticket = ticketFor('US.AAPL');
    const size = async (): Promise<unknown> =>
      part.quantity(
        () => ticket,
        aQuote('US.AAPL', { lotSize: '1' }),
        () => undefined,
      );
    part.ask(onePercent, ticket);
    await settle();
    await size();
    expect(reads).toHaveLength(1);
    sleptMs = 9 * 3_600_000;
    await size();
    expect(reads).toHaveLength(2);
  });

  it('is not taken from a value in the currency assumed before', async () => {
    const part = new RiskPart(access, new FakeTime(), () => undefined);
    const ticket = ticketFor('SG.S27');
    const held = ticket.placing === undefined ? ticket : { ...ticket, placing: { ...ticket.placing, currency: 'USD' } };
    const market = aQuote('SG.S27', { lotSize: '1' });
    part.ask(onePercent, ticket);
    await settle();
    expect(
      await part.quantity(
        () => held,
        market,
        () => undefined,
      ),
    ).toBe('500');
    expect(reads).toEqual(['8001 SGD', '8001 USD']);
  });

  it('is the quantity of a share, with its loss at the stop, of the account’s value in the currency of the share', async () => {
    expect(await sized(onePercent, ticketFor('US.AAPL'))).toEqual({
      isOpen: true,
      currency: 'USD',
      quantity: '500',
      filledIn: '500',
      hint: 'Quantity 500: up to USD 1,000 is lost at the stop, within 1% of USD 100,000. Fees and gaps in the price aren’t included.',
    });
    expect(reads).toEqual(['8001 USD']);
    expect((await sized(onePercent, ticketFor('US.AAPL'), { isPrivate: true })).hint).not.toContain('100,000');
  });

  it('of an amount asks for no funds', async () => {
    expect(await sized({ stop: '2', risk: '300', unit: 'amount' }, ticketFor('US.AAPL'))).toMatchObject({
      filledIn: '150',
      hint: 'Quantity 150: up to USD 300 is lost at the stop. Fees and gaps in the price aren’t included.',
    });
    expect(reads).toEqual([]);
  });

  it('is refused when the service states the value in another currency all the same', async () => {
    const stubborn = new FakeAccess(
      fakeClient({ beyond: { funds: async () => Promise.resolve({ totalAssets: '1000000', currency: 'HKD' } as never) } }),
    );
    expect(await sized(onePercent, ticketFor('US.AAPL'), { from: stubborn })).toMatchObject({
      quantity: '',
      filledIn: undefined,
      hint: 'No quantity: this security is traded in USD, but the service states the account’s value in HKD only.',
    });
  });

  it('is never more than the form says the account can trade', async () => {
    expect(await sized(onePercent, ticketFor('US.AAPL'), { most: '120' })).toMatchObject({
      filledIn: '120',
      hint: 'Quantity 120: up to USD 240 is lost at the stop, within 1% of USD 100,000. The risk allows more, but the account can’t trade more. Fees and gaps in the price aren’t included.',
    });
  });

  it.each(['0', '0.0', ''])('takes a lot size of “%s” for none', async (lotSize) => {
    const { filledIn, hint } = await sized(onePercent, ticketFor('US.AAPL'), { market: aQuote('US.AAPL', { lotSize }) });
    expect([filledIn, hint]).toEqual(['500', expect.stringMatching(/ The lot size isn’t known\.$/)]);
  });

  it.each([
    ['US.AAPL261218C200000', 'BUY', 'Size by risk is for shares only: what one contract loses isn’t known.'],
    ['HK.HSImain', 'BUY', 'Size by risk is for shares only: what one contract loses isn’t known.'],
    ['US.AAPL', 'SELL', 'Size by risk is for orders that open a position: to buy or to sell short.'],
  ])('is refused for %s to %s before anything is read', async (code, side, hint) => {
    expect(await sized(onePercent, ticketFor(code, { side }))).toMatchObject({ isOpen: false, quantity: '', filledIn: undefined, hint });
    expect(reads).toEqual([]);
  });

  it('is of the price and the side as they are now, and of an order without a limit at the price that it is expected to get', async () => {
    const market = aQuote('US.AAPL', { lotSize: '1', askPrice: '6', bidPrice: '5', lastPrice: '5.5' });
    expect(await sized(onePercent, ticketFor('US.AAPL', { price: '3' }))).toMatchObject({ filledIn: '1000' });
    expect(await sized(onePercent, ticketFor('US.AAPL', { orderType: 'MARKET' }), { market })).toMatchObject({ filledIn: '250' });
    expect(
      await sized({ ...onePercent, stop: '7' }, ticketFor('US.AAPL', { orderType: 'MARKET', side: 'SELL_SHORT' }), { market }),
    ).toMatchObject({
      filledIn: '500',
    });
    expect(await sized({ ...onePercent, stop: '' }, ticketFor('US.AAPL'))).toMatchObject({ quantity: '', filledIn: undefined });
  });
});
