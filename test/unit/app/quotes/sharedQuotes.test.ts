import { describe, expect, it } from 'vitest';
import { SharedQuotes } from '../../../../src/app/quotes/sharedQuotes';
import type { Shared } from '../../../../src/app/quotes/sharedQuotes';
import { quoteOfSnapshot } from '../../../../src/domain/quotes/liveQuote';
import type { LiveQuote } from '../../../../src/domain/quotes/liveQuote';
import { aQuote } from '../../../support/builders/quoteBuilders';
import { MemoryFile } from '../../../support/feed/liveWindows';

const now = Date.UTC(2026, 10, 20, 9);
const quote = (symbol: string, lastPrice: string, at = now): LiveQuote =>
  quoteOfSnapshot(aQuote(symbol, { lastPrice, updatedAt: at }), at, at);
const prices = ({ quotes }: Shared): readonly string[] => quotes.map(({ symbol, lastPrice }) => `${symbol} ${lastPrice}`);

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
    expect(prices(await shared.read('you'))).toEqual([]);
    expect(prices(await new SharedQuotes(file).read('you'))).toEqual([]);
    file.text = file.text?.replace('"400"', '400');
    expect(prices(await shared.read('me'))).toEqual([]);
    file.text = '{';
    expect(prices(await shared.read('me'))).toEqual([]);
    file.text = undefined;
    expect(prices(await shared.read('me'))).toEqual([]);
  });

  it('say of which symbols the service has none, for minutes, and until it has one', async () => {
    const file = new MemoryFile();
    const missing = async (owner = 'me'): Promise<readonly string[]> => [...(await new SharedQuotes(file).read(owner)).missing.keys()];
    const shared = new SharedQuotes(file);
    await shared.publish('me', [quote('HK.00700', '400')], now, ['CA.CASH', 'US.NEW']);
    expect([await missing(), await missing('you')]).toEqual([['CA.CASH', 'US.NEW'], []]);
    await shared.publish('me', [quote('US.NEW', '10', now + 1)], now + 1);
    expect(await missing()).toEqual(['CA.CASH']);
    await shared.publish('me', [], now + 400_000);
    expect(await missing()).toEqual([]);
    // As an earlier version has written it.
    file.text = JSON.stringify({ owner: 'me', quotes: [] });
    expect(await missing()).toEqual([]);
  });

  it('are dropped when they are minutes old', async () => {
    const shared = new SharedQuotes(new MemoryFile());
    await shared.publish('me', [quote('HK.00700', '400', now - 400_000), quote('US.AAPL', '210')], now);
    expect(prices(await shared.read('me'))).toEqual(['US.AAPL 210']);
  });
});
