import { describe, expect, it } from 'vitest';
import { withConfigured } from '../../../../../src/app/session/accounts/accounts';
import { listOf } from '../../../../../src/service/lists/list';
import type { ListedAccount } from '../../../../../src/service/records';

const listed = (id: string, title: string, ...markets: readonly number[]): ListedAccount => ({
  id,
  kind: 'simulated',
  title,
  markets,
});

describe('withConfigured', () => {
  it('joins the markets of an account that the service lists once for each of them', () => {
    const list = listOf([listed('7', 'Paper', 1), listed('8', '', 6), listed('7', 'Paper US', 100), listed('7', 'Paper', 1)]);
    expect(withConfigured(list, [], 'simulated')).toMatchObject({
      verdict: 'complete',
      items: [
        { id: '7', name: 'Paper', markets: [1, 100] },
        { id: '8', name: '8', markets: [6] },
      ],
    });
  });

  it('uses names from the settings, and adds accounts that the service does not list', () => {
    const configured = [
      { id: '7', name: 'Mine', kind: 'simulated' },
      { id: '9', kind: 'simulated' },
      { id: '10', kind: 'live' },
    ] as const;
    expect(withConfigured(listOf([listed('7', 'Paper', 1)]), configured, 'simulated')).toMatchObject({
      items: [
        { id: '7', name: 'Mine', source: 'service' },
        { id: '9', name: '9', markets: [], source: 'settings' },
      ],
    });
    expect(withConfigured({ verdict: 'notOffered' }, [], 'simulated')).toEqual({ verdict: 'notOffered' });
  });
});
