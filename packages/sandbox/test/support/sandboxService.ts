import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox, StartOptions } from 'market-desk-sandbox';
import { signIn } from './sandboxHarness';

export type Json = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** The service as one user sees it, over plain HTTP with a bearer token. */
export interface Caller {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  put(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  delete(path: string, query?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** A sandbox whose clock stands still until a test moves it, with both of its users signed in. */
export interface SandboxService {
  readonly sandbox: RunningSandbox;
  readonly ada: Caller;
  readonly lin: Caller;
  /** Without any credentials. */
  readonly nobody: Caller;
  now(): number;
  advance(ms: number): void;
  close(): Promise<void>;
}

/** A Wednesday, noon in Shanghai. */
export const serviceNoon = Date.parse('2026-06-10T04:00:00Z');

function callerOf(url: string, credential: Readonly<Record<string, string>>): Caller {
  const send = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...credential, ...headers },
      ...content,
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as Json) : { text } };
  };
  const withQuery = (path: string, query?: Readonly<Record<string, string>>): string =>
    query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
  return {
    get: async (path, query) => send('GET', withQuery(path, query)),
    delete: async (path, query) => send('DELETE', withQuery(path, query)),
    post: async (path, body, headers) => send('POST', path, body, headers),
    put: async (path, body, headers) => send('PUT', path, body, headers),
  };
}

export async function openService(options: StartOptions = {}): Promise<SandboxService> {
  let time = serviceNoon;
  const sandbox = await startSandbox({ port: 0, wallClock: () => time, tokenLifetimeSeconds: 10_000_000, ...options });
  const ada = await signIn(sandbox, { user: 'ada' });
  const lin = await signIn(sandbox, { user: 'lin' });
  return {
    sandbox,
    ada: callerOf(sandbox.url, ada.bearer),
    lin: callerOf(sandbox.url, lin.bearer),
    nobody: callerOf(sandbox.url, {}),
    now: () => time,
    advance: (ms) => void (time += ms),
    close: async () => sandbox.close(),
  };
}

/** The value as an array of records; anything else fails the test. */
export function records(value: unknown): readonly Json[] {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'object' || item === null)) {
    throw new Error(`not an array of objects: ${JSON.stringify(value)}`);
  }
  return value as readonly Json[];
}

/** The value as one record. */
export function record(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`not an object: ${JSON.stringify(value)}`);
  }
  return value as Json;
}
