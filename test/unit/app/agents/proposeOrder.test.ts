import { describe, expect, it } from 'vitest';
import { proposeOrder } from '../../../../src/app/agents/proposeOrder';
import type { Proposer } from '../../../../src/app/agents/proposeOrder';

const input = { action: 'new', accountId: 'named', symbol: 'HK.00700', side: 'buy' };
const change = { action: 'change', accountId: '1001', orderId: 'OK-1', qty: '5' };
const cancel = { action: 'cancel', accountId: '1001', orderId: 'OK-1' };

/** What the user is shown of a proposal. */
async function proposed(account: ReturnType<Proposer['accountOf']>, asked: object = input): Promise<unknown> {
  const seen: unknown[] = [];
  await proposeOrder(
    {
      proposals: { propose: async (proposal) => Promise.resolve((seen.push(proposal), { kind: 'opened' } as const)) },
      isSignedIn: () => true,
      privacy: { isOn: false },
      sending: { isStopped: false },
      describeError: String,
    },
    asked,
    { program: { kind: 'agent', name: 'an agent' }, accountOf: () => account },
    new AbortController().signal,
  );
  return seen[0];
}

describe('an order that a program proposes', () => {
  it.each(['live', 'simulated'] as const)(
    'is for the %s account that was named to the program, and for none of the same number',
    async (kind) => {
      const claimed = { accountKind: kind === 'live' ? 'simulated' : 'live' };
      for (const asked of [input, change, cancel])
        for (const claim of [{}, claimed])
          expect(await proposed({ id: '1001', kind }, { ...asked, ...claim })).toMatchObject({ accountId: '1001', accountKind: kind });
    },
  );

  it('leaves it to the user which account is meant, if the program named a number', async () => {
    expect(await proposed({ id: '1001' })).toEqual({ action: 'new', accountId: '1001', symbol: 'HK.00700', side: 'BUY' });
  });

  it.each([input, change, cancel])('is for the kind of account that it says, if the program named a number: %j', async (asked) => {
    expect(await proposed({ id: '1001' }, { ...asked, accountKind: 'simulated' })).toMatchObject({ accountKind: 'simulated' });
    await expect(proposed({ id: '1001' }, { ...asked, accountKind: 'paper' })).rejects.toThrow();
  });

  it('keeps everything else of a change', async () => {
    expect(await proposed({ id: '1001', kind: 'live' }, change)).toEqual({ ...change, accountKind: 'live' });
  });
});
