import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An address at which the editor reaches the server without a port, because other users of the machine could reach a port too. */
export interface AgentSocket {
  /** A socket in a folder that only the user can open; on Windows, a pipe. */
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** The first version whose MCP client accepts `unix:` and `pipe:` addresses. No API tells whether it does. */
const firstWithSockets = { major: 1, minor: 105 } as const;

export function takesSockets(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > firstWithSockets.major || (major === firstWithSockets.major && minor >= firstWithSockets.minor);
}

/** The longest socket path that every system accepts. */
const longestPath = 100;

/** @returns undefined if no socket can be created. */
export async function createAgentSocket(platform: NodeJS.Platform = process.platform): Promise<AgentSocket | undefined> {
  if (platform === 'win32') return { path: `\\\\.\\pipe\\market-desk-${randomBytes(16).toString('hex')}`, remove: async () => undefined };
  // Created with access for its owner only.
  const folder = await mkdtemp(join(tmpdir(), 'market-desk-'));
  const remove = async (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'mcp.sock');
  if (path.length <= longestPath) return { path, remove };
  await remove();
  return undefined;
}
