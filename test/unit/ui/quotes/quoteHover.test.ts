import { describe, expect, it } from 'vitest';
import { quoteOfSnapshot } from '../../../../src/domain/quotes/liveQuote';
import { aQuote, aSession } from '../../../support/builders/quoteBuilders';
import { signedInState } from '../../../support/fakeAccess';

const { faultOfMarkdown } = await import('../../../promises/whole/drawn/judgeDrawn');
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

  it('shows price, what the user has, and what can be done first, in lines that are whole in 250 pixels', () => {
    const sent = aQuote('HK.00700', {
      name: 'TENCENT HOLDINGS LIMITED COMPANY',
      lastPrice: '553',
      previousClose: '550.5',
      volume: '12345',
    });
    const found = { quote: quoteOfSnapshot(sent, 0, 0), isOld: true, connection: signedInState.connection };
    const own = { lines: ['300 long · +123.45 +1.23%', 'BUY 300 @ 562.5 · submitted'], notes: ['Position: 300 long in 8001'] };
    const hover = quoteHover(found, 'Asia/Hong_Kong', own);
    const [first = '', ...rest] = hover.value.split('\n\n');
    const lines = first.split('\\\n').map((line) => line.replaceAll(/\]\([^)]*\)|\*\*|\[|\\(?=\W)/g, ''));
    expect(lines).toEqual([
      'HK.00700 TENCENT HOLDINGS LIMITED…',
      '553 ▲ +2.50 (+0.45%)',
      'Out of date',
      '300 long · +123.45 +1.23%',
      'BUY 300 @ 562.5 · submitted',
      'Chart | Buy | Sell | Alert',
    ]);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(34);
    expect(rest.join('\n').replaceAll('\\', '')).toMatch(/TENCENT HOLDINGS LIMITED COMPANY[^]*12,345[^]*Position: 300 long in 8001/);
  });

  it('offers commands for its security alone', () => {
    const sent = aQuote('HK.00700)[x](command:y', { lastPrice: '553' });
    const found = { quote: quoteOfSnapshot(sent, 0, 0), isOld: false, connection: signedInState.connection };
    const hover = quoteHover(found, 'Asia/Hong_Kong');
    const commands = ['security.open', 'orders.buy', 'orders.sell', 'alerts.add'].map((name) => `marketDesk.${name}`);
    expect(hover.isTrusted).toEqual({ enabledCommands: commands });
    const links = [...hover.value.matchAll(/(?<!\\)\]\(command:([^?)]+)\?([^)]*)\)/g)].map(([, id, query = '']) => [
      id,
      decodeURIComponent(query),
    ]);
    expect(links).toEqual(commands.map((id) => [id, JSON.stringify(['HK.00700)[x](command:y'])]));
    expect(faultOfMarkdown(hover)).toBeUndefined();
    expect(faultOfMarkdown({ value: hover.value, isTrusted: true })).toContain('isTrusted');
    expect(faultOfMarkdown({ value: hover.value, isTrusted: { enabledCommands: [...commands, 'marketDesk.signOut'] } })).toContain(
      'signOut',
    );
    expect(faultOfMarkdown({ value: `${hover.value} [x](command:marketDesk.orders.buy)` })).toContain('link');
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
    expect(value).not.toContain('▲');
    expect(value).toContain('14\\:03\\:22');
    expect([value.includes('Out of date'), shown(true).includes('Out of date')]).toEqual([false, true]);
  });
});
