import type { BookedOrder } from '../../../broker/book';
import { remarkIn } from '../../../broker/carryOut';
import { paperFaults, placeFaults } from '../../../broker/placeFaults';
import { transport } from '../../../broker/writeFaults';
import type { ProofContext } from '../../../proof';
import type { Random } from '../../../random';
import { journalText } from '../../journal/killProof';
import { claimsSince } from '../claims';
import { markIn } from '../evidence';
import type { Evidence } from '../evidence';
import type { Finding } from '../judge';
import { count, findingsOf, playDays } from '../ticketDays';
import type { PlayedCase, Tally, TicketBreach } from '../ticketDays';
import { TicketUser } from '../ticketUser';
import type { TicketPlan } from '../ticketUser';
import { accountId, paperAccountId } from '../ticketWorld';
import type { DrawnFault, Plant, TicketWorld } from '../ticketWorld';
import { afterwards } from './afterwards';

/** How long a created order is watched; lists may lag by half of this time. */
const followMs = 75_000;

/**
 * Every run begins with these, whatever its seed, because they need several draws at once: the answer is lost, the order was created, and
 * no list returns its remark, so nothing distinguishes it from an order made elsewhere.
 */
const first: readonly { readonly isPaper: boolean; readonly fault: string }[] = [
  { isPaper: false, fault: 'reset' },
  { isPaper: true, fault: 'reset' },
];

/** @param plant - A fault that the proof must notice. */
export async function runPlacements(context: ProofContext, tally: Tally, plant?: Plant, enough = 25): Promise<readonly TicketBreach[]> {
  const marks = new Set<string>();
  const play = async (desk: TicketWorld, random: Random, index: number): Promise<PlayedCase> =>
    runPlacement(desk, random, index, { tally, marks });
  return playDays({ perDay: 40, salt: 0x9a1c, caseSalt: 0x15, strictShare: 0, about: 'new order: ', play }, context, plant, enough);
}

interface Shared {
  readonly tally: Tally;
  /** Every mark that was sent. */
  readonly marks: Set<string>;
}

