import { describe, expect, it } from 'vitest';
import type { LiveMarket } from '../../../../src/app/quotes/liveMarket';
import { TransportError } from '../../../../src/service/errors';
import type { Candle } from '../../../../src/service/marketRecords';
import { ComparedReader } from '../../../../src/ui/security/comparedReader';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';

const signal = new AbortController().signal;
const candle: Candle = { time: Date.UTC(2026, 10, 20), open: '1', high: '1', low: '1', close: '1', volume: '1' } as Candle;

describe('the securities of a comparison', () => {
  it('are read again until reading succeeds', async () => {
    let isDown = true;
    const told: string[] = [];
    const currentCandles = async (): Promise<readonly Candle[]> => {
      if (isDown) throw new TransportError('connect-failed', { sent: 'no' });
      return [candle];
    };
    const reader = new ComparedReader({
      access: new FakeAccess(fakeClient({ beyond: { currentCandles } })),
      nowMs: () => candle.time,
      log: new MemoryLog(),
      market: {
        book: { watch: () => ({ show: () => undefined, dispose: () => undefined }), get: () => undefined },
      } as unknown as LiveMarket,
      post: (_type, body) => {
        if (typeof body === 'object' && body !== null && 'bars' in body) told.push(body.bars.kind);
      },
    });
    await reader.set(['HK.00005'], { period: 'day', adjustment: 'forward' });
    expect([told.at(-1), reader.hasFailed]).toEqual(['failed', true]);
    expect(await reader.readLatest(signal)).toBe(false);
    isDown = false;
    expect(await reader.readLatest(signal)).toBe(true);
    expect([told.at(-1), reader.hasFailed]).toEqual(['ready', false]);
    expect(await reader.readLatest(signal)).toBe(false);
    reader.dispose();
  });
});
