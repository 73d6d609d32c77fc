import type { Dispatcher } from 'undici';
import { abortCode } from '../abortable';
import { TransportError } from '../errors';
import type { RequestLabel, TransportErrorCode } from '../errors';
import { toTransportError } from './failures';
import { maximumBodyBytes } from './settings';
import type { Deadlines } from './settings';
import type { WireRequest, WireResponse } from './types';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const decoders: ReadonlyMap<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>> = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

function isEncoded(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-encoding'] !== undefined;
}

/** True for a response without an encoding, or with one that {@link decoded} supports. */
function isKnownEncoding(headers: Readonly<Record<string, string>>): boolean {
  const encoding = encodingOf(headers);
  return encoding === 'identity' || decoders.has(encoding);
}

/**
 * The response with its body as it was before a proxy encoded it.
 *
 * @throws {@link TransportError} for a body that is damaged, or larger than an answer may be.
 */
async function decoded(answer: WireResponse, request: RequestLabel): Promise<WireResponse> {
  const decode = decoders.get(encodingOf(answer.headers));
  // An empty body may be labeled too, but was not encoded: its status is all that counts.
  if (decode === undefined || answer.body.byteLength === 0) return answer;
  try {
    return { ...answer, body: await decode(answer.body, { maxOutputLength: maximumBodyBytes }) };
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new TransportError(tooLarge ? 'too-large' : 'broken-answer', { request, sent: 'maybe', detail: 'encoded body' });
  }
}

function encodingOf(headers: Readonly<Record<string, string>>): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding === '' ? 'identity' : encoding;
}

/**
 * The deadlines of one request on one timer: entering a phase only changes a number. The timer wakes up at least once in the
 * shortest phase and checks whether the time is up, so it is never late.
 */