async function runPlacement(desk: TicketWorld, random: Random, index: number, { tally, marks }: Shared): Promise<PlayedCase> {
  const { world } = desk;
  const { broker, machine } = world;
  const window = random.pick(desk.windows);
  const fixed = first[index];
  const isPaper = fixed?.isPaper ?? random.chance(0.3);
  const drawn = drawPlan(random, index, isPaper);
  const plan = fixed === undefined ? drawn : { ...drawn, says: 'yes' as const };
  const service = fixed === undefined ? drawService(random, isPaper, desk.plant) : dropsRemarks;
  const fault = fixed === undefined ? drawFault(random, desk, isPaper) : faultOf(fixed);
  const confirmFault = random.chance(0.3) ? drawConfirmFault(random) : undefined;
  const isAway = fixed === undefined && random.chance(0.02);
  const obstacle = desk.obstacle(random, fault);
  const hasDecoy = fixed === undefined && random.chance(0.15);
  let unwritten = 0;
  desk.onWrite = ({ request }) => {
    const mark = markIn(remarkIn(request));
    const isOnDisk = journalText(world.folder)
      .split('\n')
      .some((line) => line.includes('"kind":"intent"') && line.includes(mark));
    if (!isOnDisk) unwritten += 1;
  };
  desk.onRead = ({ request, send }) => {
    if (service.hasHistory || !/orders_history$|history-orders$/.test(request.path)) return false;
    send({ status: 404, body: '404 page not found', headers: ['Content-Type: text/plain'] });
    return true;
  };
  broker.placing.remark = (sent) => (service.isEchoed ? sent : '');
  broker.placing.lagMs = service.lagMs;
  broker.placing.status = service.status;
  broker.execute = (request, make) => {
    make();
    const order = broker.book.find(request.accountId, request.orderId);
    if (order === undefined) return;
    if (hasDecoy) addDecoy(desk, order);
    const { later } = service;
    if (later !== undefined) machine.after(later.ms, () => settle(order, machine.monotonicMs, later.status));
  };
  const known = broker.orderRequests.length;
  desk.fault = undefined;
  const played = await new TicketUser(window, {
    ...plan,
    ...(obstacle === undefined ? {} : { beforeConfirming: obstacle }),
    afterYes: () => {
      desk.fault = fault;
      desk.confirmFault = confirmFault;
      if (isAway) desk.setAway(true);
    },
  }).play();
  desk.setAway(false);
  desk.setReadOnly(false);
  const requests = broker.orderRequests.slice(known);
  await machine.pass(requests.some(({ executed }) => executed > 0) ? followMs : 4000);
  [desk.fault, desk.confirmFault] = [undefined, undefined];
  const made = [...broker.book.orders.values()].filter(({ facts }) => requests.some(({ arrival }) => arrival.number === facts.request));
  const from = played.dialogs.findLast(({ pressed }) => pressed === 'yes')?.saidBefore ?? played.saidBefore;
  const after = await afterwards(window, {
    isMade: made.some(({ state }) => state.status !== 'FAILED'),
    code: plan.place.code,
    asksAgain: random.chance(0.3),
    journal: () => journalText(world.folder),
  });
  played.close();
  const { claims, unread } = claimsSince(window.said.slice(0, after.saidUntil), from, plan.place.code, 'place');
  const says = isAway ? 'nothing' : fault.kind.says;
  const evidence: Evidence = {
    ...{ action: 'place', plan, played, requests, orders: made, isPaper, claims, unread },
    ...{ says, saysConfirmed: confirmFault?.kind.says ?? 'accepted' },
    isSigned: desk.authentication === 'apiKey',
    isNamed: (says === 'accepted' || says === 'confirm' || says === 'clock') && !isAway,
    isListed: service.isEchoed,
    isVisible: service.isEchoed && service.lagMs === 0,
    unwritten,
    journal: journalText(world.folder),
  };
  const findings: Finding[] = [...findingsOf(evidence), ...after.findings.map((what) => ({ promise: 15, what }) as const)];
  const isFindable = service.isEchoed && made.some(({ state }) => /^(SUBMITTED|FILLED_|CANCELLED_|FAILED)/.test(state.status));
  if (isFindable && after.isOpen) findings.push({ promise: 15, what: 'the lists have the order, and it is still not settled' });
  const sentMarks = new Set(requests.map(({ arrival }) => markIn(remarkIn(arrival))));
  for (const mark of sentMarks) {
    if (marks.has(mark)) findings.push({ promise: 15, what: 'a mark was used for two orders' });
    marks.add(mark);
  }
  count(tally, fault.kind.name, evidence, made.length);
  const replay = {
    fault: fault.kind.name,
    isDone: fault.isDone,
    confirm: confirmFault === undefined ? undefined : `${confirmFault.kind.name} ${confirmFault.isDone}`,
    authentication: desk.authentication,
    isPaper,
    service,
    plan,
    puzzles: played.puzzles,
    dialogs: played.dialogs.map(({ text, pressed }) => `${pressed}: ${text}`),
    request: played.dialogs.at(-1)?.form.request,
    said: window.said.slice(from).map(({ atMs, kind, text }) => `${atMs} ${kind}: ${text}`),
    made: made.map(({ facts, state, changes }) => ({ facts, state, changes })),
  };
  await tidy(desk);
  return { findings, replay };
}

async function tidy(desk: TicketWorld): Promise<void> {
  const { broker } = desk.world;
  broker.execute = (_request, make) => make();
  await desk.tidy();
  for (const order of [...broker.book.orders.values()]) broker.book.remove(order);
  broker.orderRequests.splice(0);
  broker.confirmations.clear();
}

function settle(order: BookedOrder, atMs: number, status: string): void {
  if (status === 'FAILED') order.lastError = 'not taken by the exchange';
  order.apply(atMs, undefined, { status, ...(status === 'FILLED_ALL' ? { dealtQty: order.state.qty } : {}) });
}

/** Adds an identical order, made elsewhere at the same time: only a mark distinguishes them. */
function addDecoy({ world: { broker } }: TicketWorld, { facts, state, createdUs }: BookedOrder): void {
  const { accountId: account, market, code, name, securityType, side, currency, listedFromMs = 0 } = facts;
  const twin = { accountId: account, market, code, name, securityType, side, currency, listedFromMs };
  broker.book.add({ ...twin, orderId: broker.nextOrderId(), remark: '' }, state, createdUs + 1000);
}

