import { describe, expect, it, vi } from 'vitest';
import { messageRow } from '../../../../../src/ui/platform/trees/treeMessages';

vi.mock('vscode', async () => import('../../../../support/editor/fakeVscode'));

describe('a row with a message', () => {
  it('is read out as it stands there, not as its tooltip', () => {
    const row = messageRow({ id: 'next', text: 'Next in 2 h 29 min', description: 'US CPI +1', tooltip: 'US CPI\nJobless' });
    expect(row.item().accessibilityInformation).toEqual({ label: 'Next in 2 h 29 min, US CPI +1' });
  });

  it('is read out with its tooltip where that says more', () => {
    const item = messageRow({
      id: 'error',
      text: 'The service didn’t respond in time.',
      tooltip: 'The service didn’t respond in time.\nSelect to try again.',
    }).item();
    expect([item.accessibilityInformation, item.tooltip]).toEqual([undefined, 'The service didn’t respond in time.\nSelect to try again.']);
  });
});
