import type { Plant } from '../../desk/bundle';
import type { EditorWindow, Said } from '../../desk/editorWindow';
import { World } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
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
  applied: /applied|is now/i,
  rejected: /REJzq/,
  hangs: /not (been )?(yet )?applied|not applied|not in force|still/i,
  filled: /./,
  cancelled: /./,
};

/** Promise 13: what was accepted is followed to an end. */
export const followProof: Proof = {
  number: 13,
  promise: 'what was accepted is followed to an end',
  quickRuns: 200,
  fullRuns: 10_000,
  run: async (context) => {
    const tally: Tally = { accepted: 0, ends: new Map() };
    const breaches = await runFollows(context, tally);
    return {
      tried: `${tally.accepted} accepted changes that were applied, rejected later, overtaken by a fill or a cancellation, or never came`,
      found: `every end told once: ${[...tally.ends].map(([fate, count]) => `${count} ${fate}`).join(', ')}`,
      breaches,
    };
  },
};

export async function runFollows(context: ProofContext, tally: Tally, plants: readonly Plant[] = [], hears: (said: Said) => boolean = () => true): Promise<readonly Breach[]> {
  const breaches = new Map<string, Breach>();
  for (let index = context.from; index < context.from + context.runs && breaches.size < 10; index += changesPerWorld) {
    const world = new World({ plants, settings: { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }] } });
    world.broker.lists.set('liveAccounts', [{ account_id: accountId, security_firm: 'Firm', enable_market: [1], acc_type: 'CASH' }]);
    world.broker.keepsReads = false;
    const random = Random.forCase(context.seed ^ 0x13, index);
    const window = await world.open();
    window.setVisible('marketDesk.orders', random.chance(0.5));
    const followed: Followed[] = [];
    for (let count = 0; count < Math.min(changesPerWorld, context.from + context.runs - index); count += 1) {
      const one = await accept(world, window, random, index + count);
      if (one === undefined) breaches.set('not accepted', { summary: `a change was not accepted: ${window.said.slice(-2).map(({ text }) => text).join(' / ')}`, replay: { case: index + count } });
      else followed.push(one);
      if (random.chance(0.1)) shakeReads(world, random);
      await world.machine.pass(random.between(0, 6000));
    }
    world.broker.treat = () => false;
    await world.machine.pass(watchedMs + 60_000);
    for (const one of followed) {
      const summary = judge(one, window.said.filter(hears), tally);
      if (summary !== undefined && !breaches.has(`${one.fate} ${summary.slice(0, 24)}`)) breaches.set(`${one.fate} ${summary.slice(0, 24)}`, { summary: `${one.fate}: ${summary}`, replay: { ...one } });
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
  const order = broker.book.add({ orderId, accountId, market: 'HK', code: 'HK.00700', name: 'Tencent', securityType: 'STOCK', side: 'BUY', currency: 'HKD' });
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
  await new TicketUser(window, { accountId, orderId, entry: random.pick(['command', 'arguments']), qty: String(2000 + index), price: '101', auxPrice: '', says: 'yes', confirms: true }).play();
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
