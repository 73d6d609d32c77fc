import { describe, expect, it } from 'vitest';
import { keySession } from '../../../../src/app/session/connection';
import { SharedAnswers } from '../../../../src/app/session/sharedAnswers';
import type { Answers } from '../../../../src/service/requests/answers';
import type { WireResponse } from '../../../../src/service/transport/types';
import { FakeTime } from '../../../support/machine/fakeTime';
import { MemoryFiles } from '../../../support/machine/memoryFiles';
import { MemoryLocks } from '../../../support/orders/orderFakes';

const { signal } = new AbortController();
const request = 'GET /api/v1.0/accounts/8001/positions?\n';
const owner = { baseUrl: 'https://a.example', sessionId: 'one', scopes: ['trade:read', 'accid:8001'] };

function responseOf(text: string): WireResponse {
  return { status: 200, headers: { 'x-secret': 'header' }, body: new TextEncoder().encode(text), sentAt: 0, receivedAt: 0 };
}

/** A machine on which windows open; they share files and locks. */
function machine() {
  const time = new FakeTime();
  const files = new MemoryFiles(() => time.wallMs());
  const locks = new MemoryLocks();
  const start = (): SharedAnswers => new SharedAnswers({ files, locks, clock: time, timers: time });
  const open = async (): Promise<SharedAnswers> => {
    const shared = start();
    await shared.keepOnly(['one', 'two'], 'all');
    return shared;
  };
  return { time, files, locks, start, open };
}

async function textOf(answers: Answers, maxAgeMs = 30_000): Promise<string> {
  const taken = await answers.take(request, maxAgeMs, signal);
  if (taken.kind === 'turn') await taken.done();
  return taken.kind === 'turn' ? 'own turn' : `${new TextDecoder().decode(taken.response.body)} ${taken.ageMs}`;
}

