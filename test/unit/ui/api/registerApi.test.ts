import type { Asker } from '../../../../src/service/requests/asker';
import { describe, expect, it } from 'vitest';
import { AccountNames } from '../../../../src/app/agents/accountNames';
import { AllowedPrograms } from '../../../../src/app/agents/allowedPrograms';
import type { ProgramAccess } from '../../../../src/app/agents/allowedPrograms';
import { ToolAnswers } from '../../../../src/app/languageTools/toolAnswers';
import { WatchlistStore } from '../../../../src/app/watchlist/watchlistStore';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { aQuote } from '../../../support/builders/quoteBuilders';
import { nothingElse } from '../../../support/builders/tools';
import { FakeShell } from '../../../support/editor/fakeShell';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { MemoryState } from '../../../support/secrets/sharedSecrets';
import { registerApi } from '../../../../src/ui/api/registerApi';
import { editor } from '../../../support/editor/editor';

function setUp(says: ProgramAccess | undefined) {
  const nowMs = Date.UTC(2026, 10, 20);
  const access = new FakeAccess(
    fakeClient({
      searchCalendar: async () => pageOf([], { hasMore: true, nextKey: 'x' }),
      beyond: { snapshot: async () => pageOf([{ ...aQuote('HK.00700'), name: 'a\u202eb', updatedAt: nowMs - 5_000 }]) },
    }),
  );
  const state = new MemoryState();
  const asked: string[] = [];
  const programs = new AllowedPrograms({
    state,
    clock: new FakeTime(),
    service: () => 'sandbox http://localhost:1',
    ask: async ({ kind, name }) => {
      asked.push(`${kind} ${name}`);
      return says;
    },
  });
  const watchlist = new WatchlistStore({
    state,
    createId: () => 'g',
    initial: () => [{ id: 'g', name: 'Tech', symbols: ['HK.00700', 'US.AAPL'], isCollapsed: false }],
  });
  const privacy = { isOn: false };
  const shell = new FakeShell();
  const answers = new ToolAnswers({
    ...nothingElse,
    access,
    books: booksOf({ access, time: new FakeTime() }),
    clock: new FakeTime(),
    timeZone: () => 'UTC',
    describeError: () => 'a sentence for people',
    signInTitle: () => 'Sign In',
    log: new MemoryLog(),
    privacy,
  });
  const readFor: Asker[] = [];
  const held = (askedBy: Asker) => async () => {
    readFor.push(askedBy);
    return [{ symbol: 'HK.00005', name: 'HSBC' }];
  };
  registerApi({
    shell,
    programs,
    answers,
    accounts: new AccountNames(
      () => [],
      () => '',
    ),
    access,
    watchlist,
    held,
    privacy,
    serverMs: () => nowMs,
  });
  editor.extensions.set('a.consumer', {});
  const connect = async (id = 'a.consumer') => {
    if (shell.connectApi === undefined) throw new Error('there is no API');
    return shell.connectApi(id);
  };
  return { connect, asked, readFor, programs, access, watchlist, privacy, nowMs };
}

describe('the API for other extensions', () => {
  it('is for installed extensions that the user has allowed, asked once', async () => {
    const { connect, asked } = setUp('market');
    await expect(connect('nobody.knows')).rejects.toThrow('nobody.knows');
    expect(await connect()).toBeDefined();
    expect(await connect()).toBeDefined();
    expect(asked).toEqual(['extension a.consumer']);
    expect(await setUp(undefined).connect()).toBeUndefined();
  });

  it('returns quotes with their age, texts as data, and whether they are complete', async () => {
    const { connect, nowMs } = setUp('market');
    const desk = await connect();
    expect(await desk?.quotes(['HK.00700'])).toMatchObject({
      environment: 'sandbox',
      isComplete: true,
      quotes: [{ code: 'HK.00700', name: 'a⟨U+202E⟩b', at: nowMs - 5_000, ageMs: 5_000 }],
    });
    expect(await desk?.searchCalendar('CPI')).toMatchObject({ isComplete: false, releases: [], missing: [expect.any(String)] });
    await expect(desk?.quotes([])).rejects.toThrow('a sentence for people');
  });

  it('returns held securities only with account data, and not in privacy mode', async () => {
    const watchlist = ['HK.00700', 'US.AAPL'];
    expect(await (await setUp('market').connect())?.securities()).toEqual({ watchlist, held: undefined });
    const allowed = setUp('accounts');
    const desk = await allowed.connect();
    expect(await desk?.securities()).toEqual({ watchlist, held: ['HK.00005'] });
    expect(allowed.readFor).toEqual([{ kind: 'program', program: 'extension', name: 'a.consumer' }]);
    allowed.privacy.isOn = true;
    expect(await desk?.securities()).toEqual({ watchlist, held: undefined });
  });

  it('ends when the user revokes it, or signs out', async () => {
    const { connect, programs, access } = setUp('accounts');
    const desk = await connect();
    access.become({ ...signedInState, session: { kind: 'signedOut' } });
    await expect(desk?.quotes(['HK.00700'])).rejects.toThrow('not signed in');
    access.become(signedInState);
    await programs.revoke({ kind: 'extension', name: 'a.consumer' });
    await expect(desk?.quotes(['HK.00700'])).rejects.toThrow('no longer allows');
    await expect(desk?.securities()).rejects.toThrow('no longer allows');
  });

  it('reports changes', async () => {
    const { connect, programs, access, watchlist } = setUp('market');
    const changes: string[] = [];
    const desk = await connect();
    const listening = desk?.onDidChange((change) => changes.push(change));
    access.become({ ...signedInState, session: { kind: 'signedOut' } });
    await watchlist.addGroup('New');
    await programs.change({ kind: 'extension', name: 'a.consumer', service: 'sandbox http://localhost:1' }, 'accounts');
    listening?.dispose();
    access.become(signedInState);
    expect(changes).toEqual(['session', 'watchlist', 'access']);
  });
});
