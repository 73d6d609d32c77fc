import type { BookedOrder, OrderState } from '../../broker/book';
import { paperFaults } from '../../broker/placeFaults';
import { writeFaults } from '../../broker/writeFaults';
import type { WriteFault } from '../../broker/faultForms';
import type { ProofContext, ProofResult, SharedProof } from '../../proof';
import type { Random } from '../../random';
import { claimsSince } from './claims';
import type { Evidence } from './evidence';
import { count, findingsOf, newTally, playDays } from './ticketDays';
import type { PlayedCase, Tally, TicketBreach } from './ticketDays';
import { TicketUser } from './ticketUser';
import type { TicketPlan } from './ticketUser';
import { isOfPaper, paperShare } from './ticketWorld';
import type { Plant, TicketWorld } from './ticketWorld';
import { blindSpots } from '../selfCheck';
import { ticketPlants } from './ticketPlants';
import { runCancels } from './cancels/cancelProof';
import { runPlacements } from './placing/placeProof';

/** Every run begins with this, whatever its seed: a question whose confirmation is not sent, because changes were turned off meanwhile. */
const asksFirst = 'needs a confirmation';
/** How long an accepted change is watched. */
const followMs = 60_000;

/** Modifications, new orders, and cancellations, each with a share of the runs and the promises that it is judged by. */
const parts = [
  { name: 'changes', share: 1, run: runTickets, judges: [1, 2, 5] },
  { name: 'new orders', share: 1, run: runPlacements, judges: [1, 2, 5, 15] },
  { name: 'cancellations', share: 0.5, run: runCancels, judges: [1, 2, 5] },
] as const;

/** Promises 1, 2, 5, and 15: what a confirmation sends, what the user is told, what was shown before, and what the journal knows. */
export const ticketProofs: SharedProof = {
  promises: [
    { number: 1, promise: 'one confirmation sends at most one request' },
    { number: 2, promise: 'no outcome is claimed without proof' },
    { number: 5, promise: 'what is seen is what is sent, and the old values seen are the order’s own' },
    { number: 15, promise: 'the journal names every order that reaches the broker, and none is placed twice' },
  ],
  quickRuns: 30,
  fullRuns: 100_000,
  run: async (context) => {
    const played = parts.filter(({ judges }) => judges.some((number) => context.chosen.includes(number)));
    const plants = ticketPlants.filter(({ part }) => played.includes(parts[part]));
    const breaches: TicketBreach[] = [
      ...(await blindSpots(context, plants, async ({ plant, promise, part, runs, enough }) => {
        const noticed = await parts[part].run({ ...context, from: 0, runs, progress: () => undefined }, newTally(), plant, enough);
        return noticed.some((breach) => breach.promise === promise);
      })),
    ];
    const tallies = new Map<string, Tally>();
    for (const { name, share, run } of played) {
      const tally = newTally();
      tallies.set(name, tally);
      breaches.push(...(await run({ ...context, runs: Math.max(1, Math.round(context.runs * share)) }, tally)));
    }
    const of = (text: (tally: Tally) => string): string => [...tallies].map(([name, tally]) => `${name}: ${text(tally)}`).join('; ');
    const tried = of(
      ({ tickets, kinds, yes }) => `${tickets} over ${kinds.size} kinds of answer and fault, carried out and not, ${yes} confirmed`,
    );
    const sent = of(({ requests, executed }) => `${requests} requests arrived, ${executed} were carried out`);
    const result = (promise: number, said: string): ProofResult => ({
      tried,
      found: said,
      breaches: breaches.filter((breach) => breach.promise === promise),
      cases: [...tallies.values()].reduce((sum, { tickets }) => sum + tickets, 0),
    });
    const [changes, placings] = [tallies.get('changes'), tallies.get('new orders')];
    return new Map([
      [1, result(1, sent)],
      [
        2,
        result(
          2,
          of(({ claims }) => [...claims].map(([claim, count]) => `${count} ${claim}`).join(', ')),
        ),
      ],
      [
        5,
        result(
          5,
          `${changes?.meanwhile ?? 0} orders changed before their change was sent, ${changes?.stopped ?? 0} were stopped; every body was in the form`,
        ),
      ],
      [15, result(15, `${placings?.executed ?? 0} orders reached the broker, each with its mark in the journal before`)],
    ]);
  },
};

