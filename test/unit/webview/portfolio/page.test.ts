// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  PortfolioAccountView,
  PortfolioData,
  ToPortfolioHost,
  ToPortfolioPage,
} from '../../../../src/panel/portfolio/portfolioProtocol';
import { PortfolioPage } from '../../../../src/webview/portfolio/page';
import { holding } from '../../../support/builders/holding';
import { click, drawn, giveHeight, textOf, textsOf } from '../support/document';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

const account = (changes: Partial<PortfolioAccountView> = {}): PortfolioAccountView => ({
  ...{ key: 'live:8001', id: '8001', name: 'Margin', kind: 'live', isOld: false, loading: '', missing: [], updatedAt: 0 },
  positions: [holding({ quantity: '1234' }), holding({ id: '2', symbol: 'US.AAPL', name: 'Apple', market: 2, quantity: '77' })],
  ...changes,
});
const data = (changes: Partial<PortfolioData> = {}): PortfolioData => ({
  ...{ accounts: [account()], missing: [], unlisted: [], partial: [], aged: [], oldAsOf: '', isLoaded: true, isSandbox: false },
  ...changes,
});
const settings: ToPortfolioPage['settings'] = { direction: { up: 'green', down: 'red' }, isPrivate: false, zone: 'UTC' };

let shown: OpenPage<ToPortfolioPage, ToPortfolioHost>;

beforeEach(async () => {
  giveHeight(400);
  shown = await openPage((host) => new PortfolioPage(host));
  await shown.say('start', { session: { kind: 'signedIn' }, settings, data: data(), kept: null });
  await drawn();
});
const rowsShown = (): string => textsOf(shown.page, 'market-grid [role=row]').join(' ');

