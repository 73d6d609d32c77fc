import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
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

const folderStart = 'market-desk-mcp-';
const socketName = 'mcp.sock';

/** @returns undefined if no socket can be created. */
export async function createAgentSocket(platform: NodeJS.Platform = process.platform): Promise<AgentSocket | undefined> {
  if (platform === 'win32') return { path: `\\\\.\\pipe\\market-desk-${randomBytes(16).toString('hex')}`, remove: async () => undefined };
  await removeDead();
  // Created with access for its owner only.
  const folder = await mkdtemp(join(tmpdir(), folderStart));
  const remove = async (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, socketName);
  if (path.length <= longestPath) return { path, remove };
  await remove();
  return undefined;
}

/** Windows that were killed leave their folder behind. Those of other users can’t be opened. */
async function removeDead(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const folders = names.filter((name) => name.startsWith(folderStart)).map((name) => join(tmpdir(), name));
  await Promise.all(
    folders.map(async (folder) => {
      const found = await readdir(folder).catch(() => []);
      if (found.length !== 1 || found[0] !== socketName || (await listens({ path: join(folder, socketName) }))) return;
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }),
  );
}

/** Whether anybody takes connections there; one that is suspended may go on. */
export async function listens(at: { readonly path: string } | { readonly host: string; readonly port: number }): Promise<boolean> {
  const tried = connect(at);
  return new Promise<boolean>((resolve) => {
    tried.once('connect', () => resolve(true));
    tried.once('error', () => resolve(false));
    tried.setTimeout(1_000, () => resolve(true));
  }).finally(() => tried.destroy());
}
