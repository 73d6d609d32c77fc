import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { DropLog } from '../../src/app/feed/dropLog';
import { FeedAddresses } from '../../src/app/feed/feedAddresses';
import type { MachineClock, Timers } from '../../src/app/platform/ports';
import { PrivacyMode } from '../../src/app/privacy/privacyMode';
import { LiveMarket } from '../../src/app/quotes/liveMarket';
import { SharedQuotes } from '../../src/app/quotes/sharedQuotes';
import { createFeedClient } from '../../src/service/feed/feedConnection';
import { createFeedSockets } from '../../src/service/feed/feedSocket';
import { Secret } from '../../src/service/secret';
import { booksOf } from '../support/builders/books';
import { editor } from '../support/editor/editor';
import { Uri } from '../support/editor/values';
import { WebviewPanel } from '../support/editor/webviewPanel';
import { FakeAccess, signedInState } from '../support/fakeAccess';
import { MemoryFile, MemoryState } from '../support/feed/liveWindows';
import { MemoryLog } from '../support/machine/fakeMachine';
import { openClient } from '../support/network/clientHarness';
import type { ClientAndSandbox } from '../support/network/clientHarness';
import { MemoryLocks } from '../support/orders/orderFakes';
import { signIn } from 'market-desk-sandbox/test/sandboxHarness';
import { Origin } from '../../src/app/orders/request/origin';
import { SecurityPanel } from '../../src/ui/security/securityPanel';
import { ChartStudies } from '../../src/ui/security/chartStudies';
import { RecentSecurities } from '../../src/ui/security/recentSecurities';

const machine: MachineClock & Timers = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

describe('pages of several securities in one window', () => {
  let held: ClientAndSandbox;
  let access: FakeAccess;
  let market: LiveMarket;
  let books: ReturnType<typeof booksOf>;
  let open: (symbol: string) => {
    readonly page: InstanceType<typeof SecurityPanel>;
    readonly sent: WebviewPanel['posted'];
    readonly say: WebviewPanel['say'];
  };

  beforeEach(async () => {
    held = await openClient('bearer', { sandbox: { alwaysOpen: true } });
    const { access_token: token } = (await signIn(held.sandbox, { user: 'ada' })).tokens;
    access = new FakeAccess(held.client);
    const { url } = held.sandbox;
    access.current = { ...signedInState, connection: { kind: 'sandbox', id: 'c1', baseUrl: url, origin: url, authentication: 'oauth' } };
    const log = new MemoryLog();
    const state = new MemoryState();
    const never = { onDidChange: () => ({ dispose: () => undefined }), url: () => '' };
    market = new LiveMarket({
      access,
      addresses: new FeedAddresses(access, never, state),
      loadClient: async () => createFeedClient(createFeedSockets(() => ({}))),
      credentials: async () => ({ type: 'oauth2', token: new Secret(token) }),
      clock: machine,
      timers: machine,
      random: () => 0.5,
      log,
      drops: new DropLog({ log, clock: machine }),
      shared: new SharedQuotes(new MemoryFile()),
      locks: new MemoryLocks(),
      focus: { isFocused: true, onDidChange: () => ({ dispose: () => undefined }) },
      serverMs: () => Date.now(),
    });
    books = booksOf({ access, time: machine });
    const dependencies = {
      ...{ access, books, market, log, state, clock: machine, timers: machine },
      privacy: new PrivacyMode(state),
      monitor: { nowMs: () => Date.now(), onDidChange: () => ({ dispose: () => undefined }) },
      timeZone: () => 'UTC',
      extensionUri: Uri.file('/extension'),
      journal: () => ({ attempts: async () => [] }),
      alerts: { of: () => ({ waiting: [], unseen: [] }), onDidChange: () => ({ dispose: () => undefined }) },
      recent: new RecentSecurities(state),
      studies: new ChartStudies(state),
      ask: async () => undefined,
    };
    open = (symbol) => {
      const panel = new WebviewPanel('marketDesk.security');
      const page = new SecurityPanel(panel as unknown as vscode.WebviewPanel, dependencies, undefined);
      page.open(symbol);
      panel.say('ready');
      return { page, sent: panel.posted, say: panel.say.bind(panel) };
    };
  });
  afterEach(async () => {
    market.dispose();
    books.positions.dispose();
    books.orders.dispose();
    await held.close();
  });

  const subscriptions = (): readonly string[] =>
    (held.sandbox.feeds?.connections ?? []).flatMap((connection) => [...connection.subscriptions]).toSorted();
  const streamsOf = (symbol: string): readonly string[] => [`order_book ${symbol}`, `quote ${symbol}`, `ticker ${symbol}`];
  const told = (sent: WebviewPanel['posted'], type: string): number => sent.filter((message) => message.type === type).length;
  const patience = { timeout: 10_000 };

  it('share one feed, each with its own streams, which end with the page', async () => {
    const [tencent, hsbc] = [open('HK.00700'), open('HK.00005')];
    const both = [...streamsOf('HK.00700'), ...streamsOf('HK.00005')].toSorted();
    await expect.poll(subscriptions, patience).toEqual(both);
    expect(held.sandbox.feeds?.connections).toHaveLength(1);
    for (const { sent } of [tencent, hsbc]) await expect.poll(() => told(sent, 'book') > 2, patience).toBe(true);
    hsbc.page.dispose();
    await expect.poll(subscriptions, patience).toEqual(streamsOf('HK.00700'));
    tencent.page.dispose();
    await expect.poll(subscriptions, patience).toEqual([]);
  });

  it('show nothing of a former user or service', async () => {
    const { page, sent } = open('HK.00700');
    const last = (type: string): unknown => sent.findLast((message) => message.type === type)?.body;
    for (const type of ['quote', 'bars', 'plates']) await expect.poll(() => last(type), patience).toMatchObject({ kind: 'ready' });
    await expect.poll(() => last('ticks'), patience).not.toEqual([]);
    access.become({ ...access.current, session: { kind: 'signedIn', id: 's2', accountLabel: 'lin', scopes: [] } });
    for (const type of ['quote', 'bars', 'plates', 'book', 'actions']) expect(last(type), type).toMatchObject({ kind: 'loading' });
    expect(last('ticks')).toEqual([]);
    page.dispose();
  }, 30_000);

  it('open a new order of the side of the book on which a price was chosen, or of the button', () => {
    const { page, say } = open('HK.00700');
    const origin = Origin.user;
    say('pick', { price: '552.5', side: 'BUY' });
    say('pick', { price: '553', side: 'SELL' });
    say('act', { command: 'sell' });
    expect(editor.ran.filter(([id]) => String(id).startsWith('marketDesk.orders'))).toEqual([
      ['marketDesk.orders.buy', { symbol: 'HK.00700', price: '552.5', origin }],
      ['marketDesk.orders.sell', { symbol: 'HK.00700', price: '553', origin }],
      ['marketDesk.orders.sell', 'HK.00700'],
    ]);
    page.dispose();
  });

  it('request nothing while they are hidden, even when the session changes', async () => {
    const { page, sent } = open('HK.00700');
    await expect.poll(subscriptions, patience).toEqual(streamsOf('HK.00700'));
    await expect.poll(() => told(sent, 'actions'), patience).toBeGreaterThan(0);
    page.setVisible(false);
    await expect.poll(subscriptions, patience).toEqual([]);
    const count = (): number => held.sandbox.ledger.entries.length;
    const before = count();
    access.become({ ...access.current, session: { kind: 'signedIn', id: 's2', accountLabel: 'lin', scopes: [] } });
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect(count() - before).toBe(0);
    page.dispose();
  }, 20_000);
});
