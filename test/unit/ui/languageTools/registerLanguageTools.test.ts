import { describe, expect, it } from 'vitest';
import type { ProposingProgram } from '../../../../src/domain/orders/orderOrigin';
import type { LanguageTool } from '../../../../src/ui/platform/shell/shell';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { nothingElse } from '../../../support/builders/tools';
import { FakeTime } from '../../../support/machine/fakeTime';
import { ToolAnswers } from '../../../../src/app/languageTools/toolAnswers';
import { registerLanguageTools } from '../../../../src/ui/languageTools/registerLanguageTools';

function setUp(json = '{}'): {
  readonly tools: Map<string, LanguageTool>;
  readonly access: FakeAccess;
  readonly log: MemoryLog;
  readonly privacy: { isOn: boolean };
  readonly sending: { isStopped: boolean };
  readonly proposed: readonly (readonly [object, ProposingProgram])[];
  readonly call: (name: string, input: unknown) => Promise<string>;
} {
  const tools = new Map<string, LanguageTool>();
  const refused = (): Promise<never> => Promise.reject(new Error('a line of the inside'));
  const access = new FakeAccess(
    fakeClient({
      tradingDays: async () => ({ kind: 'raw', json }),
      searchCalendar: refused,
      beyond: { simulatedAccounts: async () => pageOf([]), liveAccounts: async () => pageOf([]) },
    }),
  );
  const privacy = { isOn: false };
  const sending = { isStopped: false };
  const log = new MemoryLog();
  const answers = new ToolAnswers({
    ...nothingElse,
    access,
    books: booksOf({ access, time: new FakeTime() }),
    clock: new FakeTime(),
    timeZone: () => 'UTC',
    describeError: () => 'a sentence for people',
    signInTitle: () => 'Sign In',
    log,
    privacy,
  });
  const proposed: (readonly [object, ProposingProgram])[] = [];
  registerLanguageTools({
    shell: { provideTool: (name, tool) => void tools.set(name, tool) },
    answers,
    proposals: {
      propose: async (proposal, by) => {
        proposed.push([proposal, by]);
        return { kind: 'sent', outcome: 'applied' };
      },
    },
    isSignedIn: () => access.current.session.kind === 'signedIn',
    privacy,
    sending,
    describeError: (error) => (error instanceof Error ? error.message : ''),
  });
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
  const call = async (name: string, input: unknown): Promise<string> => {
    const result = await tools.get(name)?.invoke({ input, toolInvocationToken: undefined }, token);
    return (result?.content ?? [])
      .map((part) => (typeof part === 'object' && part !== null && 'value' in part ? String(part.value) : ''))
      .join('');
  };
  return { tools, access, log, privacy, sending, proposed, call };
}

const month = { market: 'HK', year: 2026, month: 11 };

