import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildBridge } from '../../../scripts/build/program';
import { agentToolNames } from '../../../src/app/agents/agentCalls';
import { Windows } from '../../../src/bridge/windows';
import { ConfiguredPrograms } from '../../../src/app/agents/configuredPrograms';
import type { ConfiguredProgram } from '../../../src/app/agents/configuredPrograms';
import { Secret } from '../../../src/service/secret';
import { AgentServer } from '../../../src/ui/agents/agentServer';
import { createAgentSocket } from '../../../src/ui/agents/agentSocket';
import { agentInstructions, agentTools } from '../../../src/ui/agents/agentTools';
import { LastingConfigurations } from '../../../src/ui/agents/lastingConfigurations';
import { manifest } from '../../support/agents/agentDesk';
import { machine } from '../../support/orders/orderDesk';
import { MemoryState } from '../../support/secrets/sharedSecrets';

/** What a window with a started server has of it. */
interface Window {
  readonly name: string;
  readonly lasting: LastingConfigurations;
  readonly server: AgentServer;
  readonly port: number;
  readonly refused: string[];
  readonly close: () => Promise<void>;
}

let code = '';
let folder = '';
let programs: ConfiguredPrograms;
let program: ConfiguredProgram;
const windows: Window[] = [];
const clients: Client[] = [];

beforeAll(async () => {
  const [built] = await buildBridge();
  code = built?.code ?? '';
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'market-desk-bridge-'));
  await writeFile(path.join(folder, 'packed.js'), code);
  programs = new ConfiguredPrograms({ state: new MemoryState(), clock: machine });
  program = await programs.add('Cursor');
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const window of windows.splice(0)) await window.close();
  await rm(folder, { recursive: true, force: true });
});

const mcp = (): string => path.join(folder, 'mcp');

/** Starts the server of a window, as the command does. */
async function open(
  name: string,
  { onSocket = false, answer }: { onSocket?: boolean; answer?: () => Promise<string> } = {},
): Promise<Window> {
  const lasting = new LastingConfigurations({
    ...{ programs, folder: mcp(), program: path.join(folder, 'packed.js'), protect: () => undefined },
    offered: { version: '1', instructions: agentInstructions, tools: agentTools(manifest) },
  });
  const refused: string[] = [];
  const own = new Secret('the-bearer-that-the-editor-has-of-the-window');
  const socket = onSocket ? await createAgentSocket() : undefined;
  const server = await AgentServer.start({
    ...{ version: '1', tools: agentTools(manifest), nowMs: () => performance.now(), socket: socket?.path },
    bearers: () => [own, ...lasting.secrets],
    call: async (agent, tool) => ({ text: (await answer?.()) ?? `${name} answers ${agent}: ${tool}`, isError: false }),
    refused: (why) => refused.push(why),
  });
  const port = onSocket ? 0 : Number(new URL(await server.openPort()).port);
  await lasting.begin(socket === undefined ? { port } : { socket: socket.path });
  const close = async (): Promise<void> => {
    await lasting.end();
    await server.stop();
    await socket?.remove();
  };
  const window: Window = { name, lasting, server, port, refused, close };
  windows.push(window);
  return window;
}

/** The public client, with what the user pasted. */
async function paste(text: string): Promise<Client> {
  const { mcpServers } = JSON.parse(text) as { readonly mcpServers: Record<string, { readonly command: string; readonly args: string[] }> };
  const { command, args } = mcpServers['market-desk'] ?? { command: '', args: [] };
  const client = new Client({ name: 'some-agent', version: '1' });
  await client.connect(new StdioClientTransport({ command: command === 'node' ? process.execPath : command, args, stderr: 'inherit' }));
  clients.push(client);
  return client;
}

async function call(client: Client, signal?: AbortSignal): Promise<{ readonly text: string; readonly isError: boolean }> {
  const { content, isError } = await client.callTool({ name: 'marketDesk_getQuotes', arguments: { codes: ['HK.00700'] } }, undefined, {
    ...(signal === undefined ? {} : { signal }),
  });
  const [first] = content as readonly { readonly text: string }[];
  return { text: first?.text ?? '', isError: isError === true };
}

const answered = (name: string): object => ({ text: `${name} answers some-agent: marketDesk_getQuotes`, isError: false });
const notRunning = { text: expect.stringContaining('MCP server is not running, so nothing was asked or sent'), isError: true };

