import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import { PolledList } from '../../../../src/app/platform/polledList';
import { TransportError } from '../../../../src/service/errors';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';

describe('PolledList', () => {
  it('requests no further part once the service is known to be down, but all parts when the user refreshes', async () => {
    const time = new FakeTime();
    const returned = new Emitter<void>();
    const failure = new TransportError('connect-failed', { sent: 'no' });
    const reach: { isAway: boolean; failure: Error | undefined; readonly onDidReturn: typeof returned.event } = {
      isAway: false,
      failure: undefined,
      onDidReturn: returned.event,
    };
    const asked: string[] = [];
    const list = new PolledList<string>({
      clock: time,
      timers: time,
      log: new MemoryLog(),
      name: 'The list',
      reach,
      identity: () => 'ada',
      reading: { isOneCall: true },
      parts: () =>
        ['HK', 'US', 'SG', 'CA'].map((name) => ({
          name,
          route: '/list',
          ask: async () => {
            asked.push(name);
            reach.isAway = true;
            reach.failure = failure;
            return Promise.reject(failure);
          },
        })),
      changed: () => undefined,
    });
    list.follow([() => 30_000]);
    await time.advance(1_000);
    expect(asked).toEqual(['HK']);
    asked.length = 0;
    await list.refresh();
    expect(asked.toSorted()).toEqual(['CA', 'HK', 'SG', 'US']);
    list.dispose();
    returned.dispose();
  });
});
