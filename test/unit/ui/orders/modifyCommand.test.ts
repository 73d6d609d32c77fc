import { describe, expect, it, vi } from 'vitest';
import { TransportError } from '../../../../src/service/errors';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { orderDesk } from '../../../support/orderFakes';

const cancels: (() => void)[] = [];

vi.mock('vscode', async () => ({
  ...(await import('../../../support/fakeVscode')),
  ProgressLocation: { Notification: 15 },
  commands: { executeCommand: async () => undefined },
  workspace: { getConfiguration: () => ({ inspect: () => undefined }) },
  window: {
    withProgress: async (_options: unknown, run: (progress: unknown, token: unknown) => Promise<unknown>) =>
      run({}, { onCancellationRequested: (listener: () => void) => (cancels.push(listener), { dispose: () => undefined }) }),
  },
}));

const { modifyOrderCommand } = await import('../../../../src/ui/orders/modifyCommand');
const nothing = (): never => {
  throw new Error('not part of this test');
};
const never = async (): Promise<never> => nothing();

describe('reading the orders for a ticket', () => {
  it('ends at once when it is cancelled', async () => {
    const { writer, journal } = orderDesk();
    const access = new FakeAccess(
      fakeClient({
        beyond: {
          liveAccounts: async () => [{ id: '8001', kind: 'live', title: '', markets: [], accountType: '' }],
          orders: async (_query, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new TransportError('aborted', { sent: 'maybe' })));
              setImmediate(() => cancels.forEach((cancel) => cancel()));
            }),
        },
      }),
    );
    await expect(modifyOrderCommand({ access, writer, journal, documents: { put: nothing }, showUnresolved: never, send: never }, undefined)).rejects.toMatchObject({ code: 'aborted' });
  });
});
