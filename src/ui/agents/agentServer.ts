import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ListenOptions, Socket } from 'node:net';
import { isInitializeRequest, RequestIdSchema } from '@modelcontextprotocol/sdk/types.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isTooDeep } from '../../service/schema/jsonDepth';
import type { Secret } from '../../service/secret';
import { AgentSession } from './agentSession';
import { HttpGate, mcpPath, mostBodyBytes } from './httpGate';
import type { Refusal } from './httpGate';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { AgentAnswer } from '../../app/agents/agentCalls';

const burst = 60;
const perSecond = 20;

/** Limits the rate of requests: enough for an agent, but no flood. */
class CallRate {
  #left = burst;
  #atMs: number;

  /** @param nowMs - Monotonic. */
  constructor(private readonly nowMs: () => number) {
    this.#atMs = nowMs();
  }

  take(): boolean {
    const now = this.nowMs();
    this.#left = Math.min(burst, this.#left + ((now - this.#atMs) / 1_000) * perSecond);
    this.#atMs = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

export interface AgentServerOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly call: (agent: string, tool: string, input: unknown, signal: AbortSignal) => Promise<AgentAnswer>;
  /** The secrets that let a program in now: at least one. */
  readonly bearers: () => readonly Secret[];
  /** Path of the socket or pipe to listen on. */
  readonly socket?: string | undefined;
  readonly nowMs: () => number;
  /** A request was refused. Gets the reason, never the content of the request. */
  readonly refused: (why: string) => void;
}

interface OpenSession {
  readonly transport: StreamableHTTPServerTransport;
  readonly session: AgentSession;
  /** Unanswered requests by their IDs. */
  readonly pending: Map<unknown, ServerResponse>;
}

const mostSessions = 16;
const mostConnections = 32;
/** Calls may wait for the user. This limit leaves connections free for other clients. */
const mostPending = 24;
/** How often the server checks for requests that arrive too slowly. */
const connectionsCheckingInterval = 250;

/** An MCP server on this machine only, on a socket, a port, or both, for clients that have one of its bearers. It ends with the window. */
export class AgentServer {
  readonly #sessions = new Map<string, OpenSession>();
  readonly #rate: CallRate;
  readonly #servers: Server[] = [];
  #port: Promise<string> | undefined;

  private constructor(private readonly options: AgentServerOptions) {
    this.#rate = new CallRate(options.nowMs);
  }

  /** Listens on the socket; without one, on a port. */
  static async start(options: AgentServerOptions): Promise<AgentServer> {
    const agents = new AgentServer(options);
    if (options.socket === undefined) await agents.openPort();
    // A client that asks through a socket still has to name a host.
    else await agents.#listen({ path: options.socket }, () => ['localhost']);
    return agents;
  }

  /** Listens on a port of this machine that the system chooses. @returns The address for clients. */
  async openPort(): Promise<string> {
    this.#port ??= this.#listen({ host: '127.0.0.1', port: 0 }, (port) => [`127.0.0.1:${port}`, `localhost:${port}`]).then(
      (port) => `http://127.0.0.1:${port}${mcpPath}`,
    );
    return this.#port;
  }

