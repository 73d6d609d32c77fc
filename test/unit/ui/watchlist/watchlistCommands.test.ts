import { describe, expect, it } from 'vitest';
import { stateKeys } from '../../../../src/app/platform/storedNames';
import { WatchlistStore } from '../../../../src/app/watchlist/watchlistStore';
import { countSymbols, mostSymbols } from '../../../../src/domain/watchlist/watchlist';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { MemoryState } from '../../../support/feed/liveWindows';
import { addToWatchlist } from '../../../../src/ui/watchlist/watchlistCommands';
import { editor } from '../../../support/editor/editor';

describe('Add to Watchlist…', () => {
  /** A list with this many securities in one group. */
  const storeWith = (count: number): WatchlistStore => {
    const state = new MemoryState();
    const symbols = Array.from({ length: count }, (_, at) => `HK.${String(at + 1).padStart(5, '0')}`);
    const initial = [{ id: 'one', name: 'Mine', symbols, isCollapsed: false }];
    void state.set(stateKeys.watchlist, initial);
    return new WatchlistStore({ state, createId: () => 'new', initial: () => initial });
  };
  const add = async (store: WatchlistStore): Promise<string | undefined> =>
    addToWatchlist(store, new FakeAccess(fakeClient({})), async () => Promise.resolve([]), 'US.AAPL');

  it('adds a symbol to the last free place', async () => {
    const store = storeWith(mostSymbols - 1);
    expect(await add(store)).toBe('US.AAPL');
    expect(store.list[0]?.symbols.at(-1)).toBe('US.AAPL');
    expect([editor.told, editor.flashed]).toEqual([[], ['$(check) US.AAPL is on your watchlist']]);
  });

  it('says that a list is full, and adds nothing', async () => {
    const store = storeWith(mostSymbols);
    expect(await add(store)).toBeUndefined();
    expect(countSymbols(store.list)).toBe(mostSymbols);
    expect(store.list[0]?.symbols).not.toContain('US.AAPL');
    expect([editor.told, editor.flashed]).toEqual([[`A watchlist can hold up to ${mostSymbols} securities.`], []]);
  });

  it('suggests what is not in the list first', async () => {
    const store = storeWith(2);
    const held = ['HK.00001', 'HK.00700', 'HK.00002', 'US.AAPL'].map((symbol) => ({ symbol, name: symbol }));
    editor.answer(undefined);
    await addToWatchlist(store, new FakeAccess(fakeClient({})), async () => Promise.resolve(held), undefined);
    const labels = (editor.lists.at(-1) ?? []).map(({ label }) => label);
    expect(labels).toEqual(['HK.00700', 'US.AAPL', 'HK.00001', 'HK.00002']);
  });
});
