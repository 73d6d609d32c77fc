// @vitest-environment happy-dom
import { ageText } from '../../../../src/webview/shared/texts/times';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderView, PositionView, ToSecurityHost, ToSecurityPage } from '../../../../src/panel/security/securityProtocol';
import type { OrderSizes, QueuedBroker } from '../../../../src/service/marketRecords';
import { holding } from '../../../support/builders/holding';
import { click, press, textOf, textsOf } from '../support/document';
import { aQuote } from '../../../support/builders/quoteBuilders';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

// The chart library draws on a canvas, which this DOM does not have.
vi.mock('../../../../src/webview/security/chart/candleChart', () => ({
  CandleChart: class {
    clear = (): void => undefined;
    show = (): void => undefined;
    update = (): void => undefined;
    dispose = (): void => undefined;
    setAverages = (): void => undefined;
    setLines = (): void => undefined;
    setLast = (): void => undefined;
    setTheme = (): void => undefined;
    setCompared = (): void => undefined;
    heightOf = (): undefined => undefined;
    plot = { width: 0, height: 0 };
  },
}));

const { spreadText } = await import('../../../../src/webview/security/side');
const { SecurityPage } = await import('../../../../src/webview/security/page');

const order: OrderView = {
  ...{
    id: '1',
    account: 'Margin',
    accountId: '8001',
    accountKind: 'live',
    orderId: 'OK-1',
    text: 'BUY 300 @ 562.5',
    status: 'Submitted',
    terms: 'DAY · 0/300',
    awaited: '562.5',
    canModify: true,
  },
};
const position: PositionView = { id: '1', account: 'Margin', isLive: true, holding: holding({ quantity: '1234' }), readAt: 0 };
const settings: ToSecurityPage['settings'] = {
  ...{ direction: { up: 'green', down: 'red' }, isPrivate: false, zone: 'UTC', offset: 'UTC', isSandbox: false, clockOffset: 0 },
};

let shown: OpenPage<ToSecurityPage, ToSecurityHost>;

beforeEach(async () => {
  shown = await openPage((host: ConstructorParameters<typeof SecurityPage>[0]) => new SecurityPage(host));
  await shown.say('session', { kind: 'signedIn' });
  await shown.say('settings', settings);
});

async function open(symbol = 'HK.00700'): Promise<void> {
  await shown.say('subject', { symbol, chart: { period: 'day', adjustment: 'forward' }, compared: [], isKept: false });
}
const side = (): string => textOf(shown.page.querySelector('aside'));

