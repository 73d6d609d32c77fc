import { describe, expect, it } from 'vitest';
import type { TicketQuote } from '../../../../../src/app/orders/ticket/ticketQuote';
import { quoteView } from '../../../../../src/ui/orders/form/ticketQuoteView';
import { FakeTime } from '../../../../support/machine/fakeTime';

const noon = Date.UTC(2026, 10, 26, 12);
const hourMs = 3_600_000;

function timeShown(updatedAt: number | undefined, zone = 'UTC'): string {
  const prices = {
    name: '',
    updatedAt,
    lastPrice: '10',
    bidPrice: '9',
    askPrice: '11',
    lotSize: '100',
    priceSpread: '0.1',
    isSuspended: false,
  };
  const quote = { kind: 'shown', quote: prices, readAtMs: 0, error: undefined } as TicketQuote;
  return quoteView(quote, new FakeTime(noon), zone).time;
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
