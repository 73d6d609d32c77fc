// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FillRow, ListFacts, OrderRow, ToOrdersHost, ToOrdersPage } from '../../../../src/panel/orders/ordersPageProtocol';
import { OrdersPage } from '../../../../src/webview/orders/page';
import { click, drawn, giveHeight, textOf, textsOf, type } from '../support/document';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

const order = (orderId: string, changes: Partial<OrderRow> = {}): OrderRow => ({
  ...{ code: 'HK.00700', name: 'Tencent', securityType: 'STOCK', side: 'BUY', orderType: 'LIMIT', status: 'SUBMITTED', timeInForce: 'DAY' },
  ...{ currency: 'HKD', quantity: '1234', price: '12.30', auxPrice: '', dealtQuantity: '0', dealtAveragePrice: '' },
  ...{ createdAt: '1', updatedAt: '2', lastError: '', remark: '' },
  ...{ orderId, id: `live:8001/${orderId}`, account: 'live:8001', session: '' },
  ...changes,
});
const whole: ListFacts = { isLoaded: true, isComplete: true, missing: [], notes: [], updatedAt: 0 };
const start: ToOrdersPage['start'] = {
  session: { kind: 'signedIn' },
  settings: { isPrivate: false, zone: 'UTC', isSandbox: false },
  words: {
    side: { BUY: 'BUY', SELL: 'SELL' },
    type: {},
    briefSide: {},
    briefType: { STOP_LIMIT: 'STP LMT', STOP: 'STP', LIMIT: 'LMT', MARKET: 'MKT' },
    status: {},
    timeInForce: {},
  },
  menuKey: 'secret',
  kept: null,
};

let shown: OpenPage<ToOrdersPage, ToOrdersHost>;

async function orders(rows: readonly OrderRow[], facts: Partial<ListFacts> = {}): Promise<void> {
  await shown.say('orders', { tab: 'open', rows, facts: { ...whole, ...facts } });
  await drawn();
}
const rowsShown = (): readonly string[] => textsOf(shown.page, 'market-grid [role=row]').slice(1);

beforeEach(async () => {
  giveHeight(400);
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1_600);
  shown = await openPage((host) => new OrdersPage(host));
  await shown.say('start', start);
  await shown.say('accounts', [{ key: 'live:8001', id: '8001', name: '8001', kind: 'live' }]);
  await shown.say('busy', { isBusy: false, waiting: '' });
});

