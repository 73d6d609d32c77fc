import { beforeEach, describe, expect, it } from 'vitest';
import type { LastState } from '../../../../src/app/lastState/lastState';
import { TreePrices } from '../../../../src/app/quotes/treePrices';
import { listOf } from '../../../../src/service/lists/list';
import { drawn, hoverOf } from '../../../support/editor/drawnTree';
import { aSession } from '../../../support/builders/quoteBuilders';
import { booksOf } from '../../../support/builders/books';
import { MemoryFiles } from '../../../support/machine/memoryFiles';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { FakeMarket } from '../../../support/feed/liveWindows';
import type { FakeWindow } from '../../../support/feed/liveWindows';

const { plateRow } = await import('../../../../src/ui/plates/plateRows');
const { LivePlates } = await import('../../../../src/ui/plates/livePlates');

describe('the prices of plates', () => {
  let time: FakeTime;
  let world: FakeMarket;
  let window: FakeWindow;
  let drawnTimes: number;
  let loads: number;
  let last: LastState;
  let plates: InstanceType<typeof LivePlates>;
  const view = { visible: true, onDidChangeVisibility: () => ({ dispose: () => undefined }) };

  let files: MemoryFiles;

  beforeEach(async () => {
    files = new MemoryFiles();
    time = new FakeTime();
    world = new FakeMarket(time);
    world.price = () => ({ lastPrice: '11', previousClose: '10', at: time.wallMs() });
    window = world.open();
    drawnTimes = 0;
    loads = 0;
    const load = async () => Promise.resolve(((loads += 1), window.market));
    const prices = new TreePrices({ load, timers: time, log: new MemoryLog(), changed: () => void (drawnTimes += 1) });
    last = booksOf({ access: window.access, time, files }).last;
    plates = new LivePlates(prices, view, { last, wallMs: () => time.wallMs() });
  });

  it('are shown with their change, and say when they are out of date', async () => {
    plates.show([['HK.00700', 'no symbol']]);
    await time.advance(2_000);
    expect([plates.text('HK.00700'), drawnTimes > 0]).toEqual(['11 ▲ +10.00%', true]);
    world.failure = new Error('down');
    const before = drawnTimes;
    await time.advance(90_000);
    expect([plates.text('HK.00700').endsWith('· out of date'), drawnTimes > before]).toEqual([true, true]);
  });

  it('show a constituent’s extended-hours price in its tooltip, with the time', async () => {
    const closedAt = time.wallMs();
    let overnight = aSession('12', closedAt + 60_000);
    world.price = () => ({ lastPrice: '11', previousClose: '10', at: closedAt, overnight });
    plates.show([['US.AAPL']]);
    await time.advance(2_000);
    const list = listOf([{ code: 'US.AAPL', name: 'Apple', unknown: {} }]);
    const row = () =>
      plateRow('US.BK1', {
        plates: { state: () => ({ list, error: undefined, hasMore: false, loading: false, updatedAtMs: 0 }), open: () => undefined },
        name: 'Tech',
        prices: {
          text: (symbol) => plates.text(symbol),
          extended: (symbol) => plates.extended(symbol, 'UTC'),
          old: () => '',
          change: () => undefined,
        },
      }).children?.[0];
    const first = row();
    expect(drawn(first === undefined ? [] : [first])[0]?.description).toBe('11 ▲ +10.00% · US.AAPL');
    expect(hoverOf(first).replaceAll('\\', '')).toContain('Overnight 12 ▲ +9.09%, as of Jan 5, 2026, 12:01');
    const before = drawnTimes;
    overnight = aSession('13', closedAt + 120_000);
    await time.advance(60_000);
    expect(hoverOf(row()).replaceAll('\\', '')).toContain('Overnight 13 ▲ +18.18%, as of Jan 5, 2026, 12:02');
    // The editor keeps the tooltip of a row whose face is unchanged.
    expect([drawnTimes > before, row()?.face === first?.face]).toEqual([true, false]);
    overnight = aSession('13', closedAt - 60_000);
    world.price = () => ({ lastPrice: '11.5', previousClose: '10', at: time.wallMs(), overnight });
    await time.advance(60_000);
    expect(hoverOf(row())).not.toContain('Overnight');
  });

  it('are kept in the rows for the next window', async () => {
    await last.load();
    plates.show([['HK.00700']]);
    await time.advance(2_000);
    plates.touch();
    await time.advance(5_000);
    const next = booksOf({ access: window.access, time, files }).last;
    const view = { visible: false, onDidChangeVisibility: () => ({ dispose: () => undefined }) };
    const load = async () => Promise.resolve(window.market);
    const prices = new TreePrices({ load, timers: time, log: new MemoryLog(), changed: () => undefined });
    const reloaded = new LivePlates(prices, view, { last: next, wallMs: () => time.wallMs() });
    await next.load();
    expect([reloaded.text('HK.00700'), reloaded.oldText('HK.00700'), reloaded.oldText('HK.00001')]).toEqual(['', '11 ▲ +10.00%', '']);
  });

  it('are requested only for open plates, and only for part of a very long list', async () => {
    plates.show([Array.from({ length: 1_500 }, (_, at) => `HK.${String(10_000 + at)}`)]);
    expect([loads, window.market.book.shown.size]).toEqual([0, 0]);
    await time.advance(300);
    expect([loads, window.market.book.shown.size]).toEqual([1, 60]);
    plates.show([]);
    expect(window.market.book.shown.size).toBe(0);
    await time.advance(2_000);
    expect(plates.text('HK.10000')).toBe('');
  });
});
