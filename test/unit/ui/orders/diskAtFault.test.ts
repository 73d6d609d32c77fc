import { describe, expect, it } from 'vitest';
import { TicketDesk } from '../../../../src/app/orders/ticket/ticketDesk';
import { emptyTicket, withOrder } from '../../../../src/app/orders/ticket/ticket';
import { pageOf } from '../../../support/builders/lists';
import { settle } from '../../../support/machine/fakeTime';
import { live, MemoryJournalFiles, MemoryLocks, orderDesk, orderRecord } from '../../../support/orders/orderFakes';
import { OutcomeUi } from '../../../../src/ui/orders/outcomeUi';
import { orderNews } from '../../../support/orders/orderNews';
import { editor } from '../../../support/editor/editor';
import { unlimited } from '../../../support/orders/unlimited';

/** An error as the runtime reports it. */
const systemError = (code: string, what: string, path?: string): Error =>
  Object.assign(new Error(`${code}: ${what}`), { code, syscall: 'open', ...(path === undefined ? {} : { path }) });
const full = systemError('ENOSPC', 'no space left on device, write');
const readOnly = systemError('EROFS', 'read-only file system, open', 'x');
const denied = systemError('EACCES', 'permission denied, open', 'x');
const failing = systemError('EIO', 'i/o error, write');

class BrokenFiles extends MemoryJournalFiles {
  constructor(private readonly failure: Error) {
    super();
  }

  override async append(): Promise<void> {
    return Promise.reject(this.failure);
  }
}

class BrokenLocks extends MemoryLocks {
  constructor(private readonly failure: Error) {
    super();
  }

  override async tryAcquire(): Promise<never> {
    return Promise.reject(this.failure);
  }
}

/** Another window holds the journal. */
class BusyLocks extends MemoryLocks {
  override async acquire(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/** Confirms a change. @returns what the user was told, and how many changes the service received. */
async function send(shared: Parameters<typeof orderDesk>[0]): Promise<{ readonly told: string; readonly changes: number }> {
  const parts = orderDesk(shared);
  const order = orderRecord({ quantity: '100', price: '12.30' });
  let changes = 0;
  parts.client.orderDetails = async () => pageOf([order]);
  parts.client.orders = async () => pageOf([]);
  parts.client.answers = [async () => ((changes += 1), { kind: 'accepted', orderId: 'OK-1' })];
  const ui = new OutcomeUi({
    writer: parts.writer,
    links: { open: async () => true },
    news: orderNews(),
    showUnresolved: () => undefined,
    findAttempt: async () => undefined,
    readBack: async () => undefined,
    decline: async () => undefined,
    showDamage: async () => undefined,
    isPrivate: () => false,
    usesApiKey: () => false,
  });
  const desk = new TicketDesk({ ...parts, limits: () => unlimited });
  const ticket = withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', order);
  const filled = { ...ticket, exchange: 'SEHK', orderType: 'LIMIT', securityType: 'STOCK', latestRoot: null };
  const opened = desk.review({ ...filled, typed: { qty: '200', price: '12.34' } }, live);
  if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
  await ui.send(opened.review, live);
  await settle();
  return { told: editor.told.join('\n'), changes };
}

describe('an order that is not sent because of this machine’s disk', () => {
  it.each([
    [full, 'The disk is full.'],
    [readOnly, 'The disk is read-only.'],
    [denied, 'Market Desk isn’t allowed to write to the disk.'],
    [failing, 'The disk can’t be used (EIO).'],
  ])('names the disk, and neither the service nor the sign-in, when the journal meets %s', async (failure, why) => {
    const { told, changes } = await send({ files: new BrokenFiles(failure) });
    expect(told).toBe(`Nothing was sent: BUY Tencent (OK-1). Market Desk can’t write to the order journal. ${why}`);
    expect(told).not.toMatch(/service|sign|network|went wrong/i);
    expect(changes).toBe(0);
  });

  it('names the disk when the lock of the order cannot be written', async () => {
    const { told, changes } = await send({ locks: new BrokenLocks(full) });
    expect(told).toBe('Nothing was sent: BUY Tencent (OK-1). Market Desk can’t write to the disk. The disk is full.');
    expect(changes).toBe(0);
  });

  it('names the other window, and not the disk, when that window holds the journal', async () => {
    const { told, changes } = await send({ locks: new BusyLocks() });
    expect(told).toBe('Nothing was sent: BUY Tencent (OK-1). Another window is using the order journal.');
    expect(changes).toBe(0);
  });
});
