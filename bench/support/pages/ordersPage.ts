import type { Page } from 'playwright-core';
import type { OrderRow, ToOrdersPage } from '../../../src/panel/orders/ordersPageProtocol';
import { lowerQuartile, median, noiseOf, sameWork } from '../measurement';
import type { Measurement } from '../measurement';
import { inRound } from '../rounds';
import { BuiltPages } from './builtPage';
import { longestOf } from './pageTasks';

const manyRows = inRound(10_000, 1_000);
const rounds = inRound(5, 1);
/** While scrolling: frames of each size of step. */
const stepsOfEach = inRound(100, 10);
const viewport = { width: 1440, height: 900 } as const;

/** The packed orders page in Chromium, with 10,000 orders: from the rows to the paint, and scrolling. */
export async function benchOrdersPage(): Promise<readonly Measurement[]> {
  const pages = await BuiltPages.start();
  try {
    const works = [sameWork()];
    const paints: { readonly clock: number; readonly work: number }[] = [];
    let page = await openPage(pages);
    for (let round = 0; round < rounds; round += 1) {
      const { result, tasks } = await pages.measure(page, async () => page.evaluate<number>(showAll));
      paints.push({ clock: result, work: tasks.reduce((sum, task) => sum + task, 0) });
      works.push(sameWork());
      if (round === rounds - 1) break;
      await page.close();
      page = await openPage(pages);
    }
    const scrolled = await pages.measure(page, async () =>
      page.evaluate<{ readonly rows: number; readonly frames: number }>(scrollThrough),
    );
    const noise = noiseOf(works);
    return [
      { name: 'noise of the machine, by which times by the clock are multiplied', value: noise, unit: '×', limit: undefined },
      {
        name: `${String(manyRows)} orders told to painted`,
        value: lowerQuartile(paints.map(({ clock }) => clock)),
        unit: 'ms',
        limit: 150 * noise,
      },
      {
        name: `${String(manyRows)} orders told to painted, processor time of the page`,
        value: median(paints.map(({ work }) => work)),
        unit: 'ms',
        limit: 150,
      },
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
  const page = await pages.open({ name: 'orders', viewport });
  const start: ToOrdersPage['start'] = {
    session: { kind: 'signedIn' },
    settings: { isPrivate: false, zone: 'UTC', isSandbox: false },
    words: { side: {}, type: {}, briefSide: {}, briefType: {}, status: {}, timeInForce: {} },
    menuKey: '',
    kept: null,
  };
  const accounts: ToOrdersPage['accounts'] = [{ key: 'live:1', id: '1', name: 'Account', kind: 'live' }];
  const facts = { isLoaded: true, isComplete: true, missing: [], notes: [], updatedAt: 1_760_000_000_000 };
  const orders: ToOrdersPage['orders'] = { tab: 'open', rows: Array.from({ length: manyRows }, (_, at) => orderAt(at)), facts };
  await page.evaluate(`globalThis.told = ${JSON.stringify({ accounts, orders })}; say('start', ${JSON.stringify(start)})`);
  await page.evaluate('painted()');
  return page;
}

function orderAt(at: number): OrderRow {
  const cents = 1_000 + ((at * 7_919) % 90_000);
  return {
    ...{ id: `live:1/${String(at)}`, account: 'live:1', orderId: String(at), session: '' },
    ...{ code: `HK.${String((at * 31) % 100_000).padStart(5, '0')}`, name: `Name of security ${String((at * 17) % 4_999)}` },
    ...{ securityType: 'STOCK', side: at % 2 === 0 ? 'BUY' : 'SELL', orderType: 'LIMIT', status: 'SUBMITTED', timeInForce: 'DAY' },
    ...{ currency: 'HKD', quantity: String(100 * (1 + (at % 90))), price: (cents / 100).toFixed(2), auxPrice: '' },
    ...{ dealtQuantity: '0', dealtAveragePrice: '', createdAt: `${String(1_760_000_000_000 + at * 977)}000`, updatedAt: '' },
    ...{ lastError: '', remark: '' },
  };
}

/** Ends when the frame with the first rows is drawn. */
const showAll = `(async () => {
  const start = performance.now();
  say('accounts', told.accounts);
  say('orders', told.orders);
  while (document.querySelector('.rows .row') === null) await painted();
  return performance.now() - start;
})()`;

const scrollThrough = `(async () => {
  let rows = 0, frames = 0;
  const scroller = document.querySelector('.scroller');
  const end = scroller.scrollHeight - scroller.clientHeight;
  for (const step of [60, 500, 5000]) {
    for (let count = 0; count < ${String(stepsOfEach)}; count += 1) {
      scroller.scrollTop = (scroller.scrollTop + step) % end;
      await new Promise(requestAnimationFrame);
      rows = Math.max(rows, document.querySelectorAll('.rows [role=row]').length);
      frames += 1;
    }
  }
  await painted();
  return { rows, frames };
})()`;
