import { describe, expect, it } from 'vitest';
import { OwnFills } from '../../../../src/app/security/ownFills';
import { historyRange } from '../../../../src/domain/time/historyRange';
import { liveAccounts, simulatedAccounts } from '../../../../src/service/endpoints/accounts/accounts';
import { HttpError } from '../../../../src/service/errors';
import type { ListedAccount } from '../../../../src/service/records';
import type { ListPage } from '../../../../src/service/schema/page';
import type { BeyondClient } from '../../../../src/service/serviceClient';
import { fillsView } from '../../../../src/ui/security/fillsView';
import { parseAmount } from '../../../../src/domain/values/amount';
import type { FillRecord } from '../../../../src/service/endpoints/tradingRecords';
import type { HeldIn } from '../../../../src/ui/security/fillsView';
import { aFill } from '../../../support/builders/fillBuilders';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const symbol = 'HK.00700';
const none = 'Your fills of the last 90 days: 0';
const { signal } = new AbortController();

const accountOf = (kind: ListedAccount['kind'], id: string, markets: readonly number[] = []): ListedAccount => ({
  ...{ id, kind, markets, title: '' },
});
const refuse =
  (route: string, status = 404) =>
  async (): Promise<never> => {
    throw new HttpError({ status, request: { method: 'GET', route } });
  };
const empty = async (): Promise<ListPage<never>> => pageOf<never>([]);

const holds = (quantity: string | undefined, currency?: string): ReturnType<HeldIn> =>
  quantity === undefined ? undefined : { quantity: parseAmount(quantity) ?? 0n, currency };

function setUp(beyond: Partial<BeyondClient>) {
  const time = new FakeTime();
  const lists = { simulatedAccounts: empty, liveAccounts: empty, orderFills: empty, fillHistory: empty, simulatedOrderHistory: empty };
  const books = booksOf({ access: new FakeAccess(fakeClient({ beyond: { ...lists, ...beyond } })), time });
  const fills = new OwnFills({ parts: books.parts, symbol, changed: () => undefined });
  const range = historyRange({ kind: 'days', days: 90 }, 'UTC', time.wallMs());
  if (range === undefined) throw new Error('no range');
  return {
    listAccounts: async () => books.directory.read(['live', 'simulated'], { maxAgeMs: 0 }, signal),
    read: async () => fills.read(range),
    notes: () => fillsView(fills.state, symbol, false).notes,
    view: (held: HeldIn) => fillsView(fills.state, symbol, false, { held }),
  };
}

