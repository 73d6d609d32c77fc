import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlertStore } from '../../../../src/app/alerts/alertStore';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { LiveMarket } from '../../../../src/app/quotes/liveMarket';
import type { HeardHint } from '../../../../src/app/orders/lists/orderEvents';
import type { Disposable } from '../../../../src/app/platform/ports';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { aQuote, aSession } from '../../../support/builders/quoteBuilders';
import { FakeShell } from '../../../support/editor/fakeShell';
import { FakeMarket, MemoryState, SharedMemory, noOrders } from '../../../support/feed/liveWindows';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryLocks, orderRecord } from '../../../support/orders/orderFakes';
import { registerAlerts } from '../../../../src/ui/alerts/registerAlerts';
import { DeskStatus } from '../../../../src/ui/platform/statusBar/deskStatus';
import { editor } from '../../../support/editor/editor';

const shown = (severity: 'info' | 'warning'): readonly string[] =>
  editor.messages.flatMap((said) => (said.severity === severity ? [said.message] : []));

const minute = 60_000;

describe('the alerts of a window', () => {
  const clockChanged = new Emitter<undefined>();
  let time: FakeTime;
  let world: FakeMarket;
  let file: SharedMemory;
  let store: AlertStore;
  let registered: Disposable;
  let hear: (hints: readonly HeardHint[]) => void;
  let isClaimed: boolean;
  let shell: FakeShell;
  let status: DeskStatus;
  let market: LiveMarket;

  beforeEach(() => {
    // Notifications stay until a test presses a button or closes them.
    editor.leaveOpen();
    isClaimed = true;
    shell = new FakeShell();
    status = new DeskStatus();
    time = new FakeTime();
    world = new FakeMarket(time);
    file = new SharedMemory();
    store = new AlertStore(file, new MemoryLocks());
    const { access, orderReads, log, ...window } = world.open();
    ({ market } = window);
    registered = registerAlerts({
      market,
      held: async () => Promise.resolve(null),
      access,
      orderReads,
      claimEnd: async () => Promise.resolve(isClaimed),
      onDidReadOrders: noOrders,
      log,
      store,
      locks: world.locks,
      clock: time,
      timers: time,
      shell: shell.forFeatures(),
      status,
      privacy: new PrivacyMode(new MemoryState()),
      timeZone: () => 'UTC',
      listen: (listener) => {
        hear = listener;
        return { dispose: () => undefined };
      },
      hearsOfOrders: () => false,
      serverMs: () => world.serverMs(),
      onDidChangeClock: (listener) => clockChanged.event(() => listener()),
      wereUsed: false,
      markUsed: async () => Promise.resolve(),
    });
  });
  afterEach(() => {
    registered.dispose();
    status.dispose();
  });

  it('are checked as soon as the clock was corrected, not at the next interval', async () => {
    const rule = { kind: 'release', name: 'CPI', atMs: world.serverMs() + 20 * minute, minutesBefore: 5 } as const;
    await store.add({ id: 'one', rule, firedAtMs: undefined, quietUntilMs: 0 });
    await time.advance(minute);
    expect(shown('info')).toEqual([]);
    world.skewMs = 15 * minute;
    clockChanged.fire(undefined);
    // No time passes: anything that waited for a timer would still wait.
    await settle();
    expect(shown('info')).toEqual(['CPI is due in 4 min']);
  });

  it.each([
    ['553', { kind: 'above', symbol: 'HK.00700', price: '553' }],
    ['549.5', { kind: 'below', symbol: 'HK.00700', price: '549.5' }],
  ] as const)('wait at %s on the side of the last price where it is, if it is chosen in a chart', async (price, rule) => {
    market.book.snapshots([aQuote('HK.00700', { lastPrice: '550' })], world.serverMs());
    editor.answer((prompt) => {
      if (prompt.kind === 'text') void prompt.enter(prompt.value());
    });
    await shell.run('marketDesk.alerts.add', { symbol: 'HK.00700', price });
    expect((await store.all()).map((alert) => alert.rule)).toEqual([rule]);
  });

  it('name the last price while the user chooses what to wait for', async () => {
    market.book.snapshots([aQuote('HK.00700', { lastPrice: '550' })], world.serverMs());
    for (const symbol of ['HK.00700', 'HK.00005']) {
      editor.answer(undefined);
      await shell.run('marketDesk.alerts.add', symbol);
    }
    expect(editor.asked.flatMap((prompt) => (prompt.kind === 'pick' ? [prompt.placeholder()] : []))).toEqual([
      'Last price: 550',
      'What to alert you about',
    ]);
  });

  it('say where their file is kept when it was damaged', async () => {
    file.text = '{"alerts":[{"id"';
    clockChanged.fire(undefined);
    await settle();
    expect(shown('warning')).toEqual([
      'Your alerts are lost, because their file was damaged. Add them again. The damaged file was kept as alerts.json.damaged.',
    ]);
  });

  it('name the session for a price outside the regular hours, and keep the choice', async () => {
    const rule = { kind: 'above', symbol: 'US.AAPL', price: '10', extended: true } as const;
    await store.add({ id: 'one', rule, firedAtMs: undefined, quietUntilMs: 0 });
    expect((await store.all())[0]?.rule).toEqual(rule);
    const at = world.serverMs();
    world.price = () => ({ lastPrice: '9', previousClose: '8', at, overnight: aSession('10.5', at + 1) });
    await time.advance(minute);
    expect(shown('info')).toEqual(['Overnight: US.AAPL Name of US.AAPL is at 10.5 (alert: 10 or above)']);
  });

  it('are edited with the price to which their line was moved, after the same question as in their list', async () => {
    const rule = { kind: 'above', symbol: 'HK.00700', price: '600', extended: true } as const;
    await store.add({ id: 'one', rule, firedAtMs: undefined, quietUntilMs: 0 });
    const asked = (): unknown => editor.asked.map((prompt) => ('value' in prompt ? [prompt.title, prompt.value()] : 'a list'));
    editor.answer(undefined);
    await shell.run('marketDesk.alerts.manage', { id: 'one', price: '605.5' });
    expect(asked()).toEqual([['HK.00700 at 600 or above (extended hours included)', '605.5']]);
    expect((await store.all())[0]?.rule).toEqual(rule);
    editor.answer('605.5');
    await shell.run('marketDesk.alerts.manage', { id: 'one', price: '605.5' });
    expect((await store.all())[0]?.rule).toEqual({ ...rule, price: '605.5' });
    expect(editor.flashed).toEqual([expect.stringContaining('Alert changed: HK.00700 at 605.5 or above')]);
    await store.remove('one');
    await shell.run('marketDesk.alerts.manage', { id: 'one', price: '610' });
    expect([asked(), await store.all()]).toMatchObject([{ length: 2 }, []]);
  });

  it('are no longer checked once they were disposed', async () => {
    const rule = { kind: 'release', name: 'CPI', atMs: world.serverMs() + 20 * minute, minutesBefore: 5 } as const;
    await store.add({ id: 'one', rule, firedAtMs: undefined, quietUntilMs: 0 });
    await settle();
    registered.dispose();
    world.skewMs = 15 * minute;
    clockChanged.fire(undefined);
    await time.advance(minute);
    expect(shown('info')).toEqual([]);
  });

  it('are confirmed when they are added, and refused with a warning when the list is full', async () => {
    const timeMs = world.serverMs() + 20 * minute;
    await shell.run('marketDesk.alerts.add', { release: { name: 'CPI', timeMs } });
    expect((await store.all()).length).toBe(1);
    expect([editor.flashed, shown('warning')]).toEqual([[expect.stringContaining('Alert added: 5 min before CPI')], []]);
    vi.spyOn(store, 'add').mockResolvedValue(false);
    vi.spyOn(store, 'isFull').mockResolvedValue(true);
    await shell.run('marketDesk.alerts.add', { release: { name: 'GDP', timeMs } });
    expect(shown('warning')).toEqual(['You can’t add more alerts. Remove one first.']);
    expect(editor.flashed).toHaveLength(1);
  });

  const due = async (name: string): Promise<void> => {
    const rule = { kind: 'release', name, atMs: world.serverMs() + 6 * minute, minutesBefore: 5 } as const;
    await store.add({ id: name, rule, firedAtMs: undefined, quietUntilMs: 0 });
    await time.advance(minute);
    await settle();
  };
  const open = async (choose?: string) => {
    editor.answer(choose);
    await shell.run('marketDesk.alerts.showTriggered');
    await settle();
    return editor.lists.at(-1) ?? [];
  };

  it('stay in the status bar after their notification is gone, until the list is opened', async () => {
    expect(editor.barTexts).toEqual([]);
    await due('CPI');
    await due('PPI');
    expect(shown('info')).toEqual(['CPI is due in 5 min', 'PPI is due in 5 min']);
    expect(editor.barTexts).toEqual(['$(bell-dot) 2']);
    const [item] = editor.bar;
    expect(status.parts).toMatchObject([{ action: { command: 'marketDesk.alerts.showTriggered' } }]);
    expect(item?.hover.replaceAll('\\', '')).toMatch(/New alerts: 2\n\n.*PPI is due in 5 min\n\n.*CPI is due in 5 min$/);
    expect(item?.accessibilityInformation?.label).toBe('Market Desk Status: New alerts: 2');
    const listed = await open();
    expect(listed.map(({ label }) => label)).toEqual(['PPI is due in 5 min', 'CPI is due in 5 min', 'Manage Alerts…', 'Clear List']);
    expect(listed.slice(0, 2).every(({ description }) => /^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d · new$/.test(description))).toBe(true);
    expect(editor.barTexts).toEqual([]);
    expect((await open()).slice(0, 2).some(({ description }) => description.includes('new'))).toBe(false);
  });

  it('are marked as seen when their own notification is answered or closed', async () => {
    await due('CPI');
    await due('PPI');
    const [first, second] = editor.prompts.flatMap((prompt) => (prompt.kind === 'message' ? [prompt] : []));
    first?.press(undefined);
    await settle();
    expect(editor.barTexts).toEqual(['$(bell-dot) 1']);
    expect(editor.bar[0]?.hover).toContain('PPI');
    second?.press('Open');
    await settle();
    expect(editor.barTexts).toEqual([]);
    expect(editor.ran).toEqual([['marketDesk.calendar.open', { tab: 'hot', date: expect.stringMatching(/^\d{8}$/) }]]);
  });

  it.each([
    ['FILLED_ALL', false, []],
    ['FILLED_ALL', true, ['An order was filled: A (500 of 500)']],
    // Of an order that goes on, nothing else tells.
    ['FILLED_PART', false, ['An order was filled: A (500 of 500)']],
  ] as const)('on orders show what nothing else tells: %s, %s', async (status, isLeft, texts) => {
    isClaimed = isLeft;
    await store.add({ id: 'one', rule: { kind: 'order', event: 'filled' }, firedAtMs: undefined, quietUntilMs: 0 });
    await time.advance(1_000);
    world.orders.set('A', orderRecord({ orderId: 'A', quantity: '500', dealtQuantity: '500', status }));
    hear([{ kind: 'order', event: 'EVENT_FILL', accountId: '8001', orderId: 'A', code: 'HK.00700', heardMs: time.wallMs() }]);
    await time.advance(minute);
    expect(shown('info')).toEqual(texts);
    expect(await store.fired()).toMatchObject([{ isSeen: texts.length === 0, facts: { orderId: 'A' } }]);
  });

  it('open their subject from the list, and are cleared there', async () => {
    await due('CPI');
    await open('CPI is due in 5 min');
    expect(editor.ran).toEqual([['marketDesk.calendar.open', { tab: 'hot', date: expect.stringMatching(/^\d{8}$/) }]]);
    await open('Clear List');
    expect(await store.fired()).toEqual([]);
    expect((await open()).map(({ label }) => label)).toEqual(['Manage Alerts…']);
  });
});
