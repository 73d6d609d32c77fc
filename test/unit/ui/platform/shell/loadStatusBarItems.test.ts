import { expect, it } from 'vitest';
import { loadStatusBarItems } from '../../../../../src/ui/platform/shell/loadStatusBarItems';
import { editor } from '../../../../support/editor/editor';
import { FakeAccess, fakeClient, signedInState } from '../../../../support/fakeAccess';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { settle } from '../../../../support/machine/fakeTime';

const signedOut = { ...signedInState, session: { kind: 'signedOut' } } as const;
const start = (): { readonly access: FakeAccess; readonly loaded: string[]; readonly log: MemoryLog } => {
  const access = new FakeAccess(fakeClient());
  const [loaded, log]: [string[], MemoryLog] = [[], new MemoryLog()];
  loadStatusBarItems({
    access,
    log,
    load: async (feature) => {
      loaded.push(feature);
      return Promise.reject(new Error('no such file'));
    },
  });
  return { access, loaded, log };
};

it('loads nothing while both settings are off, with and without a sign-in', () => {
  const { access, loaded } = start();
  access.become(signedOut);
  access.become(signedInState);
  editor.set('statusBar.ticker', []);
  editor.set('statusBar.show', []);
  expect(loaded).toEqual([]);
});

it('loads what a setting turns on, at the start or later, and logs what cannot be loaded', async () => {
  editor.set('statusBar.ticker', ['HK.00700']);
  const { loaded, log } = start();
  expect(loaded).toEqual(['ticker']);
  editor.set('statusBar.ticker', []);
  editor.set('statusBar.show', ['nextRelease']);
  expect(loaded).toEqual(['ticker', 'nextRelease']);
  await settle();
  expect(log.lines.filter((line) => JSON.stringify(line).includes('could not be loaded'))).toHaveLength(2);
});

it('loads what a setting of version 0.1.0 turned on', () => {
  editor.set('statusBar.dayProfit', true);
  editor.set('statusBar.nextRelease', 'yes');
  const { loaded } = start();
  expect(loaded).toEqual(['dayProfit']);
  editor.set('statusBar.nextRelease', true);
  expect(loaded).toContain('nextRelease');
});

it('waits until the user is signed in', () => {
  const { access, loaded } = start();
  access.become(signedOut);
  editor.set('statusBar.show', ['nextRelease']);
  expect(loaded).toEqual([]);
  access.become(signedInState);
  expect(loaded).toEqual(['nextRelease']);
});
