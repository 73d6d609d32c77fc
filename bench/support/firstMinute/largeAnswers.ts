import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Measurement } from '../measurement';
import { FirstMinuteDesk } from './desk';

const megabyte = 1024 * 1024;
const answerBytes = 4 * megabyte - 1024;
const markets = 8;
const resolutionMs = 5;

/** The orders of all markets, each with as many small records as an answer may hold, while the window is in use. */
export async function measureLargeAnswers(noise: number): Promise<readonly Measurement[]> {
  const desk = await FirstMinuteDesk.start(1);
  try {
    const window = await desk.open();
    await desk.signIn(window);
    await desk.freeLimits();
    desk.door.ordersBody = smallRecords();
    const before = process.memoryUsage.rss();
    const blocks = monitorEventLoopDelay({ resolution: resolutionMs });
    let most = before;
    const sample = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), resolutionMs);
    blocks.enable();
    const answered = desk.door.passed.length;
    void window.press('marketDesk.orders.refresh');
    await desk.until(async () => Promise.resolve(ordersIn(desk, answered) >= markets), 60_000);
    await desk.pass(3_000);
    blocks.disable();
    clearInterval(sample);
    const got = ordersIn(desk, answered);
    await window.close();
    return [
      { name: `answers of ${String(answerBytes)} bytes of small records`, value: got, unit: '', limit: undefined },
      { name: 'the longest block of the extension host by them', value: blocks.max / 1e6, unit: 'ms', limit: 200 * noise },
      { name: 'memory that they took at most', value: (most - before) / megabyte, unit: 'MB', limit: 150 },
    ];
  } finally {
    await desk.close();
  }
}

function ordersIn({ door }: FirstMinuteDesk, from: number): number {
  return door.passed.slice(from).filter(({ path }) => path.includes('/orders')).length;
}

function smallRecords(): Buffer {
  const record = '{"order_id":"123"}';
  const count = Math.floor(answerBytes / (record.length + 1));
  return Buffer.from(
    `{"s":"ok","d":{"orders":[${Array.from({ length: count }, () => record).join(',')}],"pagination":{"has_more":false}}}`,
  );
}
