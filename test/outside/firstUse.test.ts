import { beforeAll, describe } from 'vitest';
import { neverUsed } from './session/signIn';
import { useDesk } from './support/desk';
import { isLong } from './support/nightly';
import { enterSandbox } from './support/sandbox';
import { surfaces, wide } from './surfaces';
import { views } from './views';

describe('a window with the sandbox', () => {
  const settings: Parameters<typeof useDesk>[0] = {
    theme: 'dark',
    viewport: wide,
    settings: { 'marketDesk.refresh.intervalSeconds': 0, 'marketDesk.plates': ['HK.BK1050'] },
    browserZone: 'Asia/Tokyo',
    keybindings: [{ key: 'ctrl+alt+6', command: 'marketDesk.plates.screen', args: 'HK.BK1050' }],
  };
  const desk = useDesk(settings);

  describe('that never used the program', () => neverUsed(desk));
  describe('the views of the side bar', () => views(desk));
  // They leave the side bar as narrow as the narrow window.
  describe('every surface, in themes, in a narrow window, and at 200%', () => {
    // Nightly tests of the views leave filters and searches, which pages keep.
    if (!isLong) {
      surfaces(desk);
      return;
    }
    const own = useDesk(settings);
    beforeAll(async () => {
      await enterSandbox(own());
    });
    surfaces(own);
  });
});