async function runTickets(context: ProofContext, tally: Tally, plant?: Plant, enough = 25): Promise<readonly TicketBreach[]> {
  const play = async (desk: TicketWorld, random: Random, index: number): Promise<PlayedCase> => runTicket(desk, random, tally, index);
  return playDays({ perDay: 60, salt: 0x5bd1, caseSalt: 0, strictShare: 0.15, about: '', play }, context, plant, enough);
}

async function runTicket(desk: TicketWorld, random: Random, tally: Tally, index: number): Promise<PlayedCase> {
  const { world } = desk;
  const isFirst = index === 0;
  const isPaper = !desk.strict && random.chance(paperShare) && !isFirst;
  const order = desk.addOrder(random, {}, isPaper);
  const window = desk.windows[random.integer(0, 1)] ?? desk.windows[0];
  const other = desk.windows.find((candidate) => candidate !== window);
  if (window === undefined || other === undefined) throw new Error('a desk has two windows');
  const drawn = drawFault(random, desk, isPaper);
  const fault = isFirst ? { ...drawn, kind: writeFaults.find(({ name }) => name === asksFirst) ?? drawn.kind, isDone: false } : drawn;
  const meanwhile = drawMeanwhile(random, desk, order, async () => playElsewhere(desk, other, order));
  const isAway = random.chance(0.02);
  const asked: TicketPlan = {
    accountId: order.facts.accountId,
    orderId: order.facts.orderId,
    entry: random.pick(['row', 'command', 'command', 'arguments']),
    ...drawValues(random),
    auxPrice: '',
    says: random.chance(0.93) ? 'yes' : random.pick(['no', 'nothing']),
    confirms: random.chance(0.7),
    persists: random.chance(0.5),
    byKey: random.chance(0.3),
    stays: random.chance(0.7),
    waitsMs: random.chance(0.15) ? 40_000 : 0,
    ...(meanwhile === undefined || isFirst ? {} : { meanwhile }),
    afterYes: () => {
      desk.fault = fault;
      if (isAway) desk.setAway(true);
    },
  };
  const obstacle = isFirst ? () => desk.setReadOnly(true) : desk.obstacle(random, fault);
  const first = isFirst ? ({ says: 'yes', confirms: true } as const) : {};
  const plan: TicketPlan = { ...asked, ...first, ...(obstacle === undefined ? {} : { beforeConfirming: obstacle }) };
  desk.fault = undefined;
  const played = await new TicketUser(window, plan).play();
  desk.setAway(false);
  desk.setReadOnly(false);
  const before = desk.requestsFor(order).filter(({ arrival }) => !elsewhere.has(arrival));
  await world.machine.pass(before.some(({ executed }) => executed > 0) ? followMs : 4000);
  played.close();
  desk.fault = undefined;
  const requests = desk.requestsFor(order).filter(({ arrival }) => !elsewhere.has(arrival));
  const { claims, unread } = claimsSince(
    window.said,
    played.dialogs.findLast(({ pressed }) => pressed === 'yes')?.saidBefore ?? played.saidBefore,
    order.facts.orderId,
  );
  if (meanwhile !== undefined) {
    tally.meanwhile += 1;
    if (requests.length === 0) tally.stopped += 1;
  }
  const evidence: Evidence = {
    ...{ action: 'modify', plan, played, requests, orders: [order], isPaper, claims, unread },
    ...{ says: isAway ? 'nothing' : fault.kind.says, saysConfirmed: 'accepted' },
    isSigned: desk.authentication === 'apiKey',
    ...{ isNamed: true, isListed: !desk.strict, isVisible: !desk.strict },
    ...{ unwritten: 0, journal: '' },
  };
  count(tally, fault.kind.name, evidence);
  const replay = {
    isPaper,
    fault: fault.kind.name,
    isDone: fault.isDone,
    authentication: desk.authentication,
    strict: desk.strict,
    meanwhile: meanwhile?.label,
    entry: plan.entry,
    qty: plan.qty,
    price: plan.price,
    puzzles: played.puzzles,
    dialogs: played.dialogs.map(({ text, pressed }) => `${pressed}: ${text}`),
    forms: played.dialogs.map(({ form }) => ({
      ...form,
      facts: Object.fromEntries(form.facts),
      fields: Object.fromEntries(form.fields),
      changes: Object.fromEntries(form.changes),
    })),
    said: window.said.slice(played.saidBefore).map(({ kind, text }) => `${kind}: ${text}`),
  };
  await desk.tidy();
  desk.forget(order);
  return { findings: findingsOf(evidence), replay };
}

