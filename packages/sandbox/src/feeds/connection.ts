import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import type { Grant } from '../types';
import { bentPush } from './feedFaults';
import type { FeedFaults, FeedName } from './feedFaults';

/** How much may wait for a slow reader before the connection is closed. */
const mostWaitingBytes = 1024 * 1024;
const pingMs = 15_000;
export const closeCode = { policy: 1008, restart: 1012 } as const;

/** A request frame of a client. */
export interface Asked {
  /** Returned unchanged in the response. */
  readonly id: unknown;
  readonly action: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The whole frame: subscriptions are given beside the action. */
  readonly frame: Readonly<Record<string, unknown>>;
}

export interface ConnectionCounts {
  readonly feed: FeedName;
  readonly session_id: string | null;
  readonly user: string | null;
  readonly method: Grant['method'] | null;
  readonly frames_received: number;
  readonly pushes_sent: number;
  readonly authentications: number;
}

/** One client: its incoming and outgoing frames, and the faults that affect them. */
export class FeedConnection {
  grant: Grant | undefined;
  sessionId: string | undefined;
  /** When the grant was last verified, on this machine's clock. */
  provenAtMs: number;
  authentications = 0;
  #received = 0;
  #pushes = 0;
  #isSilent = false;
  #answersPings = true;
  #isGivenUp = false;
  #heldBack: { frame: string; behind: number }[] = [];
  #missedPongs = 0;
  readonly #ping: NodeJS.Timeout;

  constructor(
    readonly feed: FeedName,
    private readonly socket: WebSocket,
    private readonly faults: FeedFaults,
    nowMs: number,
  ) {
    this.provenAtMs = nowMs;
    socket.on('ping', (data) => {
      if (this.#answersPings) socket.pong(data);
    });
    socket.on('pong', () => (this.#missedPongs = 0));
    // A broken frame of the client closes the connection by itself; there is no one to report it to.
    socket.on('error', () => undefined);
    this.#ping = setInterval(() => this.#keepAlive(), pingMs);
    this.#ping.unref();
    socket.once('close', () => clearInterval(this.#ping));
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN && !this.#isGivenUp;
  }

  onClose(listener: () => void): void {
    this.socket.once('close', listener);
  }

  /** Passes on each frame as a request, or undefined if it is none. */
  onAsked(listener: (asked: Asked | undefined) => void): void {
    this.socket.on('message', (data, isBinary) => {
      this.#received += 1;
      listener(isBinary ? undefined : readAsked(data));
    });
  }

  accept(grant: Grant, nowMs: number): void {
    this.grant = grant;
    this.provenAtMs = nowMs;
    this.authentications += 1;
    this.sessionId ??= randomUUID();
  }

  /** Sends nothing any more. */
  fallSilent(answersPings: boolean): void {
    this.#isSilent = true;
    this.#answersPings = answersPings;
  }

  /** A response to a request; faults of acknowledgements do not affect it. */
  send(frame: object): void {
    this.#write(JSON.stringify(frame));
  }

  /** The acknowledgement of a request, in one of the two forms that were observed. */
  acknowledge(id: unknown, form: 'short' | 'long'): void {
    const fault = this.faults.ack(this.feed);
    if (fault?.kind === 'loseAck') return;
    const chosen = fault?.form ?? form;
    this.send(chosen === 'short' ? { id, code: 0, message: '' } : { ret_code: 0, ret_msg: 'success', data: { code: 0, id, message: '' } });
  }

  /** The request cannot be fulfilled; a missing right is reported without the ID, as live services do. */
  refuse(id: unknown, code: number, message: string): void {
    this.send(
      code === -9
        ? { ret_code: code, ret_msg: 'realtime quote permission required', error: { code: 'permission_denied', message } }
        : { ret_code: code, ret_msg: message, data: { id: id ?? null, code, message } },
    );
  }

  /** Sends a push, as changed by a waiting fault if there is one. */
  push(frame: string): void {
    if (!this.isOpen) return;
    const fault = this.faults.push(this.feed);
    this.#pushes += 1;
    if (fault === undefined) {
      this.#write(frame);
      this.#release();
      return;
    }
    switch (fault.kind) {
      case 'drop':
        break;
      case 'duplicate':
        for (let copy = 0; copy < (fault.copies ?? 2); copy += 1) this.#write(frame);
        break;
      case 'reorder':
        this.#heldBack.push({ frame, behind: (fault.behind ?? 1) + 1 });
        break;
      case 'garbage':
        this.#write(fault.binary === true ? Buffer.from([0, 159, 146, 150, 255]) : `${frame.slice(0, 20)}<html>`);
        break;
      case 'close':
        this.close(fault.code, fault.reason ?? '');
        return;
      case 'slowReader':
        this.close(closeCode.policy, 'slow_consumer');
        return;
      case 'break':
        this.socket.terminate();
        return;
      default:
        this.#write(bentPush(frame, fault));
    }
    this.#release();
  }

  close(code: number, reason: string): void {
    this.#isGivenUp = true;
    // Codes that no endpoint may send (1005, 1006, 1015) are received as a close without a code.
    if ([1004, 1005, 1006, 1015].includes(code) || (code > 1014 && code < 3000)) this.socket.terminate();
    else this.socket.close(code, reason);
    const socket = this.socket;
    setTimeout(() => socket.terminate(), 1_000).unref();
  }

  terminate(): void {
    clearInterval(this.#ping);
    this.socket.terminate();
  }

  get counts(): ConnectionCounts {
    return {
      feed: this.feed,
      session_id: this.sessionId ?? null,
      user: this.grant?.user ?? null,
      method: this.grant?.method ?? null,
      frames_received: this.#received,
      pushes_sent: this.#pushes,
      authentications: this.authentications,
    };
  }

  #release(): void {
    if (this.#heldBack.length === 0) return;
    for (const held of this.#heldBack) held.behind -= 1;
    const due = this.#heldBack.filter(({ behind }) => behind <= 0);
    this.#heldBack = this.#heldBack.filter(({ behind }) => behind > 0);
    for (const { frame } of due) this.#write(frame);
  }

  #write(frame: string | Buffer): void {
    if (this.#isSilent || !this.isOpen) return;
    if (this.socket.bufferedAmount > mostWaitingBytes) {
      this.close(closeCode.policy, 'slow_consumer');
      return;
    }
    this.socket.send(frame);
  }

  #keepAlive(): void {
    if (this.#isSilent) return;
    if (this.#missedPongs >= 2) {
      this.socket.terminate();
      return;
    }
    this.#missedPongs += 1;
    if (this.isOpen) this.socket.ping();
  }
}

function readAsked(data: RawData): Asked | undefined {
  try {
    const text = Array.isArray(data)
      ? Buffer.concat(data).toString()
      : Buffer.isBuffer(data)
        ? data.toString()
        : Buffer.from(data).toString();
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value['action'] !== 'string') return undefined;
    return { id: value['id'], action: value['action'], data: isRecord(value['data']) ? value['data'] : {}, frame: value };
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
