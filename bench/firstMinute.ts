/**
 * The first minute on a service with the rate limits of a live one, in the built extension: signing in, a reload, two windows, five
 * accounts, a service that goes away and returns, and answers of millions of bytes. Takes about five minutes, most of it waiting for the
 * service's limits to be free again.
 */
import { ensurePacked } from '../test/support/packed/ensurePacked';
import type { Measurement } from './support/measurement';
import { machineNoise } from './support/measurement';
import { inRound } from './support/rounds';
import { FirstMinuteDesk } from './support/firstMinute/desk';
import { accountsRead, liveAccountIsFilled } from './support/firstMinute/filled';
import { measureLargeAnswers } from './support/firstMinute/largeAnswers';
import type { Passed } from './support/firstMinute/frontDoor';

/** What is later than this is no figure: a wait for a free limit takes up to half a minute, and is shown. */
const patienceMs = 40_000;
const startMs = inRound(3_000, 500);
const awayMs = inRound(75_000, 3_000);
/** Positions and orders in one live account and six paper accounts. */
const paperAccounts = 6;

export async function benchFirstMinute(): Promise<readonly Measurement[]> {
  await ensurePacked();
  const noise = machineNoise();
  return [
    { name: 'noise of the machine, by which limits in seconds and milliseconds are multiplied', value: noise, unit: '×', limit: undefined },
    ...(await oneAccount(noise)),
    ...(await fiveAccounts(noise)),
    ...(await measureLargeAnswers(noise)),
  ];
}

async function oneAccount(noise: number): Promise<readonly Measurement[]> {
  const desk = await FirstMinuteDesk.start(1);
  try {
    const first = await desk.open();
    const tokenMs = await desk.signIn(first);
    const filledMs = await desk.until(async () => liveAccountIsFilled(first), patienceMs);
    const wasted = wastedIn(desk.door.passed.filter(({ atMs }) => atMs >= tokenMs && atMs < tokenMs + startMs));
    // By then, everything that is kept for the next window is on disk.
    await desk.freeLimits();
    await first.close();
    const reload = await reloaded(desk, noise);
    await desk.freeLimits();
    const two = await twoWindows(desk, noise);
    const away = await outage(desk, noise);
    return [
      seconds('positions and orders of one live account, after the token', filledMs - tokenMs, 2, noise),
      { name: 'requests wasted meanwhile', value: wasted, unit: '', limit: 0 },
      ...reload,
      ...two,
      ...away,
    ];
  } finally {
    await desk.close();
  }
}

async function reloaded(desk: FirstMinuteDesk, noise: number): Promise<readonly Measurement[]> {
  const before = desk.door.passed.length;
  const window = await desk.open();
  const fromMs = performance.now();
  const labels = (await Promise.all(['positions', 'orders', 'today'].map(async (view) => window.rows(`marketDesk.${view}`)))).map((rows) =>
    rows.some(({ description }) => /as of \d\d:\d\d:\d\d/.test(description)),
  );
  // The Today view shows its time in the header.
  const old = [labels[0], labels[1], /as of/.test(window.view('marketDesk.today').description ?? '')].filter(
    (isOld) => isOld === true,
  ).length;
  const paintMs = performance.now() - fromMs;
  const filledMs = await desk.until(async () => liveAccountIsFilled(window), patienceMs);
  await desk.pass(startMs);
  const wasted = wastedIn(desk.door.passed.slice(before));
  await window.close();
  return [
    { name: 'views without their old rows at the first paint of a reload', value: 3 - old, unit: '', limit: 0 },
    { name: 'this paint', value: paintMs, unit: 'ms', limit: 250 * noise },
    seconds('positions and orders of one live account, after a reload', filledMs - fromMs, 2, noise),
    { name: 'requests wasted by the reload', value: wasted, unit: '', limit: 0 },
  ];
}

async function twoWindows(desk: FirstMinuteDesk, noise: number): Promise<readonly Measurement[]> {
  const before = desk.door.passed.length;
  const windows = [await desk.open(), await desk.open()];
  const fromMs = performance.now();
  const filled: number[] = [];
  for (const window of windows) filled.push(await desk.until(async () => liveAccountIsFilled(window), patienceMs));
  await desk.pass(startMs);
  const refused = desk.door.passed.slice(before).filter(({ refusal }) => refusal !== '').length;
  for (const window of windows) await window.close();
  return [
    seconds('two windows at once, until both have the live account', Math.max(...filled) - fromMs, 3, noise),
    { name: 'requests refused to the two windows', value: refused, unit: '', limit: 0 },
  ];
}

async function outage(desk: FirstMinuteDesk, noise: number): Promise<readonly Measurement[]> {
  await desk.freeLimits();
  const window = await desk.open();
  await desk.until(async () => liveAccountIsFilled(window), patienceMs);
  const { door } = desk;
  door.isShut = true;
  await desk.pass(awayMs);
  const perMinute = (door.knocks.length * 60_000) / awayMs;
  door.isShut = false;
  const fromMs = performance.now();
  const passedBefore = door.passed.length;
  const isBack = async (): Promise<boolean> => {
    const heads = ['positions', 'orders', 'today'].map((view) => window.view(`marketDesk.${view}`).message ?? '');
    const asked = door.passed.slice(passedBefore).map(({ path }) => path);
    return (
      heads.every((message) => message === '') &&
      /positions/.test(asked.join()) &&
      /orders/.test(asked.join()) &&
      (await liveAccountIsFilled(window))
    );
  };
  const backMs = await desk.until(isBack, 60_000);
  await window.close();
  return [
    { name: 'requests a minute while the service is away', value: perMinute, unit: '', limit: 20 },
    seconds('until every view is up to date after its return', backMs - fromMs, 10, noise),
  ];
}

async function fiveAccounts(noise: number): Promise<readonly Measurement[]> {
  const live = inRound(5, 2);
  const desk = await FirstMinuteDesk.start(live);
  try {
    const first = await desk.open();
    await desk.signIn(first);
    await desk.until(
      async () => (await accountsRead(first, 'orders')) >= live && (await accountsRead(first, 'positions')) >= live,
      inRound(90_000, 10_000),
    );
    // Leaves time to read the markets without orders.
    await desk.freeLimits();
    await desk.freeLimits();
    await first.close();
    await desk.freeLimits();
    const before = desk.door.passed.length;
    const window = await desk.open();
    const fromMs = performance.now();
    const filledMs = await desk.until(
      async () =>
        (await accountsRead(window, 'orders')) === live + paperAccounts &&
        (await accountsRead(window, 'positions')) === live + paperAccounts,
      2 * patienceMs,
    );
    const wasted = wastedIn(desk.door.passed.slice(before));
    await window.close();
    return [
      seconds('five live and six paper accounts: what had rows last time', filledMs - fromMs, 2.5, noise),
      { name: 'requests wasted meanwhile, of five accounts', value: wasted, unit: '', limit: 0 },
    ];
  } finally {
    await desk.close();
  }
}

/** Requests that were refused, or sent twice. */
function wastedIn(passed: readonly Passed[]): number {
  const asked = passed.filter(({ path }) => path.startsWith('/api/'));
  const trading = asked.filter(({ path }) => /\/(accounts|sim-trade)\//.test(path));
  const again = trading.length - new Set(trading.map(({ method, path }) => `${method} ${path}`)).size;
  return again + asked.filter(({ refusal }) => refusal !== '').length;
}

function seconds(name: string, ms: number, aim: number, noise: number): Measurement {
  return { name, value: ms / 1000, unit: 's', limit: aim * noise };
}
