import type { BookedOrder, OrderState } from '../../broker/book';
import type { OrderRequest } from '../../broker/broker';
import { writeOf } from '../../broker/orderWrites';
import type { OrderAction } from '../../broker/orderWrites';
import type { Plant } from '../../desk/bundle';
import type { EditorWindow } from '../../desk/editorWindow';
import type { Said } from '../../../support/editor/standIn';
import { World } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
import { blindSpots } from '../selfCheck';
import { TicketUser } from '../tickets/ticketUser';
import { accountId } from '../tickets/ticketWorld';

const changesPerWorld = 25;
/** How long an accepted change is watched; it may take effect just before the end. */
const watchedMs = 45_000;

/** `replaced`: somebody else changes the order before anybody looks; a change was applied before that. */
type Fate = 'applied' | 'rejected' | 'hangs' | 'filled' | 'cancelled' | 'replaced';
const fates: readonly Fate[] = ['applied', 'applied', 'rejected', 'rejected', 'hangs', 'filled', 'cancelled', 'replaced'];

interface Followed {
  readonly action: OrderAction;
  /** What identifies the order in a text: its ID, or the security of a new one. */
  readonly name: string;
  readonly fate: Fate;
  readonly delayMs: number;
  readonly acceptedAtMs: number;
  readonly case: number;
}

interface Tally {
  accepted: number;
  readonly ends: Map<string, number>;
}

/** What the final message must say. A new order that was filled or canceled was in the market; an order that was canceled elsewhere is canceled. */
const words: Readonly<Record<OrderAction, Readonly<Record<Fate, RegExp>>>> = {
  modify: {
    applied: /change applied|: applied|is now/i,
    rejected: /REJzq/,
    hangs: /^Change not applied after/,
    filled: /./,
    cancelled: /./,
    replaced: /^End unknown: /,
  },
  place: {
    applied: /^(\$\(\S+\) )?Order placed: /,
    rejected: /^Order rejected.*REJzq/,
    hangs: /^Not in the market after 45/,
    filled: /Order placed: /,
    cancelled: /Order placed: /,
    replaced: /Order placed: /,
  },
  cancel: {
    applied: /is canceled|^Canceled: /,
    rejected: /^Not canceled after 45.*REJzq/,
    hangs: /^Not canceled after 45/,
    filled: /^Too late to cancel: /,
    cancelled: /is canceled|^Canceled: /,
    replaced: /^Not canceled after 45/,
  },
};

/** Promise 13: what was accepted is followed to an end. */
export const followProof: Proof = {
  number: 13,
  promise: 'what was accepted is followed to an end',
  quickRuns: 25,
  fullRuns: 10_000,
  run: async (context) => {
    // A seed whose first world has a change that each of them spoils. What is only heard otherwise is heard of one and the same.
    const first = { ...context, seed: 1, from: 0, runs: changesPerWorld, progress: () => undefined };
    let heard: Promise<Watched> | undefined;
    const blind = await blindSpots(context, planted, async ({ name, hears, program }) => {
      const play = async (): Promise<Watched> =>
        program === undefined ? (heard ??= playFollows(first, 0)) : playFollows(first, 0, [{ name, ...program }]);
      const following = { play, enough: 1, ...(hears === undefined ? {} : { hears }) };
      return (await runFollows(first, { accepted: 0, ends: new Map() }, following)).length > 0;
    });
    const tally: Tally = { accepted: 0, ends: new Map() };
    const breaches = [...blind, ...(await runFollows(context, tally))];
    return {
      tried: `${tally.accepted} accepted changes, new orders and cancellations, in one window or two, closed or not, that were applied, rejected later, overtaken by a fill, a cancellation or a change, or never came`,
      found: `every end told once: ${[...tally.ends].map(([fate, count]) => `${count} ${fate}`).join(', ')}`,
      breaches,
    };
  },
};

type Hears = (said: readonly Said[]) => readonly Said[];

interface FollowPlant {
  readonly name: string;
  readonly hears?: Hears;
  readonly program?: Pick<Plant, 'find' | 'put'>;
}

