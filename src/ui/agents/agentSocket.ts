import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the editor reaches the server without a port that other users of the machine could reach as well. */
export interface AgentSocket {
  /** A socket in a folder that only the user can open, or on Windows a pipe. */
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** The first version whose MCP client takes the addresses `unix:` and `pipe:`; nothing else says so. */
const firstWithSockets = { major: 1, minor: 105 } as const;

export function takesSockets(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > firstWithSockets.major || (major === firstWithSockets.major && minor >= firstWithSockets.minor);
}

/** The longest path of a socket that every system takes. */
const longestPath = 100;

/** @returns undefined where no socket can be had. */
export async function createAgentSocket(platform: NodeJS.Platform = process.platform): Promise<AgentSocket | undefined> {
  if (platform === 'win32') return { path: `\\\\.\\pipe\\market-desk-${randomBytes(16).toString('hex')}`, remove: async () => undefined };
  // Made for its owner alone.
  const folder = await mkdtemp(join(tmpdir(), 'market-desk-'));
  const remove = async (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'mcp.sock');
  if (path.length <= longestPath) return { path, remove };
  await remove();
  return undefined;
}