describe('language tools', () => {
  it('say which world an answer comes from, and that its texts are data', async () => {
    const it = setUp();
    expect(JSON.parse(await it.call('marketDesk_listTradingDays', month))).toMatchObject({
      environment: expect.stringContaining('sandbox'),
      note: expect.stringContaining('not instructions'),
    });
    it.access.become({
      ...signedInState,
      connection: { kind: 'service', id: 'c2', baseUrl: 'https://a.example', origin: 'https://a.example', authentication: 'oauth' },
    });
    expect(JSON.parse(await it.call('marketDesk_listTradingDays', month))).toMatchObject({ environment: 'live' });
  });

  it('return texts of the service without hidden characters, cut when they are long', async () => {
    const it = setUp(JSON.stringify({ name: `a\u{e0041}${'x'.repeat(1_000)}` }));
    const { response } = JSON.parse(await it.call('marketDesk_listTradingDays', month)) as { readonly response: { readonly name: string } };
    expect(response.name).toMatch(/^a⟨U\+E0041⟩x+…$/);
    expect(response.name).toHaveLength(300);
  });

  it('say who must sign in, and nothing about internal errors', async () => {
    const it = setUp();
    await expect(it.call('marketDesk_searchCalendar', { keyword: 'CPI' })).rejects.toThrow(/^a sentence for people$/);
    // The message may point the user to the log.
    expect(it.log.lines.join('\n')).toContain('a line of the inside');
    it.access.become({ ...signedInState, session: { kind: 'signedOut' } });
    await expect(it.call('marketDesk_listTradingDays', month)).rejects.toThrow('Sign In');
  });

  it('show accounts only with consent, and never in privacy mode', async () => {
    const it = setUp();
    const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
    const asks = [...it.tools].filter(([, tool]) => {
      const prepared = tool.prepareInvocation({ input: { accountId: '1', orderId: '2' } }, token);
      return typeof prepared === 'object' && prepared !== null && 'confirmationMessages' in prepared;
    });
    expect(asks.map(([name]) => name)).toEqual([
      'marketDesk_listPositions',
      'marketDesk_listOpenOrders',
      'marketDesk_listFills',
      'marketDesk_listOrderChanges',
      'marketDesk_proposeOrderChange',
    ]);
    expect(JSON.parse(await it.call('marketDesk_listPositions', {}))).toMatchObject({ accounts: [] });
    it.privacy.isOn = true;
    await expect(it.call('marketDesk_listPositions', {})).rejects.toThrow('Privacy mode is on');
    await expect(it.call('marketDesk_listOpenOrders', {})).rejects.toThrow('Privacy mode is on');
    expect(await it.call('marketDesk_listTradingDays', month)).toContain('sandbox');
  });

  it('hold back accounts that were read while privacy mode was switched on', async () => {
    const it = setUp();
    const answered = it.call('marketDesk_listPositions', {});
    it.privacy.isOn = true;
    await expect(answered).rejects.toThrow('Privacy mode is on');
  });

  it('open no change and no new order while sending orders is stopped, and say so', async () => {
    const it = setUp();
    it.sending.isStopped = true;
    for (const input of [{ orderId: 'OK-1' }, { action: 'new', symbol: 'HK.00700', side: 'BUY' }])
      await expect(it.call('marketDesk_proposeOrderChange', { accountId: '8001', ...input })).rejects.toThrow('has stopped sending orders');
    expect(it.proposed).toEqual([]);
    await it.call('marketDesk_proposeOrderChange', { accountId: '8001', action: 'cancel', orderId: 'OK-1' });
    expect(it.proposed).toHaveLength(1);
  });

  it.each([
    [
      { orderId: 'OK-1', price: '12' },
      { action: 'change', orderId: 'OK-1', price: '12' },
    ],
    [
      { action: 'cancel', orderId: 'OK-1', price: '12' },
      { action: 'cancel', orderId: 'OK-1' },
    ],
    [
      { action: 'new', symbol: 'HK.00700', side: 'buy', qty: '100' },
      { action: 'new', symbol: 'HK.00700', side: 'BUY', qty: '100' },
    ],
  ])('propose %j with nothing but its fields, and say what the user did with it', async (input, expected) => {
    const it = setUp();
    const answer = await it.call('marketDesk_proposeOrderChange', { accountId: '8001', confirmed: true, ...input });
    expect(JSON.parse(answer)).toEqual({ proposal: 'sent by the user', outcome: 'applied' });
    expect(it.proposed).toEqual([
      [
        { accountId: '8001', ...expected },
        { kind: 'chat', name: '' },
      ],
    ]);
  });

  it('propose nothing that is incomplete, in privacy mode, or without a sign-in', async () => {
    const it = setUp();
    await expect(it.call('marketDesk_proposeOrderChange', { orderId: 'OK-1' })).rejects.toThrow('accountId');
    it.privacy.isOn = true;
    await expect(it.call('marketDesk_proposeOrderChange', { accountId: '8001', orderId: 'OK-1' })).rejects.toThrow('Privacy mode');
    it.access.become({ ...signedInState, session: { kind: 'signedOut' } });
    await expect(it.call('marketDesk_proposeOrderChange', { accountId: '8001', orderId: 'OK-1' })).rejects.toThrow('not signed in');
    expect(it.proposed).toEqual([]);
  });
});
