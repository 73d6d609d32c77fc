import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { keptEvent } from '../../../../src/app/lastState/keptRows';
import { LastState } from '../../../../src/app/lastState/lastState';
import type { ReadRows } from '../../../../src/app/lastState/lastState';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { ConnectionState } from '../../../../src/app/session/connection';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryFiles } from '../../../support/machine/memoryFiles';

interface Row {
  readonly name: string;
}

const dayMs = 24 * 60 * 60_000;
const as = (id: string, place = 'c1'): ConnectionState => {
  const { connection } = signedInState;
  if (connection.kind === 'none') throw new Error('the state of the tests has a connection');
  return { connection: { ...connection, id: place }, session: { kind: 'signedIn', id, accountLabel: '', scopes: [] } };
};

/** One window with the files of a machine. */
function openWindow(files = new MemoryFiles(), time = new FakeTime()) {
  const access = new FakeAccess(fakeClient());
  const sessions = { ids: ['s1', 's2'], changed: new Emitter<void>() };
  const keys = new Emitter<string>();
  const stored = { appKeyId: '' };
  // A listener that learns of another user before the files do must find nothing of the last one.
  const early: unknown[] = [];
  access.onDidChange(() => early.push(...Object.keys(shown())));
  const last = new LastState({
    access,
    files,
    clock: time,
    timers: time,
    log: new MemoryLog(),
    sessions: { all: () => sessions.ids.map((id) => ({ id, origin: 'http://127.0.0.1:1' })), onDidChange: sessions.changed.event },
    keys: {
      onDidChange: keys.event,
      describe: async (origin) => (origin === 'http://127.0.0.1:1' && stored.appKeyId !== '' ? { ...stored } : undefined),
    },
  });
  let lists: readonly ReadRows<string, Row>[] = [];
  const section = last.section<string, Row>({
    name: 'rows',
    about: () => v.string(),
    row: () => v.object({ name: v.pipe(v.string(), v.maxLength(20)) }),
    keyOf: (about) => about,
    idOf: ({ name }) => name,
    isFirst: ({ name }) => name.startsWith('open'),
    mostLists: 3,
    read: () => lists,
  });
  const shown = (): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(section.lists.map(({ about, old }) => [about, old.drawOld((rows) => rows.map(({ name }) => name))]));
  return {
    access,
    early,
    files,
    time,
    sessions,
    keys,
    stored,
    last,
    read: (...read: readonly ReadRows<string, Row>[]) => {
      lists = read;
      section.touch();
    },
    list: (about: string, ...names: readonly string[]): ReadRows<string, Row> => ({
      about,
      rows: names.map((name) => ({ name })),
      asOfMs: time.wallMs(),
      isWhole: true,
    }),
    get shown() {
      return shown();
    },
    get whole() {
      return section.lists.map(({ old }) => old.isWhole);
    },
  };
}

/** A window whose rows were kept, and another that was opened after it. */
async function reloaded(...names: readonly string[]) {
  const first = openWindow();
  await first.last.load();
  first.read(first.list('a', ...names));
  await first.time.advance(5_000);
  const second = openWindow(first.files, first.time);
  await second.last.load();
  return { first, second };
}

