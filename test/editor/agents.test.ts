import * as assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { signIn } from './signIn';

interface Configuration<T> {
  readonly mcpServers: Readonly<Record<string, T>>;
}

interface OfWindow {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface ForGood {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Copies the configuration, taking these steps in its questions. */
async function copied<T>(...steps: readonly string[]): Promise<T> {
  await vscode.env.clipboard.writeText('');
  const copying = vscode.commands.executeCommand('marketDesk.agents.copyConfiguration');
  for (const step of steps) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await vscode.commands.executeCommand(`workbench.action.${step}`);
  }
  await copying;
  const { mcpServers } = JSON.parse(await vscode.env.clipboard.readText()) as Configuration<T>;
  const server = mcpServers['market-desk'];
  assert.ok(server);
  return server;
}

describe('the MCP server', () => {
  before(async function () {
    this.timeout(60_000);
    await signIn();
  });

  it('answers any client with the copied configuration, until it is stopped', async () => {
    await vscode.commands.executeCommand('marketDesk.agents.start');
    const server = await copied<OfWindow>('quickOpenSelectNext', 'acceptSelectedQuickOpenItem');
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const send = async (message: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(server.url, {
        method: 'POST',
        headers: { ...server.headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'suite', version: '1' } };
    const begun = await send({ method: 'initialize', params });
    assert.equal(begun.status, 200);
    const listed = await send({ method: 'tools/list' }, { 'Mcp-Session-Id': begun.headers.get('mcp-session-id') ?? '' });
    const { result } = (await listed.json()) as { readonly result: { readonly tools: readonly unknown[] } };
    assert.equal(result.tools.length, 12);
    assert.equal((await send({ method: 'tools/list' }, { Authorization: 'Bearer x' })).status, 401);
    await vscode.commands.executeCommand('marketDesk.agents.stop');
    await assert.rejects(send({ method: 'tools/list' }));
  });

  it('is found by the copied configuration for good, which starts the bridge', async () => {
    await vscode.commands.executeCommand('marketDesk.agents.start');
    const { command, args, env } = await copied<ForGood>('acceptSelectedQuickOpenItem', 'acceptSelectedQuickOpenItem');
    // Where the editor runs, Node.js need not be on PATH.
    const bridge = spawn(command === 'node' ? process.execPath : command, args, { env: { ...process.env, ...env }, stdio: 'pipe' });
    const lines = createInterface({ input: bridge.stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, given: object): Promise<string> => {
      bridge.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: given })}\n`);
      return String((await lines.next()).value);
    };
    try {
      await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'suite', version: '1' } });
      const { result } = JSON.parse(await ask(2, 'tools/list', {})) as { readonly result: { readonly tools: readonly unknown[] } };
      assert.equal(result.tools.length, 12);
      const unknown = { name: 'nothing', arguments: {} };
      assert.match(await ask(3, 'tools/call', unknown), /There is no such tool/);
      await vscode.commands.executeCommand('marketDesk.agents.stop');
      assert.match(await ask(4, 'tools/call', unknown), /MCP server is not running/);
    } finally {
      bridge.kill();
    }
  });
});
