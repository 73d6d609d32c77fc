import { describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { Wait } from '../../../../src/app/session/requestWaits';
import { waiting } from '../../../../src/ui/platform/trees/waiting';
import { loadingPart, ordersOf, positionsOf } from '../../../../src/ui/security/securityViews';

vi.mock('vscode', async () => import('../../../support/editor/fakeVscode'));

describe('parts of a security page that are loading', () => {
  it('say why that takes long: what concerns the accounts, and what the market tells, each by itself', () => {
    const waits: { trading?: Wait; market?: Wait } = {};
    const following = waiting.follow({ of: (kind) => waits[kind], onDidChange: new Emitter<void>().event });
    const unknown = { accounts: undefined, directory: [] };
    const parts = (): readonly unknown[] => [
      positionsOf(unknown, 'HK.00700', false),
      ordersOf(unknown, 'HK.00700', false).view,
      loadingPart('market'),
    ];
    expect(parts()).toEqual([{ kind: 'loading' }, { kind: 'loading' }, { kind: 'loading' }]);
    waits.trading = { kind: 'limit', seconds: 12 };
    waits.market = { kind: 'slow' };
    const reason = 'Waiting for the service’s limit: 12 s';
    expect(parts()).toEqual([
      { kind: 'loading', reason },
      { kind: 'loading', reason },
      { kind: 'loading', reason: 'The service is slow to respond…' },
    ]);
    following.dispose();
  });
});
