import type { Page } from 'playwright-core';
import type { BarView, ToSecurityPage } from '../src/panel/security/securityProtocol';
import { lowerQuartile, median, noiseOf, sameWork } from './support/measurement';
import type { Measurement } from './support/measurement';
import { inRound } from './support/rounds';
import { BuiltPages } from './support/pages/builtPage';
import { longestOf } from './support/pages/pageTasks';

const manyBars = inRound(5_000, 500);
const rounds = inRound(5, 1);
const viewport = { width: 1440, height: 900 } as const;

/** The packed security page in Chromium, with 5,000 bars: from the bars to the paint, panning and zooming, the table. */
export async function benchSecurityPage(): Promise<readonly Measurement[]> {
  const pages = await BuiltPages.start();
  try {
    const works = [sameWork()];
    const paints: { readonly clock: number; readonly work: number }[] = [];
    const empty: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const page = await openPage(pages);
      empty.push(await page.evaluate<number>(timed('painted()')));
      const { result, tasks } = await pages.measure(page, async () => page.evaluate<number>(timed(showBars)));
      paints.push({ clock: result, work: tasks.reduce((sum, task) => sum + task, 0) });
      works.push(sameWork());
      await page.close();
    }
    const page = await openPage(pages);
    await page.evaluate(showBars);
    const dragged = await pages.measure(page, async () => drag(page));
    const zoomed = await pages.measure(page, async () => zoom(page));
    const tabled = await pages.measure(page, async () => {
      await page.getByRole('button', { name: 'Show as Table' }).click();
      return page.evaluate<number>(throughTable);
    });
    const noise = noiseOf(works);
    return [
      { name: 'noise of the machine, by which the time by the clock is multiplied', value: noise, unit: '×', limit: undefined },
      { name: 'baseline: next frame of the page without bars', value: median(empty), unit: 'ms', limit: undefined },
      {
        name: `${String(manyBars)} bars told to painted`,
        value: lowerQuartile(paints.map(({ clock }) => clock)),
        unit: 'ms',
        limit: 300 * noise,
      },
      {
        name: `${String(manyBars)} bars told to painted, processor time of the page`,
        value: median(paints.map(({ work }) => work)),
        unit: 'ms',
        limit: 300,
      },
      { name: 'longest task while the chart is dragged, its processor time', value: longestOf(dragged.tasks), unit: 'ms', limit: 50 },
      { name: 'longest task while the chart is zoomed, its processor time', value: longestOf(zoomed.tasks), unit: 'ms', limit: 50 },
      {
        name: 'longest task while the bars are walked through as a table, its processor time',
        value: longestOf(tabled.tasks),
        unit: 'ms',
        limit: 50,
      },
      { name: 'most rows of the table in the document', value: tabled.result, unit: 'rows', limit: 100 },
    ];
  } finally {
    await pages.close();
  }
}

function barAt(at: number): BarView {
  const [open, close] = [400 + ((at * 7) % 60), 400 + ((at * 13) % 60)];
  const time = 1_000_000_000 + at * 86_400;
  const [high, low] = [Math.max(open, close) + 2, Math.min(open, close) - 2];
  const texts = { open: open.toFixed(2), high: high.toFixed(2), low: low.toFixed(2), close: close.toFixed(2) };
  return { id: time * 1000, time, ...texts, volume: String(1_000_000 + ((at * 7_919) % 900_000)) };
}

async function openPage(pages: BuiltPages): Promise<Page> {
  const settings: ToSecurityPage['settings'] = {
    ...{ direction: { up: 'green', down: 'red' }, isPrivate: false, zone: 'UTC', offset: 'UTC+08:00', isSandbox: true, clockOffset: 0 },
  };
  const subject: ToSecurityPage['subject'] = {
    ...{ symbol: 'HK.00700', chart: { period: 'day', adjustment: 'forward' }, compared: [], isKept: true },
  };
  const bars: ToSecurityPage['bars'] = {
    kind: 'ready',
    value: {
      isReset: true,
      bars: Array.from({ length: manyBars }, (_, at) => barAt(at)),
      hasMore: false,
      hasGap: false,
      zone: 'Asia/Hong_Kong',
      isExtended: false,
    },
    problem: '',
  };
  const lines: ToSecurityPage['lines'] = [{ kind: 'cost', side: '', price: '410', quantity: '' }];
  const page = await pages.open({ name: 'security', viewport });
  await page.evaluate(`(async () => {
    globalThis.told = ${JSON.stringify({ bars })};
    say('settings', ${JSON.stringify(settings)});
    say('subject', ${JSON.stringify(subject)});
    say('lines', ${JSON.stringify(lines)});
    await painted();
  })()`);
  return page;
}

function timed(action: string): string {
  return `(async () => { const start = performance.now(); await (${action}); return performance.now() - start; })()`;
}

/** Ends when the frame with the candles is drawn: the library draws in a later frame after it was given the bars. */
const showBars = `(async () => {
  say('bars', told.bars);
  while (document.querySelector('.canvas canvas') === null) await painted();
  await painted();
})()`;

const [moves, turns, frames] = [inRound(60, 10), inRound(20, 4), inRound(100, 10)];

/** Drags back through the years with the mouse, one frame at a time. */
async function drag(page: Page): Promise<void> {
  await page.locator('.canvas').focus();
  const box = await page.locator('.canvas').boundingBox();
  if (box === null) throw new Error('the chart has no place');
  const y = box.y + box.height / 2;
  for (let turn = 0; turn < 3; turn += 1) {
    await page.mouse.move(box.x + 60, y);
    await page.mouse.down();
    for (let move = 0; move < moves; move += 1) {
      await page.mouse.move(box.x + 60 + move * 10, y);
      await page.evaluate('painted()');
    }
    await page.mouse.up();
  }
}

/** From a few bars to all of them and back, with the wheel and the keyboard. */
async function zoom(page: Page): Promise<void> {
  const box = await page.locator('.canvas').boundingBox();
  if (box === null) throw new Error('the chart has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const by of [400, -400]) {
    for (let turn = 0; turn < turns; turn += 1) {
      await page.mouse.wheel(0, by);
      await page.evaluate('painted()');
    }
  }
  await page.locator('.canvas').focus();
  for (const key of ['0', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'PageUp', 'End']) {
    await page.keyboard.press(key);
    await page.evaluate('painted()');
  }
}

const throughTable = `(async () => {
  await painted();
  await painted();
  const scroller = document.querySelector('.plot .scroller');
  const end = scroller.scrollHeight - scroller.clientHeight;
  let rows = 0;
  for (let step = 0; step < ${String(frames)}; step += 1) {
    scroller.scrollTop = (step * 2_600) % end;
    await painted();
    rows = Math.max(rows, document.querySelectorAll('.plot [role=row]').length);
  }
  return rows;
})()`;
