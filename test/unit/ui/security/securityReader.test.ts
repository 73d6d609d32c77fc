import { describe, expect, it } from 'vitest';
import type { Part, QuoteView } from '../../../../src/panel/security/securityProtocol';
import { TransportError } from '../../../../src/service/errors';
import { SecurityReader } from '../../../../src/ui/security/securityReader';
import { aQuote } from '../../../support/builders/quoteBuilders';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeMarket } from '../../../support/feed/liveWindows';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';

const symbol = 'HK.00700';
const { signal } = new AbortController();

describe('the price of a security page', () => {
  it('loses the problem of a failed refresh with the next read, also while no feed tells of a new price', async () => {
    const time = new FakeTime();
    let isDown = false;
    let reads = 0;
    const snapshot = async () => {
      reads += 1;
      if (isDown) throw new TransportError('connect-failed', { sent: 'no' });
      return pageOf([aQuote(symbol, { lastPrice: '500' })]);
    };
    const told: Part<QuoteView>[] = [];
    const reader = new SecurityReader(symbol, {
      access: new FakeAccess(fakeClient({ beyond: { snapshot } })),
      market: new FakeMarket(time).open().market,
      timers: time,
      nowMs: () => time.wallMs(),
      log: new MemoryLog(),
      post: (type, body) => {
        if (type === 'quote') told.push(body as Part<QuoteView>);
      },
      onName: () => undefined,
    });
    await reader.readMarket(signal);
    expect(told.at(-1)).toMatchObject({ kind: 'ready', problem: '' });
    await reader.readMarket(signal);
    expect(reads).toBe(1);

    isDown = true;
    void reader.readAgain({ period: 'day', adjustment: 'forward' });
    await expect(reader.readMarket(signal)).rejects.toThrow();
    expect(told.at(-1)).toMatchObject({ kind: 'ready', problem: expect.stringContaining('Can’t reach the service') });

    isDown = false;
    await reader.readMarket(signal);
    expect(told.at(-1)).toMatchObject({ kind: 'ready', problem: '' });
    await reader.readMarket(signal);
    expect(reads).toBe(3);
    reader.dispose();
  });
});