describe('the portfolio page', () => {
  it('shows the positions of its accounts, and names the symbols that are visible', () => {
    expect(rowsShown()).toContain('1,234');
    expect([...(shown.host.bodies('visible').at(-1)?.symbols ?? [])].toSorted()).toEqual(['HK.00700', 'US.AAPL']);
  });

  it('shows only positions that match a filter', async () => {
    await shown.say('filter', { text: 'apple' });
    await drawn();
    expect(rowsShown()).not.toContain('1,234');
    expect(rowsShown()).toContain('77');
  });

  it('says why the total of the day has no percentage', async () => {
    const day = (): Element | null => shown.page.querySelector('.sum-day');
    const said = 'No percentage: the value that the day began with isn’t known, for example after a trade today';
    // All of it was bought today.
    await shown.say('data', data({ accounts: [account({ updatedAt: Date.now(), positions: [holding({ dayProfit: '4280' })] })] }));
    await drawn();
    expect(textOf(day())).toContain('%');
    expect(day()?.getAttribute('title')).not.toContain(said);
    expect(textOf(shown.page.querySelector('.sums'))).not.toContain('no percentage');
    // Some of it was sold: the rest does not show what the day began with.
    await shown.say('data', data({ accounts: [account({ updatedAt: Date.now(), positions: [holding({ dayProfit: '5' })] })] }));
    await drawn();
    expect(textOf(day())).not.toContain('%');
    // Beside the figure, not only in its tooltip.
    expect(textOf(shown.page.querySelector('.sums'))).toContain('no percentage: start of the day unknown');
    expect(day()?.getAttribute('title')).toContain(said);
  });

  describe('in a narrow page', () => {
    const short = holding({ id: '3', symbol: 'HK.03690', name: 'MEITUAN-W', side: 'short', sideText: 'SHORT', quantity: '2200' });
    const signed = holding({ id: '4', symbol: 'HK.01810', name: 'XIAOMI-W', side: 'short', sideText: 'SHORT', quantity: '-300' });
    const paper = account({ key: 'simulated:1', id: '1', name: 'Paper', kind: 'simulated', positions: [short, signed] });
    const cell = (symbol: string, column: string): Element | null | undefined =>
      [...shown.page.querySelectorAll('.rows .row')]
        .find((row) => textOf(row.querySelector('.cell-symbol')).includes(symbol))
        ?.querySelector(`.cell-${column}`);

    beforeEach(async () => {
      vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(580);
      await shown.say('data', data({ accounts: [account(), paper] }));
      await drawn();
    });

    it('keeps quantity, price, and gain rather than names, which the symbol has', () => {
      const heads = [...shown.page.querySelectorAll('.header [data-column]')].map((head) => head.getAttribute('data-column'));
      expect(heads).toEqual(['symbol', 'quantity', 'price', 'dayProfit', 'profit', 'percent']);
      expect(textOf(cell('HK.03690', 'quantity'))).toBe('−2,200');
      expect(textOf(cell('HK.01810', 'quantity'))).toMatch(/^[-−]300$/);
      expect(textOf(cell('US.AAPL', 'quantity'))).toBe('77');
      expect(cell('HK.03690', 'symbol')?.getAttribute('title')).toBe('MEITUAN-W');
      expect(textOf(shown.page.querySelector('.lack'))).toContain('Cost');
    });

    it('has options as traders read them, and the day’s P&L rather than a percentage', async () => {
      const option = holding({ id: '5', symbol: 'HK.TCH281228C600000', name: 'TCH 281228 600.00C', quantity: '4' });
      await shown.say('data', data({ accounts: [account({ positions: [holding(), option] })] }));
      const heads = (): readonly (string | null)[] =>
        [...shown.page.querySelectorAll('.header [data-column]')].map((head) => head.getAttribute('data-column'));
      for (const [width, keys] of [
        [640, ['symbol', 'quantity', 'price', 'dayProfit', 'profit', 'percent']],
        [560, ['symbol', 'quantity', 'price', 'dayProfit', 'profit']],
      ] as const) {
        vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(width);
        await shown.say('busy', { isBusy: false, problem: '', waiting: String(width) });
        await drawn();
        expect(heads(), String(width)).toEqual(keys);
      }
      expect(cell('TCH 281228 600C', 'symbol')?.getAttribute('title')).toBe('HK.TCH281228C600000');
    });

    it('tells what is short at the symbol where quantities are hidden', async () => {
      await shown.say('settings', { ...settings, isPrivate: true });
      await drawn();
      expect(textOf(cell('HK.03690', 'symbol')?.querySelector('.badge') ?? null)).toBe('short');
      expect(cell('US.AAPL', 'symbol')?.querySelector('.badge')).toBeNull();
      expect(textOf(cell('HK.03690', 'quantity'))).not.toMatch(/[-−]/);
    });
  });

  it('draws the charts of the total that is chosen, and of no other', async () => {
    vi.spyOn(globalThis, 'innerHeight', 'get').mockReturnValue(1_200);
    await shown.say('data', data());
    await drawn();
    const charts = (): string =>
      [...shown.page.querySelectorAll('.pictures [aria-label]')].map((each) => each.getAttribute('aria-label') ?? '').join(' ');
    const select = shown.page.querySelector<HTMLSelectElement>('select.pictured');
    const names = (): readonly boolean[] => ['Tencent', 'Apple'].map((name) => charts().includes(name));
    expect(names()).toEqual([true, false]);
    if (select === null) throw new Error('there is nothing to choose from');
    select.value = select.options[1]?.value ?? '';
    select.dispatchEvent(new Event('change'));
    await vi.waitFor(() => expect(names()).toEqual([false, true]));
  });

  it('shows a line of accounts and totals in a short page, and every figure when the user says so', async () => {
    const isFolded = (): boolean => shown.page.querySelector('main.folded') !== null;
    expect([window.innerHeight, isFolded()]).toEqual([768, false]);
    window.innerHeight = 500;
    try {
      window.dispatchEvent(new Event('resize'));
      await vi.waitFor(() => expect(isFolded()).toBe(true));
      click(shown.page, 'button[aria-label="All Figures"]');
      await vi.waitFor(() => expect(isFolded()).toBe(false));
    } finally {
      window.innerHeight = 768;
    }
  });

  it('shows no price of a service after another one is used', async () => {
    await shown.say('prices', [{ symbol: 'HK.00700', last: '987.6', previousClose: '900', at: null, isOld: false, extended: null }]);
    await drawn();
    expect(rowsShown()).toContain('+9.73%');
    await shown.say('forget', null);
    await drawn();
    expect(rowsShown()).toContain('321.4');
    expect(rowsShown()).not.toContain('+9.73%');
  });

  it('exports the visible rows, with a header, as the page shows them', () => {
    shown.page.querySelector<HTMLElement>('[aria-label^="Export"]')?.click();
    const [exported] = shown.host.bodies('export');
    expect(exported?.header[0]).toBe('Symbol');
    expect(exported?.rows.map(([symbol]) => symbol)).toEqual(['HK.00700', 'US.AAPL']);
    expect(exported?.rows[0]).toContain('1,234');
    expect(exported?.accounts).toEqual(['live:8001', 'live:8001']);
  });

  it('says when it couldn’t be refreshed, or in which account something is missing', async () => {
    await shown.say('busy', { isBusy: false, problem: 'Couldn’t be refreshed.' });
    expect(textsOf(shown.page, '[role=alert]').join(' ')).toContain('Couldn’t be refreshed.');
    await shown.say('data', data({ accounts: [account({ missing: ['the list is cut off'] })] }));
    expect(textsOf(shown.page, '[role=alert]').join(' ')).toContain('Margin: the list is cut off');
  });

  describe('while another account is unread', () => {
    const unread = account({ key: 'live:8002', id: '8002', name: 'Cash', loading: 'Loading…', positions: [], updatedAt: null });
    const reading = (changes: Partial<PortfolioData> = {}): PortfolioData =>
      data({ accounts: [account(), unread], partial: ['live'], ...changes });
    const shownStatus = (): string => textOf(shown.page.querySelector('[role=status]'));

    it('names it, and says in totals and in the status that they are incomplete', async () => {
      await shown.say('data', reading());
      await drawn();
      expect(textOf(shown.page)).toContain('Cash: Loading…');
      expect(textsOf(shown.page, '.sum').length).toBeGreaterThan(0);
      for (const sum of textsOf(shown.page, '.sum')) expect(sum).toMatch(/incomplete$/);
      expect(shownStatus()).toMatch(/^2 positions, incomplete/);
      await shown.say('data', data());
      await drawn();
      expect(textOf(shown.page)).not.toMatch(/incomplete|Loading/);
    });

    it('says that accounts of a kind are not listed yet, and leaves totals of the other kind alone', async () => {
      await shown.say('data', data({ unlisted: ['simulated'], partial: ['simulated'] }));
      await drawn();
      expect(textOf(shown.page)).toContain('paper: Loading accounts');
      expect(textsOf(shown.page, '.sum').join(' ')).not.toContain('incomplete');
    });

    it('says that positions are loading, never that there are none', async () => {
      for (const empty of [
        reading({ accounts: [account({ positions: [] }), unread] }),
        data({ accounts: [account({ positions: [] })], unlisted: ['simulated'], partial: ['simulated'] }),
      ]) {
        await shown.say('data', empty);
        await drawn();
        expect(textOf(shown.page.querySelector('.placeholder'))).toBe('Loading positions…');
        expect(shownStatus()).toBe('Loading positions…');
      }
      await shown.say('data', reading());
      await shown.say('filter', { text: 'nothing like it' });
      await drawn();
      expect(textOf(shown.page.querySelector('.placeholder'))).toMatch(/^Loading positions…/);
    });
  });

  it('says that there are no positions only if every list is complete', async () => {
    const empty = account({ positions: [] });
    await shown.say('data', data({ accounts: [empty] }));
    expect(textOf(shown.page.querySelector('.placeholder'))).toBe('No positions');
    await shown.say('data', data({ accounts: [{ ...empty, missing: ['Couldn’t be loaded.'] }], partial: ['live'] }));
    expect(textOf(shown.page)).not.toContain('No positions');
    expect(textsOf(shown.page, '[role=alert]').join(' ')).toContain('Margin: Couldn’t be loaded.');
    expect(textOf(shown.page.querySelector('[role=status]'))).toMatch(/^0 positions, incomplete/);
  });

  it('marks positions that another window read, and says what time they are from', async () => {
    await shown.say('data', data({ accounts: [account({ isOld: true })], oldAsOf: 'as of 10:00' }));
    await drawn();
    expect(textOf(shown.page)).toContain('Not read again yet: as of 10:00');
    expect(shown.page.querySelectorAll('market-grid .old').length).toBeGreaterThan(0);
  });

  it('hides quantities in privacy mode', async () => {
    await shown.say('settings', { ...settings, isPrivate: true });
    await drawn();
    expect(rowsShown()).toContain('HK.00700');
    expect(rowsShown()).not.toContain('1,234');
  });

  it('colors the risk of an account that is not the usual one, with a sign', async () => {
    const risk = { label: 'Risk status', text: 'warning', isUrgent: true, look: 'warning' } as const;
    const funds = { key: 'live:8001', account: '8001', isLive: true, note: '', asOf: '' };
    await shown.say('funds', [{ ...funds, figures: [risk, { label: 'Cash', text: '1 HKD' }] }]);
    await drawn();
    const [first, cash] = shown.page.querySelectorAll('.fund dd');
    expect([textOf(first), first?.className, first?.querySelector('.codicon-warning') !== null]).toEqual(['warning', 'risk warning', true]);
    expect([cash?.className, cash?.querySelector('.codicon')]).toEqual(['', null]);
  });

  it('names the figures for which a line has no room, and shows them at one press', async () => {
    const figures = ['Buying power', 'Total assets', 'Cash'].map((label) => ({ label, text: '1 HKD' }));
    vi.spyOn(globalThis, 'innerHeight', 'get').mockReturnValue(500);
    // The last two stand on the second line.
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const isBelow = ['Total assets', 'Cash'].includes(this.dataset['name'] ?? '');
      return { top: isBelow ? 30 : 10, bottom: isBelow ? 45 : 25 } as DOMRect;
    });
    await shown.say('funds', [{ key: 'live:8001', account: '8001', isLive: true, note: '', asOf: '', figures }]);
    await drawn();
    const button = (): HTMLElement | null => shown.page.querySelector('.fund .hidden-figures');
    expect([button()?.hidden, textOf(button()), button()?.title]).toEqual([false, '2 more', 'No space for: Total assets, Cash']);
    click(shown.page, '.fund .hidden-figures');
    await vi.waitFor(() => expect([shown.page.querySelector('main')?.className, button()?.hidden]).toEqual(['', true]));
  });

  it('has the sums of a group under their columns, beside its kind and currency', async () => {
    const [held, rehearsed] = [holding({ currency: 'HKD' }), holding({ id: '3' })];
    const paper = account({ key: 'simulated:1', id: '1', kind: 'simulated', positions: [rehearsed, { ...rehearsed, id: '4' }] });
    await shown.say('data', data({ accounts: [account({ positions: [held] }), paper] }));
    await drawn();
    const groups = [...shown.page.querySelectorAll('.rows .group')];
    expect(groups.map((group) => textOf(group.querySelector('.group-title')))).toEqual([
      'HK · HKD LIVE 1 position',
      'HK ≈HKD paper 2 positions',
    ]);
    expect(groups[1]?.querySelector('.group-title [title]')?.getAttribute('title')).toMatch(/^Assumed: /);
    expect(textOf(shown.page.querySelector('.status .assumed'))).toBe('≈ currency assumed from the market');
    const figures = (group: Element | undefined): readonly string[] =>
      ['value', 'profit', 'percent'].map((key) => textOf(group?.querySelector(`.cell-${key}`) ?? null));
    expect(groups.map(figures)).toEqual([
      ['64,280.00', '+4,280.00', '+7.13%'],
      ['128,560.00', '+8,560.00', '+7.13%'],
    ]);
    const placed = groups[0]?.querySelector('.cell-value')?.getAttribute('aria-colindex');
    expect(placed).toBe(shown.page.querySelector('.header .cell-value')?.getAttribute('aria-colindex'));
    // The columns before it belong to the name.
    expect(groups[0]?.querySelector('.group-name')?.getAttribute('aria-colspan')).toBe(String(Number(placed) - 1));
  });

  it('says why a total has no percentage of its P&L', async () => {
    const unpaid = holding({ currency: 'HKD', profitRatio: '' });
    await shown.say('data', data({ accounts: [account({ positions: [unpaid] })] }));
    await drawn();
    expect(textOf(shown.page.querySelector('.sum-profit'))).toBe('P&L ▲ +4,280.00 (–)');
    expect(shown.page.querySelector('.sum-profit')?.getAttribute('title')).toMatch(/^No percentage: /);
    expect(textOf(shown.page.querySelector('.group .cell-percent'))).toBe('–');
    expect(shown.page.querySelector('.assumed')).toBeNull();
  });

  it('exports rows of both kinds of account with the account of each', async () => {
    const exported = async (...accounts: readonly PortfolioAccountView[]): Promise<readonly unknown[] | undefined> => {
      await shown.say('data', data({ accounts }));
      await drawn();
      shown.page.querySelector<HTMLElement>('[aria-label^="Export"]')?.click();
      return shown.host
        .bodies('export')
        .at(-1)
        ?.rows.map((cells) => cells.at(-1));
    };
    const live = account({ positions: [holding()] });
    const paper = account({ key: 'simulated:1', id: '1', name: 'Paper', kind: 'simulated', positions: [holding()] });
    expect(await exported(live, paper)).toEqual(['Margin · LIVE', 'Paper · paper']);
    expect(await exported(live)).not.toContain('Margin · LIVE');
  });

  it('hatches short positions in its chart, and has their share with its sign', async () => {
    vi.spyOn(globalThis, 'innerHeight', 'get').mockReturnValue(1_200);
    const positions = [holding({ marketValue: '75000' }), holding({ id: '2', name: 'Meituan', side: 'short', marketValue: '25000' })];
    await shown.say('data', data({ accounts: [account({ positions })] }));
    await drawn();
    const tiles = [...shown.page.querySelectorAll('.tile')];
    expect(tiles.map((tile) => [tile.querySelector('.hatch') !== null, textOf(tile.querySelector('title'))])).toEqual([
      [false, expect.stringContaining('Tencent · HK.00700 · 75.0%')],
      [true, expect.stringContaining('Meituan · HK.00700 · short · −25.0%')],
    ]);
  });

  it('tells gain and loss in its chart by an arrow and a figure, and not by color alone', async () => {
    vi.spyOn(globalThis, 'innerHeight', 'get').mockReturnValue(1_200);
    const positions = [
      holding({ profit: '15000', marketValue: '90000' }),
      holding({ id: '2', symbol: 'HK.00005', profit: '-80', marketValue: '60000' }),
    ];
    await shown.say('data', data({ accounts: [account({ positions })] }));
    await drawn();
    expect(textsOf(shown.page, '.tile .detail')).toEqual(['60.0%', '▲ +15,000', '40.0%', '▼ −80.00']);
  });

  it('has the symbol in a tile of its chart that the name doesn’t fit', async () => {
    vi.spyOn(globalThis, 'innerHeight', 'get').mockReturnValue(1_200);
    const name = 'Industrial and Commercial Bank of China Limited, Class H';
    const positions = [holding({ marketValue: '75000' }), holding({ id: '2', name, symbol: 'HK.01398', marketValue: '25000' })];
    await shown.say('data', data({ accounts: [account({ positions })] }));
    await drawn();
    expect(textsOf(shown.page, '.tile text:not(.detail)')).toEqual(['Tencent', 'HK.01398']);
    expect(textsOf(shown.page, '.bar-name')).toContain(name);
  });

  it('opens its charts on what stands on top of the list', async () => {
    vi.spyOn(globalThis, 'innerHeight', 'get').mockReturnValue(1_200);
    const [hk, us] = ['HKD', 'USD'].map(
      (currency, at) => (id: string) =>
        holding({ id: `${currency}${id}`, currency, symbol: at === 0 ? `HK.0000${id}` : `US.A${id}`, market: at + 1 }),
    );
    const positions = [hk?.('1'), us?.('1'), us?.('2')].flatMap((one) => (one === undefined ? [] : [one]));
    await shown.say('data', data({ accounts: [account({ updatedAt: Date.now(), home: 'USD', positions })] }));
    await drawn();
    expect(textsOf(shown.page, '.sum-name').map((text) => text.slice(0, 3))).toEqual(['USD', 'HKD']);
    expect(textOf(shown.page.querySelector('.rows .row'))).toContain('HK');
    expect(shown.page.querySelector<HTMLSelectElement>('select.pictured')?.selectedOptions[0]?.textContent).toContain('HKD');
  });

  it('shows no position of a user who signed out', async () => {
    await shown.say('session', { kind: 'signedOut' });
    expect(textOf(shown.page)).not.toContain('1,234');
    click(shown.page, '.placeholder button');
    expect(shown.host.bodies('act')).toEqual([{ action: 'signIn' }]);
  });

  it('has the day P&L of each account in its strip where its kind has several, and the time of the figures', async () => {
    const line = (id: string, isLive: boolean): ToPortfolioPage['funds'][number] => ({
      ...{ key: `${isLive ? 'live' : 'simulated'}:${id}`, account: id, isLive, note: '', asOf: `as of 14:03:2${id.at(-1) ?? ''}` },
      figures: [{ label: 'Cash', text: '1 HKD' }],
    });
    const own = (id: string, kind: 'live' | 'simulated', dayProfit: string): PortfolioAccountView =>
      account({
        key: `${kind}:${id}`,
        id,
        name: id,
        kind,
        updatedAt: Date.now(),
        positions: [holding({ id, currency: 'HKD', dayProfit })],
      });
    const strips = (): readonly string[] => textsOf(shown.page, '.fund');
    const days = (): readonly boolean[] => strips().map((text) => text.includes('Day P&L HKD'));
    await shown.say('data', data({ accounts: [own('8001', 'live', '5'), own('S1', 'simulated', '9')] }));
    // Where there is little room, the first ones stay.
    await shown.say('funds', [line('S1', false), line('8001', true)]);
    await vi.waitFor(() => expect(strips().map((text) => /8001|S1/.exec(text)?.[0])).toEqual(['8001', 'S1']));
    await vi.waitFor(() => expect(days()).toEqual([false, false]));
    await shown.say('data', data({ accounts: [own('8001', 'live', '5'), own('8002', 'live', '-7'), own('S1', 'simulated', '9')] }));
    await shown.say('funds', [line('8001', true), line('8002', true), line('S1', false)]);
    await vi.waitFor(() => expect(days()).toEqual([true, true, false]));
    expect(strips()[0]).toMatch(/as of 14:03:21.*\+5\.00/);
    expect(strips()[1]).toMatch(/as of 14:03:22.*−7\.00/);
    await shown.say('settings', { ...settings, isPrivate: true });
    await vi.waitFor(() => expect(strips().join()).not.toMatch(/5\.00|7\.00/));
  });
});
