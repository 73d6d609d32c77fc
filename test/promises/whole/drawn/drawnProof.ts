import type { Plant } from '../../desk/bundle';
import type { EditorWindow } from '../../desk/editorWindow';
import type { Prompt } from '../../../support/editor/prompts';
import { textsIn } from '../../../support/editor/recorded';
import { World } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
import { blindSpots } from '../selfCheck';
import { TicketForm } from '../tickets/ticketForm';
import { evil, fillHostile, marker } from './hostileService';
import { faultOf, faultOfMarkdown } from './judgeDrawn';
import { faultOfAnswer, toolTexts } from './toolAnswers';

/** Texts drawn, and how many of them held a text of the service, by surface. */
type Tally = Map<string, { drawn: number; hostile: number }>;

/** Surfaces that must have drawn a text of the service; otherwise nothing was proved. */
const needed = ['notification', 'dialog', 'detail', 'title', 'prompt', 'list', 'status', 'tab', 'row', 'hover', 'answer'];

/** Promise 11 in the built program: what the editor is given to draw holds no link, icon, or invisible character of the service. */
export const drawnProof: Proof = {
  number: 11,
  promise: 'text and links from the server run nothing',
  quickRuns: 9,
  fullRuns: 3_000,
  run: async (context) => {
    const tally: Tally = new Map();
    const blind = await blindSpots(context, planted, async ({ plant }) => {
      const few = { ...context, from: 0, runs: 24, progress: () => undefined };
      return (await runDrawn(few, new Map(), [plant], 1)).length > 0;
    });
    const breaches = [...blind, ...(await runDrawn(context, tally))];
    const missed = context.runs < 16 ? [] : needed.filter((surface) => (tally.get(surface)?.hostile ?? 0) === 0);
    const sum = [...tally.values()].reduce((all, { drawn, hostile }) => ({ drawn: all.drawn + drawn, hostile: all.hostile + hostile }));
    return {
      tried: `${context.runs} windows of the built extension on a service whose every text is hostile, ${sum.drawn} texts drawn, ${sum.hostile} of them with a text of the service (${[...tally].map(([surface, { hostile }]) => `${surface} ${hostile}`).join(', ')})`,
      found: `${breaches.length} with a link, an icon or an invisible character that the program did not write, or in an answer to a program one that nobody sees`,
      breaches: [
        ...breaches,
        ...missed.map((surface) => ({ summary: `no text of the service was drawn in a ${surface}`, replay: { surface } })),
      ],
    };
  },
};

