import { describe, expect, it } from 'vitest';
import { Proposals } from '../../../../src/app/agents/proposals';
import { fromOutside, isOfPageMenu, Origin, pageMenuKey, restoredOrigin } from '../../../../src/app/orders/request/origin';
import type { TicketEvent } from '../../../../src/app/orders/ticket/ticketEvents';
import { Emitter } from '../../../../src/app/platform/emitter';

const change = { action: 'change', accountId: '1', orderId: 'O1', qty: '5' } as const;
const agent = { kind: 'agent', name: 'a' } as const;
const minute = 60_000;

function setUp() {
  const tickets = new Emitter<TicketEvent>();
  const user = { isFree: true, says: 'look' as 'look' | 'stop' | undefined, shown: 0, opened: [] as Origin[], sends: false };
  const time = { ms: 0 };
  const stopped: string[] = [];
  const proposals = new Proposals({
    isFree: () => user.isFree,
    announce: async () => {
      user.shown += 1;
      return Promise.resolve(user.says);
    },
    open: async (_, origin) => {
      user.opened.push(origin);
      const of = { accountId: '1', orderId: 'O1', proposal: origin.proposal ?? '', root: 'r' };
      tickets.fire({ ...of, kind: 'opened' });
      if (user.sends) {
        tickets.fire({ ...of, kind: 'sending' });
        tickets.fire({ ...of, kind: 'confirmed' });
      } else tickets.fire({ ...of, kind: 'closed' });
      return Promise.resolve();
    },
    stopped: async ({ name }) => void stopped.push(name),
    onTicket: tickets.event,
    find: async () => Promise.resolve({ state: 'applied' as const }),
    timers: { after: () => ({ dispose: () => undefined }) },
    clock: { wallMs: () => time.ms, monotonicMs: () => time.ms },
  });
  const propose = async (program: Parameters<Proposals['propose']>[1] = agent) =>
    (await proposals.propose(change, program, new AbortController().signal)).kind;
  return { user, time, stopped, proposals, propose };
}

describe('a proposal', () => {
  it('is refused, and does not wait, while the user has something of their own in front of them', async () => {
    const { user, propose } = setUp();
    user.isFree = false;
    expect(await propose()).toBe('inUse');
    user.isFree = true;
    await Promise.resolve();
    expect([user.shown, user.opened]).toEqual([0, []]);
  });

  it('opens nothing until the user wants to look', async () => {
    const { user, propose } = setUp();
    user.says = undefined;
    expect(await propose()).toBe('declined');
    expect([user.shown, user.opened.length]).toEqual([1, 0]);
  });

  it('has to wait longer after each refusal, and after three is not shown until the user allows it', async () => {
    const { user, time, stopped, proposals, propose } = setUp();
    expect(await propose()).toBe('declined');
    for (const waitedMs of [0, minute - 1]) {
      time.ms = waitedMs;
      expect(await propose()).toBe('tooSoon');
    }
    // Other programs don’t pay for it.
    expect(await propose({ kind: 'agent', name: 'other' })).toBe('declined');
    time.ms = minute;
    expect(await propose()).toBe('declined');
    time.ms += 5 * minute - 1;
    expect(await propose()).toBe('tooSoon');
    time.ms += 1;
    expect(await propose()).toBe('declined');
    expect(stopped).toEqual(['a']);
    time.ms += 24 * 60 * minute;
    expect(await propose()).toBe('stopped');
    expect(user.shown).toBe(4);
    proposals.allow(agent);
    expect(await propose()).toBe('declined');
  });

  it('of a program that the user stopped is not shown any more', async () => {
    const { user, time, stopped, propose } = setUp();
    user.says = 'stop';
    expect(await propose()).toBe('declined');
    time.ms += 24 * 60 * minute;
    expect(await propose()).toBe('stopped');
    expect([user.shown, user.opened.length, stopped]).toEqual([1, 0, ['a']]);
  });

  it('that the user sent ends the waiting', async () => {
    const { user, time, propose } = setUp();
    await propose();
    time.ms += minute;
    user.sends = true;
    expect(await propose()).toBe('sent');
    user.sends = false;
    expect(await propose()).toBe('declined');
    time.ms += minute;
    expect(await propose()).toBe('declined');
  });

  it('names its program as data, which nobody else can claim', async () => {
    const { user, propose } = setUp();
    await propose();
    expect(user.opened[0]?.order).toEqual({ kind: 'program', program: 'agent', name: 'a' });
    const forged = {
      orderId: 'O1',
      qty: '900',
      origin: { order: { kind: 'program', name: 'Market Desk (safe, checked)' }, proposal: '1' },
    };
    expect(Origin.ofProposal(forged)).toBeUndefined();
    expect(Origin.of(fromOutside(forged))?.order).toEqual({ kind: 'command' });
    expect(Origin.of(fromOutside({ symbol: 'HK.00700' }))).toBeUndefined();
    expect([{ menuKey: pageMenuKey }, { menuKey: 'guessed' }, {}, undefined].map(isOfPageMenu)).toEqual([true, false, false, false]);
    expect(Origin.of(fromOutside({ qty: '1', origin: Origin.user }))).toBe(Origin.user);
    expect(restoredOrigin(user.opened[0]?.order)).toMatchObject({ kind: 'program', name: 'a', isRestored: true });
    expect(restoredOrigin({ kind: 'else' }).kind).toBe('command');
  });
});
