import { describe, expect, it } from 'vitest';
import { TypedFacts } from '../../../../../src/app/orders/ticket/typedFacts';
import { emptyTicket } from '../../../../../src/app/orders/ticket/ticket';
import { unknownAccount } from '../../../../../src/domain/orders/limits/accountLimits';
import type { LimitFacts } from '../../../../../src/domain/orders/orderWarnings';

function readerOf() {
  const state = { nowMs: 0, reads: 0, changes: 0, sent: 1 };
  const desk = {
    limitFacts: async (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<LimitFacts> => {
      state.reads += 1;
      signal.throwIfAborted();
      return Promise.resolve({ sent: state.sent, account: unknownAccount });
    },
  };
  const facts = new TypedFacts(desk, { monotonicMs: () => state.nowMs });
  facts.onDidChange(() => (state.changes += 1));
  return { state, facts };
}

describe('the facts for limits in an open order form', () => {
  it('are read once for all keys within fifteen seconds, and announced when they are new', async () => {
    const { state, facts } = readerOf();
    expect(facts.facts).toBeUndefined();
    for (let key = 0; key < 10; key += 1) await facts.ask(emptyTicket);
    expect([state.reads, state.changes, facts.facts?.sent]).toEqual([1, 1, 1]);
    state.nowMs += 15_001;
    await facts.ask(emptyTicket);
    expect([state.reads, state.changes]).toEqual([2, 1]);
    [state.sent, state.nowMs] = [2, state.nowMs + 15_001];
    await facts.ask(emptyTicket);
    expect([state.reads, state.changes, facts.facts?.sent]).toEqual([3, 2, 2]);
  });

  it('are read again at once when a limit was set', async () => {
    const { state, facts } = readerOf();
    await facts.ask(emptyTicket);
    await facts.ask(emptyTicket, { isChanged: true });
    expect([state.reads, state.changes]).toEqual([2, 2]);
  });

  it('are not announced after the form was closed', async () => {
    const { state, facts } = readerOf();
    const asked = facts.ask(emptyTicket);
    facts.dispose();
    await asked;
    expect([state.changes, facts.facts]).toEqual([0, undefined]);
  });
});
