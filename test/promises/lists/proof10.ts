import { createServiceClient } from '../../../src/service/client';
import type { Authenticator } from '../../../src/service/auth/authenticator';
import type { ServiceClient } from '../../../src/service/serviceClient';
import type { Transport } from '../../../src/service/transport/types';
import { FakeAccess } from '../../support/fakeAccess';
import { FakeTime } from '../../support/machine/fakeTime';
import type { Breach, Proof } from '../proof';
import { Random } from '../random';
import { subjectsOf } from './subjects';
import type { Shown, Subject } from './subjects';
import { absences, ListWorld } from './world';

const none: Authenticator = { method: 'none', headersFor: async () => Promise.resolve({}), recover: async () => Promise.resolve(false) };
/** Reading of all lists once, every page, with every request sent three times. */
const mostRequests = 30_000;

interface Tally {
  complete: number;
  incomplete: number;
  notOffered: number;
  rows: number;
}

/** Promise 10: lists are complete or say that they are not. */
export const proof10: Proof = {
  number: 10,
  promise: 'lists are complete or say that they are not',
  quickRuns: 300,
  fullRuns: 10_000,
  run: async (context) => {
    const tally: Tally = { complete: 0, incomplete: 0, notOffered: 0, rows: 0 };
    const blind = await plantedFaults(context.seed);
    const breaches: Breach[] = blind.map((summary) => ({ summary, replay: { seed: context.seed } }));
    for (let index = context.from; index < context.from + context.runs && breaches.length < 5; index += 1) {
      for (const summary of (await runCase(context.seed, index, tally)).slice(0, 1))
        breaches.push({ summary, replay: { seed: context.seed, case: index } });
      context.progress(index);
    }
    return {
      tried: `${context.runs} adversarial services of 24 kinds of fault against every list of the product: simulated and live positions, accounts, orders, ticket, plates, constituents, calendar, today, quotes, language tools; ${planted.length} planted faults first`,
      found: `${breaches.length} partial lists shown as complete, wrong "not offered" or lists that did not recover; ${tally.complete} shown as complete, ${tally.incomplete} said to be incomplete, ${tally.notOffered} not offered; ${tally.rows} rows`,
      breaches,
    };
  },
};

/** What is wrong with one case; nothing where the promise holds. */
async function runCase(
  seed: number,
  index: number,
  tally: Tally,
  plant: (transport: Transport) => Transport = (transport) => transport,
): Promise<readonly string[]> {
  const random = Random.forCase(seed, index);
  const world = new ListWorld(random);
  const time = new FakeTime();
  const client = clientOf(plant(world));
  const subjects = subjectsOf({ access: new FakeAccess(client), client, time, truth: world.truth });
  const problems: string[] = [];
  const look = (subject: Subject): void => {
    for (const shown of subject.shown()) {
      tally[shown.claim] += 1;
      tally.rows += shown.ids.length;
      const wrong = problemOf(shown, world);
      if (wrong !== undefined) problems.push(`${subject.name}, ${shown.what}: ${wrong} (${world.kinds.join(', ')})`);
    }
  };
  const rounds = random.integer(1, 3);
  for (let round = 0; round < rounds; round += 1) {
    world.trouble = random.pick([0, 0.15, 0.5, 1]);
    for (const subject of subjects) {
      const before = world.requests;
      await subject.read();
      if (world.requests - before > mostRequests) problems.push(`${subject.name}: ${world.requests - before} requests`);
      look(subject);
    }
    await time.advance(random.pick([1_000, 30_000, 130_000]));
  }
  world.trouble = 0;
  // What was said not to be offered is asked for again ten minutes later.
  if (world.kinds.some((kind) => absences.has(kind))) await time.advance(600_000);
  for (const subject of subjects) {
    await subject.read();
    look(subject);
    for (const shown of subject.shown())
      if (shown.claim !== 'complete' && isWholeWhenWell(shown, subject))
        problems.push(`${subject.name}, ${shown.what}: did not recover (${world.kinds.join(', ')})`);
  }
  return problems;
}

/** The search tool reads one page, and says so. */
function isWholeWhenWell({ what }: Shown, { name }: Subject): boolean {
  return !(name === 'tool search' || (name === 'tool constituents' && what === 'constituents'));
}

function problemOf({ claim, ids, truth }: Shown, world: ListWorld): string | undefined {
  if (claim === 'notOffered')
    return [...world.played].some((fault) => absences.has(fault)) ? undefined : 'said not to be offered, though the service never said so';
  if (claim === 'incomplete') return undefined;
  const missing = truth.filter((id) => !ids.includes(id));
  if (missing.length > 0) return `shown as complete without ${missing.length} of ${truth.length}`;
  const strange = ids.filter((id) => !truth.includes(id));
  return strange.length > 0 ? `shows ${strange.length} that the service does not have` : undefined;
}

/** Faults put into the product's own view of the service: a proof that does not see them proves nothing. */
const planted: readonly { readonly name: string; readonly plant: (transport: Transport) => Transport }[] = [
  { name: 'a failing market swallowed', plant: (transport) => rewriting(transport, (text, status) => (status === 200 ? text : emptyList)) },
  {
    name: 'the end of a list believed at the first page',
    plant: (transport) =>
      rewriting(transport, (text) => text.replace('"has_more":true', '"has_more":false').replace('"completed":false', '"completed":true')),
  },
  {
    name: 'a record lost on the way',
    plant: (transport) =>
      rewriting(transport, (text) => text.replace(/\{"(?:order_id|code|event_text|pstn_id|position_side)":[^{}]*\},/, '')),
  },
];

const emptyList = JSON.stringify({
  s: 'ok',
  ret_code: 0,
  d: { orders: [], accounts: [], completed: true },
  data: { positions: [], accounts: [] },
});

function rewriting(transport: Transport, change: (text: string, status: number) => string): Transport {
  return {
    send: async (request, options) => {
      const response = await transport.send(request, options);
      const text = new TextDecoder().decode(response.body);
      const changed = change(text, response.status);
      return changed === text ? response : { ...response, status: 200, body: new TextEncoder().encode(changed) };
    },
    close: async () => transport.close(),
  };
}

async function plantedFaults(seed: number): Promise<readonly string[]> {
  const blind: string[] = [];
  for (const { name, plant } of planted) {
    let noticed = false;
    for (let index = 0; index < 60 && !noticed; index += 1) {
      const tally: Tally = { complete: 0, incomplete: 0, notOffered: 0, rows: 0 };
      noticed = (await runCase(seed, index, tally, plant)).length > 0;
    }
    if (!noticed) blind.push(`the proof is blind to ${name}`);
  }
  return blind;
}

function clientOf(transport: Transport): ServiceClient {
  const timing = { monotonicMs: () => 0, random: () => 0, sleep: async () => Promise.resolve() };
  return createServiceClient({ baseUrl: 'http://127.0.0.1:1', transport, authenticator: none, timing });
}
