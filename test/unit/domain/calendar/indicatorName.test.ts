import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryAndIndicator, indicatorName, isSameIndicator, periodIn, searchWords } from '../../../../src/domain/calendar/indicatorName';
import { plainText } from '../../../../src/domain/text/segments';
import { createWorld } from 'market-desk-sandbox/test/parts';

describe('the name of an indicator', () => {
  it.each([
    ['U.S. Nonfarm Payrolls (Nov 2026)', 'United States', 'Nonfarm Payrolls', '(Nov 2026)'],
    ['U.S. Initial Jobless Claims (week ended Nov 14)', 'United States', 'Initial Jobless Claims', '(week ended Nov 14)'],
    ['Euro Zone GDP QoQ (Q3 2026)', 'Euro Zone', 'GDP QoQ', '(Q3 2026)'],
    ['美国11月<em>CPI</em>年率', '美国', 'CPI年率', '11月'],
    ['日本第三季度GDP季率', '日本', 'GDP季率', '第三季度'],
    ['中国香港截至11月14日当周外汇储备', '中国香港', '外汇储备', '截至11月14日当周'],
    ['U.S. <em>CPI</em> YoY (Nov 2026) 美国11月CPI年率', 'United States', 'CPI YoY 美国 CPI年率', '(Nov 2026)'],
    ['美国10年期国债竞拍', '美国', '10年期国债竞拍', undefined],
    ['中国2026年GDP', '中国', 'GDP', '2026年'],
    ['Usage Index', 'United States', 'Usage Index', undefined],
    ['May Day Sales', '', 'May Day Sales', undefined],
  ])('is found in the text “%s”', (text, country, name, period) => {
    expect(indicatorName(text, country)).toBe(name);
    const plain = plainText(text);
    const found = periodIn(plain);
    expect(found === undefined ? undefined : plain.slice(found.from, found.to)).toBe(period);
  });

  it.each([
    ['U.S. CPI YoY (Nov 2026)', 'United States', 'United States · CPI YoY'],
    ['Japan CPI YoY (Nov 2026)', ' Japan ', 'Japan · CPI YoY'],
    ['美国11月<em>CPI</em>年率', '美国', '美国 · CPI年率'],
    ['U.S. CPI YoY (Nov 2026)', '', 'U.S. · CPI YoY'],
    ['Usage Index', '', 'Usage Index'],
  ])('comes after its country: %s, %s', (text, country, title) => {
    expect(countryAndIndicator(text, country)).toBe(title);
  });

  it('keeps countries and units apart', () => {
    const cpi = { text: 'U.S. CPI YoY (Nov 2026)', country: 'United States', unit: '%' };
    expect(isSameIndicator(cpi, { ...cpi, text: 'U.S. <em>CPI</em> YoY (Oct 2026)' })).toBe(true);
    expect(isSameIndicator(cpi, { ...cpi, text: 'U.S. CPI MoM (Nov 2026)' })).toBe(false);
    expect(isSameIndicator(cpi, { ...cpi, unit: null })).toBe(false);
    const auction = { text: '美国10年期国债竞拍', country: '美国', unit: '%' };
    expect(isSameIndicator(auction, { ...auction, text: '美国30年期国债竞拍' })).toBe(false);
    expect(isSameIndicator(cpi, { text: 'Japan CPI YoY (Nov 2026)', country: 'Japan', unit: '%' })).toBe(false);
  });

  it('gives the search words of one language when a text has two', () => {
    expect(searchWords('U.S. CPI YoY (Nov 2026) 美国11月CPI年率', 'United States')).toBe('CPI YoY');
    expect(searchWords('美国11月CPI年率', '美国')).toBe('CPI年率');
    expect(searchWords('美国CPI11月年率', '美国')).toBe('CPI');
    expect(searchWords('日本第三季度失业率', '日本')).toBe('失业率');
  });

  it('is the same whatever the period, and never empty if there is text', () => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    const period = fc.oneof(
      fc.tuple(fc.constantFrom(...months), fc.integer({ min: 1990, max: 2099 })).map(([month, year]) => `(${month} ${String(year)})`),
      fc
        .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1990, max: 2099 }))
        .map(([quarter, year]) => `(Q${String(quarter)} ${String(year)})`),
      fc.tuple(fc.constantFrom(...months), fc.integer({ min: 1, max: 28 })).map(([month, day]) => `(week ended ${month} ${String(day)})`),
    );
    const name = fc.constantFrom('CPI YoY', 'Nonfarm Payrolls', 'Initial Jobless Claims', 'PMI', 'GDP QoQ', 'ISM Prices Paid');
    fc.assert(
      fc.property(name, period, period, fc.constantFrom('U.S.', 'Japan', 'Euro Zone'), (words, one, other, country) => {
        const release = (when: string) => ({ text: `${country} ${words} ${when}`, country, unit: '%' });
        expect(isSameIndicator(release(one), release(other))).toBe(true);
        expect(indicatorName(release(one).text, country)).toBe(words);
      }),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const named = indicatorName(text);
        expect(indicatorName(named).length).toBeLessThanOrEqual(named.length);
      }),
    );
  });

  it.each(['2026-02-20', '2026-06-10', '2026-11-23'])('finds all releases of each series that the sandbox has on %s', (today) => {
    const calendar = createWorld(1, Date.parse(today)).calendar();
    const releases = calendar.entries().filter(({ kind }) => kind === 1);
    const series = new Map(releases.map((entry) => [(entry.detailUrl ?? '').split('?')[0], entry]));
    expect(series.size).toBeGreaterThan(300);
    const found = new Set(
      [...series.values()].flatMap(({ text, country }) =>
        calendar.search(searchWords(text, country), 1, false).map(({ uniqueId }) => uniqueId),
      ),
    );
    expect(releases.filter(({ uniqueId }) => !found.has(uniqueId))).toEqual([]);
  });
});
