import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { signIn } from './signIn';

interface Configuration {
  readonly mcpServers: Readonly<Record<string, { readonly url: string; readonly headers: Readonly<Record<string, string>> }>>;
}

describe('the MCP server', () => {
  before(async function () {
    this.timeout(60_000);
    await signIn();
  });

  it('answers any client with the copied configuration, until it is stopped', async () => {
    await vscode.commands.executeCommand('marketDesk.agents.start');
    await vscode.commands.executeCommand('marketDesk.agents.copyConfiguration');
    const { mcpServers } = JSON.parse(await vscode.env.clipboard.readText()) as Configuration;
    const server = mcpServers['market-desk'];
    assert.ok(server);
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
});