describe('a configuration for good', () => {
  it('goes on through a restart of the server on another port, and says in plain words when none runs', async () => {
    const first = await open('one');
    const client = await paste(first.lasting.textFor(program));
    expect((await client.listTools()).tools.map(({ name }) => name).toSorted()).toEqual([...agentToolNames].toSorted());
    expect(await call(client)).toEqual(answered('one'));
    await first.close();
    expect(await call(client)).toEqual(notRunning);
    const second = await open('two');
    expect(second.port).not.toBe(first.port);
    expect(await call(client)).toEqual(answered('two'));
    expect([first.refused, second.refused]).toEqual([[], []]);
  });

  it('has its tools before a window runs, because many clients ask only once', async () => {
    const first = await open('one');
    const text = first.lasting.textFor(program);
    await first.close();
    const client = await paste(text);
    expect((await client.listTools()).tools).toHaveLength(agentToolNames.length);
    expect(client.getInstructions()).toBe(agentInstructions);
    expect(await call(client)).toEqual(notRunning);
    await open('two', { onSocket: true });
    expect(await call(client)).toEqual(answered('two'));
  });

  it('finds the next window when the one that it used was killed', async () => {
    const first = await open('one');
    const client = await paste(first.lasting.textFor(program));
    const second = await open('two');
    expect(await call(client)).toEqual(answered('two'));
    // Nothing removes the address of a process that was killed.
    await second.server.stop();
    expect(await call(client)).toEqual(answered('one'));
    expect((await readdir(mcp())).filter((name) => name.endsWith('.json')).length).toBe(3);
    await open('three');
    expect((await readdir(mcp())).filter((name) => name.endsWith('.json')).length).toBe(3);
    expect(await call(client)).toEqual(answered('three'));
  });

  it('says so when the window closes before it answers, and asks no other', async () => {
    let asked = 0;
    const answer = async (): Promise<string> => {
      asked += 1;
      return new Promise(() => undefined);
    };
    await open('one');
    const second = await open('two', { answer });
    const client = await paste(second.lasting.textFor(program));
    const called = call(client);
    await expect.poll(() => asked).toBe(1);
    await second.close();
    expect(await called).toEqual({ text: expect.stringContaining('closed or reloaded before it answered'), isError: true });
    expect(await call(client)).toEqual(answered('one'));
  });

  it('gives up a window that answers nothing for 130 seconds', async () => {
    let asked = 0;
    await open('one', { answer: async () => new Promise(() => (asked += 1)) });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const speaksFor = { clientInfo: { name: 'some-agent', version: '1' }, protocolVersion: '2025-06-18' };
    const message = { name: 'marketDesk_getQuotes', arguments: {} };
    const called = new Windows(mcp(), program.id).ask('tools/call', message, speaksFor, new AbortController().signal);
    await expect.poll(() => asked).toBe(1);
    const limits = timers.mock.calls.flatMap(([callback, ms]) => (ms === 130_000 ? [callback] : []));
    // The connection that greets the window has ended.
    limits.at(-1)?.();
    await expect(called).rejects.toThrow('before it answered');
  });

  it('ends a call in the window when the client cancels it', async () => {
    let asked = 0;
    const first = await open('one', { answer: async () => new Promise(() => (asked += 1)) });
    const client = await paste(first.lasting.textFor(program));
    const closing = new AbortController();
    const called = call(client, closing.signal).catch(() => 'canceled');
    await expect.poll(() => asked).toBe(1);
    closing.abort();
    expect(await called).toBe('canceled');
  });

  it('stops working in every window when the user removes it, for that program alone', async () => {
    const first = await open('one');
    const other = await programs.add('Claude Code');
    await first.lasting.renew();
    // It has a configuration already.
    expect(await programs.add('Claude Code')).toEqual(other);
    const [removed, kept] = [await paste(first.lasting.textFor(program)), await paste(first.lasting.textFor(other))];
    expect([await call(removed), await call(kept)]).toEqual([answered('one'), answered('one')]);
    const secret = await readdir(mcp()).then(async (names) =>
      readFile(path.join(mcp(), names.find((name) => name.startsWith(program.id)) ?? ''), 'utf8').then(
        (text) => JSON.parse(text) as { secret: string },
      ),
    );
    // Another window removes it: this one only sees the list.
    await programs.remove(program);
    expect(await call(removed)).toEqual(notRunning);
    expect(first.refused).toEqual(['bearer']);
    await new LastingConfigurations({ programs, folder: mcp(), program: '', offered: {}, protect: () => undefined }).revoke(program);
    expect(await call(removed)).toEqual(notRunning);
    expect(await call(kept)).toEqual(answered('one'));
    const headers = { Authorization: `Bearer ${secret.secret}`, 'Content-Type': 'application/json' };
    expect((await fetch(`http://127.0.0.1:${first.port}/mcp`, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  });

  it.skipIf(process.platform === 'win32')(
    'lies where only the user can read it, and believes nothing that others could have written',
    async () => {
      const first = await open('one');
      const names = (await readdir(mcp())).filter((name) => name.startsWith(program.id));
      expect((await stat(mcp())).mode & 0o777).toBe(0o700);
      expect(names).toHaveLength(1);
      const file = path.join(mcp(), names[0] ?? '');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const text = first.lasting.textFor(program);
      // Nothing of the secret is in what the user pastes.
      expect(text).not.toContain((JSON.parse(await readFile(file, 'utf8')) as { readonly secret: string }).secret);
      const client = await paste(text);
      await chmod(file, 0o644);
      expect(await call(client)).toEqual(notRunning);
      await chmod(file, 0o600);
      expect(await call(client)).toEqual(answered('one'));
    },
  );

  it('makes a folder that others could open the user’s own again, and keeps programs of a newer version', async () => {
    const { mkdir } = await import('node:fs/promises');
    await mkdir(mcp(), { mode: 0o755 });
    await open('one');
    if (process.platform !== 'win32') expect((await stat(mcp())).mode & 0o777).toBe(0o700);
    const newer = { id: program.id, name: 'newer', socket: true };
    const state = new MemoryState();
    await state.set('programs.configured', [newer]);
    const list = new ConfiguredPrograms({ state, clock: machine });
    await list.remove(await list.add('a'));
    expect(state.get('programs.configured')).toEqual([newer]);
  });
});
