import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Proposals } from '../../../../src/app/agents/proposals';
import type { TicketEvent } from '../../../../src/app/orders/ticket/ticketEvents';
import { Emitter } from '../../../../src/app/platform/emitter';
import { Front } from '../../../../src/ui/platform/say/front';
import { Random } from '../../../promises/random';

/** Faults of earlier versions, which the races have to find. */
type Plant = 'none' | 'queues' | 'covers' | 'chains';

interface Dialog {
  readonly of: 'user' | 'last' | 'program';
  readonly answer: () => void;
}

/** A user who answers questions with double clicks while three programs propose all the time. @returns What went wrong. */
async function race(seed: number, plant: Plant): Promise<readonly string[]> {
  const random = Random.forCase(1, seed);
  const front = new Front(() => Date.now());
  const dialogs: Dialog[] = [];
  const breaches: string[] = [];
  let closedAt = -Infinity;
  const show = async (of: Dialog['of']): Promise<void> =>
    new Promise((resolve) => {
      dialogs.push({
        of,
        answer: () => {
          dialogs.shift();
          closedAt = Date.now();
          resolve();
        },
      });
    });
  const ask = async (of: Dialog['of']): Promise<void> =>
    plant === 'chains' ? front.during(async () => show(of)) : front.question(async () => show(of));
  const tickets = new Emitter<TicketEvent>();
  const proposals = new Proposals({
    isFree: () => plant === 'queues' || plant === 'covers' || front.isFree,
    announce: async () => {
      if (dialogs.length > 0 || Date.now() - closedAt < 1_000) breaches.push('something of a program was shown too early');
      if (plant === 'queues') await show('program');
      return undefined;
    },
    open: async () => Promise.resolve(),
    stopped: async () => Promise.resolve(),
    onTicket: tickets.event,
    find: async () => Promise.resolve(undefined),
    timers: { after: () => ({ dispose: () => undefined }) },
    clock: { monotonicMs: () => Date.now() },
  });
  let isOver = false;
  const programs = Array.from({ length: 3 }, async (_, number) => {
    for (let turn = 0; !isOver; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, random.integer(5, 400)));
      // A new name each time, so that no refusal counts.
      const program = { kind: 'agent', name: `${number} ${turn}` } as const;
      void proposals.propose({ action: 'cancel', accountId: '1', orderId: 'OTHER' }, program, new AbortController().signal);
    }
  });
  const click = (): Dialog['of'] | undefined => {
    const [top] = dialogs;
    top?.answer();
    return top?.of;
  };
  for (let turn = 0; turn < 4; turn += 1) {
    // A warning, and right after its answer the last question.
    const asked = ask('user').then(async () => ask('last'));
    await vi.advanceTimersByTimeAsync(random.integer(1_100, 3_000));
    if (click() !== 'user') breaches.push('the click met something else than the user’s own question');
    await vi.advanceTimersByTimeAsync(random.integer(20, 900));
    const second = click();
    if (second !== undefined) breaches.push(`the second click of a double click answered: ${second}`);
    await vi.advanceTimersByTimeAsync(1_100);
    while (dialogs.length > 0 && breaches.length < 10) {
      click();
      await vi.advanceTimersByTimeAsync(random.integer(1_100, 2_500));
    }
    // A planted fault may never come to rest.
    if (breaches.length >= 10) break;
    await asked;
  }
  isOver = true;
  await vi.advanceTimersByTimeAsync(500);
  await Promise.all(programs);
  return breaches;
}

describe('proposals raced against the user’s questions', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are never confirmed unawares, by double clicks of 20 to 900 ms, and neither is a last question', async () => {
    for (let seed = 0; seed < 40; seed += 1) expect(await race(seed, 'none'), `seed ${seed}`).toEqual([]);
  });

  it.each([
    ['queues', 'a proposal that waits behind a question'],
    ['covers', 'a proposal that is shown over a question'],
    ['chains', 'a last question right behind a warning'],
  ] as const)('are seen to do harm with a planted fault (%s): %s', async (plant, _what) => {
    let found = 0;
    for (let seed = 0; seed < 5; seed += 1) found += (await race(seed, plant)).length;
    expect(found).toBeGreaterThan(0);
  });
});
