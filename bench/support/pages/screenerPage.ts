import type { Page } from 'playwright-core';
import type { ScreenerFacts, ScreenerQuote, ToScreenerPage } from '../../../src/panel/screener/screenerProtocol';
import { lowerQuartile, noiseOf, sameWork } from '../measurement';
import type { Measurement } from '../measurement';
import { inRound } from '../rounds';
import { BuiltPages } from './builtPage';

const manyRows = inRound(1_534, 300);
const rounds = inRound(5, 1);
const viewport = { width: 1440, height: 900 } as const;
/** What a user notices as no wait at all, from the last answer to the paint. */
const limitMs = 200;

/** The packed screener in Chromium, with the largest plate of the sandbox: from the quotes to the paint, filtering, sorting. */
export async function benchScreenerPage(): Promise<readonly Measurement[]> {
  const pages = await BuiltPages.start();
  try {
    const works = [sameWork()];
    const [paints, filters, sorts]: readonly [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const page = await openPage(pages);
      paints.push(await page.evaluate<number>(timed(showAll)));
      works.push(sameWork());
      for (const typed of ['30', '20', '10']) filters.push(await page.evaluate<number>(timed(filterBy(typed))));
      for (const column of ['turnover', 'name', 'changePercent']) sorts.push(await page.evaluate<number>(timed(sortBy(column))));
      works.push(sameWork());
      await page.close();
    }
    const noise = noiseOf(works);
    const measured = (name: string, times: readonly number[]): Measurement => {
      return { name, value: lowerQuartile(times), unit: 'ms', limit: limitMs * noise };
    };
    return [
      measured(`screener: ${String(manyRows)} constituents and their quotes told to painted`, paints),
      measured(`screener: a range of ${String(manyRows)} typed to filtered and painted`, filters),
      measured(`screener: click on a header to ${String(manyRows)} sorted and painted`, sorts),
    ];
  } finally {
    await pages.close();
  }
}

async function openPage(pages: BuiltPages): Promise<Page> {
  const page = await pages.open({ name: 'screener', viewport });
  const settings = { direction: { up: 'green', down: 'red' }, zone: 'UTC' } as const;
  const kept = {
    text: '',
    ranges: [{ field: 'pe', min: '', max: '' }],
    columns: ['symbol', 'name', 'last', 'changePercent', 'turnover', 'pe'],
    sort: null,
  };
  const start: ToScreenerPage['start'] = { session: { kind: 'signedIn' }, settings, kept, screens: [] };
  const plate = { id: 'HK.BK1000', name: 'All Main Board' };
  const choice: ToScreenerPage['plate'] = { plate, plates: [plate] };
  const rows = Array.from({ length: manyRows }, (_, at) => ({ symbol: symbolAt(at), name: `Company ${String((at * 7919) % manyRows)}` }));
  const facts: ScreenerFacts = {
    ...{ phase: 'idle', total: manyRows, hasConstituents: true, hasQuotes: true, asked: manyRows, missing: 0 },
    ...{ lacks: '', problem: '', waiting: '', quotedAt: 1_760_000_000_000 },
  };
  await page.evaluate(`globalThis.told = ${JSON.stringify({ rows, quotes: Array.from(rows, (_, at) => quoteAt(at)), facts })};
    say('start', ${JSON.stringify(start)}); say('plate', ${JSON.stringify(choice)}); painted();`);
  return page;
}

const symbolAt = (at: number): string => `HK.${String(at + 1).padStart(5, '0')}`;

function quoteAt(at: number): ScreenerQuote {
  const last = `${String(10 + ((at * 31) % 90))}.${String((at * 17) % 1000).padStart(3, '0')}`;
  const price = { last, open: last, high: last, low: last, previousClose: `${String(10 + ((at * 31) % 90))}.500`, bid: last, ask: last };
  const year = { high52: '120.000', low52: '8.000', average: last, lot: '100', bidVolume: '500', askVolume: '700' };
  const size = {
    volume: String(at * 991 + 1000),
    turnover: `${String(at * 99_991 + 10_000)}.250`,
    marketValue: `${String(at * 1_000_003)}000.000`,
  };
  const rates = {
    pe: `${String(5 + (at % 40))}.${String(at % 100).padStart(2, '0')}`,
    pb: '1.250',
    turnoverRate: '2.105',
    amplitude: '1.800',
    volumeRatio: '0.950',
  };
  return { symbol: symbolAt(at), isSuspended: false, isOld: false, figures: { ...price, ...year, ...size, ...rates } };
}

const timed = (action: string): string =>
  `(async () => { const begun = performance.now(); ${action}; return performance.now() - begun; })()`;
const status = "document.querySelector('footer [role=status]')?.textContent ?? ''";

/** Ends when the frame with the first quotes is drawn. */
const showAll = `say('rows', told.rows); say('quotes', told.quotes); say('facts', told.facts);
  while (!/\\d/.test(document.querySelector('.rows .row .cell-pe')?.textContent ?? '')) await painted()`;

function filterBy(typed: string): string {
  return `const before = ${status}; const field = document.querySelectorAll('[data-field=pe] input')[1];
    field.value = '${typed}'; field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    while ((${status}) === before) await painted(); await painted()`;
}

function sortBy(column: string): string {
  return `const sorted = () => document.querySelector('.header [data-column=${column}]').getAttribute('aria-sort'); const before = sorted();
    document.querySelector('.header [data-column=${column}]').click();
    while (sorted() === before) await painted(); await painted()`;
}
