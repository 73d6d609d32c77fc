import { mkdirSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Where a test run keeps what is searched for credentials afterwards: the ledger of all credentials that were created or sent ({@link
 * canaryEnvironment}), and the outputs of programs that would otherwise be removed.
 */
export interface CanaryFolders {
  readonly ledger: string;
  readonly outputs: string;
}

const tap = path.join(import.meta.dirname, 'canaryTap.mjs');

/** Environment of a stage whose processes record every credential and keep every output. */
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

/** Arguments of Node.js that load the tap if the environment is not passed on; empty outside a run with canaries. */
export function tapArguments(): readonly string[] {
  return process.env['MARKET_DESK_CANARY_LEDGER'] === undefined ? [] : [`--import=${pathToFileURL(tap).href}`];
}

/** Pictures, sockets, installed files, and the proper places of secrets: a key file that a test imports, the key of the secret store. */
const leftOut = /\.(?:png|sock|vsix|pem)$|^(?:extensions|CachedExtensionVSIXs|CachedProfilesData|secret\.key)$/;

/** Copies a program's output. A file that disappears meanwhile is not part of it. */
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
