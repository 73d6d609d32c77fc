import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedInState } from '../../../support/fakeAccess';
import { aPush, aSession } from '../../../support/builders/quoteBuilders';
import { FakeTime } from '../../../support/machine/fakeTime';
import { FakeMarket } from '../../../support/feed/liveWindows';
import type { FakeWindow } from '../../../support/feed/liveWindows';
import type { Disposable } from '../../../../src/app/platform/ports';
import { registerTicker } from '../../../../src/ui/quotes/registerTicker';
import { editor } from '../../../support/editor/editor';

describe('the ticker', () => {
  let time: FakeTime;
  let world: FakeMarket;
  let window: FakeWindow;
  let ticker: Disposable | undefined;
  const start = (...symbols: unknown[]): void => {
    editor.set('statusBar.ticker', symbols);
    ticker = registerTicker({ market: window.market, access: window.access, timers: time, timeZone: () => 'Asia/Hong_Kong' });
  };
  afterEach(() => ticker?.dispose());

  beforeEach(() => {
    time = new FakeTime();
    world = new FakeMarket(time);
    world.price = (symbol) => ({ lastPrice: symbol === 'US.AAPL' ? '9' : '1011.5', previousClose: '10', at: time.wallMs() });
    window = world.open();
  });

  it('shows each symbol with its price and change, in an item of its own', async () => {
    start('US.AAPL', ' hk.00700', 'US.AAPL', 'no symbol', 7);
    expect(editor.barTexts).toEqual(['HK.00700 –', 'US.AAPL –']);
    await time.advance(2_000);
    expect(editor.barTexts).toEqual(['HK.00700 1,011.5 ▲ +10,015.00%', 'US.AAPL 9 ▼ −10.00%']);
    // The editor hides what is on the left first: the first symbol stays the longest.
    const first = editor.bar.at(-1);
    expect(first?.command).toMatchObject({ command: 'marketDesk.security.open', arguments: ['US.AAPL'] });
    expect(first?.hover).toMatch(/Name of US\\\.AAPL[^]*Last price[^]*Change[^]*20\\:00\\:0\d[^]*Prices\\: /);
    expect(first?.accessibilityInformation?.label).toMatch(/^US\.AAPL Name of US\.AAPL, 9, −10\.00%, as of /);
  });

  it('shows the price outside the regular hours while it is newer', async () => {
    world.price = () => ({ lastPrice: '9', previousClose: '10', at: time.wallMs(), overnight: aSession('9.9', time.wallMs() + 1) });
    start('US.AAPL');
    await time.advance(2_000);
    expect(editor.barTexts).toEqual(['US.AAPL · Overnight 9.9 ▲ +10.00%']);
    expect(editor.bar[0]?.hover).toMatch(/−10[^]*Overnight/);
    expect(editor.bar[0]?.accessibilityInformation?.label).toMatch(/Overnight 9\.9 ▲ \+10\.00%, as of [A-Z][a-z]+ \d+, \d{4}, /);
  });

  it('requests five symbols at most, and none that was removed', async () => {
    start(...Array.from({ length: 9 }, (_, at) => `HK.0000${at}`));
    await time.advance(2_000);
    expect([...window.market.book.shown]).toEqual(['HK.00000', 'HK.00001', 'HK.00002', 'HK.00003', 'HK.00004']);
    editor.set('statusBar.ticker', ['HK.00004']);
    expect([[...window.market.book.shown], editor.barTexts]).toEqual([['HK.00004'], ['HK.00004 1,011.5 ▲ +10,015.00%']]);
    expect(editor.bar[0]?.command).toMatchObject({ command: 'marketDesk.security.open', arguments: ['HK.00004'] });
    editor.set('statusBar.ticker', []);
    expect([window.market.book.shown.size, editor.bar]).toEqual([0, []]);
    editor.set('statusBar.ticker', ['HK.00001']);
    ticker?.dispose();
    expect([window.market.book.shown.size, editor.bar]).toEqual([0, []]);
  });

  it('shows and requests nothing while the user is signed out', async () => {
    start('HK.00700');
    await time.advance(2_000);
    window.access.become({ ...signedInState, session: { kind: 'signedOut' } });
    expect([window.market.book.shown.size, editor.bar]).toEqual([0, []]);
    window.access.become(signedInState);
    expect(editor.barTexts).toEqual(['HK.00700 –']);
  });

  it('says when a price is out of date, and when there is none', async () => {
    start('HK.00700');
    await time.advance(2_000);
    world.failure = new Error('down');
    await time.advance(90_000);
    expect(editor.barTexts).toEqual(['HK.00700 1,011.5 (out of date)']);
    expect(editor.bar[0]?.hover).toContain('out of date');
    window.market.book.clear();
    expect(editor.barTexts).toEqual(['HK.00700 –']);
  });

  it('is drawn at most twice a second, and draws no icon that the service sends', async () => {
    start('HK.00700');
    await time.advance(2_000);
    let drawn = 0;
    const [item] = editor.bar;
    const seen = new Set<string>();
    for (let at = 0; at < 100; at += 1) {
      world.price = () => ({ lastPrice: `$(bell)${at}`, previousClose: '10', at: time.wallMs() });
      window.market.book.push(aPush('HK.00700', `$(bell)${at}`, time.wallMs(), { previousClose: '10' }));
      await time.advance(20);
      const text = item?.text ?? '';
      if (!seen.has(text)) drawn += 1;
      seen.add(text);
    }
    expect(drawn).toBeGreaterThan(1);
    expect(drawn).toBeLessThanOrEqual(5);
    expect(item?.text).toMatch(/^HK\.00700 \$ \(bell\)\d+$/);
  });
});
