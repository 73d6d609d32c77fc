import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import { SandboxControl } from '../../../../src/app/sandbox/sandboxControl';
import type { SharedFile } from '../../../../src/app/platform/ports';
import type { LocalSandbox } from '../../../../src/app/sandbox/sandboxControl';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { MemoryLocks } from '../../../support/secrets/sharedSecrets';

/** The ports of one machine, and what listens on each. */
class Machine {
  readonly time = new FakeTime();
  readonly locks = new MemoryLocks();
  readonly listening = new Map<number, { readonly instanceId: string }>();
  readonly changed = new Emitter<undefined>();
  /** Whether a text can currently be written to the shared file. */
  accepts: (text: string) => boolean = () => true;
  readonly resets: string[] = [];
  readonly consents: (readonly string[])[] = [];
  text: string | undefined;
  freePort = 40_000;
  /** The error of `start`, by port. */
  readonly troubles = new Map<number, Error>();
  #ids = 0;

  readonly file: SharedFile = {
    read: async () => this.text,
    write: async (text) => {
      if (!this.accepts(text)) throw new Error('ENOSPC');
      this.text = text;
      this.changed.fire(undefined);
    },
    onDidChange: (listener) => this.changed.event(() => listener()),
  };

  open(): SandboxControl {
    return new SandboxControl({
      runner: { start: async (options) => this.#start(options) },
      probe: {
        identify: async (url) => this.listening.get(Number(new URL(url).port))?.instanceId,
        reset: async (url) => void this.resets.push(url),
        allow: async (url, secret, query) => {
          this.consents.push([url, secret, query]);
          return `vscode://market-desk/callback?code=c&${query}`;
        },
      },
      locks: this.locks,
      file: this.file,
      timers: this.time,
      log: new MemoryLog(),
      createId: () => `instance-${(this.#ids += 1)}`,
    });
  }

  async #start({ port, instanceId }: { readonly port: number; readonly instanceId: string }): Promise<LocalSandbox> {
    const trouble = this.troubles.get(port);
    if (trouble !== undefined) throw trouble;
    if (this.listening.has(port)) throw Object.assign(new Error('in use'), { code: 'EADDRINUSE' });
    const own = port === 0 ? (this.freePort += 1) : port;
    this.listening.set(own, { instanceId });
    const url = `http://127.0.0.1:${own}`;
    return { url, port: own, reset: () => void this.resets.push(url), close: async () => void this.listening.delete(own) };
  }

  /** Lets background work happen. */
  async pass(ms = 1000): Promise<void> {
    await this.time.advance(ms);
  }
}

