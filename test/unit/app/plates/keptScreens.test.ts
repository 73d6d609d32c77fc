import { describe, expect, it } from 'vitest';
import { KeptScreens } from '../../../../src/app/plates/keptScreens';
import { stateKeys } from '../../../../src/app/platform/storedNames';
import type { SavedScreen } from '../../../../src/domain/plates/screen';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

const screen = (name: string): SavedScreen => ({ name, text: '', ranges: [], columns: ['symbol'], sort: null });

describe('saved screens', () => {
  it('are in the order of their names; one of the same name is replaced, and another name moves it', async () => {
    const screens = new KeptScreens(new MemoryState());
    await screens.save(screen('b'));
    await screens.save(screen('a'));
    await screens.save({ ...screen('b'), text: 'tech' });
    expect(screens.all.map(({ name, text }) => [name, text])).toEqual([
      ['a', ''],
      ['b', 'tech'],
    ]);
    await screens.save({ ...screen('a'), text: 'bank' }, 'b');
    expect(screens.all).toEqual([{ ...screen('a'), text: 'bank' }]);
    await screens.remove('a');
    expect(screens.all).toEqual([]);
  });

  it('that this version cannot read are not offered, and stay', async () => {
    const state = new MemoryState();
    const newer = { ...screen('newer'), columns: ['symbol', 'yield'] };
    await state.set(stateKeys.plateScreens, [newer, 'damaged', screen('a')]);
    const screens = new KeptScreens(state);
    expect(screens.all).toEqual([screen('a')]);
    await screens.save(screen('b'));
    expect(state.get(stateKeys.plateScreens)).toEqual([newer, 'damaged', screen('a'), screen('b')]);
  });
});
