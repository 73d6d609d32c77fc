import { describe, expect, it } from 'vitest';
import { seen } from '../../../../../src/service/lists/list';
import { listAccounts } from '../../../../../src/app/session/accounts/accounts';
import { ApiError, HttpError, TransportError } from '../../../../../src/service/errors';
import type { ListedAccount } from '../../../../../src/service/records';
import { badRecord, pageOf } from '../../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';

const listed = (id: string, title = ''): ListedAccount => ({ id, kind: 'simulated', title, markets: [1, 2], accountType: 'CASH' });
const options = { signal: new AbortController().signal };
const list = async (
  answer: () => Promise<readonly ListedAccount[]>,
  configured: Parameters<typeof listAccounts>[1],
): ReturnType<typeof listAccounts> =>
  listAccounts(
    new FakeAccess(fakeClient({ beyond: { simulatedAccounts: async () => pageOf(await answer()) } })),
    configured,
    'simulated',
    options,
  );

describe('listAccounts', () => {
  it('takes the accounts of the service and names them as the settings say', async () => {
    const found = await list(
      async () => [listed('S1', 'Paper HK'), listed('S2')],
      () => [{ id: 'S2', name: 'Mine', kind: 'simulated' }],
    );
    expect(found).toMatchObject({ verdict: 'complete' });
    expect(seen(found).items).toEqual([
      { id: 'S1', name: 'Paper HK', kind: 'simulated', markets: [1, 2], source: 'service' },
      { id: 'S2', name: 'Mine', kind: 'simulated', markets: [1, 2], source: 'service' },
    ]);
  });

  it.each([
    ['404', new HttpError({ status: 404 })],
    ['unsupported', new ApiError({ envelope: 'quote', serverCode: -8, serverMessage: '', status: 200 })],
  ])('falls back to the settings where the service has no list (%s)', async (_, error) => {
    const found = await list(
      () => Promise.reject(error),
      () => [
        { id: 'S9', kind: 'simulated' },
        { id: 'L1', kind: 'live' },
      ],
    );
    expect(seen(found).items).toEqual([{ id: 'S9', name: 'S9', kind: 'simulated', markets: [], source: 'settings' }]);
    const none = await list(
      () => Promise.reject(error),
      () => [],
    );
    expect(none).toEqual({ verdict: 'notOffered' });
  });

  it('keeps the other accounts when one cannot be read, and counts it', async () => {
    const page = pageOf([listed('S1')], { unreadable: [badRecord()] });
    const access = new FakeAccess(fakeClient({ beyond: { simulatedAccounts: async () => page } }));
    const found = await listAccounts(access, () => [], 'simulated', options);
    expect(found).toMatchObject({ verdict: 'incomplete', found: [{ id: 'S1' }], gaps: [{ kind: 'unreadable', count: 1, of: 2 }] });
  });

  it('adds configured accounts that the list does not have', async () => {
    const found = await list(
      async () => [listed('S1')],
      () => [{ id: 'S9', kind: 'simulated' }],
    );
    expect(seen(found).items.map(({ id, source }) => [id, source])).toEqual([
      ['S1', 'service'],
      ['S9', 'settings'],
    ]);
  });

  it('does not take a network failure for a missing list', async () => {
    const failure = new TransportError('timed-out', { sent: 'maybe' });
    await expect(
      list(
        () => Promise.reject(failure),
        () => [{ id: 'S9', kind: 'simulated' }],
      ),
    ).rejects.toBe(failure);
  });
});
