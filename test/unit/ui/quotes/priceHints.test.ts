import { describe, expect, it } from 'vitest';
import { aSession } from '../../../support/builders/quoteBuilders';
import { FakeMarket } from '../../../support/feed/liveWindows';
import { FakeTime } from '../../../support/machine/fakeTime';
import { PriceHints } from '../../../../src/ui/quotes/priceHints';

type Place = Parameters<InstanceType<typeof PriceHints>['hints']>[0][number];

describe('a price behind a symbol', () => {
  it('has the extended-hours price next to it, with its own time, as long as that is newer', async () => {
    const time = new FakeTime(Date.UTC(2026, 10, 20, 21));
    const world = new FakeMarket(time);
    const closedAt = time.wallMs();
    let overnightAt = closedAt + 30 * 60_000;
    world.price = () => ({ lastPrice: '200', previousClose: '198', at: closedAt, overnight: aSession('202', overnightAt) });
    let changes = 0;
    const { market } = world.open();
    const hints = new PriceHints({ market, timers: time, timeZone: () => 'America/New_York', changed: () => void (changes += 1) });
    const place: Place = { code: 'US.AAPL', end: { line: 0, character: 7 } as Place['end'] };
    const shown = () => hints.hints([place]).map(({ label, tooltip }) => [label, tooltip]);
    expect(shown()).toEqual([]);
    await time.advance(5_000);
    const told = (at: string): string => `▲ +2.00 (+1.01%)\nOvernight 202 ▲ +1.00%, as of Nov 20, 2026, ${at}`;
    expect(shown()).toEqual([['200', told('16:30')]]);
    // Only the time of the newer price changes.
    const before = changes;
    overnightAt += 10 * 60_000;
    await time.advance(30_000);
    expect([shown(), changes > before]).toEqual([[['200', told('16:40')]], true]);
    overnightAt = closedAt - 60_000;
    world.price = () => ({ lastPrice: '201', previousClose: '198', at: time.wallMs(), overnight: aSession('202', overnightAt) });
    await time.advance(30_000);
    expect(shown()).toEqual([['201', '▲ +3.00 (+1.52%)']]);
    hints.dispose();
  });
});
