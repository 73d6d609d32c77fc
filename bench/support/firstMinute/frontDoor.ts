import { createServer, request as send } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listening } from '../../../test/support/network/listening';
import type { Listening } from '../../../test/support/network/listening';

/** A request as it passed the door; times are from `performance.now()`. */
export interface Passed {
  readonly atMs: number;
  readonly endedAtMs: number;
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  readonly status: number;
  /** The error in the service's body, if it is not a success. */
  readonly refusal: string;
}

const tradingPath = '/api/v1.0/accounts/';
const accountsPath = `${tradingPath}authorized_trd_accs`;
/** What the door refuses by itself, whatever the program does. */
export const plannedRefusal = 'planned';

/** What the line to the service is like. */
export interface Line {
  /** Each request takes a time of its own up to this, so that requests arrive closer together than they were sent, or in another order. */
  readonly jitterMs: number;
  /** One in this many trading requests is refused as if it had come too close to another. */
  readonly refusesOneIn: number;
}

const spacingRefusal = Buffer.from(
  '{"ret_code":-11,"ret_msg":"request failed","error":{"code":"rate_limited","message":"trading frequency exceeded","retry_after":1}}',
);

/**
 * A proxy in front of a service: records every request, adds live accounts, each a copy of the first with orders in Hong Kong only, and can
 * be closed as if the service were down.
 */
export class FrontDoor {
  readonly passed: Passed[] = [];
  /** Paths of requests during the time the service was down. */
  readonly knocks: string[] = [];
  isShut = false;
  /** Replaces every list of orders. */
  ordersBody: Buffer | undefined;
  #server!: Listening;
  #tradingRequests = 0;

  private constructor(
    private readonly service: string,
    private readonly liveAccounts: number,
    private readonly line: Line | undefined,
  ) {}

  static async open(service: string, liveAccounts: number, line?: Line): Promise<FrontDoor> {
    const door = new FrontDoor(service, liveAccounts, line);
    door.#server = await listening(
      createServer((request, response) => {
        if (door.isShut) {
          door.knocks.push(request.url ?? '');
          response.writeHead(503, { connection: 'close' }).end();
        } else if (line === undefined) door.#pass(request, response);
        else setTimeout(() => door.#pass(request, response), Math.random() * line.jitterMs);
      }),
    );
    return door;
  }

  get url(): string {
    return this.#server.origin;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const atMs = performance.now();
    const { method = '', url: path = '' } = request;
    if (this.#refuses(path)) {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': spacingRefusal.length }).end(spacingRefusal);
      this.passed.push({ atMs, endedAtMs: performance.now(), method, path, status: 200, refusal: plannedRefusal });
      return;
    }
    const { hostname, port } = new URL(this.service);
    const onward = send(
      { hostname, port, method, path: path.replace(/\/accounts\/copy-\d+\//, '/accounts/8001/'), headers: request.headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          const body = this.#more(path, Buffer.concat(parts));
          const { 'transfer-encoding': chunked, ...headers } = answer.headers;
          response.writeHead(status, chunked === undefined ? { ...headers, 'content-length': body.length } : answer.headers).end(body);
          this.passed.push({ atMs, endedAtMs: performance.now(), method, path, status, refusal: refusalIn(path, status, body) });
        });
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  #refuses(path: string): boolean {
    if (this.line === undefined || !path.startsWith(tradingPath) || path === accountsPath) return false;
    this.#tradingRequests += 1;
    return this.#tradingRequests % this.line.refusesOneIn === 0;
  }

  #more(path: string, body: Buffer): Buffer {
    if (this.ordersBody !== undefined && /^\/api\/v1\.0\/accounts\/[^/]+\/orders\?/.test(path)) return this.ordersBody;
    if (/\/copy-\d+\/orders\?trd_market=(?!HK&)/.test(path))
      return Buffer.from('{"s":"ok","d":{"orders":[],"page_flag":"","completed":true}}');
    if (path !== accountsPath || this.liveAccounts < 2) return body;
    const answer = JSON.parse(body.toString()) as { readonly d?: { readonly accounts?: Record<string, unknown>[] } };
    const accounts = answer.d?.accounts;
    const [first] = accounts ?? [];
    for (let copy = 2; copy <= this.liveAccounts; copy += 1) accounts?.push({ ...first, account_id: `copy-${copy}` });
    return Buffer.from(JSON.stringify(answer));
  }
}

/** A success has no code except 0. */
function refusalIn(path: string, status: number, body: Buffer): string {
  if (status >= 400) return `status ${status}`;
  if (!path.startsWith('/api/')) return '';
  const code = /"(?:ret_code|code|errcode)":\s*(-?\d+)/.exec(body.subarray(0, 300).toString())?.[1];
  return code === undefined || code === '0' ? '' : `code ${code}`;
}
