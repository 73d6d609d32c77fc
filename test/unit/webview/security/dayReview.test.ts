// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DayEventView, DayReviewView } from '../../../../src/panel/security/dayProtocol';
import type { BarView, ToSecurityHost, ToSecurityPage } from '../../../../src/panel/security/securityProtocol';
import { click, textOf } from '../support/document';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

/** What the chart was last given; the library draws on a canvas, which this DOM does not have. */
const drawn = vi.hoisted(() => ({
  fills: [] as readonly unknown[],
  marks: [] as readonly unknown[],
  frame: [] as readonly unknown[],
  times: [] as readonly number[],
  selected: undefined as number | undefined,
  click: (time: number): void => expect.fail(String(time)),
}));
vi.mock('../../../../src/webview/security/chart/candleChart', () => ({
  CandleChart: class {
    clear = (): void => undefined;
    show = (): void => undefined;
    frame = (points: number, at: number | undefined): void => {
      drawn.frame = [points, at];
    };
    dispose = (): void => undefined;
    setTheme = (): void => undefined;
    setIntraday = (): void => undefined;
    setAverages = (): void => undefined;
    setLines = (): void => undefined;
    unpoint = (): void => undefined;
    heightOf = (): undefined => undefined;
    compare = (): void => undefined;
    plot = { width: 0, height: 0 };
    setMarks = (marks: readonly unknown[]): void => {
      drawn.fills = marks;
    };
    drawOn = (draw: (chart: unknown, candles: unknown) => unknown): unknown => draw({}, {});
  },
}));
vi.mock('../../../../src/webview/security/day/dayMarks', () => ({
  DayMarks: class {
    constructor(_chart: unknown, _candles: unknown, _theme: unknown, clicked: (time: number) => void) {
      drawn.click = clicked;
    }
    setTheme = (): void => undefined;
    show = (marks: readonly unknown[], times: readonly number[]): void => {
      [drawn.marks, drawn.times] = [marks, times];
    };
    select = (time: number | undefined): void => {
      drawn.selected = time;
    };
  },
}));

const { SecurityPage } = await import('../../../../src/webview/security/page');

const bar = (time: number): BarView => ({ id: time * 1000, time, open: '560', high: '561', low: '559', close: '560.5', volume: '10' });
const event = (over: Partial<DayEventView>): DayEventView => ({
  ...{ id: 'placed/1', time: 36_000, clock: '10:00:00', kind: 'placed', what: 'Order placed', figures: 'BUY 300 @ 560', account: 'Margin' },
  ...{ accountKind: 'live' },
  ...over,
});
const view: DayReviewView = {
  ...{
    date: '2026-03-11',
    today: '2026-03-12',
    earlier: '2026-03-10',
    later: '2026-03-12',
    zone: 'Asia/Hong_Kong (UTC+08:00)',
    session: '',
  },
  events: [
    event({
      id: 'released/1',
      time: 32_400,
      clock: '09:00:00',
      kind: 'released',
      what: 'CPI',
      figures: 'Actual 2%',
      account: '',
    }),
    event({}),
    event({ id: 'filled/1', time: 36_065, clock: '10:01:05', kind: 'filled', what: 'Fill', figures: 'BUY 100 @ 560', isBuy: true }),
  ],
  sums: [{ kind: 'live', facts: [['Bought', '100 @ 560 = 56,000']] }],
  ...{ missing: [], notes: ['a note'], isLoading: false },
};
const bars: ToSecurityPage['reviewBars'] = { kind: 'ready', value: { bars: [bar(36_000), bar(36_060)], length: 60 }, problem: '' };

let shown: OpenPage<ToSecurityPage, ToSecurityHost>;
const day = (): Element | null => shown.page.querySelector('day-review');
const key = (name: string): boolean =>
  shown.page.querySelector('.day')?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })) ?? false;

beforeEach(async () => {
  shown = await openPage((host: ConstructorParameters<typeof SecurityPage>[0]) => new SecurityPage(host));
  await shown.say('session', { kind: 'signedIn' });
  await shown.say('settings', {
    ...{ direction: { up: 'green', down: 'red' }, isPrivate: false, zone: 'UTC', offset: 'UTC', isSandbox: false, clockOffset: 0 },
  });
  await shown.say('subject', { symbol: 'HK.00700', chart: { period: 'day', adjustment: 'forward' }, compared: [], isKept: false });
});

async function review(over: Partial<DayReviewView> = {}): Promise<void> {
  await shown.say('reviewBars', bars);
  await shown.say('review', { ...view, ...over });
  await shown.say('review', { ...view, ...over });
}

