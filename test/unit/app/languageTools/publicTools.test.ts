import { describe, expect, it } from 'vitest';
import { constituentsTool, hotEventsTool, quotesTool, tradingDaysTool } from '../../../../src/app/languageTools/publicTools';
import { readProposal } from '../../../../src/app/agents/orderProposal';
import { openOrdersTool, positionsTool } from '../../../../src/app/languageTools/accountTools';
import { searchCalendarTool } from '../../../../src/app/languageTools/searchCalendar';
import type { ToolSource } from '../../../../src/app/languageTools/readTool';
import { ApiError, HttpError, InvalidInputError } from '../../../../src/service/errors';
import type { ListedAccount, Position } from '../../../../src/service/records';
import type { ServiceClient } from '../../../../src/service/serviceClient';
import type { ConfiguredAccount } from '../../../../src/app/session/accounts/accounts';
import { booksOf } from '../../../support/builders/books';
import { nothingElse } from '../../../support/builders/tools';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';
import { badRecord, pageOf } from '../../../support/builders/lists';
import { aQuote } from '../../../support/builders/quoteBuilders';

const position: Position = {
  positionId: 'P1',
  side: 'long',
  market: 1,
  symbol: 'HK.00700',
  name: 'TENCENT',
  quantity: '100',
  availableQuantity: '100',
  costPrice: '300',
  averageBuyPrice: '300',
  currentPrice: '310',
  marketValue: '31000',
  profit: '1000',
  profitRatio: '3.33',
  unknown: {},
};

/** Answers only what a test prepares: any other call, including writes, fails the test. */
const from = (client: ServiceClient, signal = new AbortController().signal, configured: readonly ConfiguredAccount[] = []): ToolSource => ({
  ...nothingElse,
  client,
  books: booksOf({ access: new FakeAccess(client), time: new FakeTime(), configured: () => configured }),
  zone: 'Asia/Tokyo',
  nowMs: Date.UTC(2026, 10, 20, 16),
  signal,
});
const listed = (id: string, kind: 'simulated' | 'live'): ListedAccount => ({ id, kind, title: '', markets: [] });
const notOffered = (): Promise<never> => Promise.reject(new HttpError({ status: 404 }));