  async stop(): Promise<void> {
    const closed = this.#servers.map(async (server) => new Promise<void>((resolve) => void server.close(() => resolve())));
    for (const id of [...this.#sessions.keys()]) await this.#end(id);
    for (const server of this.#servers) server.closeAllConnections();
    await Promise.all(closed);
  }

  async #listen(at: ListenOptions, hostsOf: (port: number) => readonly string[]): Promise<number> {
    const server = createServer({ connectionsCheckingInterval, headersTimeout: 1_000, requestTimeout: 15_000, maxHeaderSize: 16 * 1024 });
    const admit = this.#makeRoom(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const gate = new HttpGate(hostsOf(port), this.options.bearers);
    server.on('request', (request, response) => {
      const refusal = gate.refusalOf(request);
      if (refusal?.why !== 'host' && refusal?.why !== 'origin' && refusal?.why !== 'bearer') admit(request.socket);
      void this.#handle(refusal, request, response);
    });
    // The editor may end while a client is connected.
    server.unref();
    this.#servers.push(server);
    return port;
  }

  /** Connections that never brought the bearer make room for new ones, the oldest first: half a request can’t keep anybody out. */
  #makeRoom(server: Server): (socket: Socket) => void {
    const strangers = new Set<Socket>();
    let known = 0;
    server.on('connection', (socket) => {
      if (strangers.size + known >= mostConnections) {
        const [oldest] = strangers;
        (oldest ?? socket).destroy();
        if (oldest === undefined) return;
      }
      strangers.add(socket);
      socket.once('close', () => (strangers.delete(socket) ? undefined : (known -= 1)));
    });
    return (socket) => {
      if (strangers.delete(socket)) known += 1;
    };
  }

  async #handle(refused: Refusal | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const refusal = refused ?? (this.#rate.take() ? undefined : { status: 429, why: 'rate' });
      if (refusal !== undefined) this.#refuse(response, refusal.status, refusal.why);
      else if (request.method === 'DELETE') await this.#forward(request, response, undefined);
      else await this.#post(request, response);
    } catch {
      // The client disconnected, or sent something that the library cannot read.
      if (!response.headersSent) this.#refuse(response, 400, 'request');
      else response.destroy();
    }
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await bodyOf(request);
    const text = bytes?.toString('utf8');
    if (text === undefined) this.#refuse(response, 413, 'size');
    else if (isTooDeep(text)) this.#refuse(response, 400, 'depth');
    else {
      const message: unknown = JSON.parse(text);
      // Later versions of the protocol have no lists of messages.
      if (Array.isArray(message)) this.#refuse(response, 400, 'list');
      else await this.#forward(request, response, message);
    }
  }

  async #forward(request: IncomingMessage, response: ServerResponse, message: unknown): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (known !== undefined && typeof id === 'string') {
      // Moves the session to the end: the least recently used one is closed first.
      this.#sessions.delete(id);
      this.#sessions.set(id, known);
    }
    if (known === undefined && (id !== undefined || !isInitializeRequest(message))) {
      this.#refuse(response, id === undefined ? 400 : 404, 'session');
      return;
    }
    const { transport, session, pending } = known ?? (await this.#open());
    const asked = RequestIdSchema.safeParse(typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined);
    if (!asked.success) {
      await transport.handleRequest(request, response, message);
      return;
    }
    // Given two requests with the same ID, the library answers one and leaves the other waiting.
    const why = pending.has(asked.data) ? 'id' : this.#pending >= mostPending ? 'calls' : undefined;
    if (why !== undefined) {
      this.#refuse(response, why === 'id' ? 400 : 429, why);
      return;
    }
    pending.set(asked.data, response);
    response.once('close', () => (response.writableEnded ? undefined : session.cancel(asked.data)));
    try {
      await transport.handleRequest(request, response, message);
    } finally {
      pending.delete(asked.data);
    }
  }

  get #pending(): number {
    return [...this.#sessions.values()].reduce((sum, { pending }) => sum + pending.size, 0);
  }

  async #open(): Promise<OpenSession> {
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= mostSessions) await this.#end(oldest);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => void this.#sessions.set(id, opened),
      onsessionclosed: (id) => void this.#end(id),
    });
    const session = new AgentSession(this.options);
    const opened: OpenSession = { transport, session, pending: new Map() };
    await session.connect(transport);
    return opened;
  }

  async #end(id: string): Promise<void> {
    const open = this.#sessions.get(id);
    this.#sessions.delete(id);
    await open?.session.close();
    // The library drops unanswered requests without closing their connections.
    for (const response of open?.pending.values() ?? []) response.destroy();
  }

  #refuse(response: ServerResponse, status: number, why: string): void {
    this.options.refused(why);
    const headers = { 'Content-Type': 'application/json', ...(status === 429 ? { 'Retry-After': '1' } : {}), Connection: 'close' };
    const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message: `Refused: ${why}` }, id: null });
    response.writeHead(status, headers).end(body);
  }
}

/** @returns undefined if the body is longer than any message of a client. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size > mostBodyBytes) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}
