import { describe, expect, it } from 'vitest';
import { OrderBlotter } from '../../../../../src/app/orders/orderBlotter';
import { PositionsList } from '../../../../../src/app/positions/positionsList';
import { sharingAccounts } from '../../../../../src/app/session/accounts/sharedReads';
import { onlyPage } from '../../../../../src/service/schema/page';
import type { ServiceClient } from '../../../../../src/service/serviceClient';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { FakeTime } from '../../../../support/machine/fakeTime';

type Answer = ReturnType<ServiceClient['beyond']['liveAccounts']>;

function create(answer: () => Answer = async () => onlyPage({ items: [], unreadable: [] })) {
  const time = new FakeTime();
  const asked: string[] = [];
  const signals: AbortSignal[] = [];
  const ask =
    (name: string) =>
    async ({ signal }: { readonly signal: AbortSignal }): Answer => {
      asked.push(name);
      signals.push(signal);
      return answer();
    };
  const client = sharingAccounts(fakeClient({ beyond: { liveAccounts: ask('live'), simulatedAccounts: ask('simulated') } }), time);
  return { time, asked, signals, client };
}

const { signal } = new AbortController();

describe('account lists', () => {
  it('are read once each when the views of a signed-in start ask for them', async () => {
    const { time, asked, client } = create();
    const sources = { access: new FakeAccess(client), clock: time, configured: () => [] };
    const views = [
      new OrderBlotter(sources),
      new PositionsList({ ...sources, selected: () => undefined }),
      new PositionsList({ ...sources, selected: () => undefined }),
    ];
    await Promise.all(views.slice(0, 2).map(async (view) => view.refresh(signal)));
    await time.advance(500);
    await views[2]?.refresh(signal);
    expect(asked.toSorted()).toEqual(['live', 'simulated']);
  });

  it('are read anew a moment later, and after a failure', async () => {
    let isFailing = false;
    const { time, asked, client } = create(async () =>
      isFailing ? Promise.reject(new Error('down')) : onlyPage({ items: [], unreadable: [] }),
    );
    await client.beyond.liveAccounts({ signal });
    await time.advance(2_000);
    isFailing = true;
    await expect(client.beyond.liveAccounts({ signal })).rejects.toThrow('down');
    isFailing = false;
    await client.beyond.liveAccounts({ signal });
    expect(asked).toHaveLength(3);
  });

  it('are given up only when nobody waits for them any more', async () => {
    const { signals, client } = create(async () => new Promise(() => undefined));
    const [one, two] = [new AbortController(), new AbortController()];
    const reads = [one, two].map(async (each) => client.beyond.liveAccounts({ signal: each.signal }));
    one.abort();
    await expect(reads[0]).rejects.toThrow();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    two.abort();
    await expect(reads[1]).rejects.toThrow();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