const planted: readonly FollowPlant[] = [
  { name: 'a rejection that is not told', hears: (said) => said.filter(({ text }) => !text.includes('REJzq')) },
  {
    name: 'an end that is told twice',
    hears: (said) => said.flatMap((entry) => (/Change applied|is now/.test(entry.text) ? [entry, entry] : [entry])),
  },
  {
    name: 'a change that hangs and is told as applied',
    hears: (said) => said.map((entry) => ({ ...entry, text: entry.text.replace(/^Change not applied after[^:]*:/, 'Change applied:') })),
  },
  {
    name: 'an end that the form shows and a notification tells too',
    program: { find: /(?<=\btell\(\w+,\w+\)\{this\.#\w+\(\w+\.root\);for\(let \w+ of this\.#\w+\)if\(\w+\(\w+,\w+\)\))return/, put: '' },
  },
  {
    name: 'a form that says another end after the first',
    hears: (said) =>
      said.flatMap((entry) =>
        entry.kind === 'page' && entry.text.startsWith('Order placed') ? [entry, { ...entry, headline: 'Order rejected' }] : [entry],
      ),
  },
];

interface Following {
  readonly hears?: Hears;
  readonly play?: typeof playFollows;
  /** The number of breaches after which the run ends. */
  readonly enough?: number;
}

interface Watched {
  readonly followed: readonly Followed[];
  /** What each window said. */
  readonly said: readonly (readonly Said[])[];
}

async function runFollows(
  context: ProofContext,
  tally: Tally,
  { hears = (said) => said, play = playFollows, enough = 10 }: Following = {},
): Promise<readonly Breach[]> {
  const breaches = new Map<string, Breach>();
  for (let index = context.from; index < context.from + context.runs && breaches.size < enough; index += changesPerWorld) {
    const { followed, said } = await play(context, index);
    // A change may be stopped while nothing can be read, but most of them must be accepted.
    if (followed.length * 2 < Math.min(changesPerWorld, context.runs))
      breaches.set('not accepted', {
        summary: `only ${followed.length} changes were accepted: ${said[0]?.at(-1)?.text ?? ''}`,
        replay: { case: index },
      });
    for (const one of followed) {
      const summary = judge(
        one,
        said.flatMap((each) => tellings(about(one, hears(each)))),
        tally,
      );
      if (summary !== undefined && !breaches.has(`${one.action} ${one.fate} ${summary.slice(0, 24)}`))
        breaches.set(`${one.action} ${one.fate} ${summary.slice(0, 24)}`, {
          summary: `${one.action}, ${one.fate}: ${summary}`,
          replay: { ...one },
        });
    }
    context.progress(index);
  }
  return [...breaches.values()];
}

async function playFollows(context: ProofContext, index: number, plants: readonly Plant[] = []): Promise<Watched> {
  const world = new World({
    plants,
    settings: { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' },
  });
  world.broker.placing.status = 'SUBMITTING';
  world.broker.hasLive(accountId);
  world.broker.keepsReads = false;
  const random = Random.forCase(context.seed ^ 0x13, index);
  const window = await world.open();
  window.setVisible('marketDesk.orders', random.chance(0.5));
  const hasSecond = random.chance(0.4);
  if (hasSecond) await world.open();
  const followed: Followed[] = [];
  for (let count = 0; count < Math.min(changesPerWorld, context.from + context.runs - index); count += 1) {
    const one = await accept(world, window, random, index + count);
    if (one !== undefined) followed.push(one);
    if (random.chance(0.1)) shakeReads(world, random);
    await world.machine.pass(random.between(0, 6000));
  }
  world.broker.treat = () => false;
  // What a window was following when it was closed is followed by the others, or by the next.
  if (random.chance(0.4)) {
    await window.close();
    // In some of these windows the Orders view is never opened.
    const next = hasSecond ? world.windows[1] : await world.open(undefined, random.chance(0.5));
    next?.setFocused(true);
  }
  await world.machine.pass(watchedMs + 60_000);
  const said = world.windows.map((each) => [...each.said]);
  await world.close();
  return { followed, said };
}

async function accept(world: World, window: EditorWindow, random: Random, index: number): Promise<Followed | undefined> {
  const { broker, machine } = world;
  const action = random.pick(['modify', 'place', 'cancel'] as const);
  const fate = random.pick(fates);
  const delayMs = random.chance(0.3) ? 0 : random.between(100, 38_000);
  const orderId = action === 'place' ? '' : `F-${index}`;
  const name = action === 'place' ? `HK.${20_000 + (index % 70_000)}` : orderId;
  if (action !== 'place') broker.book.addBuy(accountId, orderId);
  broker.execute = (request, make) => {
    // A new order is in the book at once, on its way to the market.
    if (action === 'place') make();
    const meet = (): void => meetFate(world, broker.book.find(accountId, request.orderId), { action, fate, make, index });
    machine.after(delayMs, meet);
  };
  const known = broker.orderRequests.length;
  await new TicketUser(window, {
    action,
    accountId,
    orderId,
    ...(action === 'place' ? { place: { code: name, side: 'BUY', orderType: 'LIMIT', remark: '' } } : {}),
    entry: action === 'place' ? 'arguments' : random.pick(['command', 'arguments']),
    qty: String(2000 + index),
    price: '101',
    auxPrice: '',
    says: 'yes',
    confirms: true,
    persists: true,
    stays: random.chance(0.5),
  }).play();
  // A request that was held back before may arrive now: it is about another order.
  const isSent = broker.orderRequests.slice(known).some((request) => isAbout(request, action === 'place' ? name : orderId));
  return isSent ? { action, name, fate, delayMs, acceptedAtMs: machine.monotonicMs, case: index } : undefined;
}

function isAbout({ action, orderId, arrival }: OrderRequest, name: string): boolean {
  return action === 'place' ? arrival.body.toString('utf8').includes(`"code":"${name}"`) : orderId === name;
}

interface Fated {
  readonly action: OrderAction;
  readonly fate: Fate;
  /** Executes the request. */
  readonly make: () => void;
  readonly index: number;
}

function meetFate({ machine }: World, order: BookedOrder | undefined, { action, fate, make, index }: Fated): void {
  if (order === undefined) return;
  const become = (change: Partial<OrderState>): void => order.apply(machine.monotonicMs, undefined, change);
  switch (fate) {
    case 'applied':
      if (action === 'place') become({ status: 'SUBMITTED' });
      else make();
      break;
    case 'rejected':
      order.lastError = `REJzq ${index}: price moved`;
      become(action === 'place' ? { status: 'FAILED' } : {});
      break;
    case 'filled':
      become({ dealtQty: order.state.qty, status: 'FILLED_ALL' });
      break;
    case 'cancelled':
      become({ status: 'CANCELLED_ALL' });
      break;
    case 'replaced':
      if (action === 'modify') make();
      become({ qty: '7', price: '99', ...(action === 'place' ? { status: 'SUBMITTED' } : {}) });
      break;
    case 'hangs':
      break;
  }
}

/** Reads of orders fail for a while. */
function shakeReads({ broker, machine }: World, random: Random): void {
  const until = machine.monotonicMs + random.between(500, 9000);
  broker.treat = ({ request, send }) => {
    if (machine.monotonicMs > until || writeOf(request) !== undefined || !request.path.includes('/orders')) return false;
    send({ status: 503, body: '' });
    return true;
  };
}

function about({ name }: Followed, said: readonly Said[]): readonly Said[] {
  // “Canceling …”: what is only on its way. An acceptance is shown in the same place until its end.
  const isUnderWay = ({ kind, text }: Said): boolean => kind === 'progress' && /^[A-Z]\w+ing /.test(text);
  return said.filter((entry) => entry.kind !== 'modal' && !isUnderWay(entry) && new RegExp(`${name}(\\D|$)`).test(entry.text));
}

/** What one window told anew about one order: a page that says the same as before with other details only follows the order. */
function tellings(said: readonly Said[]): readonly Said[] {
  return said.filter(
    ({ headline }, at) =>
      headline === undefined || said.slice(0, at).findLast((other) => other.headline !== undefined)?.headline !== headline,
  );
}

function judge({ action, fate }: Followed, told: readonly Said[], tally: Tally): string | undefined {
  const accepted = told.findIndex(({ text }) => /accepted/i.test(text));
  tally.accepted += 1;
  const ends = told.slice(accepted + 1);
  if (ends.length === 0) return `no end was told: ${told.map(({ text }) => text).join(' / ')}`;
  if (ends.length > 1) return `${ends.length} ends were told: ${ends.map(({ text }) => text).join(' / ')}`;
  const [end] = ends;
  if (end === undefined || !words[action][fate].test(end.text)) return `the end told is another: ${end?.text ?? ''}`;
  tally.ends.set(fate, (tally.ends.get(fate) ?? 0) + 1);
  return undefined;
}
