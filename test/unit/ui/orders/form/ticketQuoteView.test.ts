import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TicketPrices, TicketQuote } from '../../../../../src/app/orders/ticket/ticketQuote';
import { quoteLine, quoteView } from '../../../../../src/ui/orders/form/ticketQuoteView';
import { FakeTime } from '../../../../support/machine/fakeTime';

const noon = Date.UTC(2026, 10, 26, 12);
const hourMs = 3_600_000;

function prices(updatedAt: number | undefined): TicketPrices {
  return {
    name: '',
    updatedAt,
    lastPrice: '10',
    previousClose: '',
    bidVolume: '',
    askVolume: '',
    bidPrice: '9',
    askPrice: '11',
    lotSize: '100',
    priceSpread: '0.1',
    isSuspended: false,
  };
}

const shown = (quote: TicketPrices): TicketQuote => ({ kind: 'shown', quote, readAtMs: 0, error: undefined });

function timeShown(updatedAt: number | undefined, zone = 'UTC'): string {
  return quoteView(shown(prices(updatedAt)), new FakeTime(noon), zone).time;
}

function noteOf(quote: TicketPrices): string {
  return quoteView(shown(quote), new FakeTime(noon), 'UTC').note;
}

describe('the time of a ticket’s prices', () => {
  it('is a time alone today, and has its day when that is another one', () => {
    expect(timeShown(noon - 2 * hourMs)).toBe('10:00:00');
    expect(timeShown(noon - 13 * hourMs)).toBe('2026-11-25 23:00:00');
    expect(timeShown(noon - 13 * hourMs, 'America/New_York')).toBe('2026-11-25 18:00:00');
    expect(timeShown(noon - 13 * hourMs, 'Asia/Hong_Kong')).toBe('07:00:00');
    expect(timeShown(undefined)).toBe('');
  });
});

describe('prices of a ticket that has none', () => {
  it('say so, and not for a single one', () => {
    const none = { ...prices(noon), lastPrice: '', bidPrice: '0', askPrice: '0.00' };
    expect(noteOf(none)).toBe('The service has no price for this security.');
    expect(noteOf({ ...none, askPrice: '11' })).toBe('');
    expect(noteOf({ ...none, isSuspended: true })).toBe('Trading in this security is suspended.');
  });
});

describe('the prices of a ticket', () => {
  it('come from the field of their name: a bid that shows the ask would fill in the wrong price', () => {
    const figures = fc.uniqueArray(fc.integer({ min: 1, max: 999_999 }).map(String), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(figures, ([lastPrice = '', bidPrice = '', askPrice = '', lotSize = '', priceSpread = '']) => {
        const view = quoteView(shown({ ...prices(noon), lastPrice, bidPrice, askPrice, lotSize, priceSpread }), new FakeTime(noon), 'UTC');
        const plain = (text: string): string => text.replaceAll(',', '');
        expect({ last: view.last, bid: view.bid, ask: view.ask }).toEqual({ last: lastPrice, bid: bidPrice, ask: askPrice });
        expect(Object.fromEntries(Object.entries(view.shown).map(([name, text]) => [name, plain(text)]))).toEqual({
          ...{ change: '', bidSize: '', askSize: '' },
          ...{ last: lastPrice, bid: bidPrice, ask: askPrice, lot: lotSize, tick: priceSpread },
        });
      }),
    );
  });
});

describe('the prices of a ticket', () => {
  it('have the digits of the tick, so that none moves the next one; what a press fills in is as sent', () => {
    const quote = { ...prices(noon), lastPrice: '209.1', bidPrice: '209', askPrice: '209.12', priceSpread: '0.01' };
    const view = quoteView(shown(quote), new FakeTime(noon), 'UTC');
    expect(view.shown).toMatchObject({ last: '209.10', bid: '209.00', ask: '209.12', tick: '0.01' });
    expect([view.last, view.bid]).toEqual(['209.1', '209']);
    expect(quoteView(shown({ ...quote, lastPrice: '' }), new FakeTime(noon), 'UTC').shown.last).toBe('');
  });
});

describe('beside the prices of a ticket', () => {
  const besides = (changes: Partial<TicketPrices>): readonly string[] => {
    const { change, bidSize, askSize } = quoteView(shown({ ...prices(noon), ...changes }), new FakeTime(noon), 'UTC').shown;
    return [change, bidSize, askSize];
  };

  it('stand the change of the day and the sizes', () => {
    expect(besides({ lastPrice: '554', previousClose: '552.5', bidVolume: '2000', askVolume: '12345' })).toEqual([
      '+0.27%',
      '× 2,000',
      '× 12,345',
    ]);
    expect(besides({ lastPrice: '550', previousClose: '552.5' })).toEqual(['−0.45%', '', '']);
  });

  it('stands no change from nothing, and no size of zero', () => {
    expect(besides({})).toEqual(['', '', '']);
    expect(besides({ previousClose: '0', bidVolume: '0' })).toEqual(['', '', '']);
  });
});

describe('the line of prices in the last question', () => {
  const lineOf = (changes: Partial<TicketPrices>, updatedAt: number | undefined, agoMs: number): string => {
    const time = new FakeTime(noon);
    const quote = { ...shown({ ...prices(updatedAt), ...changes }), readAtMs: time.monotonicMs() - agoMs };
    return quoteLine(quoteView(quote, time, 'UTC'), time, 'UTC');
  };

  it('has bid and ask with the service’s time', () => {
    expect(lineOf({ bidVolume: '300' }, noon - 3_000, 1_000)).toBe('Bid: 9.0 × 300 · Ask: 11.0 · Prices as of 11:59:57');
  });

  it('says when they were read, unless that was just now', () => {
    expect(lineOf({}, noon - 60_000, 20_000)).toBe('Bid: 9.0 · Ask: 11.0 · Prices as of 11:59:00 · updated 11:59:40');
    expect(lineOf({}, undefined, 1_000)).toBe('Bid: 9.0 · Ask: 11.0 · updated 11:59:59');
  });

  it('has the last price where nothing is bid or offered, and nothing without a price', () => {
    expect(lineOf({ bidPrice: '', askPrice: '0' }, noon, 0)).toBe('Last: 10.0 · Prices as of 12:00:00');
    expect(lineOf({ bidPrice: '', askPrice: '0', lastPrice: '' }, noon, 0)).toBe('');
  });
});
