import { describe, expect, it } from 'vitest';
import type { LiveStatus } from '../../../../../src/app/quotes/liveMarket';

const { feedRow } = await import('../../../../../src/ui/platform/words/feedText');

const failed = (code: 'connect-failed' | 'no-response' | 'not-loaded'): LiveStatus['feed'] => ({
  kind: 'waiting',
  untilMs: 0,
  reason: { code, closeCode: undefined },
});

describe('the source of prices', () => {
  it.each<[string, LiveStatus['feed'], string]>([
    ['all from the feed', { kind: 'live', sinceMs: 0, roundTripMs: 4.6, prices: { pushed: 14, asked: 14 } }, 'streaming, round trip 5 ms'],
    [
      'all, before the first ping was answered',
      { kind: 'live', sinceMs: 0, roundTripMs: undefined, prices: { pushed: 1, asked: 1 } },
      'streaming',
    ],
    ['some', { kind: 'live', sinceMs: 0, roundTripMs: 4.6, prices: { pushed: 12, asked: 14 } }, '12 of 14 streaming, round trip 5 ms'],
    [
      'none, without a right',
      { kind: 'denied', sinceMs: 0 },
      'at intervals: connected to the feed, but without permission for these prices',
    ],
    ['none, from a silent service', failed('no-response'), 'at intervals: no response from the feed, retrying'],
    [
      'none, from a service that stayed silent',
      { kind: 'givenUp', sinceMs: 0 },
      'at intervals: no response from the feed, retrying when you return to this window',
    ],
    ['none, from none that is reached', failed('connect-failed'), 'at intervals: can’t reach the feed, retrying'],
    [
      'none, while the program of the feed cannot be loaded',
      failed('not-loaded'),
      'at intervals: files of this extension couldn’t be loaded, retrying',
    ],
    ['none, where there is no feed', { kind: 'none' }, 'at intervals'],
  ])('is named for %s', (_case, feed, text) => {
    expect(feedRow({ feed, polling: 'on' })).toEqual(['Prices', text]);
  });

  it('does not claim to be polled where that fails as well', () => {
    const denied = { kind: 'denied', sinceMs: 0 } as const;
    expect(feedRow({ feed: denied, polling: 'failing' })).toEqual(['Prices', 'out of date']);
    expect(feedRow({ feed: failed('connect-failed'), polling: 'notOffered' })).toEqual(['Prices', 'not provided by this service']);
    const live = { kind: 'live', sinceMs: 0, roundTripMs: undefined, prices: { pushed: 1, asked: 1 } } as const;
    expect(feedRow({ feed: live, polling: 'failing' })).toEqual(['Prices', 'streaming']);
  });
});
