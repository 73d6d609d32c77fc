import { describe, expect, it } from 'vitest';
import { socketUri } from '../../../../src/ui/agents/agentAddress';
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
