import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../../src/app/platform/redactor';
import { encodeSession } from '../../../../src/app/session/sessionRecord';
import { SessionStore } from '../../../../src/app/session/sessionStore';
import type { SessionChange, SessionStoreError } from '../../../../src/app/session/sessionStore';
import { Secret } from '../../../../src/service/secret';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { settle } from '../../../support/machine/fakeTime';
import { MemoryLocks, SharedSecrets } from '../../../support/secrets/sharedSecrets';
import type { WindowSecrets } from '../../../support/secrets/sharedSecrets';
import { aSession } from '../../../support/builders/sessionBuilders';

interface Window {
  readonly store: SessionStore;
  readonly secrets: WindowSecrets;
  readonly changes: SessionChange[];
  readonly troubles: SessionStoreError[];
  readonly redactor: Redactor;
}

class Machine {
  readonly shared = new SharedSecrets();
  readonly locks = new MemoryLocks();

  async open(): Promise<Window> {
    const secrets = this.shared.window();
    const redactor = new Redactor();
    const store = new SessionStore(secrets, this.locks, new MemoryLog(), redactor);
    const window: Window = { store, secrets, changes: [], troubles: [], redactor };
    store.onDidChange((change) => window.changes.push(change));
    store.onDidFailToKeep((trouble) => window.troubles.push(trouble));
    await store.load();
    return window;
  }
}

