import { describe, expect, it, vi } from 'vitest';
import { quoteOfSnapshot } from '../../../../src/domain/quotes/liveQuote';
import { aQuote } from '../../../support/builders/quoteBuilders';
import { signedInState } from '../../../support/fakeAccess';

vi.mock('vscode', async () => import('../../../support/editor/fakeVscode'));
const { changeText, quoteHover } = await import('../../../../src/ui/quotes/quoteHover');

describe('a quote in a hover', () => {
  it.each([
    ['312.4', '311.2', '▲ +1.20 (+0.39%)'],
    ['300', '312.5', '▼ −12.50 (−4.00%)'],
    ['300', '300.00', '■ 0.00 (0.00%)'],
    ['1.5', '0', '▲ +1.50'],
    ['--', '300', ''],
    ['300', '', ''],
  ])('shows the change from %s after %s as %s', (last, previous, text) => expect(changeText(last, previous)).toBe(text));

  it('shows what the service sent as text, and leaves out what it did not', () => {
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
