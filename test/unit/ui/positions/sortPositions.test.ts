import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pickSort } from '../../../../src/ui/positions/sortPositions';

const { asked } = vi.hoisted(() => ({
  asked: vi.fn<(items: readonly { readonly label: string }[], options: { readonly placeHolder?: string }) => unknown>(),
}));

vi.mock('vscode', async () => {
  const editor = await import('../../../support/editor/fakeVscode');
  return { ...editor, window: { showQuickPick: asked } };
});

const byProfit = { key: 'profit', descending: true } as const;

describe('choosing the order of positions', () => {
  beforeEach(() => {
    asked.mockReset();
  });

  it('offers every order while figures are shown', async () => {
    asked.mockImplementation((items) => items[2]);
    expect(await pickSort(byProfit, false)).toEqual({ key: 'marketValue', descending: true });
    expect(asked.mock.calls[0]?.[0].map(({ label }) => label)).toEqual([
      ...['symbol ↑', 'symbol ↓', 'market value ↓', 'market value ↑'],
      ...['P&L ↓', 'P&L ↑', 'P&L % ↓', 'P&L % ↑'],
      ...['day P&L ↓', 'day P&L ↑'],
    ]);
    expect(asked.mock.calls[0]?.[1].placeHolder).toBe('Now: P&L ↓');
  });

  it('offers no order by figures that privacy mode hides, and does not name the hidden one as the current one', async () => {
    asked.mockReturnValue(undefined);
    expect(await pickSort(byProfit, true)).toBeUndefined();
    const [items, options] = asked.mock.calls[0] ?? [];
    expect(items?.map(({ label }) => label)).toEqual(['symbol ↑', 'symbol ↓']);
    expect(items?.[0]).toMatchObject({ description: 'ascending · current' });
    expect(options?.placeHolder).toMatch(/^Privacy mode is on/);
  });
});