describe('the orders page', () => {
  it('says which list it shows as soon as it starts, and shows its orders', async () => {
    expect(shown.host.bodies('look')).toEqual([{ tab: 'open', range: { kind: 'days', days: 7 } }]);
    await orders([order('OK-1'), order('OK-2', { side: 'SELL' })]);
    expect(rowsShown()).toHaveLength(2);
    expect(rowsShown().join(' ')).toContain('1,234');
    expect(textOf(shown.page.querySelector('[role=status]'))).toBe('2 orders · all that the service lists');
  });

  it('has a column for messages only if the service returned one', async () => {
    const titles = (): string => textOf(shown.page.querySelector('market-grid .header'));
    await orders([order('OK-1')]);
    expect(titles()).not.toContain('Message');
    await orders([order('OK-1'), order('OK-2', { lastError: 'Insufficient funds' })]);
    expect(titles()).toContain('Message');
    expect(rowsShown().join(' ')).toContain('Insufficient funds');
  });

  it('asks for another list when its tab is chosen', async () => {
    click(shown.page, '#tab-fills');
    expect(shown.host.bodies('look').at(-1)).toMatchObject({ tab: 'fills' });
  });

  it('takes dates for the range, and says so when the first is after the last', async () => {
    const redrawn = async (): Promise<void> => shown.say('busy', { isBusy: false, waiting: '' });
    click(shown.page, '#tab-fills');
    await redrawn();
    const change = async (selector: string, value: string): Promise<void> => {
      const field = shown.page.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
      if (field === null) throw new Error(`nothing is ${selector}`);
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      await redrawn();
    };
    await change('select[aria-label="Range"]', 'dates');
    await change('input[aria-label="From"]', '2999-01-01');
    expect(textOf(shown.page)).toContain('The first date must not be after the last one.');
    await change('input[aria-label="From"]', '2001-01-01');
    expect(textOf(shown.page)).not.toContain('The first date must not be after');
    expect(shown.host.bodies('look').at(-1)).toMatchObject({ tab: 'fills', range: { kind: 'dates', from: '2001-01-01' } });
  });

  it('shows only rows that match the filter, exports just those, and offers to clear a filter without matches', async () => {
    await orders([order('OK-1'), order('XX-2')]);
    const search = shown.page.querySelector('input[type=search], input[role=searchbox], .toolbar input');
    type(search, 'xx');
    await drawn();
    await shown.say('busy', { isBusy: false, waiting: '' });
    expect(rowsShown()).toHaveLength(1);
    shown.page.querySelector<HTMLElement>('[aria-label^="Export"]')?.click();
    expect(shown.host.bodies('export')).toEqual([{ tab: 'open', ids: ['live:8001/XX-2'] }]);
    await shown.say('filter', { text: 'nothing like it' });
    expect(textOf(shown.page)).toContain('Nothing matches your filter.');
  });

  it('offers to cancel all orders where open ones are listed', async () => {
    const found = (): HTMLElement | undefined =>
      [...shown.page.querySelectorAll('button')].find((button) => textOf(button) === 'Cancel All…');
    await orders([]);
    expect(found()).toBeUndefined();
    await orders([order('OK-1')]);
    found()?.click();
    expect(shown.host.bodies('act')).toEqual([{ action: 'cancelAll' }]);
    click(shown.page, '#tab-fills');
    await shown.say('busy', { isBusy: false, waiting: '' });
    expect(found()).toBeUndefined();
  });

  it('says what is missing from a list, and reads again on request', async () => {
    await orders([order('OK-1')], { isComplete: false, missing: ['account 8001 couldn’t be read'] });
    expect(textOf(shown.page.querySelector('[role=alert]'))).toContain('The list is incomplete: account 8001 couldn’t be read');
    click(shown.page, '[role=alert] button');
    expect(shown.host.last).toEqual(['refresh', null]);
  });

  it('doesn’t report an unread list as empty', async () => {
    await orders([], { isLoaded: false });
    expect(textOf(shown.page.querySelector('.list'))).toBe('Loading…');
    await orders([]);
    expect(textOf(shown.page.querySelector('.list'))).toBe('No open orders');
  });

  it('leaves out columns without space, names them, and shows them all at one press', async () => {
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(600);
    const columns = (): readonly string[] =>
      [...shown.page.querySelectorAll('.header [data-column]')].map((one) => one.getAttribute('data-column') ?? '');
    await orders([order('OK-1')]);
    expect(columns()).toEqual(expect.arrayContaining(['symbol', 'side', 'quantity', 'price', 'status']));
    expect(columns()).not.toContain('value');
    expect(textOf(shown.page.querySelector('.lack'))).toMatch(/^No space for: .*Value.* Show All Columns$/);
    click(shown.page, '.lack button');
    await shown.say('busy', { isBusy: false, waiting: '' });
    await drawn();
    expect(columns()).toEqual(expect.arrayContaining(['value', 'account']));
    expect(textOf(shown.page.querySelector('.lack'))).toBe('Fit Columns to Page');
  });

  it('names what it waits for below the rows, so that none of them moves', async () => {
    await orders([order('OK-1')]);
    await shown.say('busy', { isBusy: true, waiting: 'Waiting for the service’s limit: 9 s' });
    await drawn();
    expect(textOf(shown.page.querySelector('footer .waiting'))).toBe('Waiting for the service’s limit: 9 s');
    expect(shown.page.querySelector('.progress + .list')).not.toBeNull();
  });

  it('says how long ago the list was read, which is not spoken', async () => {
    await orders([order('OK-1')], { updatedAt: Date.now() - 50_000 });
    const age = shown.page.querySelector('footer .as-of');
    expect(textOf(age)).toMatch(/^updated 5\d s ago · UTC$/);
    expect([age?.closest('[role=status]'), age?.getAttribute('title')]).toEqual([null, expect.stringMatching(/^as of \d\d:\d\d:\d\d$/)]);
  });

  it('colors the age of a list that is late', async () => {
    const isLate = (): boolean => shown.page.querySelector('.as-of .late') !== null;
    await orders([order('OK-1')], { updatedAt: Date.now() - 50_000, lateAfterMs: 60_000 });
    expect(isLate()).toBe(false);
    await orders([order('OK-1')], { updatedAt: Date.now() - 50_000, lateAfterMs: 45_000 });
    expect(isLate()).toBe(true);
    // Not read again by itself.
    await orders([order('OK-1')], { updatedAt: Date.now() - 50_000 });
    expect(isLate()).toBe(false);
  });

  it('shows how it is sorted at first; pressing Time reverses that', async () => {
    const arrows = (): readonly (readonly [string | null, string])[] =>
      [...shown.page.querySelectorAll('.header [role=columnheader]:has(.codicon)')].map((header) => [
        header.getAttribute('data-column'),
        header.querySelector('.codicon')?.classList.contains('codicon-arrow-up') === true ? 'up' : 'down',
      ]);
    const pressed = async (column: string): Promise<ReturnType<typeof arrows>> => {
      click(shown.page, `.header [data-column=${column}]`);
      await shown.say('busy', { isBusy: false, waiting: '' });
      await drawn();
      return arrows();
    };
    await orders([order('OK-1', { createdAt: '1000000' }), order('OK-2', { createdAt: '2000000', quantity: '5' })]);
    expect([arrows(), rowsShown()[0]]).toEqual([[['created', 'down']], expect.stringContaining('5')]);
    expect([await pressed('created'), rowsShown()[0]]).toEqual([[['created', 'up']], expect.stringContaining('1,234')]);
    expect(await pressed('created')).toEqual([['created', 'down']]);
    expect(await pressed('quantity')).toEqual([['quantity', 'down']]);
    expect(await pressed('quantity')).toEqual([['quantity', 'up']]);
    expect(await pressed('quantity')).toEqual([['created', 'down']]);
  });

  it('has buttons that modify and cancel the selected open order', async () => {
    const buttons = (): readonly HTMLButtonElement[] => [...shown.page.querySelectorAll<HTMLButtonElement>('.for-selected button')];
    const look = (): unknown => buttons().map((button) => [textOf(button), button.disabled, button.title]);
    await orders([order('OK-1'), order('OK-2', { side: 'SELL' })]);
    expect(look()).toEqual([
      ['Modify…', true, 'Select an order in the list'],
      ['Cancel…', true, 'Select an order in the list'],
    ]);
    click(shown.page, '.rows [data-id="live:8001/OK-2"] .cell-price');
    await shown.say('busy', { isBusy: false, waiting: '' });
    expect(look()).toEqual([
      ['Modify…', false, 'Modify…: SELL HK.00700 · OK-2'],
      ['Cancel…', false, 'Cancel…: SELL HK.00700 · OK-2'],
    ]);
    // The button that cancels all is at the other end of the page.
    expect(shown.page.querySelector('.filters')?.firstElementChild?.className).toBe('for-selected');
    for (const button of buttons()) button.click();
    expect(shown.host.bodies('order')).toEqual([
      { action: 'modify', id: 'live:8001/OK-2' },
      { action: 'cancel', id: 'live:8001/OK-2' },
    ]);
    // It was filled.
    await orders([order('OK-1')]);
    expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true]);
    click(shown.page, '#tab-history');
    await shown.say('busy', { isBusy: false, waiting: '' });
    expect(buttons()).toEqual([]);
  });

  it('shows the type of an order without a price in its place, in every width', async () => {
    const prices = (): readonly string[] => textsOf(shown.page, '.rows .cell-price');
    await orders([order('OK-1', { orderType: 'MARKET', price: '0' }), order('OK-2', { orderType: 'STOP', price: '0', auxPrice: '11.5' })]);
    expect(prices()).toEqual(['MARKET', '11.5']);
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(600);
    await shown.say('busy', { isBusy: true, waiting: '' });
    await drawn();
    expect(prices()).toEqual(['MARKET', '11.5']);
    const titles = () => [...shown.page.querySelectorAll('.rows .cell-price')].map((cell) => cell.getAttribute('title'));
    await vi.waitFor(() => expect(titles()).toEqual(['MARKET', 'STOP, trigger 11.5']));
  });

  it('keeps the type in a few letters where its words have no space, in narrow pages', async () => {
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1_000);
    await orders([order('OK-1', { orderType: 'STOP_LIMIT', auxPrice: '11.5' }), order('OK-2', { timeInForce: 'GTC' })]);
    const types = (): readonly string[] => textsOf(shown.page, '.rows .cell-type');
    for (const width of [680, 640, 620]) {
      vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(width);
      await shown.say('busy', { isBusy: true, waiting: String(width) });
      await drawn();
      expect(types(), String(width)).toEqual(['STP LMT', 'LMT']);
    }
    const titles = [...shown.page.querySelectorAll('.rows .cell-type')].map((cell) => cell.getAttribute('title'));
    expect(titles).toEqual(['STP LMT, STOP_LIMIT', 'LMT, LIMIT · GTC']);
    click(shown.page, '.lack button');
    await shown.say('busy', { isBusy: false, waiting: '' });
    await drawn();
    expect(types()).toEqual(['STOP_LIMIT', 'LIMIT · GTC']);
  });

  it('has the type beside long options, stops, and paper orders at 640 pixels', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: query.includes('720px'), media: query }) as MediaQueryList,
    );
    // As wide as the letters of the editor on Linux; a window of 640 pixels leaves 582 to the page.
    const letters: Readonly<Record<string, number>> = { ' ': 4.1, '.': 4.1, ',': 4.1 };
    const widthOf = (text: string): number =>
      Array.from(text).reduce(
        (sum, letter) => sum + (letters[letter] ?? (/[A-Z]/.test(letter) ? 8.7 : /[a-z]/.test(letter) ? 7.3 : 8.3)),
        0,
      );
    const measureText = (text: string): Partial<TextMetrics> => ({ width: widthOf(text) });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ measureText } as unknown as null);
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(582);
    shown = await openPage((host) => new OrdersPage(host));
    await shown.say('start', {
      ...start,
      words: { ...start.words, briefSide: { BUY: 'BUY', SELL_SHORT: 'SHORT' }, status: { SUBMITTED: 'submitted' } },
    });
    const accounts = [
      { key: 'live:8001', id: '8001', name: '8001', kind: 'live' as const },
      { key: 'simulated:1', id: '1', name: 'Paper Trading', kind: 'simulated' as const },
    ];
    await shown.say('accounts', accounts);
    await shown.say('busy', { isBusy: false, waiting: '' });
    const option = { symbol: 'US.AAPL281215C230000', code: 'US.AAPL281215C230000' };
    await orders([
      order('OK-1', { account: 'simulated:1', id: 'simulated:1/OK-1' }),
      order('OK-2', { ...option, side: 'SELL_SHORT' }),
      order('OK-3', { orderType: 'STOP_LIMIT', price: '118.300', auxPrice: '115.934' }),
    ]);
    expect(textsOf(shown.page, '.rows .cell-type')).toEqual(['LMT', 'LMT', 'STP LMT']);
    expect(shown.page.querySelector('.rows .cell-symbol .codicon-note')).not.toBeNull();
  });

  it('says of a partially filled order that its rest was canceled, and how much was filled', async () => {
    await shown.say('start', { ...start, words: { ...start.words, status: { CANCELLED_PART: 'partially filled, rest canceled' } } });
    click(shown.page, '#tab-history');
    const changes = { status: 'CANCELLED_PART', quantity: '400', dealtQuantity: '200' } as const;
    const past = order('OK-1', { ...changes, code: 'US.AAPL281215C230000', name: 'AAPL 281215 230.00C' });
    await shown.say('orders', { tab: 'history', rows: [past], facts: whole });
    await drawn();
    const cell = (key: string): Element | null => shown.page.querySelector(`.rows .cell-${key}`);
    expect([textOf(cell('filled')), textOf(cell('status')), cell('status')?.getAttribute('title')]).toEqual([
      ...['200', 'rest canceled', 'partially filled, rest canceled'],
    ]);
    // What the symbol says already.
    expect([textOf(cell('symbol')), textOf(cell('name'))]).toEqual(['AAPL 281215 230.00C', '']);
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(500);
    await shown.say('busy', { isBusy: false, waiting: '' });
    await drawn();
    expect([cell('filled'), textOf(cell('status'))]).toEqual([null, '200/400, rest canceled']);
  });

  it('names each cell with what it shows, and more', async () => {
    const option = { symbol: 'US.AAPL281215C230000', code: 'US.AAPL281215C230000' };
    const limits = { orderType: 'STOP_LIMIT', price: '12', auxPrice: '11.5' };
    await orders([order('OK-1', { orderType: 'MARKET', price: '0' }), order('OK-2', { ...limits, ...option }), order('OK-3')]);
    const named = [...shown.page.querySelectorAll('.rows [role=gridcell][aria-label]')];
    expect(named.length).toBeGreaterThan(3);
    const withoutIt = named.filter((cell) => !(cell.getAttribute('aria-label') ?? '').includes(textOf(cell)));
    expect(withoutIt.map((cell) => [cell.getAttribute('aria-label'), textOf(cell)])).toEqual([]);
    expect(named.map((cell) => cell.getAttribute('aria-label'))).toEqual(
      expect.arrayContaining(['12 11.5, trigger 11.5', 'AAPL 281215 230.00C, US.AAPL281215C230000']),
    );
  });

  it('has the mark of a trigger in a narrow page, for an order with a limit price as well, and the word in its tooltip', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: query.includes('720px'), media: query }) as MediaQueryList,
    );
    shown = await openPage((host) => new OrdersPage(host));
    await shown.say('start', start);
    const triggers = { orderType: 'STOP', price: '0', auxPrice: '11.5' };
    await orders([order('OK-1', { orderType: 'STOP_LIMIT', price: '12', auxPrice: '11.5' }), order('OK-2', triggers), order('OK-3')]);
    const cells = [...shown.page.querySelectorAll('.rows .cell-price')];
    expect(cells.map((cell) => [textOf(cell), cell.querySelector('.codicon-target') !== null])).toEqual([
      ['12 11.5', true],
      ['11.5', true],
      ['12.30', false],
    ]);
    expect(cells[0]?.getAttribute('title')).toBe('12 · trigger 11.5');
    // Other columns leave before a price does.
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(20);
    await shown.say('busy', { isBusy: false, waiting: '' });
    await drawn();
    expect(textOf(shown.page.querySelector('.rows .cell-price'))).toBe('12 11.5');
  });

  it('asks for the prices of past orders and fills until it knows their digits, which all their prices have then', async () => {
    const { price: _, ...rest } = order('OK-1');
    click(shown.page, '#tab-history');
    const past = order('OK-1', { status: 'FILLED_ALL', price: '553', dealtQuantity: '100', dealtAveragePrice: '552.5' });
    await shown.say('orders', { tab: 'history', rows: [past], facts: whole });
    await drawn();
    const averages = (): readonly string[] => textsOf(shown.page, '.rows .cell-average');
    expect([shown.host.bodies('visible').at(-1), averages()]).toEqual([{ symbols: ['HK.00700'] }, ['552.5']]);
    await shown.say('prices', [{ symbol: 'HK.00700', last: '552.500', tick: '0.500', isOld: false, isExpired: false, note: '' }]);
    await drawn();
    expect([shown.host.bodies('visible').at(-1), averages()]).toEqual([{ symbols: [] }, ['552.500']]);
    click(shown.page, '#tab-fills');
    const fill: FillRow = {
      ...{ ...rest, dealId: 'F-1', price: '553', counterBrokerId: '', counterBrokerName: '' },
      ...{ id: 'live:8001/F-1', unknown: {} },
    };
    await shown.say('fills', { rows: [fill], facts: whole });
    await drawn();
    expect(textsOf(shown.page, '.rows .cell-price')).toEqual(['553.000']);
    click(shown.page, '.rows .cell-orderId button');
    await shown.say('busy', { isBusy: false, waiting: '' });
    expect(shown.page.querySelector<HTMLInputElement>('.filter')?.value).toBe('OK-1');
  });

  it('shows past orders that have ended, until another status is chosen', async () => {
    click(shown.page, '#tab-history');
    const rows = [order('OK-1'), order('OK-2', { status: 'FILLED_ALL' })];
    await shown.say('orders', { tab: 'history', rows, facts: whole });
    await drawn();
    expect(rowsShown()).toHaveLength(1);
    expect(textOf(shown.page.querySelector('footer [role=status]'))).toContain('1 of 2 orders');
    const status = shown.page.querySelector<HTMLSelectElement>('select[aria-label="Status"]');
    if (status === null) throw new Error('no choice of a status');
    status.value = '';
    status.dispatchEvent(new Event('change', { bubbles: true }));
    await drawn();
    await shown.say('busy', { isBusy: false, waiting: '' });
    expect(rowsShown()).toHaveLength(2);
  });

  it('proves in the menu of an open order, and only there, that the user chose a command on it', async () => {
    const context = (): unknown =>
      JSON.parse(shown.page.querySelector('.rows [data-vscode-context]')?.getAttribute('data-vscode-context') ?? '{}');
    await orders([order('OK-1')]);
    expect(context()).toMatchObject({ webviewSection: 'openOrder', accountId: '8001', orderId: 'OK-1', menuKey: 'secret' });
    click(shown.page, '#tab-history');
    await shown.say('orders', { tab: 'history', rows: [order('OK-1', { status: 'FILLED_ALL' })], facts: whole });
    await drawn();
    expect(context()).toMatchObject({ webviewSection: 'pastOrder', orderId: 'OK-1' });
    expect(context()).not.toHaveProperty('menuKey');
  });

  it('hides quantities in privacy mode', async () => {
    await orders([order('OK-1')]);
    await shown.say('settings', { ...start.settings, isPrivate: true });
    await drawn();
    expect(rowsShown()).toHaveLength(1);
    expect(rowsShown().join(' ')).not.toContain('1,234');
  });

  it('asks for the prices of the open orders on the screen, and shows how far each is from its price', async () => {
    const price = { symbol: 'HK.00700', last: '12.00', tick: '0.01', isOld: false, isExpired: false, note: 'as of 10:00:00' };
    const distances = (): readonly string[] => textsOf(shown.page, '[role=gridcell].cell-distance');
    await orders([order('OK-1'), order('OK-2', { code: 'US.AAPL', price: '200' })]);
    expect(shown.host.bodies('visible')).toEqual([{ symbols: ['HK.00700', 'US.AAPL'] }]);
    expect(distances()).toEqual(['', '']);
    await shown.say('prices', [price]);
    await drawn();
    expect(distances()).toEqual(['+2.50%', '']);
    await shown.say('prices', [{ ...price, last: '12.50', isOld: true }]);
    await drawn();
    expect(distances()).toEqual(['−1.60%', '']);
    expect(shown.page.querySelectorAll('.cell-distance.old')).toHaveLength(1);
    await shown.say('forget', null);
    await drawn();
    expect(distances()).toEqual(['', '']);
    expect(shown.host.bodies('visible')).toHaveLength(1);
  });

  it('asks for no prices that it does not need: of past orders whose digits it knows, and in privacy mode', async () => {
    await orders([order('OK-1')]);
    await shown.say('settings', { ...start.settings, isPrivate: true });
    await drawn();
    expect(shown.host.bodies('visible')).toEqual([{ symbols: ['HK.00700'] }, { symbols: [] }]);
    await shown.say('settings', start.settings);
    await drawn();
    await shown.say('prices', [{ symbol: 'HK.00700', last: '12.400', tick: '0.010', isOld: false, isExpired: false, note: '' }]);
    click(shown.page, '#tab-history');
    await shown.say('orders', { tab: 'history', rows: [order('OK-1', { status: 'FILLED_ALL' })], facts: whole });
    await drawn();
    expect(shown.host.bodies('visible').slice(2)).toEqual([{ symbols: ['HK.00700'] }, { symbols: [] }]);
    expect(shown.page.querySelector('.cell-distance')).toBeNull();
    expect(shown.page.querySelector('.cell-average')).not.toBeNull();
  });

  it('shows no order of a user who signed out', async () => {
    await orders([order('OK-1')]);
    await shown.say('session', { kind: 'signedOut' });
    expect(textOf(shown.page)).not.toContain('1,234');
    click(shown.page, '.placeholder button');
    expect(shown.host.bodies('act')).toEqual([{ action: 'signIn' }]);
  });
});
