import { describe, expect, it } from 'vitest';
import { monthGrids, wholeMonths } from '../../../../src/domain/tradingDays/monthGrid';
import { parseRange } from '../../../../src/ui/tradingDays/askTradingDays';
import { tradingDaysHtml, tradingDaysText } from '../../../../src/ui/tradingDays/tradingDaysPage';
import type { TradingDaysView } from '../../../../src/ui/tradingDays/tradingDaysPage';

const november = wholeMonths({ year: 2026, month: 11 }, { year: 2026, month: 11 });
const days = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13', '16', '17', '18', '19', '20', '23', '24', '25', '27', '30'].map(
  (day) => ({
    date: `2026-11-${day}`,
    session: day === '27' ? ('morning' as const) : ('whole' as const),
  }),
);
const grid: TradingDaysView = {
  asked: { market: 'US', ...november },
  today: '2026-11-20',
  content: { kind: 'grids', grids: monthGrids(days, november), names: new Map() },
};
const raw = (cell: string): TradingDaysView => ({
  asked: { market: '<b>', ...november },
  today: '',
  content: { kind: 'raw', table: { columns: ['a'], rows: [[cell]] } },
});

describe('the page of trading days', () => {
  it('names the kind of every day, visually and for screen readers', () => {
    const html = tradingDaysHtml(grid, 'n');
    expect(html).toContain(
      '<td title="2026-11-27: half day, morning only"><span class="day half">27<sup aria-hidden="true">½</sup></span><span class="hidden"> half day, morning only</span></td>',
    );
    expect(html).toContain('<td title="2026-11-20: full day, today"><span class="day full today">20</span>');
    expect(html).toContain('<span class="day today" aria-hidden="true"></span>today</li>');
    expect(tradingDaysHtml({ ...grid, today: '2027-01-01' }, 'n')).not.toContain('today</li>');
    expect(html).toContain('<td title="2026-11-26: closed"><span class="day closed">26</span>');
    for (const part of ['Full days: 19', 'Half days: 1', 'Closed weekdays: 1', 'Weekend days: 9'])
      expect(html).toContain(`<span>${part}</span>`);
  });

  it('begins at the month of today, if it has that', () => {
    const year = wholeMonths({ year: 2026, month: 1 }, { year: 2026, month: 12 });
    const html = (today: string): string =>
      tradingDaysHtml({ ...grid, today, content: { kind: 'grids', grids: monthGrids(days, year), names: new Map() } }, 'n');
    expect([...html('2026-11-20').matchAll(/<table class="current"><caption>([^<]*)/g)].map(([, month]) => month)).toEqual([
      'November 2026',
    ]);
    expect(html('2026-11-20')).toMatch(/\.current \{ scroll-initial-target: nearest/);
    expect(html('2027-01-01')).not.toContain('<table class="current">');
  });

  it('keeps title, month, and weekdays in sight while days are scrolled', () => {
    const html = tradingDaysHtml(grid, 'n');
    expect(html).toMatch(/^header, caption, th \{ position: sticky; background: /m);
    // A margin of the month would not count when the page is opened at it.
    expect(html).toContain('scroll-padding-top: var(--head);');
    for (const place of ['header { top: 0;', 'caption { top: var(--head);', 'th { top: calc(var(--head) + 28px);'])
      expect(html).toContain(place);
  });

  it('shows the service’s names only on days on which the market is closed or closes early', () => {
    const names = new Map([
      ['2026-11-26', 'US market closed: <b>Thanksgiving</b>'],
      ['2026-11-27', 'US market closes early'],
      ['2026-11-20', 'not closed at all'],
    ]);
    const named: TradingDaysView = { ...grid, content: { kind: 'grids', grids: monthGrids(days, november), names } };
    expect(tradingDaysHtml(named, 'n')).toContain(
      '<ul class="names"><li><time datetime="2026-11-26">Nov 26</time> US market closed: &lt;b&gt;Thanksgiving&lt;/b&gt;</li>' +
        '<li><time datetime="2026-11-27">Nov 27</time> US market closes early</li></ul>',
    );
    expect(tradingDaysText(named).trimEnd().split('\n').slice(-2)).toEqual([
      '2026-11-26  US market closed: <b>Thanksgiving</b>',
      '2026-11-27  US market closes early',
    ]);
    expect(tradingDaysHtml(grid, 'n')).not.toContain('class="names"');
  });

  it('runs no script and loads nothing', () => {
    const html = tradingDaysHtml(raw('<script>alert(1)</script><img src=x onerror=alert(1)>'), 'n0nce');
    expect(html).toContain('default-src &#39;none&#39;; style-src &#39;nonce-n0nce&#39;');
    expect(html).not.toMatch(/<script|<img|<b>/);
    // Nothing of a prefix that somebody typed is in a link.
    expect(html.match(/href="[^"]*"/g)).toEqual([
      'href="command:marketDesk.tradingDays.copy"',
      'href="command:marketDesk.tradingDays.show"',
    ]);
  });

  it('leads to as many months before and after those that it shows', () => {
    const links = [...tradingDaysHtml(grid, 'n').matchAll(/\?([^"]*)" title="([^"]*)"/g)];
    expect(links.map(([, argument = '', name]) => [name, JSON.parse(decodeURIComponent(argument)) as unknown])).toEqual([
      ['Earlier Months', [{ market: 'US', from: '2026-10-01', to: '2026-10-31' }]],
      ['Later Months', [{ market: 'US', from: '2026-12-01', to: '2026-12-31' }]],
    ]);
  });

  it('is copied as columns of text, or as the raw table with tabs', () => {
    expect(tradingDaysText(grid).split('\n').slice(0, 6)).toEqual([
      'US Trading Days',
      'November 2026 · Full days: 19 · Half days: 1 · Closed weekdays: 1 · Weekend days: 9',
      '',
      'November 2026',
      'Mo  Tu  We  Th  Fr  Sa  Su',
      '                         1·',
    ]);
    expect(tradingDaysText(grid).trimEnd().split('\n').at(-1)).toBe('½ half day   · closed');
    expect(tradingDaysText(raw('x\ty')).trimEnd().split('\n').slice(-2)).toEqual(['a', 'x y']);
  });
});

describe('parseRange', () => {
  it.each([
    ['2026-01 to 2026-03', '2026-01-01', '2026-03-31'],
    ['2026-01–2026-03', '2026-01-01', '2026-03-31'],
    [' 2026-11 ', '2026-11-01', '2026-11-30'],
    ['2026-12-20 to 2027-01-05', '2026-12-20', '2027-01-05'],
    ['2026-12-24', '2026-12-24', '2026-12-24'],
    ['2026-12-20 – 2027-01', '2026-12-20', '2027-01-31'],
  ])('reads %j', (text, from, to) => {
    expect(parseRange(text)).toEqual({ from, to });
  });

  it.each([
    ['2026-03 to 2026-01', 'The end can’t be before the start.'],
    ['2026-03-02 to 2026-03-01', 'The end can’t be before the start.'],
    ['2026-02-30', 'Enter one or two months (yyyy-MM) or days (yyyy-MM-dd).'],
    ['2026-01 to 2028-01', 'Enter at most 24 months.'],
    ['2026-13', 'Enter one or two months (yyyy-MM) or days (yyyy-MM-dd).'],
    ['soon', 'Enter one or two months (yyyy-MM) or days (yyyy-MM-dd).'],
    ['2026-01 2026-02 2026-03', 'Enter one or two months (yyyy-MM) or days (yyyy-MM-dd).'],
    ['', 'Enter one or two months (yyyy-MM) or days (yyyy-MM-dd).'],
  ])('rejects %j', (text, problem) => {
    expect(parseRange(text)).toBe(problem);
  });
});
