import { describe, expect, it } from 'vitest';
import { stateKeys } from '../../../../src/app/platform/storedNames';
import { WatchlistStore } from '../../../../src/app/watchlist/watchlistStore';
import type { StateStore } from '../../../../src/app/platform/ports';

/**
 * State as the editor keeps it: a value is set at once and sent a moment later, and the stored value returns as if another window had
 * written it, overwriting later changes.
 */
class RepeatingState implements StateStore {
  stored: unknown;
  #value: unknown;

  get(): unknown {
    return this.#value;
  }

  async set(_key: string, value: unknown): Promise<void> {
    this.#value = value;
    await new Promise((resolve) => setTimeout(resolve, 0));
    const sent = this.#value;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.stored = sent;
    this.#value = sent;
  }
}

const symbols = ['HK.00001', 'HK.00002', 'HK.00003', 'HK.00004'];
const listOf = (...left: readonly string[]) => [{ id: 'g', name: 'Mine', symbols: left, isCollapsed: false }];

function store(state: StateStore): WatchlistStore {
  return new WatchlistStore({ state, createId: () => 'new', initial: () => listOf(...symbols) });
}

describe('the stored watchlist', () => {
  it('keeps groups, fields, and symbols that this version can’t read', async () => {
    const state = new RepeatingState();
    const newer = { id: 'n', kind: 'formula', members: 'HK.00700 * 2' };
    const option = { option: 'HK.TCH251230C600000' };
    const group = { id: 'g', name: 'Mine', symbols: ['HK.00700', option], isCollapsed: false, color: 'later' };
    await state.set('', [newer, group, 7]);
    const watchlist = store(state);
    expect(watchlist.list).toEqual([{ id: 'g', name: 'Mine', symbols: ['HK.00700'], isCollapsed: false }]);
    await watchlist.add(['HK.00005'], 'g', '');
    expect(state.stored).toEqual([{ ...group, symbols: ['HK.00700', 'HK.00005', option] }, newer, 7]);
    // What the user removes is gone, with everything in it.
    await watchlist.removeGroup('g');
    expect(state.stored).toEqual([newer, 7]);
  });

  it('loses none of several changes that come faster than they are stored', async () => {
    const state = new RepeatingState();
    const changes: Promise<unknown>[] = [];
    const watchlist = store(state);
    for (const symbol of ['HK.00001', 'HK.00002', 'HK.00003']) {
      changes.push(watchlist.remove([{ groupId: 'g', symbol }]));
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    changes.push(watchlist.add(['US.A'], undefined, 'Mine'));
    await Promise.all(changes);
    expect([watchlist.list, state.stored]).toEqual([listOf('HK.00004', 'US.A'), listOf('HK.00004', 'US.A')]);
  });

  it('puts removed symbols back in their place, whatever changed since', async () => {
    const watchlist = store(new RepeatingState());
    const undo = await watchlist.remove([
      { groupId: 'g', symbol: 'HK.00002' },
      { groupId: 'g', symbol: 'HK.00003' },
    ]);
    await watchlist.add(['US.A'], 'g', 'Mine');
    await watchlist.move([{ groupId: 'g', symbol: 'HK.00004' }], 'g', 'HK.00001');
    expect(watchlist.list).toEqual(listOf('HK.00004', 'HK.00001', 'US.A'));
    await undo();
    expect(watchlist.list).toEqual(listOf('HK.00002', 'HK.00003', 'HK.00004', 'HK.00001', 'US.A'));
    await undo();
    expect(watchlist.list).toEqual(listOf('HK.00002', 'HK.00003', 'HK.00004', 'HK.00001', 'US.A'));
  });

  it('works again after a change that could not be stored', async () => {
    let fails = true;
    let value: unknown;
    const watchlist = store({
      get: (key) => (key === stateKeys.watchlist ? value : undefined),
      set: async (_key, next) => {
        if (fails) throw new Error('the disk is full');
        value = next;
        return Promise.resolve();
      },
    });
    await expect(watchlist.remove([{ groupId: 'g', symbol: 'HK.00001' }])).rejects.toThrow('full');
    fails = false;
    await watchlist.remove([{ groupId: 'g', symbol: 'HK.00002' }]);
    expect(watchlist.list).toEqual(listOf('HK.00001', 'HK.00003', 'HK.00004'));
  });
});