describe('SandboxControl', () => {
  it('starts, says where it runs, and stops', async () => {
    const machine = new Machine();
    const control = machine.open();
    const seen: (string | undefined)[] = [];
    control.onDidChange(() => seen.push(control.url));
    const url = await control.start();
    expect(control.status).toEqual({ kind: 'running', url, isHere: true });
    await control.stop();
    expect(control.status).toEqual({ kind: 'stopped' });
    expect(seen).toEqual([url, undefined]);
    expect([machine.listening.size, machine.locks.held.size]).toEqual([0, 0]);
  });

  it('restarts on the same port, so that sessions survive', async () => {
    const machine = new Machine();
    const control = machine.open();
    const url = await control.start();
    await control.stop();
    expect(await control.start()).toBe(url);
    control.dispose();
    await machine.pass();
    const reloaded = machine.open();
    await reloaded.follow();
    expect(reloaded.url).toBe(url);
  });

  it('does not restart by itself after it was stopped', async () => {
    const machine = new Machine();
    const control = machine.open();
    await control.start();
    await control.stop();
    control.dispose();
    const reloaded = machine.open();
    await reloaded.follow();
    expect(reloaded.status.kind).toBe('stopped');
  });

  it('moves to a free port when another program took its own', async () => {
    const machine = new Machine();
    const control = machine.open();
    const url = await control.start();
    await control.stop();
    machine.listening.set(Number(new URL(url).port), { instanceId: 'a stranger' });
    const moved = await control.start();
    expect(moved).not.toBe(url);
    expect(control.url).toBe(moved);
  });

  it('uses the sandbox of another window instead of a second one', async () => {
    const machine = new Machine();
    const [one, two] = [machine.open(), machine.open()];
    const url = await one.start();
    const asked = two.start();
    await machine.pass();
    expect(await asked).toBe(url);
    expect(two.status).toEqual({ kind: 'running', url, isHere: false });
    expect(machine.listening.size).toBe(1);
  });

  it('appears in windows that did not start it, and stops in all of them when it is stopped in one', async () => {
    const machine = new Machine();
    const [one, two] = [machine.open(), machine.open()];
    await one.start();
    await machine.pass();
    expect(two.url).toBe(one.url);
    await two.stop();
    await machine.pass();
    expect([one.status.kind, two.status.kind]).toEqual(['stopped', 'stopped']);
    expect([machine.listening.size, machine.locks.held.size]).toEqual([0, 0]);
  });

  it('is taken over, on the same port, when the window that runs it closes', async () => {
    const machine = new Machine();
    const [one, two] = [machine.open(), machine.open()];
    const url = await one.start();
    await machine.pass();
    one.dispose();
    await machine.pass();
    expect(two.status).toEqual({ kind: 'running', url, isHere: true });
    expect(machine.listening.size).toBe(1);
  });

  it('starts only one however many windows ask at once', async () => {
    const machine = new Machine();
    const windows = Array.from({ length: 5 }, () => machine.open());
    const asked = Promise.all(windows.map(async (window) => window.start()));
    for (let step = 0; step < 20; step += 1) await machine.pass(250);
    expect(new Set(await asked).size).toBe(1);
    expect(machine.listening.size).toBe(1);
    expect(windows.filter(({ status }) => status.kind === 'running' && status.isHere)).toHaveLength(1);
  });

  it('answers the consent page of its own sandbox, in any window, and of nothing else', async () => {
    const machine = new Machine();
    const [one, two] = [machine.open(), machine.open()];
    await expect(one.allow('http://127.0.0.1:1/oauth2/authorize/confirm?state=s')).rejects.toMatchObject({ reason: 'stopped' });
    const url = await one.start();
    await machine.pass();
    const secret = JSON.parse(machine.text ?? '{}') as { readonly controlSecret: string };
    for (const control of [one, two])
      expect(await control.allow(`${url}/oauth2/authorize/confirm?state=s`)).toBe('vscode://market-desk/callback?code=c&state=s');
    expect(machine.consents).toEqual([
      [url, secret.controlSecret, 'state=s'],
      [url, secret.controlSecret, 'state=s'],
    ]);
    for (const other of ['http://127.0.0.1:1/?state=s', 'https://broker.example/?state=s', url.replace('http:', 'https:')])
      await expect(one.allow(other)).rejects.toMatchObject({ reason: 'stopped' });
    expect(machine.consents).toHaveLength(2);
  });

  it('resets its own sandbox and that of another window', async () => {
    const machine = new Machine();
    const [one, two] = [machine.open(), machine.open()];
    const url = await one.start();
    await machine.pass();
    await one.reset();
    await two.reset();
    expect(machine.resets).toEqual([url, url]);
    await one.stop();
    await expect(one.reset()).rejects.toMatchObject({ reason: 'stopped' });
  });

  it('releases the lock when it cannot start, and can try again', async () => {
    const machine = new Machine();
    const control = machine.open();
    machine.troubles.set(0, new Error('broken'));
    await expect(control.start()).rejects.toMatchObject({ reason: 'failed' });
    expect(machine.locks.held.size).toBe(0);
    machine.troubles.clear();
    await control.start();
    expect(control.status.kind).toBe('running');
  });

  it('leaves nothing running when it cannot tell the other windows where it is', async () => {
    const machine = new Machine();
    const control = machine.open();
    machine.accepts = (text) => !text.includes('"port":4');
    await expect(control.start()).rejects.toMatchObject({ reason: 'failed' });
    expect([machine.listening.size, machine.locks.held.size, control.status.kind]).toEqual([0, 0, 'stopped']);
    machine.accepts = () => true;
    const url = await control.start();
    expect(control.status).toEqual({ kind: 'running', url, isHere: true });
  });

  it.each(['garbage', '{}', '{"instanceId":1,"port":-1,"wanted":true}'])('begins anew when the shared file says %j', async (text) => {
    const machine = new Machine();
    machine.text = text;
    const control = machine.open();
    await control.follow();
    expect(control.status.kind).toBe('stopped');
    await control.start();
    expect(control.status.kind).toBe('running');
  });
});
