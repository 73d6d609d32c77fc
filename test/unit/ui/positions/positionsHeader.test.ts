import { describe, expect, it } from 'vitest';
import { positionsState } from '../../../support/builders/holdings';
import type { AccountPositions, PositionsState } from '../../../../src/app/positions/positionsBook';
import { defaultSort } from '../../../../src/domain/positions/holdingGroups';
import { TransportError } from '../../../../src/service/errors';
import { listOf } from '../../../../src/service/lists/list';
import { failedGap } from '../../../support/builders/lists';
import { PositionsHeader } from '../../../../src/ui/positions/positionsHeader';

const at = (hours: number, error?: unknown): AccountPositions => ({
  account: { id: 'S', name: 'S', kind: 'simulated', markets: [], source: 'service' },
  list: error === undefined ? listOf([]) : listOf([], [failedGap(error)]),
  updatedAtMs: Date.UTC(2026, 0, 5, hours, 3, 22),
});
const nowMs = Date.UTC(2026, 0, 5, 8);
const plain = { sort: defaultSort, day: '', old: [], nowMs };
const state = (...accounts: AccountPositions[]): PositionsState => positionsState({ accounts });

interface View {
  description?: string;
  message?: string;
  badge?: { readonly value: number; readonly tooltip: string } | undefined;
}

describe('PositionsHeader', () => {
  const view: View = {};
  const header = new PositionsHeader(view, () => 'Asia/Hong_Kong');

  it('shows the day P&L, the sort order, the filter, and the time of the oldest answer in the chosen zone', () => {
    header.show(state(at(7), at(6)), { sort: { key: 'profit', descending: true }, market: 100, day: 'day +1.00 HKD', old: [], nowMs });
    expect(view).toEqual({ description: 'day +1.00 HKD · P&L ↓ · market 100 · updated 14:03:22' });
  });

  it('marks old positions with the reason and a badge, and removes the marks again', () => {
    header.show(state(at(7), at(6, new TransportError('connect-failed', { sent: 'no' }))), plain);
    expect(view.message).toBe('Out of date (as of 14:03:22): Can’t reach the service. Check your network and the service URL.');
    expect(view.badge?.value).toBe(1);
    header.show(state(at(7)), plain);
    expect(view).toMatchObject({ description: 'symbol ↑ · updated 15:03:22', message: '', badge: undefined });
  });

  it('is empty while the user is signed out', () => {
    header.show(undefined, plain);
    expect(view).toEqual({ description: '', message: '', badge: undefined });
  });
});