describe('the security page', () => {
  it('offers to open a security when none is chosen', () => {
    expect(textOf(shown.page)).toContain('No security selected');
    click(shown.page, '.placeholder button');
    expect(shown.host.bodies('act')).toEqual([{ command: 'search' }]);
  });

  it('has the order book on top, beside the chart, where nothing that comes and goes can move it', async () => {
    await open();
    await shown.say('positions', { kind: 'ready', value: [position], problem: '' });
    expect(textsOf(shown.page, 'aside h2').slice(0, 3)).toEqual(['Order book', 'My positions', 'My open orders']);
  });

  it('marks trades outside regular hours with their session', async () => {
    await open('US.AAPL');
    const trade = { sequence: '1', time: Date.UTC(2026, 0, 5, 21, 5), price: '250.1', volume: '10', direction: 'buy' } as const;
    await shown.say('ticks', [
      { ...trade, session: 'afterMarket' },
      { ...trade, sequence: '0', time: Date.UTC(2026, 0, 5, 20, 59) },
    ]);
    expect(
      textsOf(shown.page, '.ticks tbody td:first-child')
        .map((text) => /After hours/.test(text))
        .slice(0, 2),
    ).toEqual([true, false]);
  });

  it('has room for ten trades from the start, so that trades move nothing below', async () => {
    await open();
    const rows = (): number => shown.page.querySelectorAll('.ticks tbody tr').length;
    const book = { bids: [], asks: [], isLive: true } as const;
    await shown.say('book', { kind: 'ready', value: book, problem: '' });
    expect(rows()).toBe(0);
    await shown.say('book', { kind: 'ready', value: { ...book, hasTrades: true }, problem: '' });
    expect([rows(), textOf(shown.page.querySelector('.ticks td'))]).toEqual([10, 'No trades yet']);
    const trade = { time: Date.UTC(2026, 0, 5, 20), price: '250.1', volume: '10', direction: 'buy' } as const;
    for (const count of [1, 3, 12]) {
      await shown.say(
        'ticks',
        Array.from({ length: count }, (_, at) => ({ ...trade, sequence: String(at) })),
      );
      expect(rows()).toBe(10);
    }
    expect(textOf(shown.page.querySelector('.ticks'))).not.toContain('No trades yet');
  });

  it('says how far the best two prices are apart, with the digits of their prices', () => {
    expect([spreadText('552.500', '553.000'), spreadText('9', '11.5'), spreadText('10', '10')]).toEqual([
      'Spread 0.500 · 0.09%',
      'Spread 2.5 · 24.39%',
      'Spread 0 · 0.00%',
    ]);
    expect(spreadText('208.55', '208.56')).toBe('Spread 0.01');
    expect([spreadText('10'), spreadText(undefined, '10'), spreadText('--', '10')]).toEqual(['', '', '']);
  });

  it('marks the prices of the book at which own orders rest, each on its side', async () => {
    await open();
    const book = {
      bids: [
        ['552.5', '300', ''],
        ['552', '100', ''],
      ],
      asks: [['553', '200', '']],
      isLive: true,
    } as const;
    await shown.say('book', { kind: 'ready', value: book, problem: '' });
    const marked = (): readonly string[] => textsOf(shown.page, '.level.own button');
    expect(marked()).toEqual([]);
    const line = { kind: 'limit', side: 'BUY', price: '552.000', quantity: '1300' } as const;
    await shown.say('lines', [line, { ...line, price: '553' }, { ...line, kind: 'trigger', price: '552.5' }]);
    expect(marked()).toEqual(['552']);
    expect(shown.page.querySelector('.level.own button')?.getAttribute('title')).toMatch(/^Your orders here: 1,300\n/);
  });

  it('says how long an order lasts, what is filled, and how far the last price is', async () => {
    await open();
    await shown.say('orders', { kind: 'ready', value: [order], problem: '' });
    const note = (): string | undefined => textsOf(shown.page, '.order-card .card-note').at(-1);
    expect(note()).toBe('DAY · 0/300');
    const quote = { quote: aQuote('HK.00700', { lastPrice: '550' }), readAt: 0, isOld: false };
    await shown.say('quote', { kind: 'ready', value: quote, problem: '' });
    expect(note()).toBe('DAY · 0/300 · +2.27% from last');
    await shown.say('quote', { kind: 'ready', value: { ...quote, isOld: true }, problem: '' });
    expect(note()).toBe('DAY · 0/300');
  });

  it('marks the currency of a position whose service names none', async () => {
    await open();
    const worth = async (currency: string | undefined): Promise<string> => {
      const held = { ...position, holding: holding({ symbol: 'JP.7203', marketValue: '264450', currency }) };
      await shown.say('positions', { kind: 'ready', value: [held], problem: '' });
      const value = [...shown.page.querySelectorAll('.pairs > div')].find((pair) => textOf(pair).startsWith('Market value'));
      return `${textOf(value?.querySelector('dd') ?? null)} ${value?.querySelector('dd')?.title.split(':')[0] ?? ''}`.trim();
    };
    expect([await worth('USD'), await worth(undefined)]).toEqual(['264,450.00 USD', '264,450.00 ≈JPY Assumed']);
  });

  it('shows the unrealized P&L only where it is another than the whole', async () => {
    await open();
    const of = async (unrealizedProfit: string): Promise<string> => {
      const held = { ...position, holding: holding({ profit: '4280', unrealizedProfit, costBasis: 'diluted' }) };
      await shown.say('positions', { kind: 'ready', value: [held], problem: '' });
      return side();
    };
    expect(await of('4280.00')).not.toContain('Unrealized P&L');
    expect(await of('4000')).toContain('Unrealized P&L');
  });

  it('shows the user’s position and orders in the security, and remembers the security', async () => {
    await open();
    await shown.say('positions', { kind: 'ready', value: [position], problem: '' });
    expect(side()).toContain('1,234');
    expect(shown.host.readState()).toMatchObject({ symbol: 'HK.00700' });
  });

  it('says when the price is from, with the zone and before the state of the market, which may be cut off', async () => {
    await shown.say('settings', { ...settings, offset: 'UTC+08:00' });
    await open();
    const at = Date.now();
    const quote = aQuote('HK.00700', { lastPrice: '552.500', previousClose: '558.000', updatedAt: at });
    await shown.say('quote', { kind: 'ready', value: { quote, readAt: at, isOld: false }, problem: '' });
    const when = shown.page.querySelector('.when .long');
    await shown.say('marketState', 'MORNING');
    // What a narrow page has room for.
    expect(textOf(shown.page.querySelector('.when .short'))).toMatch(/^\d\d:\d\d:\d\d UTC\+8$/);
    expect(textOf(when)).toMatch(/^As of \d\d:\d\d:\d\d UTC\+8 · just now · /);
    expect(shown.page.querySelector('.quote')?.getAttribute('title')).toContain(textOf(when));
  });

  it('has the same age for all fresh prices, so that nothing beside it moves while there are trades', () => {
    expect([0, 900, 2_000, 3_400].map(ageText)).toEqual(['just now', 'just now', 'just now', 'just now']);
    expect(ageText(5_000)).toBe('5 s ago');
  });

  it('has bid and ask as one figure: none of them leaves without the other', async () => {
    await open();
    const quote = aQuote('HK.00700', { lastPrice: '552.500', previousClose: '558.000', updatedAt: Date.now() });
    await shown.say('quote', { kind: 'ready', value: { quote, readAt: Date.now(), isOld: false }, problem: '' });
    expect(textsOf(shown.page, '.facts > .fact:first-of-type dt')).toEqual(['Bid', 'Ask']);
  });

  it('leads from an order to its ticket, and sends no order itself', async () => {
    await open();
    await shown.say('orders', { kind: 'ready', value: [order], problem: '' });
    click(shown.page, '[aria-label="Modify order OK-1"]');
    expect(shown.host.bodies('modify')).toEqual([{ accountId: '8001', accountKind: 'live', orderId: 'OK-1' }]);
  });

  it('says when a part is missing or not offered, and continues with the others', async () => {
    await open();
    await shown.say('positions', { kind: 'failed', problem: 'The positions couldn’t be read.' });
    await shown.say('orders', { kind: 'ready', value: [order], problem: 'account 8002 is missing' });
    expect(side()).toContain('The positions couldn’t be read.');
    expect(side()).toContain('account 8002 is missing');
    expect(side()).toContain('BUY 300 @ 562.5');
  });

  it('gives the reason once, beside the chart’s, if everything fails for the same one', async () => {
    await open();
    const problem = 'The service doesn’t recognize this symbol.';
    await shown.say('bars', { kind: 'failed', problem });
    await shown.say('book', { kind: 'failed', problem });
    await shown.say('plates', { kind: 'failed', problem });
    await shown.say('capital', { kind: 'failed', problem: 'Another reason.' });
    expect(textsOf(shown.page, 'aside .warning')).toEqual(['Couldn’t be loaded.', 'Another reason.', 'Couldn’t be loaded.']);
  });

  it('shows money in and out by the size of orders, and its sums without a rounding', async () => {
    await open();
    const sides = { in: ['3000000000.1', '2141963720', '0', '5'], out: ['1000000000', '2300000000', '0', '5.1'] } as const;
    const sizes = ([extraLarge, large, medium, small]: readonly [string, string, string, string]): OrderSizes => ({
      extraLarge,
      large,
      medium,
      small,
    });
    const distribution = { in: sizes(sides.in), out: sizes(sides.out), updatedAt: Date.UTC(2026, 0, 5, 7, 59, 59) };
    const flow = ['1', '-2', '3.5'].map((net, at) => ({ time: Date.UTC(2026, 0, 5, 1, 30 + at), net }));
    await shown.say('capital', { kind: 'ready', value: { flow, distribution }, problem: '' });
    const cells = [...shown.page.querySelectorAll('.money .total td')];
    expect(cells.map((cell) => [textOf(cell), cell.getAttribute('title')])).toEqual([
      ['5.14B', '5,141,963,725.10'],
      ['3.30B', '3,300,000,005.10'],
      ['+1.84B', '+1,841,963,720.00'],
    ]);
    expect(side()).toContain('As of 07:59:59 UTC');
    expect(textsOf(shown.page, '.flow figcaption span')).toEqual(['01:30', 'Net inflow since the opening', '01:32']);
    const nothing = { in: sizes(['0', '0', '0', '0']), out: sizes(['0', '0', '0.00', '0']), updatedAt: 1 };
    await shown.say('capital', { kind: 'ready', value: { flow: [], distribution: nothing }, problem: '' });
    expect(textOf(shown.page.querySelector('.capital'))).toContain('the market is closed');
  });

  it('shows the brokers in the queue by price level, in a space that does not grow with them', async () => {
    await open();
    expect(shown.page.querySelector('.brokers')).toBeNull();
    const broker = (id: string, level: string): QueuedBroker => ({ id, name: `Broker ${id}`, level });
    await shown.say('brokers', { bids: [broker('1', '1'), broker('2', '1'), broker('3', '2')], asks: [] });
    expect(textsOf(shown.page, '.brokers td.first')).toEqual(['1 Broker 1', '3 Broker 3']);
    expect(shown.page.querySelectorAll('.brokers tbody tr')).toHaveLength(8);
    await open('US.AAPL');
    expect(shown.page.querySelector('.brokers')).toBeNull();
  });

  it('hides quantities in privacy mode', async () => {
    await open();
    await shown.say('positions', { kind: 'ready', value: [position], problem: '' });
    await shown.say('settings', { ...settings, isPrivate: true });
    expect(side()).not.toContain('1,234');
  });

  it('shows nothing of another security, or of a user who signed out', async () => {
    await open();
    await shown.say('positions', { kind: 'ready', value: [position], problem: '' });
    await open('US.AAPL');
    expect(side()).not.toContain('1,234');
    await shown.say('session', { kind: 'signedOut' });
    expect(textsOf(shown.page, '.placeholder button')).toEqual(['Sign In']);
    expect(shown.page.querySelector<HTMLElement>('.body')?.hidden).toBe(true);
  });

  it('has one stop of the Tab key in the order book, from which the arrow keys lead to each price', async () => {
    await open();
    const levels = (...prices: readonly string[]): readonly (readonly [string, string])[] => prices.map((price) => [price, '100']);
    const book = (bids: readonly string[], asks: readonly string[]): Promise<void> =>
      shown.say('book', { kind: 'ready', value: { bids: levels(...bids), asks: levels(...asks), isLive: true }, problem: '' });
    await book(['9.9', '9.8', '9.7'], ['10.1', '10.2']);
    const stops = (): readonly string[] => textsOf(shown.page, '.levels button[tabindex="0"]');
    const go = async (key: string, to: string): Promise<void> => {
      expect(press(document.activeElement, key)).toBe(true);
      await expect.poll(() => [textOf(document.activeElement), ...stops()]).toEqual([to, to]);
    };
    expect(stops()).toEqual(['9.9']);
    shown.page.querySelector<HTMLElement>('.levels [tabindex="0"]')?.focus();
    await go('ArrowDown', '9.8');
    await go('ArrowRight', '10.2');
    await go('ArrowLeft', '9.8');
    await go('End', '9.7');
    // A shorter book, or one without a side, still has one.
    await book(['9.9'], ['10.1', '10.2']);
    expect(stops()).toEqual(['9.9']);
    await book([], ['10.1']);
    expect(stops()).toEqual(['10.1']);
    click(shown.page, '.levels [tabindex="0"]');
    expect(shown.host.bodies('pick')).toEqual([{ price: '10.1', side: 'SELL' }]);
  });
});
