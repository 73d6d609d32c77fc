import { Proposals } from '../../../src/app/agents/proposals';
import type { Origin } from '../../../src/app/orders/request/origin';
import { Origin as Origins } from '../../../src/app/orders/request/origin';
import type { TicketEvent } from '../../../src/app/orders/ticket/ticketEvents';
import { Emitter } from '../../../src/app/platform/emitter';
import type { ProposingProgram } from '../../../src/domain/orders/orderOrigin';
import { Front } from '../../../src/ui/platform/say/front';
import { FakeTime } from '../../support/machine/fakeTime';
import type { Breach, Proof, ProofContext } from '../proof';
import { Random } from '../random';

/** Faults that the races have to find, most of them of earlier versions. */
const plants = ['queues', 'covers', 'chains', 'formless', 'nags', 'unmarked'] as const;
type Plant = (typeof plants)[number] | 'none';

/** What the user has in front of them; a chain is a warning, and the last question right behind it. */
type Surface = 'chain' | 'picker' | 'form';
const pausesMs = [60_000, 5 * 60_000, 30 * 60_000] as const;
const settleMs = 1_000;

interface Dialog {
  readonly of: 'user' | 'last' | 'program';
  readonly answer: () => void;
}

/** Three agents propose all the time, while a user answers questions, pickers, and forms with double clicks of 20 to 900 ms. */
class Race {
  readonly wrong: string[] = [];
  announced = 0;
  looked = 0;
  /** Its own, and not the process’s: connections of other proofs are open meanwhile. */
  readonly #time = new FakeTime();
  readonly #front = new Front(
    () => this.#time.wallMs(),
    async (ms) => this.#wait(ms),
  );
  readonly #dialogs: Dialog[] = [];
  readonly #tickets = new Emitter<TicketEvent>();
  /** When the last thing of the user’s own was closed. */
  #closedAt = -Infinity;
  #isFormOpen = false;
  #notices = 0;
  #hours = 0;
  readonly #refused = new Map<string, { readonly count: number; readonly atMs: number }>();
  readonly #proposals: Proposals;

  constructor(
    private readonly random: Random,
    private readonly plant: Plant,
  ) {
    if (plant !== 'formless') this.#front.watch(() => this.#isFormOpen);
    this.#proposals = new Proposals({
      isFree: () => plant === 'queues' || plant === 'covers' || this.#front.isFree,
      announce: async (_, program) => this.#announce(program),
      open: async (_, origin) => this.#look(origin),
      stopped: async () => Promise.resolve(),
      onTicket: this.#tickets.event,
      find: async () => Promise.resolve(undefined),
      timers: this.#time,
      clock: {
        wallMs: () => this.#time.wallMs(),
        monotonicMs: () => this.#time.wallMs() + (plant === 'nags' ? (this.#hours += 3_600_000) : 0),
      },
    });
  }

  async run(): Promise<void> {
    let isOver = false;
    const agents = Array.from({ length: 3 }, async (_, number) => {
      for (let turn = 0; !isOver; turn += 1) {
        await this.#wait(this.random.integer(5, 400));
        // Some invent a new name each time, so that no refusal counts.
        const name = this.random.chance(0.5) ? `agent ${String(number)}` : `agent ${String(number)} ${String(turn)}`;
        void this.#proposals.propose(
          { action: 'cancel', accountId: '1', orderId: 'OTHER' },
          { kind: 'agent', name },
          new AbortController().signal,
        );
      }
    });
    for (let turn = 0; turn < 3 && this.wrong.length < 10; turn += 1) {
      await this.#turn(this.random.pick<Surface>(['chain', 'chain', 'picker', 'form']));
      await this.#time.advance(this.random.pick([1_200, 3_000, 20_000]));
    }
    isOver = true;
    await this.#time.advance(500);
    await Promise.all(agents);
    this.#proposals.dispose();
  }

  async #turn(surface: Surface): Promise<void> {
    if (surface === 'form') {
      this.#isFormOpen = true;
      await this.#time.advance(this.random.integer(300, 6_000));
      this.#isFormOpen = false;
      return;
    }
    const begun =
      surface === 'picker' ? this.#front.during(async () => this.#show('user')) : this.#ask('user').then(async () => this.#ask('last'));
    await this.#time.advance(this.random.integer(1_100, 3_000));
    if (this.#click() !== 'user') this.wrong.push('the click met something else than what the user had in front of them');
    await this.#time.advance(this.random.integer(20, 900));
    const second = this.#click();
    if (second !== undefined) this.wrong.push(`the second click of a double click answered: ${second}`);
    for (let clicks = 0; this.#dialogs.length > 0 || (surface === 'chain' && clicks === 0); clicks += 1) {
      await this.#time.advance(this.random.integer(1_100, 2_500));
      this.#click();
      // A planted fault may never come to rest.
      if (clicks > 9) return;
    }
    await begun;
  }

  async #announce(program: ProposingProgram): Promise<'look' | undefined> {
    this.announced += 1;
    const now = this.#time.wallMs();
    if (this.#dialogs.length > 0 || this.#isFormOpen)
      this.wrong.push('something of a program was shown beside what the user had in front of them');
    if (now - this.#closedAt < settleMs) this.wrong.push('something of a program was shown within a second');
    if (this.#notices > 0) this.wrong.push('two proposals were shown at once');
    const { count, atMs } = this.#refused.get(program.name) ?? { count: 0, atMs: -Infinity };
    const pauseMs = count === 0 ? 0 : count >= pausesMs.length ? Infinity : (pausesMs[count - 1] ?? Infinity);
    if (now - atMs < pauseMs) this.wrong.push(`shown again ${String(now - atMs)} ms after refusal ${String(count)}`);
    this.#notices += 1;
    try {
      if (this.plant === 'queues') await this.#show('program');
      else await this.#wait(this.random.integer(50, 4_000));
      if (this.random.chance(0.3)) return 'look';
      this.#refused.set(program.name, { count: count + 1, atMs: this.#time.wallMs() });
      return undefined;
    } finally {
      this.#notices -= 1;
      this.#last = { program };
    }
  }

  #last: { readonly program: ProposingProgram } | undefined;

  /** The form opens, and the user closes it. */
  async #look(given: Origin): Promise<void> {
    const { order, proposal } = this.plant === 'unmarked' ? Origins.user : given;
    const { program } = this.#last ?? {};
    this.looked += 1;
    if (order.kind !== 'program' || order.name !== program?.name) this.wrong.push('a form did not say who proposed it');
    const event = { accountId: '1', orderId: 'OTHER', ...(proposal === undefined ? {} : { proposal }) };
    this.#tickets.fire({ kind: 'opened', ...event });
    await this.#wait(200);
    const name = program?.name ?? '';
    this.#refused.set(name, { count: (this.#refused.get(name)?.count ?? 0) + 1, atMs: this.#time.wallMs() });
    this.#tickets.fire({ kind: 'closed', ...event });
  }

  async #wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => void this.#time.after(ms, resolve));
  }

  async #ask(of: Dialog['of']): Promise<void> {
    return this.plant === 'chains' ? this.#front.during(async () => this.#show(of)) : this.#front.question(async () => this.#show(of));
  }

  async #show(of: Dialog['of']): Promise<void> {
    return new Promise((resolve) => {
      const answer = (): void => {
        this.#dialogs.shift();
        if (of !== 'program') this.#closedAt = this.#time.wallMs();
        resolve();
      };
      this.#dialogs.push({ of, answer });
    });
  }

  #click(): Dialog['of'] | undefined {
    const [top] = this.#dialogs;
    top?.answer();
    return top?.of;
  }
}

