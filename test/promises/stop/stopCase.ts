import type { BookedOrder } from '../broker/book';
import type { MessagePrompt } from '../../support/editor/prompts';
import type { EditorWindow } from '../desk/editorWindow';
import type { Random } from '../random';
import { StopHand } from './stopHand';
import type { StopAction } from './stopHand';
import { accountId } from './stopWorld';
import type { StopWorld } from './stopWorld';

/** The result of one race. */
export interface StopTally {
  readonly actions: readonly StopAction[];
  /** Actions whose bytes left before the stop was reported. */
  readonly before: number;
  /** Breaches, in words. */
  readonly wrong: readonly string[];
}

/** Long enough for everything that waits: rate limits of the service, connections, answers. */
const quietMs = 90_000;

/** Three windows confirm while the fourth stops sending; then everything has time to leave, and the stop is released. */
export async function playStopCase(desk: StopWorld, random: Random): Promise<StopTally> {
  const { world, bytes } = desk;
  const { machine } = world;
  desk.leftAtStop = undefined;
  const leftBefore = bytes.left.length;
  const wrong: string[] = [];
  const orders: BookedOrder[] = [];
  const hands: StopHand[] = [];
  const stopper = random.pick(desk.windows);
  const others = desk.windows.filter((window) => window !== stopper);
  world.net.latencyMs = 0;
  desk.answerMs = 0;
  for (const window of others) {
    const action = random.pick<StopAction>(['modify', 'modify', 'confirm', 'cancel', 'place']);
    const order = desk.addOrder();
    orders.push(order);
    if (action === 'confirm') desk.asksFor = order.facts.orderId;
    const hand = new StopHand(window, action, accountId, order.facts.orderId);
    if (await hand.prepare()) hands.push(hand);
    else wrong.push(`“${action}” never came to its last question: ${lastSaid(window)}`);
    desk.asksFor = undefined;
  }
  if (hands.length === 0) return { actions: [], before: 0, wrong };
  const prepared = bytes.left.length;
  world.net.latencyMs = random.pick([0, 0, 5, 40, 300, 1500]);
  desk.answerMs = random.pick([0, 10, 200, 3000]);
  let stopping: Promise<unknown> | undefined;
  let isOver = false;
  const stop = (): void =>
    void (stopping ??= stopper.press('marketDesk.orders.stopSending').catch((error: unknown) => wrong.push(String(error))));
  const raced = random.pick(hands);
  // At one of the steps of a window, or at a point in time.
  if (random.chance(0.5)) atStep(raced.window, random.integer(1, 160), stop);
  machine.after(random.integer(1, 400), stop);
  // The file is lost at a step of any window, the one that stops included.
  if (random.chance(0.5))
    atStep(random.pick(desk.windows), random.integer(1, 160), () => stopping !== undefined && !isOver && desk.damage(random));
  for (const hand of hands) machine.after(random.chance(0.8) ? random.integer(1, 300) : random.integer(300, 30_000), () => hand.yes());
  await machine.runUntil(() => desk.leftAtStop !== undefined, quietMs);
  const leftAtStop = told(desk);
  if (leftAtStop === undefined) wrong.push(`the stop was never told: ${lastSaid(stopper)}`);
  const before = (leftAtStop ?? bytes.left.length) - prepared;
  if (random.chance(0.4)) desk.damage(random);
  await machine.pass(quietMs);
  isOver = true;
  await tryAgain(desk, random, stopper, wrong);
  for (const head of desk.leftAfterStop()) wrong.push(`left after the stop was told: ${head}`);
  desk.leftAtStop = undefined;
  await release(desk, random, wrong);
  await stopping;
  tidy(desk, orders);
  if (prepared < leftBefore) throw new Error('the ledger lost something');
  return { actions: hands.map(({ action }) => action), before, wrong };
}

/** Other windows, including ones that open after the stop, try to send. */
async function tryAgain(desk: StopWorld, random: Random, stopper: EditorWindow, wrong: string[]): Promise<void> {
  clearPrompts(desk);
  desk.world.net.latencyMs = 0;
  const old = random.pick(desk.windows.filter((window) => window !== stopper));
  const window = random.chance(0.4) ? await desk.restart(old, random.chance(0.5)) : random.pick(desk.windows);
  const order = desk.addOrder();
  const hand = new StopHand(window, random.pick<StopAction>(['modify', 'place']), accountId, order.facts.orderId);
  if (await hand.prepare()) hand.yes();
  await desk.world.machine.pass(5_000);
  if (!desk.journal().includes('"kind":"stopped"')) wrong.push('the journal does not name the stop');
  tidy(desk, [order]);
}

/** Lets orders be sent again, and checks that one is. */
async function release(desk: StopWorld, random: Random, wrong: string[]): Promise<void> {
  const { machine } = desk.world;
  clearPrompts(desk);
  desk.mend();
  const window = random.pick(desk.windows);
  const sure = (prompt: MessagePrompt): void => prompt.press(prompt.buttons.find((button) => button === 'Release'));
  await window.play('marketDesk.orders.releaseSending', [], (prompt) => (prompt.kind === 'message' ? sure(prompt) : prompt.close()));
  const order = desk.addOrder();
  const left = desk.bytes.left.length;
  const hand = new StopHand(random.pick(desk.windows), 'modify', accountId, order.facts.orderId);
  const isAsked = await hand.prepare();
  hand.yes();
  await machine.pass(quietMs);
  if (!isAsked || desk.bytes.left.length !== left + 1) wrong.push(`nothing can be sent after the release: ${lastSaid(hand.window)}`);
  tidy(desk, [order]);
}

function tidy(desk: StopWorld, orders: readonly BookedOrder[]): void {
  clearPrompts(desk);
  for (const window of desk.windows) for (const panel of window.webviews.splice(0)) panel.dispose();
  for (const order of orders) desk.world.broker.book.remove(order);
  desk.world.broker.orderRequests.splice(0);
}

function clearPrompts(desk: StopWorld): void {
  for (const window of desk.windows)
    for (const prompt of window.prompts.splice(0)) {
      if (prompt.kind === 'message') prompt.press(undefined);
      else prompt.close();
    }
}

/** Acts right before the given step of a window: a call of the file system, or bytes sent to a connection. */
function atStep({ options: { life } }: EditorWindow, steps: number, act: () => void): void {
  const take = life.take.bind(life);
  let left = steps;
  life.take = (work) => {
    left -= 1;
    if (left === 0) act();
    return take(work);
  };
}

/** How many pieces had left when the stop was reported. */
function told({ leftAtStop }: StopWorld): number | undefined {
  return leftAtStop;
}

function lastSaid(window: EditorWindow): string {
  return window.said
    .slice(-2)
    .map(({ text }) => text.slice(0, 160))
    .join(' / ');
}
