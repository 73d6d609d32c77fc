import { describe, expect, it } from 'vitest';
import { runThroughQueue } from '../../promises/clock/queue';

describe('proof 9 through the queue of connections', () => {
  it('finds no old stamp', async () => {
    expect(await runThroughQueue({ seed: 1, requests: 40 })).toMatchObject({ arrived: 40, stale: 0 });
  });

  it('notices stamps that are made before the queue', async () => {
    expect((await runThroughQueue({ seed: 1, requests: 40, stampsBeforeQueue: true })).stale).toBeGreaterThan(0);
  });
});