describe('the review of a day on the security page', () => {
  it('is opened and closed by a button that names both, and replaces the chart', async () => {
    const button = (): Element | null => shown.page.querySelector('.actions [aria-label="Review Day"]');
    expect(button()?.getAttribute('aria-pressed')).toBe('false');
    click(shown.page, '.actions [aria-label="Review Day"]');
    await review();
    expect(button()?.getAttribute('aria-pressed')).toBe('true');
    expect(shown.page.querySelector('.body')?.hasAttribute('hidden')).toBe(true);
    click(shown.page, '[aria-label="Close Day Review"]');
    expect(shown.host.bodies('review')).toEqual([{ to: 'open' }, { to: 'close' }]);
    await shown.say('review', null);
    expect(day()).toBeNull();
    expect(shown.page.querySelector('.body')?.hasAttribute('hidden')).toBe(false);
  });

  it('keeps its date across a reload of the window, and forgets it when it is closed', async () => {
    await review();
    expect(shown.host.readState()).toMatchObject({ symbol: 'HK.00700', reviewed: '2026-03-11' });
    await shown.say('review', null);
    expect(shown.host.readState()).not.toHaveProperty('reviewed', '2026-03-11');
  });

  it('has a column for accounts only if an event is of one', async () => {
    const heads = (): readonly string[] => [...(day()?.querySelectorAll('[role=columnheader]') ?? [])].map((head) => textOf(head));
    await review();
    expect(heads()).toEqual(['Time', 'Event', 'Figures', 'Account']);
    await review({
      events: [{ id: 'released/1', time: 32_400, clock: '09:00:00', kind: 'released', what: 'CPI', figures: 'Actual 2%', account: '' }],
    });
    expect(heads()).toEqual(['Time', 'Event', 'Figures']);
  });

  it('draws fills at bars as arrows, other events as lines, and extends to events without a bar', async () => {
    await review();
    expect(drawn.fills).toEqual([{ time: 36_060, isBuy: true, isPaper: false, texts: ['BUY 100 @ 560'] }]);
    expect(drawn.marks).toEqual([
      { time: 32_400, kind: 'released' },
      { time: 36_000, kind: 'placed' },
    ]);
    expect(drawn.times).toEqual([32_400, 36_000, 36_060]);
  });

  it('begins with the first order or fill in sight, on the chart and in the table', async () => {
    await review();
    expect(drawn.frame).toEqual([3, 1]);
    const releases = Array.from({ length: 30 }, (_, at) =>
      event({ id: `released/${String(at)}`, time: 32_400 + at, clock: '09:00:00', kind: 'released', account: '' }),
    );
    const place = (): unknown => (day()?.querySelector('market-grid') as { view?: { place?: unknown } } | null)?.view?.place;
    await review({ date: '2026-03-10', events: [...releases, event({})] });
    expect(place()).toEqual({ kind: 'top', top: 28 * 26 });
    // Without one, today begins with what comes next.
    await review({ date: '2026-03-12', events: [...releases, event({ id: 'released/next', time: 36_300, kind: 'released' })] });
    expect(place()).toEqual({ kind: 'top', top: 28 * 26 });
    await review({ date: '2026-03-09', events: releases });
    expect(drawn.frame[1]).toBe(2);
  });

  it('tells the sides of orders apart on the chart', async () => {
    await review({ events: [event({ side: 'buy' }), event({ id: 'ended/1', time: 36_005, kind: 'ended', side: 'sell' })] });
    expect(drawn.marks).toEqual([
      { time: 36_000, kind: 'placed', side: 'buy' },
      { time: 36_000, kind: 'ended', side: 'sell' },
    ]);
  });

  it('draws a fill without a bar as a line, so that it is not lost', async () => {
    await shown.say('reviewBars', { kind: 'ready', value: { bars: [], length: 60 }, problem: '' });
    await shown.say('review', view);
    expect(drawn.fills).toEqual([]);
    expect(drawn.marks).toHaveLength(3);
  });

  it('selects in the table the event clicked in the chart, and describes it', async () => {
    await review();
    drawn.click(36_060);
    await shown.say('review', { ...view });
    expect(drawn.selected).toBe(36_060);
    expect(textOf(day()?.querySelector('.legend') ?? null)).toContain('10:01:05 · Fill · BUY 100 @ 560');
  });

  it('moves to other days by buttons, keys, and a date, and stays when there is none', async () => {
    await review({ later: null });
    click(shown.page, '[aria-label="Previous trading day (P)"]');
    key('p');
    key('n');
    const field = shown.page.querySelector('input[type=date]');
    if (!(field instanceof HTMLInputElement)) throw new Error('no field');
    field.value = '2026-02-03';
    field.dispatchEvent(new Event('change'));
    expect(shown.host.bodies('review')).toEqual([{ to: '2026-03-10' }, { to: '2026-03-10' }, { to: '2026-02-03' }]);
    expect(shown.page.querySelector('[aria-label="Next trading day (N)"]')?.hasAttribute('disabled')).toBe(true);
  });

  it('shows sums of live and paper accounts separately, and says what is missing', async () => {
    const sums = [...view.sums, { kind: 'simulated', facts: [['Bought', '5 @ 1 = 5']] }] as const;
    await review({ sums, missing: ['Fills may be missing: x'] });
    const found = [...shown.page.querySelectorAll('.day-totals > .day-sums')].map((sum) => textOf(sum));
    expect(found[0]).toMatch(/LIVE.*100 @ 560 = 56,000/);
    expect(found[1]).toMatch(/paper.*5 @ 1 = 5/);
    expect(textOf(day()?.querySelector('[role=alert]') ?? null)).toContain('Fills may be missing: x');
    click(shown.page, '.day-line .link-button');
    expect(shown.host.bodies('refresh')).toHaveLength(1);
  });

  it('says why there is no chart, and when nothing happened', async () => {
    await shown.say('reviewBars', { kind: 'notOffered' });
    await shown.say('review', { ...view, events: [], sums: [] });
    expect(textOf(day())).toContain('doesn’t provide price history');
    expect(textOf(day())).toContain('Nothing on this day in the lists that could be read.');
    expect(textOf(day())).toContain('a note');
  });
});
