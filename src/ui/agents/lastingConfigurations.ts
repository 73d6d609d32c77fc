import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { ConfiguredProgram, ConfiguredPrograms } from '../../app/agents/configuredPrograms';
import { addressFile, bridgeFile, isAddressFile, offeredFile, WindowAddress } from '../../bridge/windowAddress';
import { Secret } from '../../service/secret';
import { writeWhole } from '../platform/files/storedFiles';
import { listens } from './agentSocket';

/** Where the server of this window listens. */
export type ListensAt = Omit<WindowAddress, 'secret'>;

/**
 * Configurations that work tomorrow too. They start the bridge, a small program in a folder of the user’s own, which finds the running window
 * by a file that only the user can read: one for each window and program, with a secret of its own that ends with the server.
 */
export class LastingConfigurations {
  readonly #window = randomBytes(8).toString('hex');
  /** By ID of the program. */
  readonly #secrets = new Map<string, Secret>();
  #at: ListensAt | undefined;

  constructor(
    private readonly dependencies: {
      readonly programs: Pick<ConfiguredPrograms, 'all' | 'has'>;
      /** A folder of the user’s own that stays where it is when the extension is updated. */
      readonly folder: string;
      /** The bridge in the package. */
      readonly program: string;
      /** What the bridge offers while no window runs. */
      readonly offered: unknown;
      /** Keeps a secret out of logs. */
      readonly protect: (secret: Secret) => void;
    },
  ) {}

  /** The secrets of the programs that have a configuration now, also after another window has removed one. */
  get secrets(): readonly Secret[] {
    return [...this.#secrets].flatMap(([id, secret]) => (this.dependencies.programs.has({ id }) ? [secret] : []));
  }

  /** The server of this window listens: every program with a configuration finds it. @throws if the folder can’t be written. */
  async begin(at: ListensAt): Promise<void> {
    this.#at = at;
    if (this.dependencies.programs.all.length > 0) await this.renew();
  }

  /** Lets programs in that another window has added meanwhile. @throws if the folder can’t be written. */
  async renew(): Promise<void> {
    const { programs, folder, program, offered } = this.dependencies;
    const at = this.#at;
    if (at === undefined || programs.all.every(({ id }) => this.#secrets.has(id))) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // It may be there already, with access for others.
    await chmod(folder, 0o700);
    await removeDead(folder);
    const draft = join(folder, `${bridgeFile}.${this.#window}`);
    await copyFile(program, draft);
    await rename(draft, join(folder, bridgeFile));
    await writeWhole(folder, offeredFile, JSON.stringify(offered));
    for (const { id } of programs.all) {
      if (this.#secrets.has(id)) continue;
      const secret = new Secret(randomBytes(32).toString('base64url'));
      this.dependencies.protect(secret);
      this.#secrets.set(id, secret);
      const address: WindowAddress = { ...at, secret: secret.reveal() };
      await writeWhole(folder, addressFile(id, this.#window), JSON.stringify(address));
    }
  }

  /** The program was removed: no window lets it in any more. */
  async revoke({ id }: Pick<ConfiguredProgram, 'id'>): Promise<void> {
    this.#secrets.delete(id);
    await this.#remove((name) => isAddressFile(name, `${id}.`));
  }

  /** The server of this window has stopped. */
  async end(): Promise<void> {
    this.#at = undefined;
    this.#secrets.clear();
    await this.#remove((name) => isAddressFile(name) && name.endsWith(`.${this.#window}.json`));
  }

  /** What the user pastes into another program. It holds no secret. */
  textFor({ id }: ConfiguredProgram): string {
    const server = { type: 'stdio', ...nodeCommand([join(this.dependencies.folder, bridgeFile), id]) };
    return `${JSON.stringify({ mcpServers: { 'market-desk': server } }, undefined, 2)}\n`;
  }

  async #remove(isWanted: (name: string) => boolean): Promise<void> {
    const { folder } = this.dependencies;
    for (const name of await readdir(folder).catch(() => [])) if (isWanted(name)) await rm(join(folder, name), { force: true });
  }
}

/** The desktop editor brings a Node.js, which stays where the editor is; that of a server lies in a folder of its version. */
function nodeCommand(args: readonly string[]): object {
  if (process.versions['electron'] === undefined) return { command: 'node', args };
  return { command: process.execPath, args, env: { ELECTRON_RUN_AS_NODE: '1' } };
}

/** Windows that were killed leave their addresses behind. */
async function removeDead(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => isAddressFile(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const read = v.safeParse(WindowAddress, await readJson(path));
      if (!read.success) return;
      const { socket, port = 0 } = read.output;
      if (!(await listens(socket === undefined ? { host: '127.0.0.1', port } : { path: socket }))) await rm(path, { force: true });
    }),
  );
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