describe('the last known state', () => {
  it('is shown in the next window of the same user, with its time', async () => {
    const { first, second } = await reloaded('one', 'two');
    expect(second.shown).toEqual({ a: ['one', 'two'] });
    expect(first.files.texts.size).toBe(1);
  });

  it('is forgotten when the sandbox is reset, and contains only what was read since', async () => {
    const { first, second } = await reloaded('one');
    await second.last.forget('http://127.0.0.1:2');
    expect([second.shown, first.files.texts.size]).toEqual([{ a: ['one'] }, 1]);
    second.read(second.list('a', 'before'));
    await second.last.forget('http://127.0.0.1:1');
    expect([second.shown, first.files.texts.size]).toEqual([{}, 0]);
    await second.time.advance(5_000);
    second.read(second.list('b', 'since'));
    await second.time.advance(120_000);
    const third = openWindow(first.files, first.time);
    await third.last.load();
    expect(third.shown).toEqual({ b: ['since'] });
  });

  it('is never shown to another user, at another service, or without a sign-in', async () => {
    const { second } = await reloaded('one');
    for (const state of [as('s2'), as('s1', 'other'), { ...signedInState, session: { kind: 'signedOut' } as const }]) {
      second.access.become(state);
      expect(second.shown).toEqual({});
      await settle();
      expect(second.shown).toEqual({});
    }
    expect(second.early).toEqual([]);
    second.access.become(signedInState);
    await settle();
    expect(second.shown).toEqual({ a: ['one'] });
  });

  it('is not given to a user whose file holds the state of another', async () => {
    const { first } = await reloaded('one');
    const [own = ''] = first.files.texts.keys();
    const other = openWindow(first.files, first.time);
    other.access.become(as('s2'));
    other.read(other.list('a', 'mine'));
    await first.time.advance(5_000);
    const [stolen] = [...first.files.texts.keys()].filter((name) => name !== own);
    first.files.texts.set(stolen ?? '', first.files.texts.get(own) ?? '');
    const next = openWindow(first.files, first.time);
    next.access.become(as('s2'));
    await settle();
    expect(next.shown).toEqual({});
  });

  it('is deleted at sign-out, even while it is being written, and when the session ended while no window was open', async () => {
    const { first, second } = await reloaded('one');
    second.read(second.list('a', 'new'));
    const written = first.files.write.bind(first.files);
    let release = (): void => undefined;
    first.files.write = async (name, text) => {
      await new Promise<void>((resolve) => (release = resolve));
      await written(name, text);
    };
    await first.time.advance(5_000);
    for (const window of [first, second]) {
      window.sessions.ids = ['s2'];
      window.access.become({ ...signedInState, session: { kind: 'signedOut' } });
      window.sessions.changed.fire();
    }
    await settle();
    release();
    await settle();
    expect(first.files.texts.size).toBe(0);

    const again = await reloaded('one');
    const later = openWindow(again.first.files, again.first.time);
    later.sessions.ids = [];
    await later.last.clean();
    expect(again.first.files.texts.size).toBe(0);
  });

  it('for an API key is deleted when the key is replaced or removed, and only then', async () => {
    const window = openWindow();
    window.stored.appKeyId = 'K1';
    window.access.become(as('key K1'));
    window.read(window.list('a', 'one'));
    await window.time.advance(5_000);
    window.sessions.changed.fire();
    await window.last.clean();
    window.keys.fire('http://127.0.0.1:2');
    await settle();
    expect(window.files.texts.size).toBe(1);
    window.keys.fire('http://127.0.0.1:1');
    await settle();
    expect(window.files.texts.size).toBe(0);
  });

  /** A window whose key is removed, before it learns that the user is signed out. */
  async function withoutKey() {
    const window = openWindow();
    window.stored.appKeyId = 'K1';
    window.access.become(as('key K1'));
    window.read(window.list('a', 'one'));
    await window.time.advance(5_000);
    window.read(window.list('a', 'new'));
    const remove = (): void => {
      window.stored.appKeyId = '';
      window.keys.fire('http://127.0.0.1:1');
    };
    return { window, remove };
  }

  it('for an API key is not written again before it is known whether a key is stored', async () => {
    const { window, remove } = await withoutKey();
    remove();
    await settle();
    window.read(window.list('a', 'newer'));
    await window.time.advance(120_000);
    expect([window.files.texts.size, window.shown]).toEqual([0, {}]);
    window.stored.appKeyId = 'K1';
    window.keys.fire('http://127.0.0.1:1');
    await settle();
    window.read(window.list('a', 'again'));
    await window.time.advance(5_000);
    expect(window.files.texts.size).toBe(1);
  });

  it('for an API key is deleted even when the key is removed during a write', async () => {
    const { window, remove } = await withoutKey();
    const written = window.files.write.bind(window.files);
    let release = (): void => undefined;
    window.files.write = async (name, text) => {
      await new Promise<void>((resolve) => (release = resolve));
      await written(name, text);
    };
    await window.time.advance(61_000);
    remove();
    await settle();
    release();
    await settle();
    expect(window.files.texts.size).toBe(0);
  });

  it('for an API key that vanished while no window was open is deleted by the next window, with its drafts', async () => {
    const { window } = await withoutKey();
    const [[name, text] = ['', '']] = window.files.texts;
    const next = openWindow(window.files, window.time);
    next.stored.appKeyId = 'K1';
    window.files.texts.set(`${name}.0a1b2c`, text);
    await next.last.clean();
    expect([...window.files.texts.keys()]).toEqual([name]);
    next.stored.appKeyId = 'K2';
    await next.last.clean();
    expect(window.files.texts.size).toBe(0);
  });

  it('holds only known fields of a row, and a limited number of rows and lists', async () => {
    const window = openWindow();
    await window.last.load();
    const secret = { name: 'one', token: 'canary-secret' };
    const many = Array.from({ length: 5_000 }, (_, at) => `r${at}`);
    window.read(
      { ...window.list('a'), rows: [secret] },
      window.list('b', ...many),
      window.list('c', 'x'.repeat(21), 'ok'),
      window.list('d'),
    );
    await window.time.advance(5_000);
    const [text = ''] = window.files.texts.values();
    expect(text).not.toContain('canary-secret');
    expect(text.length).toBeLessThan(100_000);
    const next = openWindow(window.files, window.time);
    await next.last.load();
    expect(next.shown['a']).toEqual(['one']);
    expect(next.shown['b']?.length).toBe(300);
    expect(next.shown['c']).toEqual(['ok']);
    expect(next.whole.slice(0, 3)).toEqual([true, false, false]);
  });

  it('never treats an empty truncated list as complete, keeps the open rows of a long one, and has no row twice', async () => {
    const window = openWindow();
    await window.last.load();
    window.read(
      { ...window.list('a'), isWhole: false },
      window.list('b', ...Array.from({ length: 400 }, (_, at) => `r${at}`), 'open'),
      window.list('c', 'one', 'one', 'two'),
    );
    await window.time.advance(5_000);
    const next = openWindow(window.files, window.time);
    await next.last.load();
    expect(Object.keys(next.shown)).toEqual(['b', 'c']);
    expect(next.shown['b']?.[0]).toBe('open');
    expect(next.shown['c']).toEqual(['one', 'two']);
    expect(next.whole).toEqual([false, false]);
    const [[name, text] = ['', '']] = window.files.texts;
    window.files.texts.set(name, text.replaceAll(/"rows":\[.*?\]/g, '"rows":[]'));
    const bent = openWindow(window.files, window.time);
    await bent.last.load();
    expect(bent.shown).toEqual({ c: [] });
  });

  it('contains no time beyond the range of dates', () => {
    const event = { text: '', previous: null, predictive: null, announce: null, star: 1, country: '', currency: null };
    const read = (time: number) => v.safeParse(keptEvent(), { ...event, unit: null, uniqueId: null, detailUrl: null, time }).success;
    expect([Date.UTC(2026, 10, 23) / 1000, 9e12, -9e12].map(read)).toEqual([true, false, false]);
  });

  it('keeps the latest reading of each list from several windows', async () => {
    const { first, second } = await reloaded('old');
    await first.time.advance(1_000);
    first.read(first.list('a', 'newer'), first.list('b', 'mine'));
    await first.time.advance(61_000);
    second.read({ ...second.list('a', 'older'), asOfMs: 1 }, second.list('c', 'other'));
    await first.time.advance(61_000);
    const third = openWindow(first.files, first.time);
    await third.last.load();
    expect(third.shown).toEqual({ a: ['newer'], b: ['mine'], c: ['other'] });
  });

  it('is written once a minute at most', async () => {
    const window = openWindow();
    await window.last.load();
    for (let second = 0; second < 600; second += 1) {
      window.read(window.list('a', `at ${second}`));
      await window.time.advance(1_000);
    }
    expect(window.files.writes).toBeLessThanOrEqual(11);
    expect(window.files.writes).toBeGreaterThan(8);
  });

  it('is shown for a week, and not if its time is in the future', async () => {
    const { first, second } = await reloaded('one');
    expect(second.shown).toEqual({ a: ['one'] });
    await first.time.advance(7 * dayMs);
    const late = openWindow(first.files, first.time);
    await late.last.load();
    expect(late.shown).toEqual({});
    const early = openWindow(first.files, new FakeTime(Date.UTC(2020, 0, 1)));
    await early.last.load();
    expect(early.shown).toEqual({});
  });

  it('is empty, without an error, when the file holds anything else', async () => {
    const { first } = await reloaded('one');
    const [[name, text] = ['', '']] = first.files.texts;
    const values = fc.oneof(fc.jsonValue(), fc.constant(1e999), fc.constant('x'.repeat(700)));
    const paths = ['version', 'owner', 'lists', 'section', 'key', 'about', 'asOfMs', 'isWhole', 'rows', 'name'];
    const bent = fc
      .tuple(fc.constantFrom(...paths), values)
      .map(([key, value]) => JSON.stringify(JSON.parse(text, (at, before: unknown) => (at === key ? value : before))));
    const cut = fc.nat(text.length - 1).map((at) => text.slice(0, at));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), bent, cut), async (hostile) => {
        const window = openWindow(new MemoryFiles(), first.time);
        window.files.texts.set(name, hostile);
        await window.last.load();
        for (const names of Object.values(window.shown))
          expect(names.every((each) => typeof each === 'string' && each.length <= 20)).toBe(true);
        window.read(window.list('z', 'new'));
        await first.time.advance(4_000);
        window.last.dispose();
        const next = openWindow(window.files, first.time);
        await next.last.load();
        expect(next.shown['z']).toEqual(['new']);
      }),
      { numRuns: 150 },
    );
    const large = openWindow(new MemoryFiles(), first.time);
    large.files.texts.set(name, `${text}${' '.repeat(2_000_001)}`);
    await large.last.load();
    expect(large.shown).toEqual({});
  });
});
