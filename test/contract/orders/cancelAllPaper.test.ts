import type { RunningSandbox } from 'market-desk-sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import { hasEnded } from '../../../src/domain/orders/orderRules';
import { itemsOf } from '../../support/builders/lists';
import { machine } from '../../support/orders/orderDesk';
import type { OrderDesk } from '../../support/orders/orderDesk';
import { checkedPlacement, live } from '../../support/orders/orderFakes';
import { useOrderWorlds } from '../../support/orders/orderWorlds';
import { cancelAllParts } from '../../support/orders/cancelAllParts';
import { cancelAllCommand } from '../../../src/ui/orders/cancel/cancelAllCommand';
import { ticketLists } from '../../../src/ui/orders/ticket/ticketLists';
import { editor } from '../../support/editor/editor';

const worlds = useOrderWorlds(['usual', 'likeLive'], { alwaysOpen: true });
const paperId = (sandbox: RunningSandbox): string => (sandbox === worlds.likeLive ? '281756479864562681' : 'SIM-1001');

/** Places orders a tenth below the market in the paper account. @returns the IDs of all its open orders. */
async function place(desk: OrderDesk, sandbox: RunningSandbox, count: number): Promise<readonly string[]> {
  const accountId = paperId(sandbox);
  const [quote] = await itemsOf(desk.client.beyond.snapshot({ codes: ['HK.00700'] }, live));
  const price = String(Math.round(Number(quote?.lastPrice) * 0.9));
  for (let index = 0; index < count; index += 1) {
    const typed = { qty: '100', price, aux_price: '' };
    const placement = checkedPlacement({ accountId, isPaper: true, market: 1, mark: `#aaaa000${index}`, typed });
    const facts = { code: 'HK.00700', name: 'TENCENT', side: 'BUY', orderType: 'LIMIT', status: '', filled: '', lastError: '' };
    expect(await desk.writer.submit(desk.writer.previewPlace(placement, facts), live)).toMatchObject({ outcome: { kind: 'accepted' } });
  }
  return openIn(desk, sandbox);
}

async function openIn(desk: OrderDesk, sandbox: RunningSandbox): Promise<readonly string[]> {
  const orders = await itemsOf(desk.client.beyond.simulatedOrders({ accountId: paperId(sandbox), market: 1 }, live));
  return orders.filter(({ status }) => !hasEnded(status)).map(({ orderId }) => orderId);
}

async function run(desk: OrderDesk): Promise<void> {
  const failures: unknown[] = [];
  const parts = cancelAllParts(desk, machine);
  await cancelAllCommand(undefined, {
    ...parts,
    // However busy the machine is, the orders of paper accounts arrive in time.
    timers: { after: (ms, callback) => (ms < 3_000 ? { dispose: () => undefined } : parts.timers.after(ms, callback)) },
    access: desk.access,
    sending: desk.sending,
    lists: () => ticketLists(desk.book, () => undefined, desk.paperBook),
    marketOf: (account, order) => desk.paperBook.marketOf(account, order.orderId, order),
    report: (error) => void failures.push(error),
  });
  expect(failures).toEqual([]);
}

const canceled = (sandbox: RunningSandbox): readonly string[] =>
  sandbox.ledger.entries.flatMap(({ method, path }) =>
    method === 'GET' ? [] : (/orders\/([^/]+)(?:\/cancel)?$/.exec(path)?.slice(1) ?? []),
  );

describe.each([
  ['the usual world', () => worlds.usual],
  ['a world like live', () => worlds.likeLive],
] as const)('canceling all open orders of a paper account in %s', (_, world) => {
  beforeEach(() => editor.usually(/paper account/, /^Cancel \d+ Orders?$/));

  const openDesk = async (): Promise<OrderDesk> => worlds.open(world(), ['8001', paperId(world())]);

  it('offers the command marked as paper, asks once, and sends one request for each order, without any setting', async () => {
    const desk = await openDesk();
    const ids = await place(desk, world(), 3);
    expect(ids.length).toBeGreaterThan(2);
    await run(desk);
    const [list] = editor.asked;
    const rows = list?.kind === 'pick' ? list.items() : [];
    expect(rows).toContainEqual(
      expect.objectContaining({
        iconPath: expect.objectContaining({ id: 'note' }),
        description: expect.stringMatching(/^paper account/),
      }),
    );
    expect(rows).toContainEqual(expect.objectContaining({ iconPath: expect.objectContaining({ id: 'account' }) }));
    expect(editor.questions).toHaveLength(1);
    expect(editor.questions[0]).toMatch(/^Cancel all open orders of paper account (SIM-1001|\d+)\?\nSANDBOX, PAPER – no real money/);
    for (const id of ids) expect(editor.questions[0]).toContain(id);
    expect([...canceled(world())].sort()).toEqual([...ids].sort());
    expect(editor.notices).toEqual([`Accepted, not canceled yet: ${ids.length}. Paper account.`]);
    const attempts = (await desk.journal.attempts()).filter(({ action }) => action === 'cancel');
    expect(attempts.map(({ target, state }) => [target.isPaper, state])).toEqual(ids.map(() => [true, 'accepted']));
    expect(new Set(attempts.map(({ root }) => root)).size).toBe(ids.length);
    expect(await openIn(desk, world())).toEqual([]);
  });

  it('goes on after an order whose outcome is unknown, and names that order in full', async () => {
    const desk = await openDesk();
    const ids = await place(desk, world(), 3);
    world().faults.once({ match: { method: 'POST', pattern: /\/cancel$/ }, action: { kind: 'reset', processed: false }, skip: 1 });
    await run(desk);
    expect(new Set(canceled(world()))).toEqual(new Set(ids));
    const states = (await desk.journal.attempts()).filter(({ action }) => action === 'cancel').map(({ state }) => state);
    expect(states.toSorted()).toEqual([...ids.slice(1).map(() => 'accepted'), 'unknown']);
    const [open] = await openIn(desk, world());
    expect(editor.notices.at(-1)).toMatch(/^Not certain: 1\. Accepted, not canceled yet: \d\. BUY [123]00 .* Paper account\.$/);
    expect(editor.notices.at(-1)).toContain(`(${open ?? ''})`);
  });

  it('comes after live accounts in their question while sending is stopped', async () => {
    const desk = await openDesk();
    await place(desk, world(), 1);
    editor.set('orders.allow', 'modify');
    await desk.sending.stop();
    await run(desk);
    // The service has questions about some of the orders.
    expect(editor.questions.filter((question) => question.startsWith('Cancel all'))).toEqual([
      expect.stringMatching(
        /^Cancel all open orders of 2 accounts, sandbox and paper\?\nSANDBOX – no real money\nSandbox account 8001 \(Sandbox Securities\): \d+ orders?\nSANDBOX, PAPER – no real money\nPaper account (SIM-1001|\d+).*: \d+ orders?\n[^]*Cancellations are still sent\./,
      ),
    ]);
    expect(await openIn(desk, world())).toEqual([]);
  });
});
