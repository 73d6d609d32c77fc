import { mkdirSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Where a test run keeps what is to be searched for credentials afterwards: the ledger of all credentials that were made
 * or sent ({@link canaryEnvironment}), and the outputs of programs that would otherwise remove them.
 */
export interface CanaryFolders {
  readonly ledger: string;
  readonly outputs: string;
}

const tap = path.join(import.meta.dirname, 'canaryTap.mjs');

/** Environment of a stage whose processes write down every credential and keep every output. */
export function canaryEnvironment(stage: string, { ledger, outputs }: CanaryFolders): Readonly<Record<string, string>> {
  mkdirSync(ledger, { recursive: true, mode: 0o700 });
  mkdirSync(outputs, { recursive: true });
  return {
    MARKET_DESK_CANARY_LEDGER: ledger,
    MARKET_DESK_CANARY_STAGE: stage,
    MARKET_DESK_CANARY_OUTPUTS: outputs,
    NODE_OPTIONS: [process.env['NODE_OPTIONS'], `--import=${pathToFileURL(tap).href}`]
      .filter((option) => option !== undefined && option !== '')
      .join(' '),
  };
}

/** Arguments of Node.js that load the tap where the environment is not handed on; none outside of a run with canaries. */
export function tapArguments(): readonly string[] {
  return process.env['MARKET_DESK_CANARY_LEDGER'] === undefined ? [] : [`--import=${pathToFileURL(tap).href}`];
}

/** Pictures, sockets, what was only installed, and the proper places of secrets: a key file that a test imports, the key of the store. */
const leftOut = /\.(?:png|sock|vsix|pem)$|^(?:extensions|CachedExtensionVSIXs|CachedProfilesData|secret\.key)$/;

/** Copies what a program wrote. A file that goes away meanwhile is none of its outputs. */
export async function keepFiles(folder: string, name: string, from: string): Promise<void> {
  const target = path.join(folder, name);
  const entries = await readdir(from, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (leftOut.test(entry.name)) continue;
    if (entry.isDirectory()) await keepFiles(target, entry.name, path.join(from, entry.name));
    if (!entry.isFile()) continue;
    await mkdir(target, { recursive: true });
    await copyFile(path.join(from, entry.name), path.join(target, entry.name)).catch(() => undefined);
  }
}
