import { describe, expect, it } from 'vitest';
import type { FeedSubscription } from '../../../../src/service/feed/types';
import { WantedSubscriptions } from '../../../../src/service/feed/wantedSubscriptions';

const quote: FeedSubscription = { kind: 'quote', symbol: 'HK.00700' };

describe('the symbols that a feed should have', () => {
  it('keep a pending subscription when a symbol is dropped and wanted again before the service learns of it', () => {
    const wanted = new WantedSubscriptions();
    wanted.want([quote]);
    wanted.take();
    wanted.want([]);
    wanted.want([quote]);
    expect(wanted.stateOf(quote)).toBe('asked');
    expect(wanted.take()).toEqual({ unsubscribe: [], subscribe: [] });
    wanted.settle([quote], 'denied');
    expect(wanted.stateOf(quote)).toBe('denied');
  });

  it('are subscribed again when a symbol is wanted after its unsubscription was sent', () => {
    const wanted = new WantedSubscriptions();
    wanted.want([quote]);
    wanted.take();
    wanted.settle([quote], 'active');
    wanted.want([]);
    expect(wanted.take()).toEqual({ unsubscribe: [quote], subscribe: [] });
    wanted.want([quote]);
    expect(wanted.stateOf(quote)).toBe('wanted');
    expect(wanted.take()).toEqual({ unsubscribe: [], subscribe: [[quote]] });
  });
});