describe('a response that one window has read', () => {
  it('is shown by the others with its age, until it is too old', async () => {
    const { time, open } = machine();
    const [one, two] = [await open(), await open()];
    expect(await textOf(one.of(owner))).toBe('own turn');
    await one.of(owner).share(request, responseOf('rows'), 400);
    expect(await textOf(two.of(owner))).toBe('rows 400');
    await time.advance(29_600);
    expect(await textOf(two.of(owner))).toBe('rows 30000');
    await time.advance(1);
    expect(await textOf(two.of(owner))).toBe('own turn');
  });

  it('is taken however old it has become, if it was sent after this window asked', async () => {
    const { time, open } = machine();
    const [one, two] = [await open(), await open()];
    const reading = await one.of(owner).take(request, 1_000, signal);
    const second = two.of(owner).take(request, 1_000, signal, 'quiet');
    await time.advance(1_100);
    await one.of(owner).share(request, responseOf('rows'), 0);
    if (reading.kind === 'turn') await reading.done();
    // The other window comes to look only later, as on a busy machine.
    await time.advance(10_000);
    expect(await second).toMatchObject({ kind: 'known', ageMs: 1_400 });
    expect(await textOf(two.of(owner), 1_000)).toBe('own turn');
  });

  it('is waited for while another window reads it, and read by the next one if that fails', async () => {
    const { time, open } = machine();
    const [one, two, three] = [await open(), await open(), await open()];
    const reading = await one.of(owner).take(request, 30_000, signal);
    expect(reading.kind).toBe('turn');
    const [second, third] = [two, three].map(async (window) => window.of(owner).take(request, 30_000, signal));
    await time.advance(1_000);
    if (reading.kind === 'turn') await reading.done();
    await time.advance(1_000);
    const next = await second;
    expect(next?.kind).toBe('turn');
    await two.of(owner).share(request, responseOf('rows'), 0);
    if (next?.kind === 'turn') await next.done();
    await time.advance(300);
    expect(await third).toMatchObject({ kind: 'known' });
  });

  it('is waited for no longer than 20 seconds, and not once the caller has given up', async () => {
    const { time, open } = machine();
    const [one, two] = [await open(), await open()];
    await one.of(owner).take(request, 30_000, signal);
    const waiting = two.of(owner).take(request, 30_000, signal);
    const cancel = new AbortController();
    const given = two.of(owner).take(request, 30_000, cancel.signal);
    const unhurried = { has: false };
    const later = two.of(owner).take(request, 30_000, signal, 'quiet');
    void later.then(() => (unhurried.has = true));
    cancel.abort();
    await time.advance(100);
    expect((await given).kind).toBe('turn');
    await time.advance(20_100);
    expect((await waiting).kind).toBe('turn');
    expect(unhurried.has).toBe(false);
    await time.advance(160_000);
    expect((await later).kind).toBe('turn');
  });

  it.each([
    ['look', 1],
    ['asked', 4],
  ] as const)(
    'is waited for by what a user waits for (%s) no longer than %i s: the other window may be refreshing',
    async (rank, seconds) => {
      const { time, open } = machine();
      const [one, two] = [await open(), await open()];
      await one.of(owner).take(request, 30_000, signal, 'refresh');
      const taken = { has: false };
      const waiting = two.of(owner).take(request, 30_000, signal, rank);
      void waiting.then(() => (taken.has = true));
      await time.advance(seconds * 1_000 - 300);
      expect(taken.has).toBe(false);
      await time.advance(400);
      expect((await waiting).kind).toBe('turn');
    },
  );

  it.each([
    ['another session', { ...owner, sessionId: 'two' }],
    ['another service', { ...owner, baseUrl: 'https://b.example' }],
    ['fewer permissions', { ...owner, scopes: ['trade:read'] }],
    ['other permissions', { ...owner, scopes: ['trade:read', 'accid:8002'] }],
  ])('is not shown to %s', async (_, other) => {
    const { open } = machine();
    const window = await open();
    await window.of(owner).share(request, responseOf('rows'), 0);
    expect(await textOf(window.of(other))).toBe('own turn');
    expect(await textOf(window.of({ ...owner, scopes: owner.scopes.toReversed() }))).toBe('rows 0');
  });

  it('is gone at sign-out, and does not come back when a read ends after it', async () => {
    const { files, open } = machine();
    const window = await open();
    await window.of(owner).share(request, responseOf('rows'), 0);
    await window.of({ ...owner, sessionId: 'two' }).share(request, responseOf('others'), 0);
    expect(files.texts.size).toBe(2);
    await window.keepOnly(['two'], 'all');
    expect([...files.texts.values()].join()).not.toContain('rows');
    await window.of(owner).share(request, responseOf('rows'), 0);
    expect(files.texts.size).toBe(1);
  });

  it('stays while another window has not read all its sessions yet, but not if that one signs out', async () => {
    const { files, open, start } = machine();
    const window = await open();
    await window.of(owner).share(request, responseOf('rows'), 400);
    const starting = start();
    await starting.keepOnly([], 'some');
    await starting.keepOnly(['two'], 'some');
    expect(await textOf(window.of(owner))).toBe('rows 400');
    await starting.keepOnly(['two', 'one'], 'some');
    await starting.keepOnly(['two'], 'some');
    expect(files.texts.size).toBe(0);
  });

  it('of an API key stays while another window has not loaded that key, and goes when it is no longer used', async () => {
    const { files, start } = machine();
    const window = start();
    const ofKey = { ...owner, sessionId: keySession('app-key-1') };
    await window.keepOnly([ofKey.sessionId], 'all');
    await window.of(ofKey).share(request, responseOf('rows'), 400);
    await start().keepOnly([], 'all');
    expect(await textOf(window.of(ofKey))).toBe('rows 400');
    await window.keepOnly([], 'all');
    expect(files.texts.size).toBe(0);
  });

  it('costs no look at the files when a window tells of the same sessions again, within a minute', async () => {
    const { time, files, open } = machine();
    const window = await open();
    await window.of(owner).share(request, responseOf('rows'), 0);
    let looks = 0;
    files.names = async () => {
      looks += 1;
      return [...files.texts.keys()];
    };
    for (let times = 0; times < 3; times += 1) await window.keepOnly(['two', 'one'], 'all');
    expect([looks, files.texts.size]).toEqual([0, 1]);
    await time.advance(61_000);
    await window.keepOnly(['one', 'two'], 'all');
    expect(looks).toBe(1);
    await window.keepOnly(['two'], 'all');
    expect([looks, files.texts.size]).toEqual([2, 0]);
  });

  it('tells for ten minutes that the service does not have a call, unless a caller wants to ask now', async () => {
    const { time, open } = machine();
    const [one, two] = [await open(), await open()];
    await one.of(owner).share(request, { ...responseOf('absent'), status: 404 }, 0, 'lack');
    await time.advance(9 * 60_000);
    const known = await two.of(owner).take(request, 30_000, signal);
    expect(known).toMatchObject({ kind: 'known', response: { status: 404 } });
    await time.advance(61_000);
    expect(await textOf(two.of(owner))).toBe('own turn');
  });

  it('leaves no header behind, and is removed once it is old', async () => {
    const { time, files, open } = machine();
    const window = await open();
    await window.of(owner).share(request, responseOf('rows'), 0);
    expect([...files.texts.values()].join()).not.toContain('header');
    await time.advance(11 * 60_000);
    await open();
    expect(files.texts.size).toBe(0);
  });

  it('is read by each window itself when files or locks fail, or hold something else', async () => {
    const { files, locks, open } = machine();
    const window = await open();
    await window.of(owner).share(request, responseOf('rows'), 0);
    for (const name of files.texts.keys()) files.texts.set(name, '{"version":1,"request":"another"}');
    expect(await textOf(window.of(owner))).toBe('own turn');
    files.read = async () => Promise.reject(new Error('EIO'));
    files.write = async () => Promise.reject(new Error('ENOSPC'));
    locks.tryAcquire = async () => Promise.reject(new Error('EACCES'));
    await window.of(owner).share(request, responseOf('rows'), 0);
    expect(await textOf(window.of(owner))).toBe('own turn');
  });
});
