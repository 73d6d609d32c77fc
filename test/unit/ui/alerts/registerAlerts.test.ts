import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlertStore } from '../../../../src/app/alerts/alertStore';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { Disposable } from '../../../../src/app/platform/ports';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { FakeShell } from '../../../support/editor/fakeShell';
import { FakeMarket, MemoryState, SharedMemory, noOrders } from '../../../support/feed/liveWindows';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryLocks } from '../../../support/orders/orderFakes';

const told = vi.hoisted((): string[] => []);
const warnings = vi.hoisted((): string[] => []);
const status = vi.hoisted((): string[] => []);
vi.mock('vscode', async () => ({
  ...(await import('../../../support/editor/fakeStatusBar')),
  window: {
    showInformationMessage: async (text: string) => void told.push(text),
    showWarningMessage: async (text: string) => void warnings.push(text),
    setStatusBarMessage: (text: string) => void status.push(text),
  },
}));
const { registerAlerts } = await import('../../../../src/ui/alerts/registerAlerts');

const minute = 60_000;

describe('alerts of a window', () => {
  const clockChanged = new Emitter<undefined>();
  let time: FakeTime;
  let world: FakeMarket;
  let store: AlertStore;
  let registered: Disposable;
  let shell: FakeShell;

  beforeEach(() => {
    for (const said of [told, warnings, status]) said.length = 0;
    shell = new FakeShell();
    time = new FakeTime();
    world = new FakeMarket(time);
    store = new AlertStore(new SharedMemory(), new MemoryLocks());
    const { market, access, orderReads, log } = world.open();
    registered = registerAlerts({
      market,
      access,
      orderReads,
      onDidReadOrders: noOrders,
      log,
      store,
      locks: world.locks,
      clock: time,
      timers: time,
      shell: shell.forFeatures(),
      privacy: new PrivacyMode(new MemoryState()),
      timeZone: () => 'UTC',
      listen: () => ({ dispose: () => undefined }),
      hearsOfOrders: () => false,
      serverMs: () => world.serverMs(),
      onDidChangeClock: (listener) => clockChanged.event(() => listener()),
      markUsed: async () => Promise.resolve(),
    });
  });
  afterEach(() => registered.dispose());

  it('are looked at as soon as the clock was set right, not at the next look', async () => {
    const rule = { kind: 'release', name: 'CPI', atMs: world.serverMs() + 20 * minute, minutesBefore: 5 } as const;
    await store.add({ id: 'one', rule, firedAtMs: undefined, quietUntilMs: 0 });
    await time.advance(minute);
    expect(told).toEqual([]);
    world.skewMs = 15 * minute;
    clockChanged.fire(undefined);
    // Not a moment passes: whoever waited for a timer would still wait.
    await settle();
    expect(told).toEqual(['CPI is due in 4 min']);
  });

  it('are no longer looked at once the window gave them up', async () => {
    const rule = { kind: 'release', name: 'CPI', atMs: world.serverMs() + 20 * minute, minutesBefore: 5 } as const;
    await store.add({ id: 'one', rule, firedAtMs: undefined, quietUntilMs: 0 });
    await settle();
    registered.dispose();
    world.skewMs = 15 * minute;
    clockChanged.fire(undefined);
    await time.advance(minute);
    expect(told).toEqual([]);
  });

  it('are confirmed when they are added, and warned of when there is no room for one', async () => {
    const timeMs = world.serverMs() + 20 * minute;
    const rule = { kind: 'release', name: 'PPI', atMs: timeMs, minutesBefore: 5 } as const;
    const most = 200;
    for (let count = 1; count < most; count++) await store.add({ id: String(count), rule, firedAtMs: undefined, quietUntilMs: 0 });
    await shell.run('marketDesk.alerts.add', { release: { name: 'CPI', timeMs } });
    expect((await store.all()).length).toBe(most);
    expect([status, warnings]).toEqual([[expect.stringContaining('Alert added: 5 min before CPI')], []]);
    await shell.run('marketDesk.alerts.add', { release: { name: 'GDP', timeMs } });
    expect((await store.all()).length).toBe(most);
    expect(warnings).toEqual(['The alert couldn’t be added: there are too many, or another window is busy.']);
    expect(status).toHaveLength(1);
  });
});
