import { describe, expect, it } from 'vitest';
import type { AccountWatch } from '../../../../src/app/accounts/accountBook';
import type { Account } from '../../../../src/app/session/accounts/accounts';
import { TransportError } from '../../../../src/service/errors';
import type { OrderRecord } from '../../../../src/service/records';
import type { ServiceClient } from '../../../../src/service/serviceClient';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryFiles } from '../../../support/machine/memoryFiles';
import { orderRecord } from '../../../support/orders/orderFakes';

const ids = ['8001', '8002'];
const away = async (): Promise<never> => Promise.reject(new TransportError('connect-failed', { sent: 'no' }));
const silent = async (): Promise<never> => new Promise(() => undefined);

/** A service with two live accounts, each with one order in one market; answers can be replaced by the test. */
function service(answers: Partial<Pick<ServiceClient['beyond'], 'liveAccounts' | 'orders'>> = {}): ServiceClient {
  return fakeClient({
    beyond: {
      simulatedAccounts: async () => pageOf([]),
      liveAccounts: async () => pageOf(ids.map((id) => ({ id, kind: 'live', title: '', markets: [] }) as const)),
      orders: async ({ accountId, tradeMarket }) =>
        pageOf(tradeMarket === 'HK' ? [orderRecord({ orderId: `OK-${accountId}`, unknown: { token: 'canary-secret' } })] : []),
      ...answers,
    },
  });
}

/** A window that shows orders, with the files that others left. */
async function open(client: ServiceClient, { files = new MemoryFiles(), time = new FakeTime(), choose }: Shown = {}) {
  const access = new FakeAccess(client);
  const books = booksOf({ access, time, files });
  await books.last.load();
  const watch = books.orders.watch({
    maxAgeMs: () => 30_000,
    changed: () => undefined,
    ...(choose === undefined ? {} : { choose }),
  });
  return { access, books, files, time, watch };
}
interface Shown {
  readonly files?: MemoryFiles;
  readonly time?: FakeTime;
  readonly choose?: (accounts: readonly Account[]) => readonly Account[];
}

const idsOf = ({ old }: AccountWatch<OrderRecord>): readonly string[] =>
  old.flatMap((account) => account.old.drawOld((orders) => orders.map(({ orderId }) => orderId)));

async function left(): Promise<{ readonly files: MemoryFiles; readonly time: FakeTime }> {
  const { watch, files, time } = await open(service());
  watch.setOn(true);
  await time.advance(20_000);
  watch.dispose();
  return { files, time };
}

describe('the last known lists of accounts', () => {
  it('are shown before any request, and stay out of the current lists of the book', async () => {
    const { books, watch } = await open(service({ liveAccounts: silent }), await left());
    expect(idsOf(watch)).toEqual(['OK-8001', 'OK-8002']);
    expect(watch.state.accounts).toBeUndefined();
    expect(books.orders.state.accounts).toBeUndefined();
    expect(books.orders.find('8001', 'OK-8001')).toBeUndefined();
    expect(books.orders.take('8001', orderRecord({ orderId: 'OK-8001' }))).toBe(false);
    const asked = books.orders.read({ maxAgeMs: 7 * 24 * 60 * 60_000 }, AbortSignal.timeout(50));
    await expect(asked).rejects.toBeInstanceOf(TransportError);
  });

  it('disappear account by account as these are read', async () => {
    const orders: ServiceClient['beyond']['orders'] = async ({ accountId }) => (accountId === '8002' ? silent() : pageOf([]));
    const { watch, time } = await open(service({ orders }), await left());
    watch.setOn(true);
    await time.advance(2_000);
    expect(idsOf(watch)).toEqual(['OK-8002']);
    expect(watch.state.accounts?.[0]?.updatedAtMs).toBeGreaterThan(0);
  });

  it('stay while the service is down, and are kept for the next window', async () => {
    const files = await left();
    const { watch, time, access } = await open(service({ liveAccounts: away, orders: away }), files);
    watch.setOn(true);
    await time.advance(70_000);
    expect(idsOf(watch)).toEqual(['OK-8001', 'OK-8002']);
    access.answer = service({ orders: away });
    await watch.refresh();
    await time.advance(70_000);
    expect(idsOf(watch)).toEqual(['OK-8001', 'OK-8002']);
    expect(idsOf((await open(service({ liveAccounts: silent }), files)).watch)).toEqual(['OK-8001', 'OK-8002']);
  });

  it('are limited to accounts that are wanted and still exist', async () => {
    const files = await left();
    const choose = (accounts: readonly Account[]): readonly Account[] => accounts.filter(({ id }) => id === '8002');
    expect(idsOf((await open(service({ liveAccounts: silent }), { ...files, choose })).watch)).toEqual(['OK-8002']);
    const { watch, time } = await open(service({ liveAccounts: async () => pageOf([]) }), files);
    watch.setOn(true);
    await time.advance(1_000);
    expect(idsOf(watch)).toEqual([]);
  });

  it('are the same objects as long as they are shown, and hold nothing that is not drawn', async () => {
    const files = await left();
    const { watch } = await open(service({ liveAccounts: silent }), files);
    const rows = (): readonly unknown[] => watch.old.flatMap(({ old }) => old.drawOld((orders) => orders));
    const before = rows();
    expect(rows().every((row, at) => row === before[at])).toBe(true);
    await settle();
    expect([...files.files.texts.values()].join()).not.toContain('canary-secret');
  });
});
