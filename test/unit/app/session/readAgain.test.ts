import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../../src/app/platform/redactor';
import { readAgain } from '../../../../src/app/session/readAgain';
import { SessionStore } from '../../../../src/app/session/sessionStore';
import { aSession } from '../../../support/builders/sessionBuilders';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { MemoryLocks, SharedSecrets } from '../../../support/secrets/sharedSecrets';
import type { WindowSecrets } from '../../../support/secrets/sharedSecrets';

const minuteMs = 60_000;

async function windowWithLockedKeyring(): Promise<{ store: SessionStore; secrets: WindowSecrets; time: FakeTime; reasons: string[] }> {
  const machine = { shared: new SharedSecrets(), locks: new MemoryLocks() };
  const before = new SessionStore(machine.shared.window(), machine.locks, new MemoryLog(), new Redactor());
  await before.put(aSession());
  const secrets = machine.shared.window();
  secrets.failing = 'get';
  const store = new SessionStore(secrets, machine.locks, new MemoryLog(), new Redactor());
  const reasons: string[] = [];
  store.onDidFailToKeep(({ reason }) => reasons.push(reason));
  expect(await store.load()).toBe(false);
  return { store, secrets, time: new FakeTime(), reasons };
}

describe('readAgain', () => {
  it('finds the stored session when the keyring is unlocked after the window began', async () => {
    const { store, secrets, time } = await windowWithLockedKeyring();
    readAgain(store, time);
    await time.advance(minuteMs);
    expect(store.all()).toEqual([]);
    secrets.failing = 'nothing';
    await time.advance(2 * minuteMs);
    expect(store.all().map(({ id }) => id)).toEqual(['session-1']);
    expect(store.isUnreadable).toBe(false);
    expect(time.pendingTimers).toBe(0);
  });

  it('tells once that the storage can’t be read, however often it is tried', async () => {
    const { store, time, reasons } = await windowWithLockedKeyring();
    readAgain(store, time);
    await time.advance(5 * minuteMs);
    expect(reasons).toEqual(['unreadable']);
    expect(store.isUnreadable).toBe(true);
  });

  it('ends when the keyring stays locked, and with the window', async () => {
    const locked = await windowWithLockedKeyring();
    readAgain(locked.store, locked.time);
    await locked.time.advance(60 * minuteMs);
    expect(locked.time.pendingTimers).toBe(0);
    const closed = await windowWithLockedKeyring();
    const again = readAgain(closed.store, closed.time);
    await closed.time.advance(3_000);
    again.dispose();
    closed.secrets.failing = 'nothing';
    await closed.time.advance(60 * minuteMs);
    expect(closed.store.all()).toEqual([]);
  });
});