describe('the notes on the user’s fills beside a chart', () => {
  it('say that fills are loading until all accounts and their lists are read, and only then how many there are', async () => {
    let answer: (page: ListPage<never>) => void = () => undefined;
    const { listAccounts, read, notes } = setUp({
      liveAccounts: async () => pageOf([accountOf('live', '8001')]),
      fillHistory: async () => new Promise((resolve) => (answer = resolve)),
    });
    await read();
    expect(notes()).toEqual(['Loading your fills…']);
    await listAccounts();
    expect(notes()).toEqual(['Loading your fills…']);
    const reading = read();
    await settle();
    expect(notes()).toEqual(['Loading your fills…']);
    answer(pageOf<never>([]));
    await reading;
    expect(notes()).toEqual([none]);
  });

  it('give no number when the accounts could not be listed, and say why', async () => {
    const { listAccounts, read, notes } = setUp({ liveAccounts: refuse('/accounts', 500), simulatedAccounts: refuse('/accounts', 500) });
    await listAccounts();
    await read();
    expect(notes()).toEqual([expect.stringMatching(/^Accounts may be missing: /)]);
  });

  it('say that fills may be more where some accounts could not be listed', async () => {
    const { listAccounts, read, notes } = setUp({
      liveAccounts: async () => pageOf([accountOf('live', '8001')]),
      simulatedAccounts: refuse('/accounts', 500),
    });
    await listAccounts();
    await read();
    expect(notes()).toEqual([none, expect.stringMatching(/^Accounts may be missing: /)]);
  });

  it('say that the service lists no accounts', async () => {
    const { listAccounts, read, notes } = setUp({
      liveAccounts: refuse(liveAccounts.route),
      simulatedAccounts: refuse(simulatedAccounts.route),
    });
    await listAccounts();
    await read();
    expect(notes()).toEqual(['This service doesn’t list accounts, so there are no fills to mark.']);
  });

  it('name paper accounts whose market is unknown, and count nothing if there are no others', async () => {
    const { listAccounts, read, notes } = setUp({ simulatedAccounts: async () => pageOf([accountOf('simulated', 'SIM-1')]) });
    await listAccounts();
    await read();
    expect(notes()).toEqual(['The service doesn’t say which market a paper account trades, so its orders can’t be listed.']);
  });

  it('count the fills of somebody who has no accounts', async () => {
    const { listAccounts, read, notes } = setUp({});
    await listAccounts();
    await read();
    expect(notes()).toEqual([none]);
  });

  it('say what the fills realized only if it is known what was held before, and what is not part of it', async () => {
    const fill = (at: number, side: string, quantity: string, price: string): FillRecord =>
      aFill({ dealId: String(at), code: symbol, side, quantity, price, createdAt: `${String(at)}000000` });
    const { listAccounts, read, view } = setUp({
      liveAccounts: async () => pageOf([accountOf('live', '8001')]),
      fillHistory: async () => pageOf([fill(1_700_000_001, 'BUY', '100', '10'), fill(1_700_000_002, 'SELL', '150', '15')]),
    });
    await listAccounts();
    await read();
    const realized = (held: string | undefined) => view(() => holds(held)).notes.filter((note) => !note.startsWith('Your fills'));
    expect(realized(undefined)).toEqual([]);
    expect(realized('20')).toEqual([
      'Realized in 90 days, calculated first in, first out, without fees: +400.00 HKD',
      'Not in it, because it was opened before: 70',
    ]);
    expect(realized('-50')).toEqual(['Realized in 90 days, calculated first in, first out, without fees: +500.00 HKD']);
  });

  it('count fills whose IDs count within their orders', async () => {
    const of = (orderId: string, side: string, price: string): FillRecord => aFill({ dealId: '1', orderId, code: symbol, side, price });
    const { listAccounts, read, view } = setUp({
      liveAccounts: async () => pageOf([accountOf('live', '8001')]),
      fillHistory: async () => pageOf([of('A', 'BUY', '10'), of('B', 'SELL', '15')]),
    });
    await listAccounts();
    await read();
    expect(view(() => holds('0')).notes).toEqual([
      'Your fills of the last 90 days: 2',
      'Realized in 90 days, calculated first in, first out, without fees: +500.00 HKD',
    ]);
  });

  it.each([
    ['time', { createdAt: '' }],
    ['price', { price: '0' }],
    ['quantity', { quantity: '' }],
    ['security', { code: '' }],
  ])('say that fills may be missing if one has no %s, and sum nothing', async (_, lacking) => {
    const of = (dealId: string, change: Partial<FillRecord>): FillRecord => aFill({ dealId, code: symbol, ...change });
    const { listAccounts, read, view } = setUp({
      liveAccounts: async () => pageOf([accountOf('live', '8001')]),
      orderFills: async () => pageOf([of('1', {}), of('2', { side: 'SELL', price: '600' }), of('3', lacking)]),
    });
    await listAccounts();
    await read();
    const { notes } = view(() => holds('0'));
    expect(notes.filter((note) => note.startsWith('Realized'))).toEqual([]);
    expect(notes.at(-1)).toBe('Fills may be missing: Records without a time, a price, or a security: 1.');
  });

  it.each([
    ['of the fills', 'USD', undefined, ['+500.00 USD']],
    ['of the position', '', 'USD', ['+500.00 USD']],
    ['of the market', '', undefined, ['+500.00 HKD']],
    ['of no sum, if two are stated', 'HKD', 'USD', []],
  ])('name what was realized in the currency %s', async (_, currency, ofPosition, expected) => {
    const of = (dealId: string, side: string, price: string): FillRecord => aFill({ dealId, code: symbol, side, price, currency });
    const { listAccounts, read, view } = setUp({
      liveAccounts: async () => pageOf([accountOf('live', '8001')]),
      fillHistory: async () => pageOf([of('1', 'BUY', '10'), of('2', 'SELL', '15')]),
    });
    await listAccounts();
    await read();
    const { notes } = view(() => holds('0', ofPosition));
    expect(notes.flatMap((note) => (note.startsWith('Realized') ? [note.split(': ').at(-1)] : []))).toEqual(expected);
  });

  it('name no amount after a possible split', async () => {
    const of = (at: number, side: string, quantity: string, price: string): FillRecord =>
      aFill({ dealId: String(at), code: symbol, side, quantity, price, createdAt: `${String(at)}000000` });
    const { listAccounts, read, view } = setUp({
      liveAccounts: async () => pageOf([accountOf('live', '8001')]),
      fillHistory: async () => pageOf([of(1_700_000_001, 'BUY', '100', '1000'), of(1_700_000_002, 'SELL', '1000', '100')]),
    });
    await listAccounts();
    await read();
    expect(view(() => holds('0')).notes).toEqual([
      'Your fills of the last 90 days: 2',
      'What was realized in 90 days isn’t known: there may have been a split between the fills.',
    ]);
  });
});
