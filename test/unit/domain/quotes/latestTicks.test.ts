import { describe, expect, it } from 'vitest';
import { latestTicks } from '../../../../src/domain/quotes/latestTicks';
import { readFrame } from '../../../../src/service/feed/feedFrame';
import type { Tick } from '../../../../src/service/marketRecords';
import { recorded } from '../../../support/recorded';

const tick = (sequence: string, time: number, fields: Partial<Tick> = {}): Tick => ({
  ...{ sequence, time, price: '10', volume: '1', direction: 'buy' },
  ...fields,
});

describe('the latest trades', () => {
  it('keep all trades that share a sequence, and each only once if it is repeated', () => {
    const frame = readFrame(recorded('trades of which two share a sequence').text);
    if (frame.kind !== 'push' || frame.push.kind !== 'ticks') throw new Error('these are no trades');
    const once = latestTicks([], frame.push.ticks, 20);
    expect(once.map(({ volume, price }) => `${volume} ${price}`)).toEqual(['2 229.875', '50 229.88', '5 229.7108', '50 229.7108']);
    expect(latestTicks(once, frame.push.ticks, 20)).toEqual(once);
  });

  it('keep equal trades when one list has both', () => {
    const twins = [tick('1', 5), tick('1', 5)];
    const once = latestTicks([], twins, 20);
    expect(once).toHaveLength(2);
    expect(latestTicks(once, [...twins, tick('1', 5)], 20)).toHaveLength(3);
  });

  it('are ordered by their time, then by sequences of any length', () => {
    const told = [tick('9999999999999999999', 7), tick('10000000000000000000', 7), tick('20000000000000000000', 6)];
    expect(latestTicks([], told, 2).map(({ sequence }) => sequence)).toEqual(['10000000000000000000', '9999999999999999999']);
  });
});
