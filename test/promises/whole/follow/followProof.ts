import type { EditorWindow, Said } from '../../desk/editorWindow';
import { World } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
import { blindSpots } from '../selfCheck';
import { TicketUser } from '../tickets/ticketUser';
import { accountId } from '../tickets/ticketWorld';

const changesPerWorld = 25;
/** What was accepted is watched this long; a change may come into force just before the end. */
const watchedMs = 45_000;

type Fate = 'applied' | 'rejected' | 'hangs' | 'filled' | 'cancelled';
const fates: readonly Fate[] = ['applied', 'applied', 'rejected', 'rejected', 'hangs', 'filled', 'cancelled'];

interface Followed {
  readonly orderId: string;
  readonly fate: Fate;
  readonly delayMs: number;
  readonly acceptedAtMs: number;
  readonly case: number;
}

interface Tally {
  accepted: number;
  readonly ends: Map<string, number>;
}

/** What an end must say. */
const words: Readonly<Record<Fate, RegExp>> = {
  applied: /change applied|: applied|is now/i,
  rejected: /REJzq/,
  hangs: /not applied after/i,
  filled: /./,
  cancelled: /./,
};

/** Promise 13: what was accepted is followed to an end. */
export const followProof: Proof = {
  number: 13,
  promise: 'what was accepted is followed to an end',
  quickRuns: 120,
  fullRuns: 10_000,
  run: async (context) => {
    const blind = await blindSpots(
      planted,
      async ({ hears }) =>
        (await runFollows({ ...context, from: 0, runs: 25, progress: () => undefined }, { accepted: 0, ends: new Map() }, hears, 1))
          .length > 0,
    );
    const tally: Tally = { accepted: 0, ends: new Map() };
    const breaches = [...blind, ...(await runFollows(context, tally))];
    return {
      tried: `${tally.accepted} accepted changes, in one window or two, closed or not, that were applied, rejected later, overtaken by a fill or a cancellation, or never came`,
      found: `every end told once: ${[...tally.ends].map(([fate, count]) => `${count} ${fate}`).join(', ')}`,
      breaches,
    };
  },
};

type Hears = (said: readonly Said[]) => readonly Said[];

const planted: readonly { readonly name: string; readonly hears: Hears }[] = [
  { name: 'a rejection that is not told', hears: (said) => said.filter(({ text }) => !text.includes('REJzq')) },
  {
    name: 'an end that is told twice',
    hears: (said) => said.flatMap((entry) => (/Change applied|is now/.test(entry.text) ? [entry, entry] : [entry])),
  },
  {
    name: 'a change that hangs and is told as applied',
    hears: (said) => said.map((entry) => ({ ...entry, text: entry.text.replace(/change not applied after.*/, 'change applied.') })),
  },
];

async function runFollows(context: ProofContext, tally: Tally, hears: Hears = (said) => said, enough = 10): Promise<readonly Breach[]> {
  const breaches = new Map<string, Breach>();
  for (let index = context.from; index < context.from + context.runs && breaches.size < enough; index += changesPerWorld) {
    const world = new World({ settings: { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }] } });
    world.broker.lists.set('liveAccounts', [{ account_id: accountId, security_firm: 'Firm', enable_market: [1], acc_type: 'CASH' }]);
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
    // A change may be stopped while nothing can be read, but not most of them.
    if (followed.length * 2 < Math.min(changesPerWorld, context.runs))
      breaches.set('not accepted', {
        summary: `only ${followed.length} changes were accepted: ${window.said.at(-1)?.text ?? ''}`,
        replay: { case: index },
      });
    world.broker.treat = () => false;
    // What a window followed when it was closed is followed by the others, or by the next.
    if (random.chance(0.4)) {
      await window.close();
      // In some of these windows nobody opens the Orders view.
      const next = hasSecond ? world.windows[1] : await world.open(undefined, random.chance(0.5));
      next?.setFocused(true);
    }
    await world.machine.pass(watchedMs + 60_000);
    for (const one of followed) {
      const summary = judge(one, hears(world.windows.flatMap(({ said }) => said)), tally);
      if (summary !== undefined && !breaches.has(`${one.fate} ${summary.slice(0, 24)}`))
        breaches.set(`${one.fate} ${summary.slice(0, 24)}`, { summary: `${one.fate}: ${summary}`, replay: { ...one } });
    }
    await world.close();
    context.progress(index);
  }
  return [...breaches.values()];
}

async function accept(world: World, window: EditorWindow, random: Random, index: number): Promise<Followed | undefined> {
  const { broker, machine } = world;
  const orderId = `F-${index}`;
  const fate = random.pick(fates);
  const delayMs = random.chance(0.3) ? 0 : random.between(100, 38_000);
  const order = broker.book.addBuy(accountId, orderId);
  broker.execute = (_request, make) => {
    machine.after(delayMs, () => {
      if (fate === 'applied') make();
      else if (fate === 'rejected') {
        order.lastError = `REJzq ${index}: price moved`;
        order.apply(machine.monotonicMs, undefined, {});
      } else if (fate === 'filled') order.apply(machine.monotonicMs, undefined, { dealtQty: order.state.qty, status: 'FILLED_ALL' });
      else if (fate === 'cancelled') order.apply(machine.monotonicMs, undefined, { status: 'CANCELLED_ALL' });
    });
  };
  await new TicketUser(window, {
    accountId,
    orderId,
    entry: random.pick(['command', 'arguments']),
    qty: String(2000 + index),
    price: '101',
    auxPrice: '',
    says: 'yes',
    confirms: true,
    persists: true,
    stays: random.chance(0.5),
  }).play();
  const isSent = broker.orderRequests.some((request) => request.orderId === orderId);
  return isSent ? { orderId, fate, delayMs, acceptedAtMs: machine.monotonicMs, case: index } : undefined;
}

/** Reading back fails for a while. */
function shakeReads({ broker, machine }: World, random: Random): void {
  const until = machine.monotonicMs + random.between(500, 9000);
  broker.treat = ({ request, send }) => {
    if (machine.monotonicMs > until || request.method === 'PUT' || !request.path.includes('/orders')) return false;
    send({ status: 503, body: '' });
    return true;
  };
}

function judge({ orderId, fate }: Followed, said: readonly Said[], tally: Tally): string | undefined {
  const about = said.filter(({ kind, text }) => kind !== 'modal' && kind !== 'progress' && new RegExp(`${orderId}(\\D|$)`).test(text));
  const accepted = about.findIndex(({ text }) => /accepted/i.test(text));
  tally.accepted += 1;
  const ends = about.slice(accepted + 1);
  if (ends.length === 0) return `no end was told: ${about.map(({ text }) => text).join(' / ')}`;
  if (ends.length > 1) return `${ends.length} ends were told: ${ends.map(({ text }) => text).join(' / ')}`;
  const [end] = ends;
  if (end === undefined || !words[fate].test(end.text)) return `the end told is another: ${end?.text ?? ''}`;
  tally.ends.set(fate, (tally.ends.get(fate) ?? 0) + 1);
  return undefined;
}