/** Disables the boundary in the bundles; helpers for single values stay active. */
const planted: readonly { readonly name: string; readonly plant: Plant }[] = [
  { name: 'links in composed texts', find: /\.replaceAll\(.\]\(.,.\] \(.\)(?=\.replaceAll\(.\$\()/g },
  { name: 'icons in composed texts', find: /\.replaceAll\(.\$\(.,.\$ \(.\)/g },
  { name: 'fillers that show nothing', find: /\\p\{Default_Ignorable_Code_Point\}/g },
].map(({ name, find }) => ({ name, plant: { name, find, put: '' } }));

async function runDrawn(context: ProofContext, tally: Tally, plants: readonly Plant[] = [], enough = 10): Promise<readonly Breach[]> {
  const breaches = new Map<string, Breach>();
  for (let index = context.from; index < context.from + context.runs && breaches.size < enough; index += 1) {
    for (const { surface, fault, text } of await runCase(Random.forCase(context.seed ^ 0x11, index), tally, plants)) {
      const key = `${surface}: ${fault.slice(0, 12)}`;
      if (!breaches.has(key))
        breaches.set(key, {
          summary: `a ${surface} draws ${fault}: ${JSON.stringify(text.slice(0, 200))}`,
          replay: { case: index, surface, text },
        });
    }
    context.progress(index);
  }
  return [...breaches.values()];
}

interface Fault {
  readonly surface: string;
  readonly fault: string;
  readonly text: string;
}

const settings = {
  'marketDesk.plates': ['HK.BK1'],
  'marketDesk.statusBar.ticker': ['HK.00001', 'US.AAPL'],
  'marketDesk.statusBar.show': ['nextRelease'],
};
const viewIds = ['marketDesk.positions', 'marketDesk.orders', 'marketDesk.plates', 'marketDesk.today'];
/** The commands with the most questions and messages. */
const often = [
  'marketDesk.alerts.add',
  'marketDesk.alerts.manage',
  'marketDesk.calendar.remind',
  'marketDesk.calendar.showHistory',
  'marketDesk.orders.modify',
  'marketDesk.orders.show',
  'marketDesk.security.open',
  'marketDesk.watchlist.export',
];
const commandsOfACase = 8;

/** One window: opened views, commands with any arguments that they may get, and time for what happens by itself. */
async function runCase(random: Random, tally: Tally, plants: readonly Plant[]): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  const look = (surface: string, text: string): void => {
    const count = tally.get(surface) ?? { drawn: 0, hostile: 0 };
    count.drawn += 1;
    if (text.includes(marker)) count.hostile += 1;
    tally.set(surface, count);
    const fault = surface === 'answer' ? faultOfAnswer(text) : faultOf(surface, text);
    if (fault !== undefined) faults.push({ surface, fault, text });
  };
  const world = new World({ settings, plants, draws: look });
  try {
    fillHostile(world, random);
    const window = await world.open();
    window.setFocused(true);
    for (const id of viewIds) window.setVisible(id, true);
    await world.machine.pass(3_000);
    const nodes = [];
    for (const id of viewIds) nodes.push(...(await window.rows(id)).map(({ node }) => node));
    for (let count = 0; count < commandsOfACase; count += 1) {
      const id = random.pick(random.chance(0.5) ? often : commandsOf(window));
      await window.play(id, [argumentFor(random, world, nodes)], answerer(random), 90_000);
    }
    await window.play('marketDesk.alerts.add', ['HK.00001'], goesOn(random), 90_000);
    const [order] = [...world.broker.book.orders.values()];
    const change = { accountId: order?.facts.accountId, orderId: order?.facts.orderId, exchange: 'SEHK', qty: '900', price: '11' };
    await window.play('marketDesk.orders.modify', [change], goesOn(random), 90_000);
    await goOnInForm(random, world, window);
    // Time for alerts and reminders.
    await world.machine.pass(3 * 60_000);
    await lookAround(window, look, (surface, fault, text) => faults.push({ surface, fault, text }));
  } finally {
    await world.close();
  }
  return faults;
}

/** All commands that a user can run, except those of the sandbox, which is another service, and the one that shows the log. */
function commandsOf(window: EditorWindow): readonly string[] {
  return [...window.commands.keys()].filter((id) => /^marketDesk\./.test(id) && !/sandbox|showLog/.test(id));
}

function argumentFor(random: Random, world: World, nodes: readonly unknown[]): unknown {
  const timeMs = world.broker.serverMs() + 4 * 60_000;
  return random.pick<() => unknown>([
    () => undefined,
    () => 'HK.00001',
    () => ({ symbol: 'HK.00001' }),
    () => (nodes.length === 0 ? undefined : random.pick(nodes)),
    () => ({ release: { name: evil(random), timeMs, minutesBefore: 2 } }),
    () => ({ text: evil(random), country: evil(random), unit: null }),
    () => ({ market: 'HK', from: '2026-10' }),
    () => evil(random),
  ])();
}

/** Presses, chooses, or types something at every prompt; gives up after a while. */
function answerer(random: Random): (prompt: Prompt) => Promise<void> {
  let asked = 0;
  return async (prompt) => {
    asked += 1;
    const isEnough = asked > 14;
    if (prompt.kind === 'message')
      prompt.press(isEnough || prompt.buttons.length === 0 || random.chance(0.3) ? undefined : random.pick(prompt.buttons));
    else if (prompt.kind === 'text') {
      const typed = random.pick(['0.5', '100', 'HK.00001', '5', 'x', '', evil(random)]);
      if (isEnough || (!(await prompt.enter(typed)) && !(await prompt.enter('11')) && !(await prompt.enter('HK.00001')))) prompt.close();
    } else if (isEnough || prompt.rows().length === 0 || random.chance(0.1)) prompt.close();
    else {
      const at = random.integer(0, prompt.rows().length - 1);
      let row = -1;
      prompt.choose(() => (row += 1) === at);
    }
  };
}

/** Goes on with a change: accepts the text of each prompt, and mostly presses the second button of a dialog, which confirms. */
function goesOn(random: Random): (prompt: Prompt) => Promise<void> {
  let asked = 0;
  return async (prompt) => {
    asked += 1;
    if (prompt.kind === 'message') prompt.press(prompt.buttons[random.chance(0.8) ? 1 : 0]);
    else if (asked > 10 || (prompt.kind === 'text' && !(await prompt.enter(prompt.value())))) prompt.close();
    else if (prompt.kind === 'pick' && prompt.rows().length > 0) prompt.choose(() => true);
  };
}

/** Presses *Review* in the open ticket and answers the questions that follow. */
async function goOnInForm(random: Random, world: World, window: EditorWindow): Promise<void> {
  const form = TicketForm.in(window);
  if (form === undefined) return;
  await world.machine.pass(5_000);
  form.fill('Quantity', '900');
  form.fill('Price', '11');
  const answer = goesOn(random);
  const { machine } = world;
  const untilMs = machine.monotonicMs + 90_000;
  form.review(false);
  while (await machine.runUntil(() => window.prompts.length > 0, Math.max(1, untilMs - machine.monotonicMs))) {
    const prompt = window.prompts.shift();
    if (prompt === undefined) continue;
    await window.read(prompt);
    await answer(prompt);
  }
}

/** Reads what is drawn only on demand: rows, their hovers, the status bar’s hovers, hovers in code, what a tool says about itself. */
async function lookAround(
  window: EditorWindow,
  look: (surface: string, text: string) => void,
  found: (surface: string, fault: string, text: string) => void,
): Promise<void> {
  const hover = (value: unknown): void => {
    if (typeof value === 'string') look('row', value);
    if (typeof value !== 'object' || value === null) return;
    const text = textsIn(value).join();
    const fault = faultOfMarkdown(value);
    look('hover', fault === undefined ? text.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '').replaceAll('](', '] (') : '');
    if (fault !== undefined) found('hover', fault, text);
  };
  for (const { tooltip } of window.statusItems) hover(tooltip);
  for (const id of viewIds) {
    const { provider } = window.view(id);
    for (const { node } of await window.rows(id)) {
      const item = await provider.getTreeItem(node);
      for (const text of textsIn([item.label, item.description])) look('row', text);
      await provider.resolveTreeItem?.(item, node, undefined);
      hover(item.tooltip);
    }
  }
  for (const text of await toolTexts(window)) look('answer', text);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
  for (const tool of window.tools.values())
    for (const text of textsIn(await tool.prepareInvocation?.({ input: { accountId: marker, orderId: `${marker}[x](command:a)` } }, token)))
      look('prompt', text);
}
