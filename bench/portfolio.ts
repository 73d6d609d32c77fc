import type { Page } from 'playwright-core';
import { lowerQuartile, median, noiseOf, sameWork } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import { BuiltPages } from './support/pages/builtPage';
import { portfolioOf, pricesOf } from './support/pages/manyHoldings';
import { longestOf } from './support/pages/pageTasks';

export { benchOrdersPage } from './support/pages/ordersPage';
export { benchRecordsPage } from './support/pages/recordsPage';
export { benchScreenerPage } from './support/pages/screenerPage';

const manyRows = inRound(5_000, 500);
const rounds = inRound(5, 1);
const sortedBy = ['profit', 'name', 'value', 'symbol', 'percent', 'day'].slice(0, inRound(6, 1));
/** While scrolling: frames of each size of step. */
const stepsOfEach = inRound(100, 10);
const viewport = { width: 1440, height: 900 } as const;

/** Wall-clock time, and the processor time of the page's own thread. */
interface Cost {
  readonly clock: number;
  readonly work: number;
}

/** The packed portfolio page in Chromium, with 5,000 positions: from the data to the paint, sorting, scrolling. */
export async function benchPortfolioPage(): Promise<readonly Measurement[]> {
  const pages = await BuiltPages.start();
  try {
    const works = [sameWork()];
    const paints: Cost[] = [];
    const empty: Cost[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const page = await openPage(pages);
      empty.push(await cost(pages, page, 'painted()'));
      paints.push(await cost(pages, page, showAll));
      works.push(sameWork());
      if (round < rounds - 1) await page.close();
    }
    const page = await openPage(pages);
    await page.evaluate(showAll);
    const sorts: Cost[] = [];
    for (const column of sortedBy) {
      for (let click = 0; click < 2; click += 1) {
        sorts.push(await cost(pages, page, `(document.querySelector('.header [data-column=${column}]').click(), painted())`));
        works.push(sameWork());
      }
    }
    const scrolled = await pages.measure(page, async () =>
      page.evaluate<{ readonly rows: number; readonly frames: number }>(scrollThrough),
    );
    const plain = await page.evaluate<number>(plainTable);
    const noise = noiseOf(works);
    const [paintWork, sortWork] = [median(paints.map(({ work }) => work)), median(sorts.map(({ work }) => work))];
    return [
      { name: 'noise of the machine, by which times by the clock are multiplied', value: noise, unit: '×', limit: undefined },
      { name: 'baseline: next frame of the empty page', value: median(empty.map(({ clock }) => clock)), unit: 'ms', limit: undefined },
      { name: `baseline: ${String(manyRows)} rows in the document at once`, value: plain, unit: 'ms', limit: undefined },
      {
        name: `${String(manyRows)} positions told to painted`,
        value: lowerQuartile(paints.map(({ clock }) => clock)),
        unit: 'ms',
        limit: 150 * noise,
      },
      { name: `${String(manyRows)} positions told to painted, processor time of the page`, value: paintWork, unit: 'ms', limit: 150 },
      {
        name: 'click on a header to sorted and painted',
        value: lowerQuartile(sorts.map(({ clock }) => clock)),
        unit: 'ms',
        limit: 50 * noise,
      },
      { name: 'click on a header to sorted and painted, processor time of the page', value: sortWork, unit: 'ms', limit: 50 },
      { name: 'the same, the dearest column', value: Math.max(...sorts.map(({ work }) => work)), unit: 'ms', limit: undefined },
      {
        name: `longest task while scrolling (${String(scrolled.result.frames)} frames), its processor time`,
        value: longestOf(scrolled.tasks),
        unit: 'ms',
        limit: 50,
      },
      { name: 'most rows in the document', value: scrolled.result.rows, unit: 'rows', limit: 100 },
    ];
  } finally {
    await pages.close();
  }
}

async function openPage(pages: BuiltPages): Promise<Page> {
  const page = await pages.open({ name: 'portfolio', viewport });
  const data = portfolioOf(manyRows);
  const start = {
    session: { kind: 'signedIn' },
    settings: { direction: { up: 'green', down: 'red' }, isPrivate: false, zone: 'UTC' },
    data,
  };
  const symbols = data.accounts.flatMap(({ positions }) => positions.map(({ symbol }) => symbol));
  await page.evaluate(`globalThis.told = ${JSON.stringify({ start, prices: pricesOf(symbols) })}`);
  return page;
}

async function cost(pages: BuiltPages, page: Page, action: string): Promise<Cost> {
  const { result, tasks } = await pages.measure(page, async () =>
    page.evaluate<number>(`(async () => { const start = performance.now(); await (${action}); return performance.now() - start; })()`),
  );
  return { clock: result, work: tasks.reduce((sum, task) => sum + task, 0) };
}

/** Ends when the frame with the first rows is drawn. */
const showAll = `(async () => {
  say('start', told.start);
  while (document.querySelector('.rows .row:not(.group)') === null) await painted();
})()`;

const scrollThrough = `(async () => {
  let rows = 0, frames = 0;
  const scroller = document.querySelector('.scroller');
  const end = scroller.scrollHeight - scroller.clientHeight;
  for (const step of [60, 500, 5000]) {
    for (let count = 0; count < ${String(stepsOfEach)}; count += 1) {
      scroller.scrollTop = (scroller.scrollTop + step) % end;
      // The host tells the prices of what came into view.
      if (count % 10 === 0) say('prices', told.prices.slice((count * 37) % 4000).slice(0, 60));
      await new Promise(requestAnimationFrame);
      rows = Math.max(rows, document.querySelectorAll('.rows [role=row]').length);
      frames += 1;
    }
  }
  await painted();
  return { rows, frames };
})()`;

/** The cost of a table that also renders the rows out of view. */
const plainTable = `(() => {
  const model = document.querySelector('.rows .row:not(.group)');
  const list = document.createElement('div');
  const start = performance.now();
  for (let index = 0; index < ${String(manyRows)}; index += 1) list.append(model.cloneNode(true));
  document.body.append(list);
  list.getBoundingClientRect();
  const took = performance.now() - start;
  list.remove();
  return took;
})()`;
