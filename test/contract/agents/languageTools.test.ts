import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountNames } from '../../../src/app/agents/accountNames';
import { fillsTool, openOrdersTool, orderChangesTool, positionsTool } from '../../../src/app/languageTools/accountTools';
import { candlesTool, indicatorHistoryTool, watchlistTool } from '../../../src/app/languageTools/marketTools';
import type { ReadTool, ToolSource } from '../../../src/app/languageTools/readTool';
import type { Attempt } from '../../../src/domain/orders/orderAttempts';
import { booksOf } from '../../support/builders/books';
import { nothingElse } from '../../support/builders/tools';
import { FakeAccess } from '../../support/fakeAccess';
import { openClient } from '../../support/network/clientHarness';
import type { ClientAndSandbox } from '../../support/network/clientHarness';
import { machine } from '../../support/orders/orderDesk';
import { worlds } from '../../support/sandbox/worlds';

const { signal } = new AbortController();

/** A change of order OK-1 as the journal has it. */
const attempt: Attempt = {
  root: 'r1',
  action: 'modify',
  startedAt: '2026-11-20T09:00:00.000Z',
  endedAt: '2026-11-20T09:00:01.000Z',
  target: { service: 'http://127.0.0.1:1', isSandbox: true, accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' },
  body: '{"qty":"200"}',
  fields: [],
  order: undefined,
  session: '',
  state: 'rejected',
  outcome: { kind: 'refused', errcode: -1200, errmsg: 'no' },
  resolution: undefined,
  followed: undefined,
  requests: 1,
};

describe.each(worlds)('the tools for programs, %s', (world, options) => {
  let held: ClientAndSandbox;
  let source: ToolSource;
  const ask = async (tool: ReadTool, input: object, changes: Partial<ToolSource> = {}): Promise<Record<string, unknown>> =>
    (await tool.answer(input, { ...source, ...changes })) as Record<string, unknown>;

  beforeAll(async () => {
    held = await openClient('bearer', { sandbox: options });
  });
  beforeEach(() => {
    held.sandbox.reset();
    const access = new FakeAccess(held.client);
    const books = booksOf({ access, time: machine, configured: () => [{ id: '8001', kind: 'live' }] });
    source = { ...nothingElse, client: held.client, books, zone: 'Asia/Hong_Kong', nowMs: Date.now(), signal };
  });
  afterAll(async () => held.close());

  it('give the releases of one indicator, and name the others that the keyword finds', async () => {
    const { indicator, releases, otherIndicators } = await ask(indicatorHistoryTool, { keyword: 'CPI', limit: 3 });
    expect(indicator).toMatchObject({ text: expect.stringContaining('CPI') });
    const texts = (releases as readonly { readonly text: string; readonly country: string }[]).map(({ country }) => country);
    expect(texts).toHaveLength(3);
    expect(new Set(texts).size).toBe(1);
    expect((otherIndicators as readonly unknown[]).length).toBeGreaterThan(0);
    expect(await ask(indicatorHistoryTool, { keyword: 'no such indicator' })).toEqual({ releases: [], isComplete: true });
  });

  it('give the newest candles, or say that there are none', async () => {
    const answer = await ask(candlesTool, { code: 'HK.00700', limit: 5 });
    if (world === 'strict') expect(answer).toHaveProperty('notOffered');
    else {
      const candles = answer['candles'] as readonly { readonly time: number; readonly close: string }[];
      expect(candles).toHaveLength(5);
      expect(candles.map(({ time }) => time)).toEqual(candles.map(({ time }) => time).toSorted((a, b) => a - b));
      expect(typeof candles[0]?.close).toBe('string');
    }
    await expect(ask(candlesTool, { code: 'HK.00700', period: '2m' })).rejects.toThrow();
  });

  it('give fills of each live account, or say that the service has no list of them', async () => {
    for (const days of [1, 7]) {
      const { accounts } = await ask(fillsTool, { days });
      expect(accounts).toEqual([
        expect.objectContaining({
          accountId: '8001',
          kind: 'live',
          ...(world === 'strict' ? { notOffered: expect.any(String) } : { isComplete: true, fills: expect.any(Array) }),
        }),
      ]);
    }
  });

  it('give orders of live and paper accounts, each account with its kind', async () => {
    const { accounts, accountLists } = await ask(openOrdersTool, {});
    const told = accounts as readonly { readonly kind: string; readonly orders?: readonly object[] }[];
    if (world === 'strict') expect(told.filter(({ orders }) => orders !== undefined)).toEqual([]);
    else {
      expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['live', 'simulated']));
      expect(told.every(({ orders }) => orders !== undefined)).toBe(true);
    }
    expect(accountLists).toMatchObject([{ kind: 'live' }, { kind: 'simulated' }]);
  });

  it('give changes from the journal, latest first, and the watchlist', async () => {
    const attempts = async () => [attempt, { ...attempt, root: 'r2', target: { ...attempt.target, orderId: 'OK-2' } }];
    const { changes, isComplete } = await ask(orderChangesTool, { limit: 1 }, { attempts });
    expect([changes, isComplete]).toEqual([[expect.objectContaining({ orderId: 'OK-2', state: 'rejected', account: '8001' })], false]);
    expect((await ask(orderChangesTool, { orderId: 'OK-1' }, { attempts }))['changes']).toHaveLength(1);
    const watchlist = () => [{ id: 'g', name: 'Tech', symbols: ['HK.00700'], isCollapsed: false }];
    expect(await ask(watchlistTool, {}, { watchlist })).toEqual({ groups: [{ name: 'Tech', symbols: ['HK.00700'] }] });
  });

  it('identify accounts without their numbers, the same in every answer', async () => {
    const accounts = new AccountNames(
      () => [],
      () => '',
    );
    const answers = [
      await ask(positionsTool, {}, { accounts }),
      await ask(openOrdersTool, {}, { accounts }),
      await ask(fillsTool, {}, { accounts }),
      await ask(orderChangesTool, {}, { accounts, attempts: async () => [attempt] }),
    ];
    const text = JSON.stringify(answers);
    const listed = (answers[1]?.['accounts'] as readonly { readonly accountId: string }[])[0]?.accountId ?? '';
    expect(listed).toMatch(/^live-\d$/);
    expect(accounts.accountOf(listed)).toEqual({ kind: 'live', id: '8001' });
    expect(accounts.accountOf('8001')).toBeUndefined();
    expect(answers[3]).toMatchObject({ changes: [{ account: listed }] });
    expect(text).not.toMatch(/"8001"|SIM-1001|281756479864562681/);
    // A value from a record of another version might also be a number.
    expect(text).not.toContain('"unknown"');
  });
});
