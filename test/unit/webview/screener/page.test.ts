// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SavedScreen } from '../../../../src/domain/plates/screen';
import type { ScreenerFacts, ScreenerQuote, ToScreenerHost, ToScreenerPage } from '../../../../src/panel/screener/screenerProtocol';
import { ScreenerPage } from '../../../../src/webview/screener/page';
import { click, drawn, giveHeight, press, textOf, textsOf, type } from '../support/document';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

const facts: ScreenerFacts = {
  ...{ phase: 'idle', total: 4, hasConstituents: true, hasQuotes: true, asked: 4, missing: 0 },
  ...{ lacks: '', problem: '', waiting: '', quotedAt: Date.UTC(2026, 0, 5, 12, 30) },
};
const rows = [
  { symbol: 'HK.00001', name: 'Alpha' },
  { symbol: 'HK.00002', name: 'Beta' },
  { symbol: 'HK.00003', name: 'Gamma' },
  { symbol: 'HK.00004', name: 'Delta' },
];
const quote = (at: number, figures: ScreenerQuote['figures'], more: Partial<ScreenerQuote> = {}): ScreenerQuote => ({
  ...{ symbol: rows[at]?.symbol ?? '', figures, isSuspended: false, isOld: false },
  ...more,
});
const quotes = [
  quote(0, { last: '11', previousClose: '10', turnover: '12345678.9', pe: '8.50' }),
  quote(1, { last: '9', previousClose: '10', turnover: '20000000', pe: '12' }),
  quote(2, { last: '10', previousClose: '10', turnover: '500', pe: '-3' }),
  quote(3, { last: '5', previousClose: '' }),
];
const cheap: SavedScreen = {
  ...{ name: 'Cheap', text: '', ranges: [{ field: 'pe', min: '0', max: '10' }] },
  ...{ columns: ['symbol', 'pe'], sort: { key: 'pe', direction: 'descending' } },
};

let shown: OpenPage<ToScreenerPage, ToScreenerHost>;

