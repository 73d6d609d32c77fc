import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../../src/domain/orders/orderAttempts';
import { Emitter } from '../../../../../src/app/platform/emitter';
import type { OrderRecord } from '../../../../../src/service/records';
import { placeAgain } from '../../../../../src/ui/orders/cancel/placeAgain';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { orderRecord } from '../../../../support/orders/orderFakes';
import { editor } from '../../../../support/editor/editor';

/** What was told, in a place of its own or as a message. */
const said: string[] = [];
const target = {
  service: 'http://127.0.0.1',
  accountId: 'SIM-1',
  orderId: 'OK-1',
  exchange: '',
  isPaper: true,
  market: 1,
  isSandbox: false,
};
const attempt = (more: Partial<Attempt>): Attempt => ({
  root: 'change',
  action: 'modify',
  startedAt: '2026-11-24T09:00:00.000Z',
  endedAt: undefined,
  target,
  body: '',
  fields: [],
  order: undefined,
  state: 'rejected',
  outcome: undefined,
  resolution: undefined,
  followed: undefined,
  requests: 1,
  ...more,
});
const refused = attempt({
  outcome: { kind: 'saysRejected', errcode: -5, errmsg: 'refused' },
  fields: [
    { field: 'qty', old: '100', typed: '300', kept: '300', isCut: false, isChanged: true },
    { field: 'price', old: '10', typed: '9.5', kept: '9.5', isCut: false, isChanged: true },
  ],
});

/** What happened, in order: the cancellation that was asked about, reads of the order, and the form of the new one. */
function desk(canceled: Partial<Attempt> | undefined, now: Partial<OrderRecord> | 'gone' = { dealtQuantity: '120' }) {
  const events: unknown[] = [];
  const changed = new Emitter<undefined>();
  const time = new FakeTime();
  let canceling = canceled === undefined ? undefined : attempt({ root: 'cancel', action: 'cancel', ...canceled });
  const current = (): Attempt | undefined => canceling;
  const run = placeAgain(refused, {
    journal: {
      find: async () => Promise.resolve(current()),
      latestFor: async () => Promise.resolve(current() ?? refused),
      attempts: async () => Promise.resolve([]),
      onDidChange: changed.event,
    },
    timers: time,
    news: { notify: ({ message }) => void said.push(message) },
    look: () => ({ isPrivate: false }),
    cancel: async (order) => Promise.resolve(void events.push(['cancel', order.orderId])),
    place: async (order) => Promise.resolve(void events.push(['form', order])),
    read: async () => {
      events.push(['read']);
      return Promise.resolve(now === 'gone' ? undefined : orderRecord({ code: '00700', side: 'BUY', orderType: 'LIMIT', ...now }));
    },
  });
  const end = (state: Attempt['state']): void => {
    canceling = attempt({ root: 'cancel', action: 'cancel', state });
    changed.fire(undefined);
  };
  return { events, run, end, time };
}

const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const form = (qty: string) => [
  'form',
  { accountId: 'SIM-1', accountKind: 'simulated', side: 'BUY', orderType: 'LIMIT', qty, symbol: 'HK.00700', price: '9.5' },
];

describe('Cancel and Place Again', () => {
  beforeEach(() => (said.length = 0));

  it.each(['pending', 'accepted', 'unknown', 'saysRejected'] as const)(
    'opens no form while the cancellation is %s, and the form with the rest once it has ended',
    async (state) => {
      const { events, run, end } = desk({ state });
      await settle();
      expect(events).toEqual([['cancel', 'OK-1']]);
      end('applied');
      await run;
      expect(events).toEqual([['cancel', 'OK-1'], ['read'], form('180')]);
      expect(said).toEqual([]);
    },
  );

  it('does nothing more when no cancellation was made', async () => {
    const { events, run } = desk(undefined);
    await run;
    expect(events).toEqual([['cancel', 'OK-1']]);
  });

  it.each(['rejected', 'notChanged'] as const)('opens no form for a cancellation that ended as %s, and says so', async (state) => {
    const { events, run } = desk({ state });
    await run;
    expect(events).toEqual([['cancel', 'OK-1']]);
    expect(said).toEqual([expect.stringMatching(/^Not placed again: OK-1 isn’t canceled/)]);
  });

  it('opens no form when the cancellation has not ended after a minute, not even later', async () => {
    const { events, run, end, time } = desk({ state: 'unknown' });
    await settle();
    await time.advance(61_000);
    await run;
    end('applied');
    await settle();
    expect(events).toEqual([['cancel', 'OK-1']]);
    expect(said).toEqual(['Not placed again: OK-1 isn’t shown as canceled (outcome unknown).']);
  });

  it('opens no form when the end of the cancellation is unknown, and does not call the order open', async () => {
    const { events, run, end } = desk({ state: 'accepted' });
    await settle();
    end('endUnknown');
    await run;
    expect(events).toEqual([['cancel', 'OK-1']]);
    expect(said).toEqual(['Not placed again: OK-1 isn’t shown as canceled (accepted, end unknown).']);
  });

  it('opens no form when the user stops waiting', async () => {
    const { events, run } = desk({ state: 'accepted' });
    await settle();
    for (const { cancel } of editor.progress) cancel();
    await run.catch(() => undefined);
    expect(events).toEqual([['cancel', 'OK-1']]);
  });

  it.each<[string, Partial<OrderRecord> | 'gone']>([
    ['nothing is left', { dealtQuantity: '300' }],
    ['the service does not list it any more', 'gone'],
  ])('opens no form when %s', async (_, now) => {
    const { events, run } = desk({ state: 'applied' }, now);
    await run;
    expect(events).toEqual([['cancel', 'OK-1'], ['read']]);
    expect(said).toEqual([expect.stringMatching(/^Not placed again: nothing is left/)]);
  });

  it('is offered only for changes of paper orders that were refused with -5', async () => {
    const events: unknown[] = [];
    await placeAgain(attempt({ ...refused, target: { ...target, isPaper: false } }), {
      journal: {
        find: async () => Promise.resolve(undefined),
        latestFor: async () => Promise.resolve(undefined),
        attempts: async () => Promise.resolve([]),
        onDidChange: new Emitter<undefined>().event,
      },
      timers: new FakeTime(),
      news: { notify: ({ message }) => void said.push(message) },
      look: () => ({ isPrivate: false }),
      cancel: async () => Promise.resolve(void events.push('cancel')),
      place: async () => Promise.resolve(void events.push('form')),
      read: async () => Promise.resolve(undefined),
    });
    expect(events).toEqual([]);
  });
});