interface DrawnService {
  readonly isEchoed: boolean;
  readonly lagMs: number;
  readonly hasHistory: boolean;
  readonly status: string;
  readonly later: { readonly ms: number; readonly status: string } | undefined;
}

const dropsRemarks: DrawnService = { isEchoed: false, lagMs: 0, hasHistory: true, status: 'SUBMITTED', later: undefined };

function drawService(random: Random, isPaper: boolean, plant: Plant | undefined): DrawnService {
  const known = ['SUBMITTED', 'SUBMITTED', 'SUBMITTED', 'FAILED', ...(isPaper ? [] : ['SUBMITTING', 'WAITING_SUBMIT'])];
  const wanted = plant?.status === undefined || random.chance(0.3) ? undefined : known.find((status) => status === plant.status);
  const status = wanted ?? random.pick(known);
  const isOnItsWay = /SUBMITTING|WAITING/.test(status);
  return {
    isEchoed: random.chance(0.8),
    lagMs: random.chance(0.8) ? 0 : random.pick([1500, 8000, 25_000]),
    hasHistory: random.chance(0.85),
    status,
    later: isOnItsWay
      ? { ms: random.integer(100, 20_000), status: random.pick(['SUBMITTED', 'FAILED', 'FILLED_ALL']) }
      : status === 'SUBMITTED' && random.chance(0.2)
        ? { ms: random.integer(100, 20_000), status: random.pick(['FILLED_ALL', 'CANCELLED_ALL']) }
        : undefined,
  };
}

function drawFault(random: Random, { authentication, plant }: TicketWorld, isPaper: boolean): DrawnFault {
  const known = isPaper ? paperFaults : placeFaults;
  const wanted = plant?.fault === undefined || random.chance(0.3) ? undefined : known.find(({ name }) => name === plant.fault);
  const named = random.chance(0.15) ? known.find(({ name }) => /with the ID of the order$/.test(name)) : undefined;
  const kind = wanted ?? named ?? random.pick(known);
  return { kind, isDone: authentication === 'apiKey' && kind.says === 'clock' ? false : random.pick(kind.forms) };
}

/** The fault in the form in which the request is executed. */
function faultOf({ isPaper, fault }: (typeof first)[number]): DrawnFault {
  const kind = (isPaper ? paperFaults : placeFaults).find(({ name }) => name === fault);
  if (kind === undefined) throw new Error(`no such fault: ${fault}`);
  return { kind, isDone: true };
}

function drawConfirmFault(random: Random): DrawnFault {
  const kind = random.pick(transport.filter(({ says }) => says === 'nothing'));
  return { kind, isDone: random.pick(kind.forms) };
}

function drawPlan(random: Random, index: number, isPaper: boolean): TicketPlan & Required<Pick<TicketPlan, 'place'>> {
  const orderType = random.pick(isPaper ? ['LIMIT', 'LIMIT', 'MARKET'] : ['LIMIT', 'LIMIT', 'LIMIT', 'MARKET', 'STOP_LIMIT', 'AUCTION']);
  return {
    action: 'place',
    accountId: isPaper ? paperAccountId : accountId,
    orderId: '',
    place: {
      code: `HK.${10_000 + (index % 80_000)}`,
      side: random.pick(['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK']),
      orderType,
      remark: random.pick(['', '', 'my order', '买入 #1', 'a#b c']),
    },
    entry: random.pick(['command', 'arguments']),
    qty: String(random.integer(1, 60) * 100 + random.integer(0, 99)),
    price: random.chance(0.1) ? random.pick(['0.0001', '7.10', '1.23456']) : (random.integer(1000, 90_000) / 100).toString(),
    auxPrice: orderType === 'STOP_LIMIT' ? (random.integer(1000, 90_000) / 100).toString() : '',
    says: random.chance(0.94) ? 'yes' : random.pick(['no', 'nothing']),
    confirms: random.chance(0.7),
    byKey: random.chance(0.3),
    stays: true,
  };
}
