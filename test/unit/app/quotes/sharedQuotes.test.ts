import { describe, expect, it } from 'vitest';
import { SharedQuotes } from '../../../../src/app/quotes/sharedQuotes';
import { quoteOfSnapshot } from '../../../../src/domain/quotes/liveQuote';
import type { LiveQuote } from '../../../../src/domain/quotes/liveQuote';
import { aQuote } from '../../../support/builders/quoteBuilders';
import { MemoryFile } from '../../../support/feed/liveWindows';

const now = Date.UTC(2026, 10, 20, 9);
const quote = (symbol: string, lastPrice: string, at = now): LiveQuote =>
  quoteOfSnapshot(aQuote(symbol, { lastPrice, updatedAt: at }), at, at);
const prices = (quotes: readonly LiveQuote[]): readonly string[] => quotes.map(({ symbol, lastPrice }) => `${symbol} ${lastPrice}`);

describe('prices that windows share', () => {
  it('are read by another window, and again once it has written new ones', async () => {
    const file = new MemoryFile();
    const [one, other] = [new SharedQuotes(file), new SharedQuotes(file)];
    await one.publish('me', [quote('HK.00700', '400')], now);
    expect(prices(await other.read('me'))).toEqual(['HK.00700 400']);
    await other.publish('me', [quote('US.AAPL', '210'), quote('HK.00700', '401', now + 1)], now);
    expect(prices(await one.read('me'))).toEqual(['HK.00700 401', 'US.AAPL 210']);
    expect(prices(await other.read('me'))).toEqual(prices(await one.read('me')));
  });

  it('are given to no other user, and only when they are readable prices', async () => {
    const file = new MemoryFile();
    const shared = new SharedQuotes(file);
    await shared.publish('me', [quote('HK.00700', '400')], now);
    expect(await shared.read('you')).toEqual([]);
    expect(await new SharedQuotes(file).read('you')).toEqual([]);
    file.text = file.text?.replace('"400"', '400');
    expect(await shared.read('me')).toEqual([]);
    file.text = '{';
    expect(await shared.read('me')).toEqual([]);
    file.text = undefined;
    expect(await shared.read('me')).toEqual([]);
  });

  it('are dropped when they are minutes old', async () => {
    const shared = new SharedQuotes(new MemoryFile());
    await shared.publish('me', [quote('HK.00700', '400', now - 400_000), quote('US.AAPL', '210')], now);
    expect(prices(await shared.read('me'))).toEqual(['US.AAPL 210']);
  });
});