const symbols = (): readonly string[] => textsOf(shown.page, '.rows [role=row] .cell-symbol').map((text) => text.slice(-1));
const heads = (): readonly string[] => textsOf(shown.page, '[role=columnheader]');
const status = (): string => textOf(shown.page.querySelector('footer [role=status]'));
const redraw = async (): Promise<void> => {
  await shown.say('settings', { direction: { up: 'green', down: 'red' }, zone: 'UTC' });
  await drawn();
};
async function choose(selector: string, value: string): Promise<void> {
  const select = shown.page.querySelector(selector);
  if (!(select instanceof HTMLSelectElement)) throw new Error(`there is no ${selector}`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await redraw();
}
const bound = (field: string, at: 0 | 1): Element | null => shown.page.querySelectorAll(`[data-field=${field}] input`)[at] ?? null;

async function start(over: Partial<ToScreenerPage['start']> = {}): Promise<void> {
  giveHeight(400);
  shown = await openPage((host) => new ScreenerPage(host));
  await shown.say('start', {
    ...{ session: { kind: 'signedIn' }, settings: { direction: { up: 'green', down: 'red' }, zone: 'UTC' }, kept: null, screens: [] },
    ...over,
  });
}

async function fill(): Promise<void> {
  await shown.say('plate', {
    plate: { id: 'HK.BK1', name: 'One' },
    plates: [
      { id: 'HK.BK1', name: 'One' },
      { id: 'HK.BK2', name: 'Two' },
    ],
  });
  await shown.say('rows', rows);
  await shown.say('quotes', quotes);
  await shown.say('facts', facts);
  await drawn();
}

beforeEach(async () => start());

describe('the screener’s page', () => {
  it('draws ratios with two decimals, and every digit in the tooltip', async () => {
    await fill();
    await shown.say('quotes', [quote(0, { last: '11', pe: '25.7708', turnoverRate: '0.052', volumeRatio: '-0.004' })]);
    await drawn();
    const cells = ['pe', 'turnoverRate', 'volumeRatio'].map((key) => shown.page.querySelector(`.rows [role=row] .cell-${key}`));
    expect(cells.map(textOf)).toEqual(['25.77', '0.05%', '0.00']);
    expect(cells[0]?.getAttribute('title') ?? cells[0]?.querySelector('[title]')?.getAttribute('title')).toBe('25.7708');
  });

  it('shows constituents as they arrive, and says how many there are so far', async () => {
    await shown.say('plate', { plate: { id: 'HK.BK1', name: 'One' }, plates: [] });
    expect(textOf(shown.page.querySelector('.list'))).toBe('Loading…');
    await shown.say('rows', rows.slice(0, 2));
    await shown.say('facts', { ...facts, phase: 'constituents', total: 1_534, asked: 0, quotedAt: null });
    await drawn();
    expect([symbols(), status()]).toEqual([['1', '2'], 'Loading: 2 of 1,534']);
    await shown.say('facts', { ...facts, phase: 'constituents', total: null, asked: 0, quotedAt: null });
    await drawn();
    expect(status()).toBe('Loading: 2 so far');
  });

  it('shows only columns of which a constituent has a value, and names the others where columns are chosen', async () => {
    await fill();
    expect(heads()).toEqual(['Symbol', 'Name', 'Price', 'Day %', 'Turnover', 'P/E']);
    expect(textsOf(shown.page, '.rows .cell-changePercent')).toEqual(['▲ +10.00%', '▼ −10.00%', '0.00%', '–']);
    expect(textsOf(shown.page, '.rows .cell-turnover')).toEqual(['12.35M', '20.00M', '500', '–']);
    const tooltips = [...shown.page.querySelectorAll('.rows .cell-turnover')].map((cell) => cell.getAttribute('title'));
    expect(tooltips).toEqual([expect.stringMatching(/^12,345,67\d/), '20,000,000', '500', '–']);
    click(shown.page, '.pick-columns');
    await redraw();
    expect(textsOf(shown.page, '.picker label')).toEqual(expect.arrayContaining(['P/E', 'P/B (no values)']));
    await shown.say('quotes', [quote(3, {}, { isSuspended: true })]);
    await drawn();
    expect(heads()).toContain('Status');
  });

  it('leaves out whole columns before it cuts off a name, names them, and shows them on request', async () => {
    const width = vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(510);
    await fill();
    const lesser = { volume: '1', marketValue: '1', pb: '2', high52: '12', low52: '3' };
    await shown.say('quotes', [quote(0, { last: '11', previousClose: '10', turnover: '1', pe: '8', ...lesser })]);
    await shown.say('rows', [...rows.slice(0, 3), { symbol: 'HK.00004', name: 'A Company of Long Name' }]);
    await drawn();
    expect(heads()).toEqual(['Symbol', 'Name', 'Price', 'Day %']);
    expect(textOf(shown.page.querySelector('.lack'))).toMatch(/^No space for: Volume, Turnover, .*52-week low Show All Columns$/);
    // What the user filters by stays longer than what is usually more important.
    await choose('.add-filter', 'low52');
    width.mockReturnValue(580);
    await redraw();
    expect(heads()).toEqual(['Symbol', 'Name', 'Price', 'Day %', '52-week low']);
    click(shown.page, '.lack button');
    await redraw();
    expect([heads().length, textOf(shown.page.querySelector('.lack'))]).toEqual([11, 'Fit Columns to Page']);
  });

  it('filters by ranges and text, says how many match, and lets none match without the value', async () => {
    await fill();
    expect(status()).toBe('4 of 4 · updated 12:30:00');
    await choose('.add-filter', 'pe');
    expect(status()).toContain('4 of 4');
    type(bound('pe', 1), '10');
    await redraw();
    expect([symbols(), status()]).toEqual([['1', '3'], '2 of 4 · updated 12:30:00']);
    await choose('.add-filter', 'turnover');
    type(bound('turnover', 0), '10M');
    await redraw();
    expect(symbols()).toEqual(['1']);
    type(shown.page.querySelector('input[type=search]'), 'beta');
    await redraw();
    expect(textOf(shown.page.querySelector('.list'))).toContain('No constituent matches your filters.');
    click(shown.page, '.list button');
    await redraw();
    expect(symbols()).toEqual(['1', '2', '3', '4']);
    expect(shown.page.querySelector('.range')).toBeNull();
  });

  it('shows the column of a filter that is added', async () => {
    await start({ screens: [cheap] });
    await fill();
    await choose('.screens', 'Cheap');
    await choose('.add-filter', 'turnover');
    expect(heads()).toEqual(['Symbol', 'P/E', 'Turnover']);
  });

  it('marks what is no number, and does not filter by it', async () => {
    await fill();
    await choose('.add-filter', 'pe');
    type(bound('pe', 0), 'cheap');
    await redraw();
    expect(bound('pe', 0)?.getAttribute('aria-invalid')).toBe('true');
    expect(textOf(shown.page.querySelector('.range-problem'))).toContain('P/E');
    expect(symbols()).toHaveLength(4);
  });

  it('sorts by a click on a head, with what has no value last in both directions', async () => {
    await fill();
    for (const order of [
      ['2', '1', '3', '4'],
      ['3', '1', '2', '4'],
      ['1', '2', '3', '4'],
    ]) {
      click(shown.page, '[data-column=pe]');
      await redraw();
      expect(symbols()).toEqual(order);
    }
  });

  it('takes filters, columns, and order from a saved screen, says when it was changed, and saves the present one', async () => {
    await start({ screens: [cheap] });
    await fill();
    await choose('.screens', 'Cheap');
    expect([symbols(), heads()]).toEqual([['1'], ['Symbol', 'P/E']]);
    expect(textsOf(shown.page, '.screens option')).toEqual(['Saved screens…', 'Cheap']);
    type(bound('pe', 1), '20');
    await redraw();
    expect(textsOf(shown.page, '.screens option')).toEqual(['Saved screens…', 'Cheap (changed)']);
    click(shown.page, '[aria-label="Save Screen…"]');
    click(shown.page, '[aria-label="Rename Screen…"]');
    click(shown.page, '[aria-label="Delete Screen"]');
    const { name, ...screen } = cheap;
    expect(shown.host.bodies('saveScreen')).toEqual([{ name, screen: { ...screen, ranges: [{ field: 'pe', min: '0', max: '20' }] } }]);
    expect([shown.host.bodies('renameScreen'), shown.host.bodies('removeScreen')]).toEqual([[{ name }], [{ name }]]);
    await shown.say('screens', { screens: [], chosen: null });
    await drawn();
    expect(textsOf(shown.page, '.screens option')).toEqual(['No saved screens']);
    expect(shown.page.querySelector('[aria-label="Delete Screen"]:disabled')).not.toBeNull();
  });

  it('opens, copies, and exports what is visible, with the service’s digits', async () => {
    await fill();
    await choose('.add-filter', 'pe');
    type(bound('pe', 0), '10');
    await redraw();
    const grid = shown.page.querySelector<HTMLElement>('.grid');
    grid?.focus();
    press(grid, 'ArrowDown');
    press(grid, 'Enter');
    press(grid, 'c', { ctrlKey: true });
    click(shown.page, '[aria-label^="Export"]');
    expect(shown.host.bodies('open')).toEqual([{ symbol: 'HK.00002' }]);
    expect(shown.host.bodies('copy')).toEqual([
      { text: 'Symbol\tName\tPrice\tDay %\tTurnover\tP/E\nHK.00002\tBeta\t9\t-10\t20000000\t12' },
    ]);
    expect(shown.host.bodies('export')).toEqual([
      { header: ['Symbol', 'Name', 'Price', 'Day %', 'Turnover', 'P/E'], rows: [['HK.00002', 'Beta', '9', '-10', '20000000', '12']] },
    ]);
    const context = shown.page.querySelector('.rows [role=row]')?.getAttribute('data-vscode-context');
    expect(JSON.parse(context ?? '')).toMatchObject({ webviewSection: 'security', symbol: 'HK.00002' });
  });

  it('asks for another plate, and shows nothing of the one before', async () => {
    await fill();
    await choose('.plates', 'HK.BK2');
    expect(shown.host.bodies('choosePlate')).toEqual([{ plateId: 'HK.BK2' }]);
    await shown.say('plate', { plate: { id: 'HK.BK2', name: 'Two' }, plates: [] });
    await drawn();
    expect(symbols()).toEqual([]);
  });

  it.each([
    ['a service without plates', { hasConstituents: false }, '.list', 'This service doesn’t provide this list.'],
    ['a service without quotes', { hasQuotes: false, asked: 0, quotedAt: null }, '.hint', 'This service doesn’t provide prices.'],
    ['securities without a quote', { missing: 2 }, '.hint', 'Without a quote from the service: 2'],
    ['a failure', { problem: 'It broke.' }, '[role=alert]', 'It broke. Try Again'],
    ['a list with gaps', { lacks: 'More pages.' }, '[role=alert]', 'More pages. Try Again'],
  ] as const)('says so of %s', async (_, over, place, text) => {
    await fill();
    if ('hasConstituents' in over) await shown.say('rows', []);
    await shown.say('facts', { ...facts, ...over });
    await drawn();
    expect(textOf(shown.page.querySelector(place))).toBe(text);
  });

  it('counts nothing while nothing could be loaded, and does not say that the plate is empty', async () => {
    await fill();
    await shown.say('rows', []);
    await shown.say('facts', { ...facts, total: null, asked: 0, quotedAt: null, problem: 'Couldn’t be loaded.' });
    await drawn();
    expect([status(), textOf(shown.page.querySelector('.list'))]).toEqual(['', '']);
    expect(textOf(shown.page.querySelector('[role=alert]'))).toBe('Couldn’t be loaded. Try Again');
  });

  it('names what it waits for below the rows, so that none of them moves', async () => {
    await fill();
    await shown.say('facts', { ...facts, phase: 'quotes', waiting: 'Waiting for the service’s limit: 9 s' });
    await drawn();
    expect(textOf(shown.page.querySelector('footer .waiting'))).toBe('Waiting for the service’s limit: 9 s');
    expect(shown.page.querySelector('.progress + .list')).not.toBeNull();
  });

  it('says what to do without a plate or a session', async () => {
    expect(textOf(shown.page.querySelector('.placeholder'))).toContain('Choose Open Screener on a plate');
    await shown.say('session', { kind: 'signedOut' });
    await drawn();
    click(shown.page, '.placeholder button');
    expect(shown.host.bodies('act')).toEqual([{ action: 'signIn' }]);
  });
});