describe('SessionStore', () => {
  it('restores sessions in the next window', async () => {
    const machine = new Machine();
    await (await machine.open()).store.put(aSession());
    const next = await machine.open();
    expect(next.store.all().map(({ id }) => id)).toEqual(['session-1']);
    expect(next.store.get('session-1')?.refreshToken?.reveal()).toBe('refresh-token-1');
  });

  it.each(['{', '"x"', '{"ids":1}'])('finds the session in use when the list of all is damaged, and says so once: %s', async (damaged) => {
    const machine = new Machine();
    await (await machine.open()).store.put(aSession());
    await machine.shared.window().set('sessions', damaged);
    const next = await machine.open();
    expect([next.store.isDamaged, next.store.all()]).toEqual([true, []]);
    await next.store.load(['session-1', 'nobody']);
    expect(next.store.get('session-1')?.refreshToken?.reveal()).toBe('refresh-token-1');
    expect(next.troubles.map(({ reason }) => reason)).toEqual(['damaged']);
    await next.store.update('session-1', (session) => ({ ...session, revision: 9 }));
    expect((await machine.open()).store.all().map(({ id }) => id)).toEqual(['session-1']);
  });

  it('says so once when a session is damaged, and leaves it until another is put in its place', async () => {
    const machine = new Machine();
    await (await machine.open()).store.put(aSession());
    await machine.shared.window().set('session:session-1', '{"id":');
    const next = await machine.open();
    await next.store.load();
    expect([next.store.all(), next.troubles.map(({ reason }) => reason)]).toEqual([[], ['damaged']]);
    expect(await next.secrets.get('session:session-1')).toBe('{"id":');
    await next.store.put(aSession());
    expect((await machine.open()).troubles).toEqual([]);
  });

  it('publishes only what was written and read back', async () => {
    const window = await new Machine().open();
    const order: string[] = [];
    window.secrets.onDidChange((key) => order.push(key));
    window.store.onDidChange(() => order.push('published'));
    await window.store.put(aSession());
    expect(order).toEqual(['session:session-1', 'sessions', 'published']);
  });

  it('notifies other windows of sign-in, renewal, and sign-out', async () => {
    const machine = new Machine();
    const [one, two] = [await machine.open(), await machine.open()];
    await one.store.put(aSession());
    await settle();
    expect(two.changes.at(-1)?.added.map(({ id }) => id)).toEqual(['session-1']);
    await one.store.update('session-1', (current) => ({
      ...current,
      accessToken: new Secret('access-token-9'),
      revision: current.revision + 1,
    }));
    await settle();
    expect(two.store.get('session-1')?.accessToken.reveal()).toBe('access-token-9');
    await one.store.remove('session-1');
    await settle();
    expect(two.store.all()).toEqual([]);
    expect(two.changes.at(-1)?.removed.map(({ id }) => id)).toEqual(['session-1']);
    expect([...machine.shared.values.keys()]).toEqual(['sessions']);
  });

  it('does not announce the same thing twice', async () => {
    const window = await new Machine().open();
    await window.store.put(aSession());
    await settle();
    await window.store.reread('session-1');
    expect(window.changes).toHaveLength(1);
  });

  it('starts an update from what another window wrote last', async () => {
    const machine = new Machine();
    const [one, two] = [await machine.open(), await machine.open()];
    await one.store.put(aSession());
    await settle();
    two.secrets.hearsOthers = false;
    await one.store.update('session-1', (current) => ({ ...current, scopes: ['new'], revision: 2 }));
    const seen = await two.store.update('session-1', (current) => ({ ...current, revision: current.revision + 1 }));
    expect(seen).toMatchObject({ scopes: ['new'], revision: 3 });
  });

  it('lets a sign-out in another window win over a renewal that comes later', async () => {
    const machine = new Machine();
    const [one, two] = [await machine.open(), await machine.open()];
    await one.store.put(aSession());
    await settle();
    two.secrets.hearsOthers = false;
    const renewed = two.store.update('session-1', (current) => {
      void one.store.remove('session-1');
      return { ...current, revision: current.revision + 1 };
    });
    expect(await renewed).toBeUndefined();
    await settle();
    expect(one.store.all()).toEqual([]);
    expect(two.store.all()).toEqual([]);
    expect((await machine.open()).store.all()).toEqual([]);
  });

  it('keeps a session in memory that the storage has lost, so that the user stays signed in', async () => {
    const machine = new Machine();
    const window = await machine.open();
    await window.store.put(aSession());
    machine.shared.values.delete('session:session-1');
    window.secrets.changed.fire('session:session-1');
    await settle();
    expect(window.store.get('session-1')).toBeDefined();
    expect(window.changes.flatMap(({ removed }) => removed)).toEqual([]);
  });

  it('loses nothing when record and list are gone, and writes both again', async () => {
    const machine = new Machine();
    const [one, two] = [await machine.open(), await machine.open()];
    await one.store.put(aSession());
    await one.store.put(aSession({ id: 'session-2' }));
    await settle();
    machine.shared.values.clear();
    for (const { secrets } of [one, two])
      for (const key of ['sessions', 'session:session-1', 'session:session-2']) secrets.changed.fire(key);
    await settle();
    for (const { store, changes } of [one, two]) {
      expect(store.all()).toHaveLength(2);
      expect(changes.flatMap(({ removed }) => removed)).toEqual([]);
    }
    for (const id of ['session-1', 'session-2']) await two.store.update(id, (current) => ({ ...current, revision: current.revision + 1 }));
    expect((await machine.open()).store.all().map(({ id, revision }) => [id, revision])).toEqual([
      ['session-1', 2],
      ['session-2', 2],
    ]);
  });

  it('does not restore a session that the user removed, even if this window was not notified', async () => {
    const machine = new Machine();
    const [one, two] = [await machine.open(), await machine.open()];
    await one.store.put(aSession());
    await settle();
    two.secrets.hearsOthers = false;
    await one.store.remove('session-1');
    await two.store.put(aSession({ id: 'session-2' }));
    expect(await two.store.update('session-1', (current) => ({ ...current, revision: 5 }))).toBeUndefined();
    expect((await machine.open()).store.all().map(({ id }) => id)).toEqual(['session-2']);
    expect(two.store.all().map(({ id }) => id)).toEqual(['session-2']);
  });

  it('does not restore a session by a read that began before the sign-out', async () => {
    const { store } = await new Machine().open();
    await store.put(aSession());
    await settle();
    const reading = store.reread('session-1');
    await store.remove('session-1');
    expect(await reading).toBeUndefined();
    expect(store.all()).toEqual([]);
  });

  it('keeps a session in memory and says so when the storage does not work', async () => {
    const window = await new Machine().open();
    window.secrets.failing = 'set';
    await window.store.put(aSession());
    expect(window.troubles.map(({ reason }) => reason)).toEqual(['unavailable']);
    expect(window.store.get('session-1')).toBeDefined();
    await window.store.update('session-1', (current) => ({ ...current, revision: 2 }));
    expect(window.store.get('session-1')?.revision).toBe(2);
    expect(window.troubles).toHaveLength(1);
  });

  it('notices when the storage does not return what it was given', async () => {
    const window = await new Machine().open();
    window.secrets.failing = 'set-forgets';
    await window.store.put(aSession());
    expect(window.troubles.map(({ reason }) => reason)).toEqual(['read-back']);
    expect(window.store.get('session-1')).toBeDefined();
  });

  it('tells once when everything that is stored was read, not while the keyring is locked', async () => {
    const machine = new Machine();
    await (await machine.open()).store.put(aSession());
    const secrets = machine.shared.window();
    const store = new SessionStore(secrets, machine.locks, new MemoryLog(), new Redactor());
    const told: boolean[] = [];
    store.onDidReadAll(() => told.push(store.isWhole));
    secrets.failing = 'get';
    await store.load();
    expect([store.isWhole, told]).toEqual([false, []]);
    secrets.failing = 'nothing';
    await store.load();
    await store.load();
    expect(told).toEqual([true]);
  });

  it('continues with an unreadable list or record', async () => {
    const machine = new Machine();
    await (await machine.open()).store.put(aSession());
    machine.shared.values.set('session:session-1', 'garbage');
    const window = await machine.open();
    expect(window.store.all()).toEqual([]);
    // Nothing was deleted: a newer version may understand it.
    expect(machine.shared.values.get('session:session-1')).toBe('garbage');
  });

  it('ignores the record of one session under the key of another', async () => {
    const machine = new Machine();
    machine.shared.values.set('sessions', '{"ids":["a"],"removed":[]}');
    machine.shared.values.set('session:a', encodeSession(aSession({ id: 'b' })));
    expect((await machine.open()).store.all()).toEqual([]);
  });

  it('survives a storage that fails from the start', async () => {
    const machine = new Machine();
    const secrets = machine.shared.window();
    secrets.failing = 'everything';
    const store = new SessionStore(secrets, machine.locks, new MemoryLog(), new Redactor());
    await store.load();
    await store.put(aSession());
    await store.remove('session-1');
    expect(store.all()).toEqual([]);
  });

  it('does not lose a session when two windows add one at the same time', async () => {
    const machine = new Machine();
    const windows = await Promise.all([machine.open(), machine.open(), machine.open()]);
    await Promise.all(windows.map(async ({ store }, index) => store.put(aSession({ id: `session-${index}` }))));
    expect((await machine.open()).store.all()).toHaveLength(3);
    expect(machine.locks.held.size).toBe(0);
  });

  it('hides every secret of a session from the log', async () => {
    const machine = new Machine();
    await (await machine.open()).store.put(aSession());
    const { redactor } = await machine.open();
    expect(redactor.redact('access-token-1 refresh-token-1 registration-token-1')).toBe('[secret] [secret] [secret]');
  });
});
