import { beforeEach, describe, expect, it } from 'vitest';
import { AccountSubject } from '../../../../../src/app/orders/ticket/ticket';
import type { Account, AccountKind } from '../../../../../src/app/session/accounts/accounts';
import { listOf, notOffered } from '../../../../../src/service/lists/list';
import type { List } from '../../../../../src/service/lists/list';
import { HttpError } from '../../../../../src/service/errors';
import type { OrderRecord } from '../../../../../src/service/records';
import { settle } from '../../../../support/machine/fakeTime';
import { orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { cancelAllParts } from '../../../../support/orders/cancelAllParts';
import { ModelNode } from '../../../../../src/ui/platform/trees/treeModel';
import { cancelAllCommand } from '../../../../../src/ui/orders/cancel/cancelAllCommand';
import { editor } from '../../../../support/editor/editor';

const account = (id: string, kind: AccountKind, markets = [100]): Account => ({ id, name: id, kind, markets, source: 'service' });
const liveAccount = account('8001', 'live');
const paper = account('S-1', 'simulated');
const order = orderRecord({ orderId: 'OK-1' });
const paperOrder = orderRecord({ orderId: 'P-1', code: '00700', securityType: '' });

interface World {
  readonly accounts?: readonly Account[];
  readonly orders?: (account: Pick<Account, 'kind' | 'id'>) => List<OrderRecord>;
  /** Instead of {@link orders}: when they are there. */
  readonly soon?: (account: Pick<Account, 'kind' | 'id'>) => Promise<List<OrderRecord>>;
  readonly market?: (orderId: string) => number | undefined;
  readonly isStopped?: boolean;
  readonly isPrivate?: boolean;
  readonly row?: unknown;
}

const each = ({ kind }: Pick<Account, 'kind'>): List<OrderRecord> => listOf([kind === 'live' ? order : paperOrder]);

/** Runs the command; questions are closed. @returns what was reported, and how many requests were sent for live and paper orders. */
async function run(world: World = {}): Promise<{ readonly reported: readonly unknown[]; readonly sent: readonly number[] }> {
  const { accounts = [liveAccount, paper], orders = each, market = () => 100, isStopped = false, isPrivate = false, row } = world;
  const { soon = async (of: Pick<Account, 'kind' | 'id'>) => orders(of) } = world;
  const desk = orderDesk();
  const reported: unknown[] = [];
  await cancelAllCommand(row, {
    ...cancelAllParts(desk, desk.clock, () => isPrivate),
    access: desk.access,
    sending: { isStopped },
    lists: () => ({
      accountsOf: async (kinds) => listOf(accounts.filter(({ kind }) => kinds.includes(kind))),
      soon: async (of) => ({ list: await soon(of), asOfMs: undefined }),
      newest: async (of) => orders(of),
    }),
    marketOf: (_, { orderId }) => market(orderId),
    report: (error) => void reported.push(error),
  });
  await settle();
  return { reported, sent: [desk.client.canceled.length, desk.client.canceledPaper.length] };
}

const noneListed = 'No open orders. Option and multi-leg orders may be missing: services can leave them out of their lists.';
const ofPaper = /^Cancel all open orders of paper account S-1\?\nPAPER – no real money\nAccount S-1 .*\nBUY .* P-1$/s;

const lists = () => editor.lists.map((rows) => rows.map(({ label, description }) => `${label} | ${description}`));

beforeEach(() => editor.set('orders.allow', 'modify'));

describe('Cancel All Open Orders', () => {
  it('offers live and paper accounts, and needs no setting for a paper account', async () => {
    editor.usually('S-1');
    await run();
    expect(lists()).toEqual([['8001 | LIVE account', 'S-1 | paper account']]);
    expect(editor.questions).toEqual([expect.stringMatching(ofPaper)]);
    expect(editor.notices).toEqual([]);
  });

  it('asks about a live account as by default it may', async () => {
    editor.usually('8001');
    await run();
    expect(editor.questions).toEqual([expect.stringMatching(/^Cancel all open orders of live account 8001\?\nLIVE – REAL MONEY/)]);
  });

  it('uses the account of a row without a choice', async () => {
    await run({ row: new ModelNode({ id: 'S-1', face: '', subject: new AccountSubject(paper), item: () => ({}) }) });
    expect(lists()).toEqual([]);
    expect(editor.questions).toEqual([expect.stringMatching(ofPaper)]);
  });

  it('names orders whose market isn’t known, and sends nothing for them', async () => {
    editor.usually('S-1');
    const orders = (): List<OrderRecord> => listOf([paperOrder, orderRecord({ orderId: 'P-2' })]);
    await run({ orders, market: (id) => (id === 'P-1' ? 100 : undefined) });
    const [detail = ''] = editor.questions;
    expect(detail).toMatch(/Stays open: BUY .* P-2\. Its market in the paper account isn’t known\..*P-1/s);
    await run({ orders, market: () => undefined });
    expect(editor.notices).toEqual([expect.stringMatching(/^Stays open: BUY .* P-1\. .* Stays open: BUY .* P-2\. /)]);
  });

  it.each(['..', ''])('names an order whose ID can’t be sent (“%s”), and asks about the others', async (orderId) => {
    editor.usually('S-1');
    expect((await run({ orders: () => listOf([{ ...paperOrder, orderId }, paperOrder]) })).reported).toEqual([]);
    expect(editor.questions).toEqual([expect.stringMatching(/^Cancel all .*\nStays open: BUY .*order_id: .*\nBUY .* P-1$/s)]);
  });

  it('says why the orders of a paper account aren’t known', async () => {
    editor.usually('S-1');
    await run({ orders: () => notOffered });
    await run({ accounts: [liveAccount, account('S-1', 'simulated', [])] });
    expect(editor.notices).toEqual([
      'This service doesn’t list orders of paper accounts.',
      'The market of this paper account isn’t known.',
    ]);
  });
});

describe('Cancel All Open Orders while sending is stopped', () => {
  it('asks one question with the count of each account, live ones first', async () => {
    const orders: World['orders'] = (of) => listOf(of.kind === 'live' ? [order, orderRecord({ orderId: 'OK-2' })] : [paperOrder]);
    await run({ accounts: [paper, liveAccount], isStopped: true, orders });
    const [question = ''] = editor.questions;
    expect(editor.questions).toHaveLength(1);
    expect(question.split('\n').map((line) => line.replace(/BUY .* · /, '… '))).toEqual([
      'Cancel all open orders of 2 accounts, live and paper?',
      'LIVE – REAL MONEY',
      'Live account 8001: 2 orders',
      'PAPER – no real money',
      'Paper account S-1: 1 order',
      expect.stringMatching(/\./),
      'Option and multi-leg orders may be missing: services can leave them out of their lists.',
      '8001: … OK-1',
      '8001: … OK-2',
      'S-1 (paper account): … P-1',
    ]);
    expect(lists()).toEqual([]);
  });

  it('sends all requests after that one question, and tells the result once', async () => {
    editor.usually(/^Cancel \d+ Orders?$/);
    const { sent } = await run({ accounts: [paper, liveAccount], isStopped: true });
    expect([editor.questions.length, sent]).toEqual([1, [1, 1]]);
    expect(editor.notices).toEqual(['Accepted, not canceled yet: 2.']);
  });

  it('does not wait for orders of paper accounts, and says first that they stay', async () => {
    const soon: World['soon'] = async (of) => (of.kind === 'live' ? each(of) : new Promise(() => undefined));
    await run({ accounts: [paper, liveAccount], isStopped: true, soon });
    expect(editor.questions).toEqual([
      expect.stringMatching(
        /^Cancel all open orders of live account 8001\?.*S-1 \(paper account\): The open orders couldn’t be loaded in time: they stay open\..*OK-1$/s,
      ),
    ]);
  });

  it('asks nothing while order changes are turned off', async () => {
    editor.set('orders.allow', 'nothing');
    await run({ isStopped: true });
    expect([editor.questions, editor.notices]).toEqual([[], ['Order changes are turned off in your order limits.']]);
  });

  it('says once that no order is open, and in which account something isn’t known', async () => {
    await run({ isStopped: true, orders: () => listOf([]) });
    expect(editor.notices).toEqual([noneListed]);
    editor.messages.length = 0;
    await run({ isStopped: true, orders: () => notOffered });
    expect(editor.notices).toEqual([
      '8001: This service doesn’t list orders: check with your broker what is open. S-1 (paper account): This service doesn’t list orders of paper accounts.',
    ]);
    editor.messages.length = 0;
    await run({ accounts: [liveAccount, account('8002', 'live')], isStopped: true, orders: () => notOffered });
    expect(editor.notices).toEqual([
      expect.stringMatching(/^8001: This service doesn’t list orders: .* 8002: This service doesn’t list orders: /),
    ]);
    editor.messages.length = 0;
    await run({ isStopped: true, isPrivate: true, orders: () => notOffered });
    expect(editor.notices.join()).not.toMatch(/8001|S-1/);
  });

  it('asks one question about all live accounts, which says first what one of them couldn’t show', async () => {
    const accounts = [liveAccount, account('8002', 'live'), account('8003', 'live')];
    const orders: World['orders'] = ({ id }) => {
      if (id === '8002') throw new HttpError({ status: 500 });
      return listOf([orderRecord({ orderId: `OK-${id}` })]);
    };
    await run({ accounts, isStopped: true, orders });
    expect(editor.questions).toEqual([
      expect.stringMatching(/^Cancel all open orders of 2 accounts\?.*8002: The open orders couldn’t be loaded.*OK-8001.*OK-8003$/s),
    ]);
  });

  it('asks about the others when an account can’t be read, and says so', async () => {
    const failed = new HttpError({ status: 500 });
    const orders: World['orders'] = (of) => {
      if (of.kind === 'live') throw failed;
      return each(of);
    };
    await run({ isStopped: true, orders });
    expect(editor.questions).toEqual([
      expect.stringMatching(/^Cancel all open orders of paper account S-1\?.*\n8001: The open orders couldn’t be loaded\. .*P-1$/s),
    ]);
    expect(editor.notices).toEqual([]);
  });

  it('does not mention paper accounts when there are none', async () => {
    await run({ accounts: [liveAccount], isStopped: true, orders: () => listOf([]) });
    expect(editor.notices).toEqual([noneListed]);
  });
});
