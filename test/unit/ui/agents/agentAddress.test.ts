import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { socketUri } from '../../../../src/ui/agents/registerAgents';
import { createAgentSocket, takesSockets } from '../../../../src/ui/agents/agentSocket';
import { Uri } from '../../../support/editor/values';

describe('the address of the MCP server for the editor', () => {
  it.each([
    ['1.101.0', false],
    ['1.104.3', false],
    ['1.105.0', true],
    ['1.139.1-insider', true],
    ['2.0.0', true],
    ['', false],
  ])('is a socket when version %j accepts one: %j', (version, takes) => {
    expect(takesSockets(version)).toBe(takes);
  });

  it.skipIf(process.platform === 'win32')('leaves no folder of a window that was killed, and touches none that is in use', async () => {
    const [dead, alive] = [await createAgentSocket('linux'), await createAgentSocket('linux')];
    const server = createServer();
    for (const socket of [dead, alive]) await writeFile(socket?.path ?? '', '');
    await rm(alive?.path ?? '');
    await new Promise<void>((resolve) => void server.listen(alive?.path, resolve));
    const next = await createAgentSocket('linux');
    expect([dead, alive, next].map((socket) => existsSync(path.dirname(socket?.path ?? '')))).toEqual([false, true, true]);
    await new Promise((resolve) => void server.close(resolve));
    for (const socket of [alive, next]) await socket?.remove();
  });

  it('is a pipe on Windows, under an unguessable name', async () => {
    const [one, other] = [await createAgentSocket('win32'), await createAgentSocket('win32')];
    expect(one?.path).toMatch(/^\\\\\.\\pipe\\market-desk-[0-9a-f]{32}$/);
    expect(other?.path).not.toBe(one?.path);
    expect(socketUri({ path: one?.path ?? '' }, 'win32')).toEqual(Uri.from({ scheme: 'pipe', path: one?.path ?? '', fragment: '/mcp' }));
    expect(socketUri({ path: '/tmp/a/mcp.sock' }, 'linux')).toEqual(
      Uri.from({ scheme: 'unix', path: '/tmp/a/mcp.sock', fragment: '/mcp' }),
    );
  });
});
