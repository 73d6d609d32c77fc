import { describe, expect, it } from 'vitest';
import { RequestWaits } from '../../../../src/app/session/requestWaits';
import { publishedRates } from '../../../../src/service/requests/limits';
import { Pacer } from '../../../../src/service/requests/pacer';
import { allowManyListeners } from '../../../../src/service/abortable';
import { FakeTime } from '../../../support/machine/fakeTime';

const { signal } = new AbortController();
allowManyListeners(signal);
const orders = { method: 'GET', route: '/api/v1.0/accounts/{acc_id}/orders' };
const days = { method: 'GET', route: '/api/v1.0/quote/trading-days' };

function harness(rates = publishedRates) {
  const time = new FakeTime();
  const waits = new RequestWaits(time);
  const shown: unknown[] = [];
  const pacer: Pacer = new Pacer({
    timing: {
      monotonicMs: () => time.monotonicMs(),
      sleep: async (ms) => new Promise((resolve) => time.after(ms, resolve)),
    },
    rates,
    busy: () => waits.busy(pacer),
  });
  waits.onDidChange(() => shown.push(waits.of('trading')));
  return { time, waits, pacer, shown };
}

describe('the reason why requests wait', () => {
  it('is the limit of the service, counted down by the second until the next request goes', async () => {
    const { time, waits, pacer, shown } = harness();
    for (let count = 0; count < 24; count += 1)
      void pacer.enter(orders, 'refresh', signal).then(({ leave }) => {
        leave();
      });
    await time.advance(2_000);
    expect(waits.of('trading')).toEqual({ kind: 'limit', seconds: 28 });
    expect(waits.of('market')).toBeUndefined();
    await time.advance(40_000);
    expect(waits.of('trading')).toBeUndefined();
    expect(shown.slice(-3)).toEqual([{ kind: 'limit', seconds: 2 }, { kind: 'limit', seconds: 1 }, undefined]);
    expect(time.pendingTimers).toBe(0);
  });

  it('is a slow service once an answer takes three seconds, for that kind of request only', async () => {
    const { time, waits, pacer } = harness();
    const { leave } = await pacer.enter(days, 'refresh', signal);
    await time.advance(2_900);
    expect(waits.of('market')).toBeUndefined();
    await time.advance(600);
    expect([waits.of('market'), waits.of('trading')]).toEqual([{ kind: 'slow' }, undefined]);
    leave();
    await time.advance(1_000);
    expect(waits.of('market')).toBeUndefined();
    expect(time.pendingTimers).toBe(0);
  });

  it('is empty when answers arrive', async () => {
    const { time, waits, pacer, shown } = harness();
    for (let count = 0; count < 10; count += 1) {
      const { leave } = await pacer.enter(days, 'urgent', signal);
      await time.advance(700);
      leave();
    }
    await time.advance(2_000);
    expect([shown, waits.of('market'), time.pendingTimers]).toEqual([[], undefined, 0]);
  });
});
