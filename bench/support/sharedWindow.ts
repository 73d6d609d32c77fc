import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { startHost } from '../../test/host/host';
import type { Host, HostOptions } from '../../test/host/host';
import { connect } from '../../test/outside/support/service';
import { Workbench } from '../../test/outside/support/workbench';
import { ensurePacked } from '../../test/support/packed/ensurePacked';
import { packedFile, packedFolder } from '../../test/support/packed/packedFolder';
import { packExtension } from './installed';
import { isShort } from './rounds';
import { windowFor } from './sharing';

/** A window with packages installed, and the file to which their commands report. */
export interface InstalledWindow {
  readonly host: Host;
  readonly file: string;
  /** Connects it to a sandbox that runs in this process, unless it is. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

interface InstalledOptions extends Pick<HostOptions, 'env'> {
  /** Names of folders of `bench/extensions`. */
  readonly extensions: readonly string[];
}

/** Opens a window with the package and extensions of a benchmark; in a short round, with those of all of them. */
export async function openInstalled({ extensions, ...options }: InstalledOptions): Promise<InstalledWindow> {
  if (!isShort) return open([packedFile], { extensions, ...options });
  return windowFor('installed', async () => open([packedFile], { extensions: ['empty', 'warm', 'probe', 'loaded', 'memory'], ...options }));
}

/** Opens a window with extensions of a benchmark alone. */
export async function openBare(options: InstalledOptions): Promise<InstalledWindow> {
  return open([], options, 'Explorer');
}

async function open(
  vsix: readonly string[],
  { extensions, env = {} }: InstalledOptions,
  readyItem = 'Market Desk',
): Promise<InstalledWindow> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
  const file = path.join(scratch, 'reported.json');
  const packed: string[] = [...vsix];
  let service: RunningSandbox | undefined;
  try {
    for (const name of extensions) packed.push(await packExtension(name, scratch));
    const settings = { 'marketDesk.plates': ['HK.BK1000'] };
    const host = await startHost({ vsix: packed, env: { BENCH_RESULT: file, ...env }, settings, readyItem });
    return {
      host,
      file,
      connect: async () => {
        if (service !== undefined) return;
        service = await startSandbox({ port: 0 });
        await connect({ workbench: new Workbench(host.page), host }, service);
      },
      close: async () => {
        await host.close();
        await service?.close();
        await rm(scratch, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    throw error;
  }
}

/** A window with the program in development, which has the editor's test driver. */
export interface SandboxWindow {
  readonly host: Host;
  /** Starts the program's own sandbox, which signs in and shows the calendar, unless it runs. */
  startSandbox(): Promise<void>;
  close(): Promise<void>;
}

export async function openInSandbox(): Promise<SandboxWindow> {
  return windowFor('in sandbox', async () => {
    await ensurePacked();
    const host = await startHost({ extensionPath: packedFolder, log: () => undefined });
    let isStarted = false;
    return {
      host,
      startSandbox: async () => {
        if (isStarted) return;
        isStarted = true;
        const workbench = new Workbench(host.page);
        await workbench.runCommand('Market Desk: Start Sandbox');
        await workbench.webview('.tabs[role=tablist]');
      },
      close: async () => host.close(),
    };
  });
}
