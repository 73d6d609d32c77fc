import { Duplex } from 'node:stream';
import type { Life } from './life';
import type { Machine } from './machine';

type Arrive = (socket: MemorySocket) => void;

/** One end of a connection inside the process; behaves like a TCP socket, with a latency in the machine's time. */
export class MemorySocket extends Duplex {
  peer: MemorySocket | undefined;
  connecting = false;
  readonly remoteAddress = '127.0.0.1';
  readonly remoteFamily = 'IPv4';
  /** Milliseconds from one end to the other. */
  latencyMs = 0;
  /** Called with every piece when it leaves. */
  onLeave: ((bytes: Buffer) => void) | undefined;
  /** Milliseconds that written bytes wait before they leave. */
  holdMs = 0;

  constructor(
    private readonly machine: Machine,
    private readonly life?: Life,
  ) {
    super({ allowHalfOpen: false, highWaterMark: 1024 * 1024 });
  }

  override _read(): void {
    // Incoming data is pushed as it arrives.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    const leave = (): void => {
      this.onLeave?.(chunk);
      this.#carry((peer) => peer.push(chunk));
    };
    if (this.life === undefined) leave();
    else if (this.life.take(() => (this.holdMs > 0 ? this.machine.after(this.holdMs, leave) : leave(), true)) === undefined) return;
    done();
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const bytes = Buffer.concat(chunks.map(({ chunk, encoding }) => (Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, encoding))));
    this._write(bytes, '', done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#carry((peer) => peer.push(null));
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#carry((peer) => (peer.readableEnded ? undefined : peer.push(null)));
    done(error);
  }

  /** Sends a reset instead of an end. */
  resetAndDestroy(): this {
    const { peer } = this;
    this.peer = undefined;
    if (peer !== undefined)
      this.#later(() => peer.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })));
    this.destroy();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  #carry(act: (peer: MemorySocket) => unknown): void {
    this.#later(() => {
      const { peer } = this;
      if (peer !== undefined && !peer.destroyed) act(peer);
    });
  }

  #later(work: () => void): void {
    if (this.latencyMs > 0) this.machine.after(this.latencyMs, work);
    else this.machine.soon(work);
  }
}

/** The addresses of one machine, and the module that replaces `node:net` in the program. */
export class MemoryNet {
  readonly #listeners = new Map<string, Arrive>();
  /** Latency of new connections, in one direction. */
  latencyMs = 0;
  /** Called with every piece that the program sends, when it leaves. */
  onLeave: ((bytes: Buffer) => void) | undefined;
  /** Milliseconds that bytes written by the program wait before they leave. */
  holdMs = 0;

  constructor(private readonly machine: Machine) {}

  listen(address: string, arrive: Arrive): void {
    this.#listeners.set(address, arrive);
  }

  close(address: string): void {
    this.#listeners.delete(address);
  }

  module(real: object, life: Life): object {
    const connect = (options: { readonly host?: string; readonly port?: number | string }): MemorySocket => this.#connect(options, life);
    return { ...real, connect, createConnection: connect };
  }

  #connect({ host = 'localhost', port = 80 }: { readonly host?: string; readonly port?: number | string }, life: Life): MemorySocket {
    const near = new MemorySocket(this.machine, life);
    // The system closes the connections of a dead process.
    near.once(
      'close',
      life.onDeath(() => near.destroy()),
    );
    const arrive = this.#listeners.get(`${host.replace(/^\[|\]$/g, '')}:${port}`);
    near.connecting = true;
    const connected = (): void => {
      near.connecting = false;
      if (near.destroyed) return;
      if (arrive === undefined) {
        near.destroy(Object.assign(new Error(`connect ECONNREFUSED ${host}:${port}`), { code: 'ECONNREFUSED', syscall: 'connect' }));
        return;
      }
      const far = new MemorySocket(this.machine);
      near.latencyMs = far.latencyMs = this.latencyMs;
      near.onLeave = this.onLeave;
      near.holdMs = this.holdMs;
      near.peer = far;
      far.peer = near;
      arrive(far);
      near.emit('connect');
      near.emit('ready');
    };
    if (this.latencyMs > 0) this.machine.after(this.latencyMs * 2, connected);
    else this.machine.soon(connected);
    return near;
  }

  /** Delivers bytes on a new connection, as if they had been sent again. */
  repeat(address: string, bytes: Buffer): void {
    const far = new MemorySocket(this.machine);
    this.#listeners.get(address)?.(far);
    this.machine.soon(() => far.push(bytes));
  }
}
