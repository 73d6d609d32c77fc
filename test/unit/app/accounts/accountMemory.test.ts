import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import { AccountMemory } from '../../../../src/app/accounts/accountMemory';
import { ApiError } from '../../../../src/service/errors';
import type { CallOptions } from '../../../../src/service/serviceClient';
import { booksOf, now, untilDone } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';
import { orderRecord } from '../../../support/orders/orderFakes';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

const paper = { kind: 'simulated', id: 'S1' } as const;
const dayMs = 24 * 60 * 60_000;

function harness(state = new MemoryState()) {
  const access = new FakeAccess(fakeClient());
  const time = new FakeTime();
  const sessions = { ids: ['s1', 's2'], changed: new Emitter<void>() };
  const keys = new Emitter<string>();
  const memory = new AccountMemory({
    access,
    state,
    clock: time,
    sessions: { all: () => sessions.ids.map((id) => ({ id })), onDidChange: sessions.changed.event },
    keys: { onDidChange: keys.event },
  });
  return { access, time, state, sessions, keys, memory };
}
const as = (id: string): typeof signedInState => ({ ...signedInState, session: { kind: 'signedIn', id, accountLabel: '', scopes: [] } });

describe('the memory of accounts', () => {
  it('survives a reload and belongs to one user', () => {
    const first = harness();
    const own = first.memory.current();
    own.foundToWantMarkets(paper);
    own.foundOrders('8001', 'JP', true);
    own.foundOrders('8001', 'HK', false);
    own.used(paper, 'US');
    own.used({ kind: 'live', id: '8001' }, 'HK');
    own.used({ kind: 'live', id: '8002' }, 'HK');
    const later = harness(first.state);
    expect(['HK', 'US', 'SG'].map((market) => later.memory.current().lastUsed(market))).toEqual(['live:8002', 'simulated:S1', undefined]);
    expect(later.memory.current().wantsMarkets(paper)).toBe(true);
    expect(later.memory.current().wantsMarkets({ kind: 'live', id: 'S1' })).toBe(false);
    expect(later.memory.current().marketsWithOrders('8001')).toEqual(['JP']);
    expect(later.memory.current().marketsWithOrders('8002')).toBeUndefined();
    later.access.become(as('s2'));
    expect(later.memory.current().wantsMarkets(paper)).toBe(false);
    expect(later.memory.current().marketsWithOrders('8001')).toBeUndefined();
    expect(later.memory.current().lastUsed('HK')).toBeUndefined();
  });

  it('is read as an earlier version has stored it', () => {
    const first = harness();
    first.memory.current().foundOrders('8001', 'JP', true);
    for (const [key, value] of first.state.values)
      first.state.values.set(key, JSON.parse(JSON.stringify(value).replace(',"lastUsed":{}', '')));
    expect(harness(first.state).memory.current().marketsWithOrders('8001')).toEqual(['JP']);
  });

  it('is deleted at sign-out, including for a session that ended while no window was open', () => {
    const it = harness();
    it.memory.current().foundToWantMarkets(paper);
    it.access.become(as('s2'));
    it.memory.current().foundToWantMarkets(paper);
    it.sessions.ids = ['s2'];
    it.sessions.changed.fire();
    expect(JSON.stringify([...it.state.values])).not.toContain('s1');
    expect(it.memory.current().wantsMarkets(paper)).toBe(true);
    it.memory.dispose();
    it.sessions.ids = [];
    new AccountMemory({
      access: it.access,
      state: it.state,
      clock: it.time,
      sessions: { all: () => [], onDidChange: it.sessions.changed.event },
    });
    expect(JSON.stringify([...it.state.values])).not.toContain('S1');
  });

  it('is deleted with the API key of its service, but not with the key of another service', () => {
    const it = harness();
    it.access.become(as('key ada'));
    it.memory.current().foundToWantMarkets(paper);
    it.sessions.changed.fire();
    it.keys.fire('https://another.example');
    expect(it.memory.current().wantsMarkets(paper)).toBe(true);
    it.keys.fire('http://127.0.0.1:1');
    expect(it.memory.current().wantsMarkets(paper)).toBe(false);
  });

  it('ignores an answer that arrives after another user signed in', () => {
    const it = harness();
    const own = it.memory.current();
    it.access.become(as('s2'));
    own.foundOrders('8001', 'JP', true);
    expect(it.state.values.size).toBe(0);
  });

  it('drops a refusal after a week, and an entry that it cannot read', async () => {
    const it = harness();
    it.memory.current().foundToWantMarkets(paper);
    const [key = ''] = it.state.values.keys();
    expect(it.memory.current().wantsMarkets(paper)).toBe(true);
    await it.time.advance(8 * dayMs);
    expect(it.memory.current().wantsMarkets(paper)).toBe(false);
    it.state.values.set(key, { 's1\nhttp://127.0.0.1:1': 'of another version' });
    expect(it.memory.current().wantsMarkets(paper)).toBe(false);
    it.memory.current().foundToWantMarkets(paper);
    expect(it.memory.current().wantsMarkets(paper)).toBe(true);
  });
});

describe('the account books after a reload', () => {
  const asked: string[] = [];
  const ranks: string[] = [];
  const client = fakeClient({
    simulatedPositions: async ({ accountId, market }) => {
      asked.push(`${accountId}?${market ?? ''}`);
      if (market === undefined) throw new ApiError({ envelope: 'quote', serverCode: -5, serverMessage: '', status: 200 });
      return pageOf([]);
    },
    beyond: {
      simulatedAccounts: async () => pageOf([{ id: 'S1', kind: 'simulated' as const, title: '', markets: [1, 100] }]),
      liveAccounts: async () => pageOf([{ id: '8001', kind: 'live' as const, title: '', markets: [] }]),
      livePositions: async () => pageOf([]),
      orders: async ({ tradeMarket }, { rank }: CallOptions) => {
        ranks.push(`${tradeMarket} ${rank ?? ''}`);
        return pageOf(tradeMarket === 'KR' ? [orderRecord({ orderId: 'a' })] : []);
      },
    },
  });
  const open = async (state: MemoryState): Promise<void> => {
    const books = booksOf({ access: new FakeAccess(client), time: new FakeTime(), state });
    await books.positions.read(now, untilDone);
    await books.orders.read(now, untilDone);
  };

  it('repeat no request that was refused before, and read markets that had orders first', async () => {
    const state = new MemoryState();
    await open(state);
    expect(asked.splice(0)).toEqual(['S1?', 'S1?1', 'S1?100']);
    expect(ranks.splice(0).filter((line) => line.endsWith(' orders'))).toEqual(['HK orders', 'US orders']);
    await open(state);
    expect(asked.splice(0)).toEqual(['S1?1', 'S1?100']);
    expect(ranks[0]).toBe('KR orders');
    expect(ranks.filter((line) => line.endsWith(' orders'))).toHaveLength(1);
    expect(ranks).toHaveLength(8);
  });
});