describe('the tools of a language model', () => {
  it('name a field that is missing, and do not ask for its name', async () => {
    await expect(quotesTool.answer({}, from(fakeClient({})))).rejects.toMatchObject({
      field: 'codes',
      rule: { kind: 'tool-input', expected: 'given' },
    });
  });

  it('use today in the user’s zone for the hot list unless a day is given', async () => {
    const dates: unknown[] = [];
    const client = fakeClient({
      hotCalendar: async ({ date, timeZone }) => {
        dates.push(date, timeZone);
        return pageOf([]);
      },
    });
    expect(await hotEventsTool.answer({}, from(client))).toMatchObject({ events: [], isComplete: true });
    await hotEventsTool.answer({ date: '2026-02-28' }, from(client));
    expect(dates).toEqual(['20261121', 'Asia/Tokyo', '20260228', 'Asia/Tokyo']);
  });

  it('give constituents, trading days of whole months, and quotes', async () => {
    const client = fakeClient({
      plateConstituents: async ({ plateId, limit }) =>
        pageOf([{ code: `${plateId}/${limit}`, unknown: {} }], { hasMore: true, nextKey: 'x', total: 1534 }),
      tradingDays: async ({ market, start, end }) => ({ kind: 'raw', json: JSON.stringify([market, start, end]) }),
      beyond: { snapshot: notOffered },
    });
    expect(await constituentsTool.answer({ plate: 'hk.BK1' }, from(client))).toEqual({
      constituents: [{ code: 'HK.BK1/50', name: undefined }],
      total: 1534,
      isComplete: false,
      missing: ['there is more than is listed here'],
    });
    expect(await tradingDaysTool.answer({ market: 'HK', year: 2028, month: 2 }, from(client))).toEqual({
      kind: 'raw',
      response: ['HK', '2028-02-01', '2028-02-29'],
    });
    expect(await quotesTool.answer({ codes: ['HK.00700'] }, from(client))).toEqual({ notOffered: 'This service doesn’t provide quotes.' });
  });

  it('send no keyword and no market that could carry anything else', async () => {
    const source = from(fakeClient({}));
    await expect(searchCalendarTool.answer({ keyword: 'x'.repeat(61) }, source)).rejects.toThrow(InvalidInputError);
    for (const market of ['HK?secret=1', 'hk', 'THIRTEENCHARS', 'H K'])
      await expect(tradingDaysTool.answer({ market, year: 2028, month: 2 }, source)).rejects.toThrow(InvalidInputError);
  });

  it('ask the user before they show accounts, and only then', () => {
    expect([positionsTool, openOrdersTool].map(({ isPersonal }) => isPersonal)).toEqual([true, true]);
    expect([searchCalendarTool, hotEventsTool, constituentsTool, tradingDaysTool, quotesTool].map(({ isPersonal }) => isPersonal)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('read every account, using the settings when the service lists none', async () => {
    const client = fakeClient({
      simulatedPositions: async () => pageOf([position]),
      beyond: { simulatedAccounts: notOffered, liveAccounts: notOffered, livePositions: notOffered, orders: notOffered },
    });
    const source = from(client, undefined, [
      { id: 'S1', kind: 'simulated' },
      { id: '8001', kind: 'live' },
    ]);
    expect(await positionsTool.answer({}, source)).toMatchObject({
      accounts: [
        { accountId: 'S1', kind: 'simulated', asOf: '2026-01-05T12:00:00.000Z', positions: [{ symbol: 'HK.00700', profitRatio: '3.33' }] },
        { accountId: '8001', kind: 'live', notOffered: 'This service does not offer this list.' },
      ],
    });
    expect(await openOrdersTool.answer({}, source)).toMatchObject({
      accounts: [
        { accountId: '8001', kind: 'live', isComplete: false, notOffered: 'This service does not offer this list.' },
        { accountId: 'S1', kind: 'simulated', isComplete: false, notOffered: 'This service does not offer this list.' },
      ],
    });
  });

  it('say which account, market, or record is missing, and return the rest', async () => {
    const refused = new HttpError({ status: 429 });
    const client = fakeClient({
      simulatedPositions: async ({ accountId }) =>
        accountId === 'S2' ? Promise.reject(refused) : pageOf([position], { unreadable: [badRecord()] }),
      beyond: {
        simulatedAccounts: async () => pageOf([listed('S1', 'simulated'), listed('S2', 'simulated')]),
        liveAccounts: async () => Promise.reject(refused),
        orders: async ({ tradeMarket }) => (tradeMarket === 'US' ? Promise.reject(refused) : pageOf([])),
      },
    });
    expect(await positionsTool.answer({}, from(client))).toMatchObject({
      accounts: [
        { accountId: 'S1', isComplete: false, positions: [{ symbol: 'HK.00700' }], missing: ['1 of 2 records could not be read'] },
        { accountId: 'S2', isComplete: false, missing: ['page 1 could not be read: HTTP 429'] },
      ],
      accountLists: [
        { kind: 'simulated', isComplete: true },
        { kind: 'live', isComplete: false },
      ],
    });
    expect(await openOrdersTool.answer({}, from(client))).toMatchObject({
      accountLists: [
        { kind: 'live', isComplete: false },
        { kind: 'simulated', isComplete: true },
      ],
    });
    const source = { ...from(fakeClient({ beyond: { ...client.beyond, liveAccounts: async () => pageOf([listed('8001', 'live')]) } })) };
    expect(await openOrdersTool.answer({}, source)).toMatchObject({
      accounts: [
        { accountId: '8001', orders: [], isComplete: false, missing: ['US: page 1 could not be read: HTTP 429'] },
        { accountId: 'S1', isComplete: false },
        { accountId: 'S2', isComplete: false },
      ],
    });
  });

  it('never read a live account with the call for simulated ones', async () => {
    const failed = new ApiError({ envelope: 'quote', serverCode: -5, serverMessage: 'rpc', status: 200 });
    const client = fakeClient({
      simulatedPositions: async () => pageOf<Position>([]),
      beyond: {
        simulatedAccounts: notOffered,
        liveAccounts: async () => pageOf([{ ...listed('8001', 'live'), markets: [1] }]),
        livePositions: async () => Promise.reject(failed),
      },
    });
    expect(await positionsTool.answer({}, from(client))).toMatchObject({ accounts: [{ accountId: '8001', isComplete: false }] });
  });

  it('name the codes without a quote', async () => {
    const client = fakeClient({ beyond: { snapshot: async () => pageOf([aQuote('HK.1')]) } });
    expect(await quotesTool.answer({ codes: ['HK.1', 'HK.2'] }, from(client))).toMatchObject({
      isComplete: true,
      quotes: [{ code: 'HK.1' }],
      withoutQuote: ['HK.2'],
    });
  });

  it.each([
    [searchCalendarTool, { keyword: '  ' }, 'keyword'],
    [searchCalendarTool, { keyword: 'CPI', type: 'toString' }, 'type'],
    [searchCalendarTool, null, 'input'],
    [hotEventsTool, { date: '2026-02-30' }, 'date'],
    [hotEventsTool, { date: '20260220' }, 'date'],
    [constituentsTool, { plate: 'BK1000' }, 'plate'],
    [constituentsTool, { plate: 'HK.BK1000', limit: 0 }, 'limit'],
    [tradingDaysTool, { market: 'HK', year: 2026, month: 13 }, 'month'],
    [quotesTool, { codes: [] }, 'codes'],
    [quotesTool, { codes: [7] }, 'codes.0'],
  ])('reject invalid input before anything is sent', async (tool, input, field) => {
    const refused = tool.answer(input, from(fakeClient()));
    await expect(refused).rejects.toBeInstanceOf(InvalidInputError);
    await expect(refused).rejects.toMatchObject({ field });
  });
});

describe('a proposal of a model about an order', () => {
  it('is read as text, field by field, for each of three actions', () => {
    expect(readProposal({ accountId: '8001', orderId: ' OK-1 ', price: '12.5', extra: true })).toEqual({
      action: 'change',
      accountId: '8001',
      orderId: 'OK-1',
      price: '12.5',
    });
    const order = { accountId: '8001', symbol: 'HK.00700', side: 'buy', qty: '100', orderId: 'OK-1', confirmed: true };
    expect(readProposal({ ...order, action: 'new' })).toEqual({
      action: 'new',
      ...{ accountId: '8001', symbol: 'HK.00700', side: 'BUY', qty: '100' },
    });
    expect(readProposal({ ...order, action: 'cancel' })).toEqual({ action: 'cancel', accountId: '8001', orderId: 'OK-1' });
  });

  it.each([
    [{ accountId: '8001' }],
    [{ accountId: '', orderId: 'OK-1' }],
    [{ accountId: '8001', orderId: 'OK-1', qty: 400 }],
    [{ action: 'send', accountId: '8001', orderId: 'OK-1' }],
    [{ action: 'new', accountId: '8001', symbol: 'HK.00700' }],
    [{ action: 'cancel', accountId: '8001', symbol: 'HK.00700' }],
    ['OK-1'],
  ])('is refused when it is malformed: %j', (input) => {
    expect(() => readProposal(input)).toThrow(InvalidInputError);
  });
});
