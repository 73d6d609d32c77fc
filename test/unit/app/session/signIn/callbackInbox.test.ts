import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallbackInbox } from '../../../../../src/app/session/signIn/callbackInbox';
import type { ExpectedCallback } from '../../../../../src/app/session/signIn/callbackInbox';
import { createRandomSecret } from '../../../../../src/service/auth/oauthSecrets';
import { Secret } from '../../../../../src/service/secret';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { SharedSecrets } from '../../../../support/secrets/sharedSecrets';

interface Window {
  readonly inbox: CallbackInbox;
  readonly log: MemoryLog;
}

class Machine {
  readonly shared = new SharedSecrets();
  readonly time = new FakeTime();

  open(hearsOthers = true): Window {
    const log = new MemoryLog();
    return { inbox: new CallbackInbox(this.shared.window(hearsOthers), this.time, log), log };
  }
}

async function watch(window: Window, state: string): Promise<{ readonly seen: ExpectedCallback[]; readonly dispose: () => void }> {
  const pending = await window.inbox.expect(new Secret(state));
  const seen: ExpectedCallback[] = [];
  void pending.arrived.then((callback) => seen.push(callback));
  return { seen, dispose: () => pending.dispose() };
}

describe('CallbackInbox', () => {
  it('delivers a callback once, to the attempt that has its state', async () => {
    const window = new Machine().open();
    const [one, two] = [await watch(window, 'state-1'), await watch(window, 'state-2')];
    expect(await window.inbox.receive('code=c&state=state-2')).toBe('taken');
    expect(await window.inbox.receive('code=d&state=state-2')).not.toBe('taken');
    await settle();
    expect(one.seen).toEqual([]);
    expect(two.seen).toMatchObject([{ kind: 'answer', state: 'state-2' }]);
  });

  it('ends the attempt when its callback is malformed', async () => {
    const window = new Machine().open();
    const one = await watch(window, 'state-1');
    expect(await window.inbox.receive('state=state-1')).toBe('taken');
    await settle();
    expect(one.seen).toEqual([{ kind: 'malformed', state: 'state-1', reason: 'no-code' }]);
  });

  it('ignores an unknown state, without a trace in the storage', async () => {
    const machine = new Machine();
    const window = machine.open();
    expect(await window.inbox.receive('code=c&state=unknown')).toBe('ignored');
    expect(await window.inbox.receive('code=c')).toBe('ignored');
    expect(machine.shared.values.size).toBe(0);
    expect(window.log.lines.join('\n')).not.toContain('unknown=');
  });

  it.each([
    ['hears of changes', true],
    ['has to look by itself', false],
  ])('passes a callback to the waiting window, which %s', async (_name, hears) => {
    const machine = new Machine();
    const [owner, receiver] = [machine.open(hears), machine.open()];
    const waiting = await watch(owner, 'state-1');
    expect(await receiver.inbox.receive('code=c&state=state-1')).toBe('handed-over');
    await machine.time.advance(2100);
    expect(waiting.seen).toMatchObject([{ kind: 'answer', state: 'state-1' }]);
    waiting.dispose();
    await settle();
    expect(machine.shared.values.size).toBe(0);
  });

  it('stores a state only as its hash', async () => {
    const machine = new Machine();
    await watch(machine.open(), 'the-very-state');
    expect(JSON.stringify([...machine.shared.values])).not.toContain('the-very-state');
  });

  it('expects no callback after the end of an attempt', async () => {
    const machine = new Machine();
    const window = machine.open();
    const one = await watch(window, 'state-1');
    one.dispose();
    await settle();
    expect(await window.inbox.receive('code=c&state=state-1')).toBe('ignored');
    expect(machine.shared.values.size).toBe(0);
    expect(machine.time.pendingTimers).toBe(0);
  });

  it('works in one window without any storage', async () => {
    const machine = new Machine();
    const secrets = machine.shared.window();
    secrets.failing = 'everything';
    const window = { inbox: new CallbackInbox(secrets, machine.time, new MemoryLog()), log: new MemoryLog() };
    const one = await watch(window, 'state-1');
    expect(await window.inbox.receive('code=c&state=state-1')).toBe('taken');
    await settle();
    expect(one.seen).toHaveLength(1);
  });

  it('ignores a callback stored under this state that belongs to another one', async () => {
    const machine = new Machine();
    const window = machine.open();
    const one = await watch(window, 'state-1');
    const [pendingKey = ''] = [...machine.shared.values.keys()];
    machine.shared.values.set(pendingKey.replace('pendingState:', 'callback:'), 'code=evil&state=state-2');
    await machine.time.advance(5000);
    expect(one.seen).toEqual([]);
  });

  it('accepts no hostile callback, however many come', async () => {
    const machine = new Machine();
    const window = machine.open();
    const state = createRandomSecret().reveal();
    const one = await watch(window, state);
    const hostile = fc.oneof(
      fc.string(),
      fc.tuple(fc.string(), fc.string()).map(([code, other]) => `code=${encodeURIComponent(code)}&state=${encodeURIComponent(other)}`),
      fc.constantFrom(
        `state=${state}&state=${state}&code=c`,
        `state=${state.slice(0, -1)}&code=c`,
        `state=${state}%00&code=c`,
        `state=%20${state}&code=c`,
        `STATE=${state}&code=c`,
        `state[]=${state}&code=c`,
      ),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (query) => {
        expect(await window.inbox.receive(query)).toBe('ignored');
      }),
      { numRuns: 1000 },
    );
    expect(one.seen).toEqual([]);
  });
});
