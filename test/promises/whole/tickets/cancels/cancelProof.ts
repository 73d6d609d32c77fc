import type { BookedOrder } from '../../../broker/book';
import { paperFaults } from '../../../broker/placeFaults';
import { transport, writeFaults } from '../../../broker/writeFaults';
import type { ProofContext } from '../../../proof';
import type { Random } from '../../../random';
import { journalText } from '../../journal/killProof';
import { claimsSince } from '../claims';
import type { Evidence } from '../evidence';
import type { Finding } from '../judge';
import { count, findingsOf, playDays } from '../ticketDays';
import type { PlayedCase, Tally, TicketBreach } from '../ticketDays';
import { TicketUser } from '../ticketUser';
import type { TicketPlan } from '../ticketUser';
import { paperShare } from '../ticketWorld';
import type { DrawnFault, Plant, TicketWorld } from '../ticketWorld';

/** How long an executed cancellation is watched. */
const followMs = 60_000;

/** Every run begins with these, whatever its seed: an accepted cancellation that comes too late, live and paper. */
const tooLate: readonly { readonly isPaper: boolean }[] = [{ isPaper: false }, { isPaper: true }];

/** @param plant - A fault that the proof must notice. */
export async function runCancels(context: ProofContext, tally: Tally, plant?: Plant, enough = 25): Promise<readonly TicketBreach[]> {
  const play = async (desk: TicketWorld, random: Random, index: number): Promise<PlayedCase> =>
    runCancel(desk, random, tally, tooLate[index]);
  return playDays({ perDay: 40, salt: 0x0ca7, caseSalt: 0xca, strictShare: 0, about: 'cancellation: ', play }, context, plant, enough);
}

async function runCancel(desk: TicketWorld, random: Random, tally: Tally, late: (typeof tooLate)[number] | undefined): Promise<PlayedCase> {
  const { world } = desk;
  const { broker, machine } = world;
  const isPaper = late?.isPaper ?? random.chance(paperShare);
  const order = desk.addOrder(random, random.chance(0.25) ? { dealtQty: '13', status: 'FILLED_PART' } : {}, isPaper);
  const { accountId, orderId } = order.facts;
  const window = random.pick(desk.windows);
  const fault = late === undefined ? drawFault(random, desk, isPaper) : acceptedIn(isPaper);
  const confirmFault = random.chance(0.3) ? drawConfirmFault(random) : undefined;
  const meanwhile = late === undefined ? drawMeanwhile(random, desk, order) : undefined;
  const isAway = late === undefined && random.chance(0.02);
  let unwritten = 0;
  desk.onWrite = () => {
    const isOnDisk = journalText(world.folder)
      .split('\n')
      .some((line) => line.includes('"kind":"intent"') && line.includes('"action":"cancel"') && line.includes(`"${orderId}"`));
    if (!isOnDisk) unwritten += 1;
  };
  // What is filled between the request and its execution stays filled: the cancellation is too late, or only cancels the rest.
  const drawn = random.chance(0.2) ? random.pick(['FILLED_ALL', 'FILLED_PART']) : undefined;
  const overtaken = late === undefined ? drawn : 'FILLED_ALL';
  const delayMs = random.chance(0.5) ? 0 : random.integer(100, 20_000);
  broker.execute = (_request, make) => {
    if (overtaken !== undefined) fill(order, machine.monotonicMs, overtaken);
    if (delayMs === 0) make();
    else machine.after(delayMs, make);
  };
  const obstacle = desk.obstacle(random, fault);
  const plan: TicketPlan = {
    action: 'cancel',
    accountId,
    orderId,
    entry: random.pick(['row', 'command', 'arguments']),
    qty: '',
    price: '',
    auxPrice: '',
    says: late !== undefined || random.chance(0.93) ? 'yes' : random.pick(['no', 'nothing']),
    confirms: random.chance(0.7),
    persists: random.chance(0.5),
    ...(meanwhile === undefined ? {} : { meanwhile }),
    ...(obstacle === undefined ? {} : { beforeConfirming: obstacle }),
    afterYes: () => {
      desk.fault = fault;
      desk.confirmFault = confirmFault;
      if (isAway) desk.setAway(true);
    },
  };
  const known = broker.orderRequests.length;
  desk.fault = undefined;
  const played = await new TicketUser(window, plan).play();
  desk.setAway(false);
  desk.setReadOnly(false);
  const requests = broker.orderRequests.slice(known);
  await machine.pass(requests.length > 0 ? followMs : 4000);
  [desk.fault, desk.confirmFault] = [undefined, undefined];
  const from = played.dialogs.findLast(({ pressed }) => pressed === 'yes')?.saidBefore ?? played.saidBefore;
  const { claims, unread } = claimsSince(window.said, from, orderId, 'cancel');
  const evidence: Evidence = {
    ...{ action: 'cancel', plan, played, requests, orders: [order], isPaper, claims, unread, unwritten, journal: '' },
    ...{ says: isAway ? 'nothing' : fault.kind.says, saysConfirmed: confirmFault?.kind.says ?? 'accepted' },
    isSigned: desk.authentication === 'apiKey',
    // Orders are canceled by their IDs, and without a delay that can be seen at once.
    ...{ isNamed: true, isListed: true, isVisible: delayMs === 0 },
  };
  const findings = [...findingsOf(evidence), ...(await freed(desk, window, order))];
  count(tally, fault.kind.name, evidence);
  const replay = {
    isPaper,
    fault: fault.kind.name,
    isDone: fault.isDone,
    confirm: confirmFault === undefined ? undefined : `${confirmFault.kind.name} ${confirmFault.isDone}`,
    authentication: desk.authentication,
    meanwhile: meanwhile?.label,
    overtaken,
    delayMs,
    entry: plan.entry,
    puzzles: played.puzzles,
    dialogs: played.dialogs.map(({ text, pressed }) => `${pressed}: ${text}`),
    said: window.said.slice(from).map(({ atMs, kind, text }) => `${atMs} ${kind}: ${text}`),
    order: { facts: order.facts, state: order.state, changes: order.changes },
  };
  broker.execute = (_request, make) => make();
  await desk.tidy();
  desk.forget(order);
  return { findings, replay };
}