/** Requests of tickets other than the one being judged. */
const elsewhere = new WeakSet();

async function playElsewhere(desk: TicketWorld, window: TicketWorld['windows'][number], order: BookedOrder): Promise<void> {
  const known = desk.requestsFor(order).length;
  const kept = desk.fault;
  desk.fault = undefined;
  const plan: TicketPlan = {
    accountId: order.facts.accountId,
    orderId: order.facts.orderId,
    entry: 'command',
    qty: '7777',
    price: order.state.price,
    auxPrice: '',
    says: 'yes',
    confirms: true,
  };
  await new TicketUser(window, plan).play();
  desk.fault = kept;
  for (const { arrival } of desk.requestsFor(order).slice(known)) elsewhere.add(arrival);
}

function drawFault(
  random: Random,
  { authentication, plant }: TicketWorld,
  isPaper: boolean,
): { readonly kind: WriteFault; readonly isDone: boolean } {
  const known = isPaper ? paperFaults : writeFaults;
  const named = random.chance(0.15) ? known.find(({ says }) => says === 'accepted') : undefined;
  if (named !== undefined) return { kind: named, isDone: named.forms.includes(true) };
  const wanted = plant?.fault === undefined || random.chance(0.5) ? undefined : known.find(({ name }) => name === plant.fault);
  const kind = wanted ?? random.pick(known);
  // According to the specification, a signed request with a wrong timestamp is not executed, and is sent again: there is no protection
  // against a service that lies here.
  return { kind, isDone: authentication === 'apiKey' && kind.says === 'clock' ? false : random.pick(kind.forms) };
}

function drawValues(random: Random): { readonly qty: string; readonly price: string } {
  const qty = random.chance(0.1)
    ? random.pick(['1', '999999999', '0.5', '123.456789'])
    : String(random.integer(1, 60) * 100 + random.integer(0, 99));
  const price = random.chance(0.15)
    ? random.pick(['0.0001', '99999.99999', '123456789012345', '1.23456789', '7.10'])
    : (random.integer(1000, 90_000) / 100).toString();
  return { qty, price };
}

type Meanwhile = NonNullable<TicketPlan['meanwhile']> & { readonly label: string };

/** What happens to the order while its ticket is open. */
function drawMeanwhile(
  random: Random,
  { world }: TicketWorld,
  order: BookedOrder,
  inOtherWindow: () => Promise<void>,
): Meanwhile | undefined {
  if (!random.chance(0.35)) return undefined;
  const at = random.pick(['list', 'typing', 'review', 'modal', 'modal'] as const);
  const apply =
    (change: Partial<OrderState>): (() => void) =>
    () =>
      order.apply(world.machine.monotonicMs, undefined, change);
  const ways: readonly (readonly [string, () => void | Promise<void>])[] = [
    ['quantity changed elsewhere', apply({ qty: '77' })],
    ['price changed elsewhere', apply({ price: '12.34' })],
    ['partly filled', apply({ dealtQty: '13', status: 'FILLED_PART' })],
    ['filled', apply({ dealtQty: order.state.qty, status: 'FILLED_ALL' })],
    ['cancelled', apply({ status: 'CANCELLED_ALL' })],
    // A paper account lists limit and market orders only.
    ...(isOfPaper(order) ? [] : [['another type', apply({ orderType: 'AUCTION_LIMIT' })] as const]),
    ['changed in another window', inOtherWindow],
  ];
  const [label, happens] = random.pick(ways);
  return { at, happens, label };
}
