import { describe, expect, it } from 'vitest';
import { accountsIn } from '../../../../src/app/accounts/accountDirectory';
import type { Account, ConfiguredAccount } from '../../../../src/app/session/accounts/accounts';
import { ApiError, HttpError, TransportError } from '../../../../src/service/errors';
import { listOf, notOffered } from '../../../../src/service/lists/list';
import type { List } from '../../../../src/service/lists/list';
import type { ListPage } from '../../../../src/service/schema/page';
import type { ListedAccount } from '../../../../src/service/records';
import { booksOf, now, untilDone } from '../../../support/builders/books';
import { badRecord, pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const listed = (id: string, title = ''): ListedAccount => ({ id, kind: 'simulated', title, markets: [1, 2] });

function harness(answer: () => Promise<ListPage<ListedAccount>>, configured: readonly ConfiguredAccount[] = []) {
  const world = { answer, configured };
  const asked: string[] = [];
  const client = fakeClient({
    beyond: {
      simulatedAccounts: async () => {
        asked.push('simulated');
        return world.answer();
      },
      liveAccounts: async () => {
        asked.push('live');
        return pageOf([]);
      },
    },
  });
  const access = new FakeAccess(client);
  const time = new FakeTime();
  const books = booksOf({ access, time, configured: () => world.configured });
  const read = async (): Promise<List<Account> | undefined> => {
    await books.directory.read(['simulated'], now, untilDone);
    return books.directory.get(['simulated'])[0]?.list;
  };
  return Object.assign(world, { ...books, access, time, asked, read });
}

describe('the accounts of the signed-in user', () => {
  it('are those of the service, named as in the settings, plus those that only the settings have', async () => {
    const it = harness(
      async () => pageOf([listed('S1', 'Paper HK'), listed('S2')]),
      [
        { id: 'S2', name: 'Mine', kind: 'simulated' },
        { id: 'S9', kind: 'simulated' },
        { id: 'L1', kind: 'live' },
      ],
    );
    expect(await it.read()).toMatchObject({ verdict: 'complete' });
    expect(accountsIn(it.directory.get(['simulated']))).toEqual([
      { id: 'S1', name: 'Paper HK', kind: 'simulated', markets: [1, 2], source: 'service' },
      { id: 'S2', name: 'Mine', kind: 'simulated', markets: [1, 2], source: 'service' },
      { id: 'S9', name: 'S9', kind: 'simulated', markets: [], source: 'settings' },
    ]);
  });

  it.each([
    ['404', new HttpError({ status: 404 })],
    ['unsupported', new ApiError({ envelope: 'quote', serverCode: -8, serverMessage: '', status: 200 })],
  ])('are those of the settings when the service has no list (%s)', async (_, error) => {
    const it = harness(() => Promise.reject(error), [{ id: 'S9', kind: 'simulated' }]);
    expect(await it.read()).toMatchObject({ verdict: 'complete', items: [{ id: 'S9', source: 'settings' }] });
    it.configured = [];
    expect(await it.read()).toEqual({ verdict: 'notOffered' });
  });

  it('are listed as far as they can be read, with what is missing', async () => {
    const it = harness(async () => pageOf([listed('S1')], { unreadable: [badRecord()] }));
    expect(await it.read()).toMatchObject({
      verdict: 'incomplete',
      found: [{ id: 'S1' }],
      gaps: [{ kind: 'unreadable', count: 1, of: 2 }],
    });
  });

  it('do not count as missing when the network failed, and are requested again', async () => {
    const error = new TransportError('timed-out', { sent: 'maybe' });
    const it = harness(() => Promise.reject(error), [{ id: 'S9', kind: 'simulated' }]);
    expect(await it.read()).toMatchObject({ verdict: 'incomplete', found: [{ id: 'S9' }], gaps: [{ kind: 'failed', error }] });
    it.answer = async () => pageOf([listed('S1')]);
    expect(await it.read()).toMatchObject({ verdict: 'complete', items: [{ id: 'S1' }, { id: 'S9' }] });
  });

  it('are requested once by views that open together, then every two minutes while one of them is open', async () => {
    const it = harness(async () => pageOf([listed('S1')]));
    const views = [it.positions, it.positions, it.orders].map((book) => book.watch({ maxAgeMs: () => 30_000, changed: () => undefined }));
    for (const view of views) view.setOn(true);
    await settle();
    expect(it.asked.toSorted()).toEqual(['live', 'simulated']);
    await it.time.advance(119_000);
    expect(it.asked).toHaveLength(2);
    await it.time.advance(2_000);
    expect(it.asked).toHaveLength(4);
    for (const view of views) view.setOn(false);
    await it.time.advance(600_000);
    expect(it.asked).toHaveLength(4);
  });

  it('are taken once from the sign-in that has just read them', async () => {
    const it = harness(async () => pageOf([listed('S1')]));
    const view = it.positions.watch({ maxAgeMs: () => 30_000, changed: () => undefined });
    view.setOn(true);
    await settle();
    it.asked.length = 0;
    it.readAccounts.put(
      's2',
      new Map([
        ['simulated', listOf([listed('S2')])],
        ['live', notOffered],
      ] as const),
    );
    it.access.become({ ...signedInState, session: { kind: 'signedIn', id: 's2', accountLabel: 'lin', scopes: [] } });
    expect(view.state.accounts?.map(({ account }) => account.id)).toEqual(['S2']);
    await it.time.advance(60_000);
    expect(it.asked).toEqual([]);
    await it.time.advance(60_000);
    expect(it.asked).toEqual(['simulated']);
    it.access.become({ ...signedInState, session: { kind: 'signedIn', id: 's3', accountLabel: 'lin', scopes: [] } });
    it.access.become({ ...signedInState, session: { kind: 'signedIn', id: 's2', accountLabel: 'lin', scopes: [] } });
    await settle();
    expect(view.state.accounts?.map(({ account }) => account.id)).toEqual(['S1']);
  });

  it('are not taken from the sign-in of another user, nor from an old one', async () => {
    const it = harness(async () => pageOf([listed('S1')]));
    const lists = new Map([['simulated', listOf([listed('S2')])]] as const);
    it.readAccounts.put('s2', lists);
    expect(it.readAccounts.take('s3')).toBeUndefined();
    it.readAccounts.put('s2', lists);
    await it.time.advance(10_000);
    expect(it.readAccounts.take('s2')).toBeUndefined();
  });

  it('are forgotten with the session, and those of the next one are read at once', async () => {
    const it = harness(async () => pageOf([listed('S1')]));
    const view = it.positions.watch({ maxAgeMs: () => 30_000, changed: () => undefined });
    view.setOn(true);
    await settle();
    it.answer = async () => pageOf([listed('S2')]);
    it.access.become({ ...signedInState, session: { kind: 'signedIn', id: 's2', accountLabel: 'lin', scopes: [] } });
    expect(view.state.accounts).toBeUndefined();
    await settle();
    expect(view.state.accounts?.map(({ account }) => account.id)).toEqual(['S2']);
  });
});
