import { lstat, readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import * as v from 'valibot';
import { isAddressFile, WindowAddress } from './windowAddress';

/** Who the bridge speaks for: what the client said when it connected. */
export interface SpeaksFor {
  readonly clientInfo: unknown;
  readonly protocolVersion: string;
}

interface Answer {
  readonly status: number;
  readonly session: string | undefined;
  readonly text: string;
}

interface Session {
  readonly id: string;
  readonly secret: string;
}

const Reply = v.object({
  result: v.optional(v.record(v.string(), v.unknown())),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
});

/** Longer than the longest call of the server. */
const longestCallMs = 130_000;
/** A window that is suspended takes connections and answers nothing: others may run. */
const longestHelloMs = 5_000;
const longestAnswer = 4_000_000;
const largestFile = 4_000;

const noWindow =
  'Market Desk’s MCP server is not running, so nothing was asked or sent. Tell the user: open the editor, and run the command ' +
  '“Market Desk: Start MCP Server”. If it runs already, they have removed this program with “Manage Agents…”, and have to copy its configuration again.';
const lost = 'The window of Market Desk was closed or reloaded before it answered. Only the user can have sent anything. Ask again.';

/** The window was not reached: nothing arrived there. */
class NotReachedError extends Error {}

/** The windows whose MCP server lets this program in, the one that started last first. */
export class Windows {
  /** By file. Bounded by the files in the folder. */
  readonly #sessions = new Map<string, Promise<Session>>();
  #count = 0;

  constructor(
    private readonly folder: string,
    private readonly program: string,
  ) {}

  /** Asks the first window that answers. @throws if none does, in words for the model. */
  async ask(method: string, params: unknown, speaksFor: SpeaksFor, signal: AbortSignal): Promise<Record<string, unknown>> {
    for (const [file, address] of await this.#addresses()) {
      try {
        return await this.#askWindow(file, address, { method, params }, speaksFor, signal);
      } catch (error) {
        if (!(error instanceof NotReachedError)) throw error;
        this.#sessions.delete(file);
      }
    }
    throw new Error(noWindow);
  }

  async #askWindow(
    file: string,
    address: WindowAddress,
    message: { readonly method: string; readonly params: unknown },
    speaksFor: SpeaksFor,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    let answer = await this.#send(file, address, message, speaksFor, signal);
    // The server has forgotten the session, as it does with the least recently used one: it asked nobody yet.
    if (answer.status === 404) {
      this.#sessions.delete(file);
      answer = await this.#send(file, address, message, speaksFor, signal);
    }
    if (answer.status === 401 || answer.status === 403 || answer.status === 404) throw new NotReachedError();
    if (answer.status === 429) throw new Error('Too many calls at once. Wait a second, then ask again.');
    if (answer.status === 413) throw new Error('The call is too long. Ask for less.');
    const reply = v.safeParse(Reply, parsed(answer.text));
    if (!reply.success) throw new Error(`The window answered something that is no answer (status ${answer.status}).`);
    const { error, result } = reply.output;
    if (error !== undefined) throw new Error(error.message);
    return result ?? {};
  }

  async #send(
    file: string,
    address: WindowAddress,
    message: { readonly method: string; readonly params: unknown },
    speaksFor: SpeaksFor,
    signal: AbortSignal,
  ): Promise<Answer> {
    const known = await this.#sessions.get(file)?.catch(() => undefined);
    // A file with another secret is that of a server that was started again.
    if (known?.secret !== address.secret) this.#sessions.set(file, this.#open(address, speaksFor));
    const opened = await this.#sessions.get(file)?.catch((error: unknown) => {
      this.#sessions.delete(file);
      throw error;
    });
    this.#count += 1;
    const body = { jsonrpc: '2.0', id: this.#count, ...message };
    return post(address, body, opened?.id, signal);
  }

  async #open(address: WindowAddress, { clientInfo, protocolVersion }: SpeaksFor): Promise<Session> {
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
    // Nothing was asked yet: whatever fails here, another window may be asked.
    const patience = AbortSignal.timeout(longestHelloMs);
    const { session, status } = await post(address, hello, undefined, patience).catch(() => {
      throw new NotReachedError();
    });
    if (status !== 200 || session === undefined) throw new NotReachedError();
    await post(address, { jsonrpc: '2.0', method: 'notifications/initialized' }, session, patience).catch(() => {
      throw new NotReachedError();
    });
    return { id: session, secret: address.secret };
  }

  async #addresses(): Promise<readonly (readonly [file: string, address: WindowAddress])[]> {
    const names = await readdir(this.folder).catch(() => []);
    const found = await Promise.all(
      names.filter((name) => isAddressFile(name, this.program)).map(async (name) => readAddress(path.join(this.folder, name))),
    );
    const read = found.flatMap((one) => one ?? []).sort((one, other) => other.writtenMs - one.writtenMs);
    const files = new Set(read.map(({ file }) => file));
    for (const file of this.#sessions.keys()) if (!files.has(file)) this.#sessions.delete(file);
    return read.map(({ file, address }) => [file, address]);
  }
}

/** @returns undefined if it is no address, or if somebody else could have written or read it. */
async function readAddress(
  file: string,
): Promise<{ readonly file: string; readonly address: WindowAddress; readonly writtenMs: number } | undefined> {
  try {
    const stats = await lstat(file);
    const { mode, uid, size, mtimeMs } = stats;
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    if (!stats.isFile() || !isOwn || size > largestFile) return undefined;
    const read = v.safeParse(WindowAddress, parsed(await readFile(file, 'utf8')));
    return read.success ? { file, address: read.output, writtenMs: mtimeMs } : undefined;
  } catch {
    // The server has just stopped.
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws NotReachedError if nothing was sent. */
async function post(
  { socket, port, secret }: WindowAddress,
  body: object,
  session: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const failed = (): void => reject(isConnected ? new Error(lost) : new NotReachedError());
    const sent = request(
      {
        ...(socket === undefined ? { host: '127.0.0.1', port } : { socketPath: socket }),
        // A connection that is kept would be that of a server that has been started again.
        ...{ agent: false, path: '/mcp', method: 'POST', signal },
        headers: {
          Host: socket === undefined ? `127.0.0.1:${port}` : 'localhost',
          Authorization: `Bearer ${secret}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...(session === undefined ? {} : { 'Mcp-Session-Id': session }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          if (text.length > longestAnswer) response.destroy();
        });
        response.on('close', () => {
          const id = response.headers['mcp-session-id'];
          if (response.complete) resolve({ status: response.statusCode ?? 0, session: typeof id === 'string' ? id : undefined, text });
          else failed();
        });
      },
    );
    sent.on('socket', (opened) => opened.once('connect', () => (isConnected = true)));
    sent.on('error', failed);
    const late = setTimeout(() => sent.destroy(new Error(lost)), longestCallMs);
    sent.once('close', () => clearTimeout(late));
    sent.end(JSON.stringify(body));
  });
}
