import { describe, expect, it } from 'vitest';
import { quoteOfSnapshot } from '../../../../src/domain/quotes/liveQuote';
import { aQuote, aSession } from '../../../support/builders/quoteBuilders';
import { signedInState } from '../../../support/fakeAccess';

const { quoteHover } = await import('../../../../src/ui/quotes/quoteHover');
const { changeText } = await import('../../../../src/ui/platform/words/changeText');

describe('a quote in a hover', () => {
  it.each([
    ['312.4', '311.2', '▲ +1.20 (+0.39%)'],
    ['300', '312.5', '▼ −12.50 (−4.00%)'],
    ['300', '300.00', '■ 0.00 (0.00%)'],
    ['1.5', '0', '▲ +1.50'],
    ['--', '300', ''],
    ['300', '', ''],
  ])('shows the change from %s after %s as %s', (last, previous, text) => expect(changeText(last, previous)).toBe(text));

  it('shows the price outside the regular hours with its own time, while it is newer', () => {
    const at = Date.UTC(2026, 10, 20, 21);
    const shown = (sessionAt: number): string => {
      const quote = aQuote('US.AAPL', { lastPrice: '200', updatedAt: at, afterMarket: aSession('201', sessionAt) });
      const found = { quote: quoteOfSnapshot(quote, at, at), isOld: false, connection: signedInState.connection };
      return quoteHover(found, 'America/New_York').value.replaceAll('\\', '');
    };
    expect(shown(at + 60_000)).toContain('After hours 201 ▲ +0.50%, as of Nov 20, 2026, 16:01');
    expect(shown(at - 60_000)).not.toContain('After hours');
  });

  it('shows the service’s words as text, and leaves out missing fields', () => {
    const sent = aQuote('HK.00700', { name: '[x](command:y)', lastPrice: '1312.40', volume: '12345' });
    const quote = quoteOfSnapshot(sent, Date.UTC(2026, 10, 20, 6, 3, 22), 0);
    const shown = (isOld: boolean): string => quoteHover({ quote, isOld, connection: signedInState.connection }, 'Asia/Hong_Kong').value;
    const value = shown(false);
    expect(value).toContain('1\\,312\\.40');
    expect(value).toContain('12\\,345');
    expect(value).not.toContain('[x](command:y)');
    expect(value).not.toContain('Previous close');
    expect(value).not.toContain('Change');
    expect(value).toContain('14\\:03\\:22');
    expect([value.includes('out of date'), shown(true).includes('out of date')]).toEqual([false, true]);
  });
});