async function tried({ seed, runs, from, progress }: ProofContext, plant: Plant) {
  const breaches: Breach[] = [];
  const sums = { announced: 0, looked: 0 };
  for (let at = from; at < from + runs && breaches.length <= 20; at += 1) {
    const race = new Race(Random.forCase(seed, at), plant);
    await race.run();
    sums.announced += race.announced;
    sums.looked += race.looked;
    breaches.push(...[...new Set(race.wrong)].map((summary) => ({ summary, replay: { case: at } })));
    progress(at - from + 1);
  }
  return { ...sums, breaches };
}

/** Proposals raced against every question, picker, and form of the user’s. */
export const proposalRaces: Proof = {
  number: 18,
  promise: 'No proposal is sent without you',
  quickRuns: 40,
  fullRuns: 5_000,
  run: async (context) => {
    const overlooked: Breach[] = [];
    for (const plant of plants) {
      const { breaches } = await tried({ ...context, seed: 1, runs: 12, from: 0, progress: () => undefined }, plant);
      if (breaches.length === 0) overlooked.push({ summary: `the races overlook a planted fault: ${plant}`, replay: { plant } });
    }
    const { announced, looked, breaches } = await tried(context, 'none');
    const idle = announced > 0 && looked > 0 ? [] : [{ summary: 'no proposal was shown: the races try nothing', replay: {} }];
    return {
      tried: `${String(context.runs)} races of three agents against questions, pickers, and forms; ${String(announced)} proposals shown, ${String(looked)} looked at; ${String(plants.length)} planted faults`,
      found: `${String(breaches.length)} breaches`,
      breaches: [...overlooked, ...idle, ...breaches],
    };
  },
};
