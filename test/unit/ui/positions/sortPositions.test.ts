import { describe, expect, it } from 'vitest';
import { pickSort } from '../../../../src/ui/positions/sortPositions';
import { editor } from '../../../support/editor/editor';

const placeholder = (): unknown => editor.asked[0]?.kind === 'pick' && editor.asked[0].placeholder();

const byProfit = { key: 'profit', descending: true } as const;

describe('choosing the order of positions', () => {
  it('offers every order while figures are shown', async () => {
    editor.answer('market value ↓');
    expect(await pickSort(byProfit, false)).toEqual({ key: 'marketValue', descending: true });
    expect(editor.lists[0]?.map(({ label }) => label)).toEqual([
      ...['symbol ↑', 'symbol ↓', 'market value ↓', 'market value ↑'],
      ...['P&L ↓', 'P&L ↑', 'P&L % ↓', 'P&L % ↑'],
      ...['day P&L ↓', 'day P&L ↑'],
    ]);
    expect(placeholder()).toBe('Now: P&L ↓');
  });

  it('offers no order by figures that privacy mode hides, and does not name the hidden one as the current one', async () => {
    expect(await pickSort(byProfit, true)).toBeUndefined();
    const [items] = editor.lists;
    expect(items?.map(({ label }) => label)).toEqual(['symbol ↑', 'symbol ↓']);
    expect(items?.[0]).toMatchObject({ description: 'ascending · current' });
    expect(placeholder()).toMatch(/^Privacy mode is on/);
  });
});