class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #totalAt = 0;
  #phaseAt = 0;
  #detail = '';
  readonly #shortestMs: number;

  /** @param expired - Called once with what took too long, for the log. */
  constructor(
    private readonly deadlines: Deadlines,
    private readonly expired: (detail: string) => void,
  ) {
    this.#shortestMs = Math.min(deadlines.headersMs, deadlines.bodyMs, deadlines.totalMs);
  }

  /** Starts the overall time limit; `detail` names what is awaited until the first phase. */
  start(detail: string): void {
    this.#totalAt = performance.now() + this.deadlines.totalMs;
    this.#phaseAt = this.#totalAt;
    this.#detail = detail;
    this.#arm(this.#shortestMs);
  }

  enter(phaseMs: number, detail: string): void {
    this.#phaseAt = performance.now() + phaseMs;
    this.#detail = detail;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(() => this.#wake(), Math.min(ms, this.#shortestMs));
  }

  #wake(): void {
    const leftMs = Math.min(this.#phaseAt, this.#totalAt) - performance.now();
    // Timers are whole milliseconds: less than one counts as over.
    if (leftMs >= 1) this.#arm(Math.ceil(leftMs));
    else this.expired(this.#phaseAt <= this.#totalAt ? this.#detail : 'the whole exchange');
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const identity = { 'accept-encoding': 'identity' } as const;

function nobodyWaits(): void {}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly receivedAt: number;
}

/** The caller no longer wanted the request when the connection was ready. */
class UnwantedRequest extends Error {}

/** The request's credentials were too old when the connection was ready: it must be rebuilt. */
export class StaleRequest extends Error {}

/**
 * One request and its response on one connection.
 *
 * Evidence of sending: the library calls `onRequestStart` of exactly this request on a ready connection, right before it
 * writes the first byte. Until then nothing can have been sent, and a request aborted earlier is stopped there.
 */
export class RequestHandler implements Dispatcher.DispatchHandler {
  readonly #answer: Promise<WireResponse>;
  #resolve: (answer: WireResponse) => void = nobodyWaits;
  #reject: (error: TransportError | StaleRequest) => void = nobodyWaits;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #sentAt: number | undefined;
  #head: Head | undefined;
  #bytes = 0;
  #settled = false;
  readonly #deadline: Deadline;

  constructor(
    private readonly request: WireRequest,
    private readonly options: {
      readonly deadlines: Deadlines;
      readonly viaProxy: boolean;
      readonly signal: AbortSignal;
      readonly monotonicMs: () => number;
      /** Called on a ready connection, right before the first byte. */
      readonly isStale?: (() => boolean) | undefined;
      /** Called after that, in one step with the first byte. */
      readonly mayStart?: (() => boolean) | undefined;
      readonly userAgent?: string | undefined;
    },
  ) {
    this.#deadline = new Deadline(options.deadlines, (detail) => this.#fail('timed-out', detail));
    this.#answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** @throws {@link TransportError} */
  async run(dispatcher: Dispatcher): Promise<WireResponse> {
    const { signal } = this.options;
    if (signal.aborted) throw this.#error(abortCode(signal), 'before sending');
    signal.addEventListener('abort', this);
    this.#deadline.start('no connection');
    try {
      dispatcher.dispatch(this.#dispatchOptions(), this);
      const answer = await this.#answer;
      if (isEncoded(answer.headers)) return await decoded(answer, this.request.label);
      if (this.request.kind === 'read') await connectionIsFree();
      return answer;
    } finally {
      this.#settled = true;
      signal.removeEventListener('abort', this);
      this.#deadline.stop();
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A second start would send twice, for example after an idle connection broke.
    if (this.#settled || this.#controller !== undefined) {
      controller.abort(new Error('given up'));
      return;
    }
    // Throwing here ends the request before a byte is sent, and keeps the connection.
    if (this.options.isStale?.() === true) throw new StaleRequest();
    if (this.options.mayStart?.() === false) throw new UnwantedRequest();
    this.#controller = controller;
    this.#sentAt = this.options.monotonicMs();
    this.#deadline.enter(this.options.deadlines.headersMs, 'no answer');
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#head = { status, headers: joinHeaders(headers), receivedAt: this.options.monotonicMs() };
    // We request identity, but a proxy may still compress.
    if (isEncoded(this.#head.headers) && !isKnownEncoding(this.#head.headers))
      this.#fail('broken-answer', 'an encoding that was not asked for');
    else if (Number(this.#head.headers['content-length'] ?? 0) > maximumBodyBytes) this.#fail('too-large', 'declared length');
    else this.#deadline.enter(this.options.deadlines.bodyMs, 'the answer stopped');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > maximumBodyBytes) {
      this.#fail('too-large', 'body');
      return;
    }
    this.#chunks.push(chunk);
    this.#deadline.enter(this.options.deadlines.bodyMs, 'the answer stopped');
  }

  onResponseEnd(): void {
    const head = this.#head;
    if (head === undefined || this.#sentAt === undefined) {
      this.#fail('broken-answer', 'no headers');
      return;
    }
    const { status, headers, receivedAt } = head;
    this.#resolve({ status, headers, receivedAt, body: joinChunks(this.#chunks), sentAt: this.#sentAt });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    const { viaProxy } = this.options;
    if (error instanceof StaleRequest) this.#reject(error);
    else if (error instanceof UnwantedRequest) this.#reject(this.#error('aborted', 'not wanted any more'));
    else this.#reject(toTransportError(error, { request: this.request.label, sent: this.#sent(), viaProxy }));
  }

  /** The caller's signal was aborted. */
  handleEvent(): void {
    this.#fail(abortCode(this.options.signal), 'given up by the caller');
  }

  #dispatchOptions(): Dispatcher.DispatchOptions {
    const { method, origin, path, query, headers, body, kind } = this.request;
    const { userAgent } = this.options;
    const own = userAgent === undefined ? identity : { ...identity, 'user-agent': userAgent };
    return {
      method,
      origin,
      path: query === '' ? path : `${path}?${query}`,
      headers: Object.assign({}, headers, own),
      body: body ?? null,
      reset: kind === 'write',
      // The deadlines of this class are exact; those of the library tick about once a second.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
  }

  #fail(code: TransportErrorCode, detail: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#reject(this.#error(code, detail));
    this.#controller?.abort(new Error(detail));
  }

  #error(code: TransportErrorCode, detail: string): TransportError {
    return new TransportError(code, { request: this.request.label, sent: this.#sent(), detail });
  }

  #sent(): 'no' | 'maybe' {
    return this.#sentAt === undefined ? 'no' : 'maybe';
  }
}

/**
 * The library releases a connection in its own `setImmediate`, queued before this one: a caller that sends the next
 * request at once would otherwise open another connection.
 */
async function connectionIsFree(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Most responses arrive in one chunk, and the library does not reuse its memory. */
function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}

function joinHeaders(headers: Headers): Readonly<Record<string, string>> {
  if (isJoined(headers)) return headers;
  const joined = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined.set(name.toLowerCase(), typeof value === 'string' ? value : value.join(', '));
  }
  return Object.fromEntries(joined);
}

/** The library returns lower-case names, usually each of them once. */
function isJoined(headers: Headers): headers is Readonly<Record<string, string>> {
  for (const name in headers) {
    if (typeof headers[name] !== 'string' || name !== name.toLowerCase()) return false;
  }
  return true;
}