/** When the service answers again, a canceled or filled order is no longer locked, and any lock is explained. */
async function freed(desk: TicketWorld, window: TicketWorld['windows'][number], order: BookedOrder): Promise<readonly Finding[]> {
  const rows = await window.rows('marketDesk.orders');
  const row = rows.find(({ contextValue, label }) => contextValue.includes('unknownAttempt') && label.includes(order.facts.orderId));
  if (row === undefined) return [];
  const text = `${row.label} ${row.description}`;
  if (order.hasEnded) return [{ promise: 2, what: `the order has ended, and its cancellation is still open: ${text}` }];
  if (!/unknown|awaiting|according to the service|no response/i.test(text))
    return [{ promise: 2, what: `a lock is not explained: ${text}` }];
  await window.play('marketDesk.orders.resolve', [row.node], (prompt) => {
    if (prompt.kind === 'pick') prompt.choose(({ label }) => /^(Order Not Canceled|Abandon Cancellation)$/.test(label));
    else if (prompt.kind === 'message') prompt.press(undefined);
    else prompt.close();
  });
  await desk.world.machine.settle();
  const left = (await window.rows('marketDesk.orders')).some(
    ({ contextValue, label }) => contextValue.includes('unknownAttempt') && label.includes(order.facts.orderId),
  );
  return left ? [{ promise: 2, what: 'the user’s word did not free the order' }] : [];
}

function fill(order: BookedOrder, atMs: number, status: string): void {
  if (order.hasEnded) return;
  order.apply(atMs, undefined, { status, dealtQty: status === 'FILLED_ALL' ? order.state.qty : '77' });
}

function drawFault(random: Random, { authentication, plant }: TicketWorld, isPaper: boolean): DrawnFault {
  const known = isPaper ? paperFaults : writeFaults;
  if (random.chance(0.2)) return acceptedIn(isPaper);
  const wanted = plant?.fault === undefined || random.chance(0.3) ? undefined : known.find(({ name }) => name === plant.fault);
  const kind = wanted ?? random.pick(known);
  return { kind, isDone: authentication === 'apiKey' && kind.says === 'clock' ? false : random.pick(kind.forms) };
}

function acceptedIn(isPaper: boolean): DrawnFault {
  const kind = (isPaper ? paperFaults : writeFaults).find(({ says }) => says === 'accepted');
  if (kind === undefined) throw new Error('no answer that accepts');
  return { kind, isDone: kind.forms.includes(true) };
}

function drawConfirmFault(random: Random): DrawnFault {
  const kind = random.pick(transport.filter(({ says }) => says === 'nothing'));
  return { kind, isDone: random.pick(kind.forms) };
}

type Meanwhile = NonNullable<TicketPlan['meanwhile']> & { readonly label: string };

/** What happens to the order before the confirmation. */
function drawMeanwhile(random: Random, { world }: TicketWorld, order: BookedOrder): Meanwhile | undefined {
  if (!random.chance(0.35)) return undefined;
  const at = random.pick(['list', 'modal', 'modal'] as const);
  const apply = (change: Parameters<BookedOrder['apply']>[2]) => (): void => order.apply(world.machine.monotonicMs, undefined, change);
  const [label, happens] = random.pick([
    ['quantity changed elsewhere', apply({ qty: '77' })],
    ['price changed elsewhere', apply({ price: '12.34' })],
    ['partly filled', apply({ dealtQty: '13', status: 'FILLED_PART' })],
    ['filled', apply({ dealtQty: order.state.qty, status: 'FILLED_ALL' })],
    ['canceled', apply({ status: 'CANCELLED_ALL' })],
  ] as const);
  return { at, happens, label };
}
