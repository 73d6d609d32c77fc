import { beforeEach, describe, expect, it } from 'vitest';
import { placingTicket } from '../../../../../src/app/orders/ticket/placingTicket';
import type { Ticket } from '../../../../../src/app/orders/ticket/ticket';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { aQuote } from '../../../../support/builders/quoteBuilders';
import { askForSize } from '../../../../../src/ui/orders/place/askForSize';
import { editor } from '../../../../support/editor/editor';

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

function ticketFor(code: string): Ticket {
  return placingTicket(live, undefined, code, { side: 'BUY', orderType: 'LIMIT', price: '4' });
}

describe('size by risk of a new order', () => {
  beforeEach(() => {
    const answers = ['2', '1'];
    editor.usually((prompt) => (prompt.kind === 'text' ? prompt.enter(answers.shift() ?? '') : undefined));
    reads.length = 0;
  });

  it('is the quantity of a share, with its loss at the stop', async () => {
    expect(await askForSize(access, () => ticketFor('US.AAPL'), aQuote('US.AAPL', { lotSize: '1' }))).toEqual({
      quantity: '500',
      message: 'Quantity 500: up to USD 1,000 is lost at the stop, within 1% of USD 100,000. Fees and gaps in the price aren’t included.',
    });
    expect(editor.asked.length).toBe(2);
    expect(reads).toEqual(['8001 USD']);
  });

  it('is refused when the service states the value in another currency all the same', async () => {
    const stubborn = new FakeAccess(
      fakeClient({ beyond: { funds: async () => Promise.resolve({ totalAssets: '1', currency: 'HKD' } as never) } }),
    );
    expect(await askForSize(stubborn, () => ticketFor('US.AAPL'), aQuote('US.AAPL', { lotSize: '1' }))).toEqual({
      quantity: undefined,
      message: 'No quantity: this security is traded in USD, but the service states the account’s value in HKD only.',
    });
  });

  it('is never more than the form says the account can trade', async () => {
    const ticket = ticketFor('US.AAPL');
    const known = ticket.placing === undefined ? ticket : { ...ticket, placing: { ...ticket.placing, most: '120' } };
    const sized = await askForSize(access, () => known, aQuote('US.AAPL', { lotSize: '1' }));
    expect(sized?.quantity).toBe('120');
    expect(sized?.message).toBe(
      'Quantity 120: up to USD 240 is lost at the stop, within 1% of USD 100,000. The risk allows more, but the account can’t trade more. Fees and gaps in the price aren’t included.',
    );
  });

  it.each(['0', '0.0', ''])('takes a lot size of “%s” for none', async (lotSize) => {
    const sized = await askForSize(access, () => ticketFor('US.AAPL'), aQuote('US.AAPL', { lotSize }));
    expect(sized?.quantity).toBe('500');
    expect(sized?.message).toMatch(/ The lot size isn’t known\.$/);
  });

  it.each([
    ['US.AAPL261218C200000', '100'],
    ['US.AAPL261218C200000', ''],
    ['HK.HSImain', '50'],
  ])('is refused for %s, which is no share, before anything is asked or read', async (code, contractSize) => {
    expect(await askForSize(access, () => ticketFor(code), aQuote(code, { lotSize: '1', contractSize }))).toEqual({
      quantity: undefined,
      message: 'Size by risk is for shares only: what one contract loses isn’t known.',
    });
    expect([editor.asked, reads]).toEqual([[], []]);
  });

  it('is not used when price or side were changed while the questions were open', async () => {
    const now = [ticketFor('US.AAPL'), { ...ticketFor('US.AAPL'), typed: { price: '5' } }];
    const sized = await askForSize(access, () => now.shift() ?? ticketFor('US.AAPL'), aQuote('US.AAPL', { lotSize: '1' }));
    expect(sized).toEqual({ quantity: undefined, message: 'The order was changed while you answered. Choose Size by Risk again.' });
  });
});
