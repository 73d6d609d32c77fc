// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToWatchlistHost, ToWatchlistPage, WatchQuote, WatchState } from '../../../../src/panel/watchlist/watchlistProtocol';
import { WatchlistPage } from '../../../../src/webview/watchlist/page';
import { click, drawn, giveHeight, press, textOf, textsOf } from '../support/document';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

const ready: WatchState = { kind: 'ready', notice: '', colors: { up: 'green', down: 'red' }, columns: [], first: 'name' };
const quote = (last: string): WatchQuote => ({
  ...{ name: 'Tencent', last, change: '+1.00', percent: '+10.00%', direction: 'up', note: '', sortLast: Number(last), sortChange: 1 },
  ...{ sortPercent: 10, previousClose: 10, isOld: false, asOf: '', volume: '1,200', sortVolume: 1200, extended: null, mine: null },
});
const groups = (...symbols: readonly string[]): ToWatchlistPage['list'] => ({
  groups: [{ id: 'main', name: 'Main', symbols, isCollapsed: false }],
});

/** Reports a new size when the test says so. */
class Resized {
  static report: () => void = () => undefined;
  readonly unobserve = (): void => undefined;
  readonly disconnect = (): void => undefined;

  constructor(private readonly changed: () => void) {}

  observe(element: Element): void {
    if (element instanceof WatchlistPage) Resized.report = this.changed;
  }
}

let shown: OpenPage<ToWatchlistPage, ToWatchlistHost>;

beforeEach(async () => {
  giveHeight(400);
  shown = await openPage((host) => new WatchlistPage(host));
});

async function list(...symbols: readonly string[]): Promise<void> {
  await shown.say('state', ready);
  await shown.say('list', groups(...symbols));
  await drawn();
}

describe('the watchlist page', () => {
  it.each<[WatchState['kind'], string, keyof ToWatchlistHost, unknown]>([
    ['none', 'Not connected', 'act', { action: 'startSandbox' }],
    ['signedOut', 'You are not signed in', 'act', { action: 'signIn' }],
  ])('says what is missing and offers it when the state is %s', async (kind, title, type, body) => {
    await shown.say('state', { ...ready, kind });
    expect(textOf(shown.page)).toContain(title);
    click(shown.page, 'main button');
    expect(shown.host.last).toEqual([type, body]);
  });

  it('offers to add a security when the list is empty', async () => {
    await list();
    expect(textOf(shown.page)).toContain('Your watchlist is empty');
    click(shown.page, 'main button');
    expect(shown.host.bodies('act')).toEqual([{ action: 'add' }]);
  });

  it('shows the symbols with their prices, reports the visible ones, and draws a new price in place', async () => {
    await list('HK.00700', 'US.AAPL');
    expect(shown.host.bodies('visible').at(-1)).toEqual({ symbols: ['HK.00700', 'US.AAPL'] });
    await shown.say('quotes', { 'HK.00700': quote('11') });
    await drawn();
    const rows = (): readonly string[] => textsOf(shown.page, 'market-grid [role=row]');
    expect(rows().find((row) => row.includes('HK.00700'))).toContain('+10.00%');
    await shown.say('quotes', { 'HK.00700': { ...quote('12'), percent: '+20.00%' } });
    await drawn();
    expect(rows().find((row) => row.includes('HK.00700'))).toContain('+20.00%');
  });

  it('tells how wide it is once that has settled, and nothing while it is out of sight', async () => {
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get');
    vi.stubGlobal('ResizeObserver', Resized);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { host, page } = await openPage<ToWatchlistPage, ToWatchlistHost>((each) => new WatchlistPage(each));
    for (const pixels of [300, 280, 250]) {
      width.mockReturnValue(pixels);
      Resized.report();
      vi.advanceTimersByTime(50);
    }
    vi.advanceTimersByTime(1_000);
    width.mockReturnValue(0);
    Resized.report();
    vi.advanceTimersByTime(1_000);
    expect(host.bodies('room')).toEqual([{ width: 250, em: expect.any(Number) }]);
    page.remove();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    width.mockRestore();
  });

  it('puts name or symbol first, as the user wants', async () => {
    await list('HK.00700');
    await shown.say('quotes', { 'HK.00700': quote('11') });
    await drawn();
    const lines = (): readonly string[] => textsOf(shown.page, 'market-grid .cell-symbol :is(.strong, .faint)');
    expect(lines()).toEqual(['Tencent', 'HK.00700']);
    await shown.say('state', { kind: 'ready', notice: '', colors: { up: 'green', down: 'red' }, columns: [], first: 'symbol' });
    await drawn();
    expect(lines()).toEqual(['HK.00700', 'Tencent']);
  });

  it('draws nothing once it is gone, though a price has just moved', async () => {
    await list('HK.00700');
    await shown.say('quotes', { 'HK.00700': quote('11') });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await shown.say('quotes', { 'HK.00700': { ...quote('12'), percent: '+20.00%' } });
    expect(vi.getTimerCount()).toBe(1);
    shown.page.remove();
    const drawing = vi.spyOn(shown.page as WatchlistPage, 'requestUpdate');
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(drawing).not.toHaveBeenCalled();
  });

  it('dims a row whose price is old, until a newer one comes', async () => {
    await list('HK.00700', 'US.AAPL');
    const old = (): readonly string[] => textsOf(shown.page, 'market-grid [role=row].old');
    await shown.say('quotes', { 'HK.00700': { ...quote('11'), isOld: true }, 'US.AAPL': quote('200') });
    await drawn();
    expect(old()).toEqual([expect.stringContaining('HK.00700')]);
    await shown.say('quotes', { 'HK.00700': quote('12') });
    await drawn();
    expect(old()).toEqual([]);
  });

  it('shows no price and no line of a service after another one is used', async () => {
    await list('HK.00700');
    await shown.say('quotes', { 'HK.00700': quote('11') });
    await shown.say('lines', { 'HK.00700': [10, 11, 12] });
    await drawn();
    expect(textOf(shown.page)).toContain('+10.00%');
    expect(shown.page.querySelector('.spark')).not.toBeNull();
    await shown.say('forget', null);
    await drawn();
    expect(textOf(shown.page)).toContain('HK.00700');
    expect(textOf(shown.page)).not.toContain('+10.00%');
    expect(shown.page.querySelector('.spark')).toBeNull();
    await shown.say('quotes', { 'HK.00700': quote('12') });
    await drawn();
    expect(shown.page.querySelector('.flash-up')).toBeNull();
  });

  it('opens, copies, and removes the current row by keyboard', async () => {
    await list('HK.00700');
    await shown.say('reveal', { id: 'main HK.00700' });
    await drawn();
    const grid = shown.page.querySelector('market-grid [role=grid]') ?? shown.page.querySelector('market-grid');
    press(grid, 'Enter');
    press(grid, 'Delete');
    press(grid, 'c', { ctrlKey: true });
    expect(shown.host.bodies('open')).toEqual([{ symbol: 'HK.00700' }]);
    expect(shown.host.bodies('remove')).toEqual([{ ids: ['main HK.00700'] }]);
    expect(shown.host.bodies('copy')).toEqual([{ symbols: ['HK.00700'] }]);
  });

  it('shows a notice above the list', async () => {
    await list('HK.00700');
    await shown.say('state', { ...ready, notice: 'Prices are requested at intervals.' });
    expect(textOf(shown.page.querySelector('.notice-line'))).toBe('Prices are requested at intervals.');
  });
});
