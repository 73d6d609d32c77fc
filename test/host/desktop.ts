import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { cacheRoot } from './install/cache';
import { findOnPath } from './install/executables';
import { wantedEngine } from './install/install';
import { run } from './run';

const updateServer = 'https://update.code.visualstudio.com/api/releases/stable';
const reachTimeout = 3_000;

/** The replacement for the desktop executable that uses the VS Code server. */
export const serverExecutable = path.join(import.meta.dirname, 'code.mjs');

/**
 * The executable of a desktop VS Code; undefined if there is none, with the reason in the log.
 *
 * In order: `VSCODE_PATH`, `code` on PATH, a download. `MARKET_DESK_HOST=server` skips the desktop.
 */
export async function findDesktop(log: (line: string) => void): Promise<string | undefined> {
  const reason = whyNotDesktop();
  // The version of a given or installed one can't be chosen.
  const found = reason === undefined && wantedEngine() === 'latest' ? givenOrInstalled() : undefined;
  if (found !== undefined) return found;
  if (reason === undefined && (await canDownload())) return downloadAndUnzipVSCode({ cachePath: cacheRoot, version: desktopVersion() });
  log(`Using the VS Code server: ${reason ?? 'no `code` on PATH, and the desktop version cannot be downloaded from here'}.`);
  return undefined;
}

/**
 * Installs a package in a desktop VS Code.
 *
 * @param folders - The flags for its data and extensions folders.
 */
export async function installInDesktop(executable: string, vsix: string, folders: readonly string[]): Promise<void> {
  const cli = resolveCliPathFromVSCodeExecutablePath(executable);
  // VSCODE_PATH may name the command-line program itself.
  await run(existsSync(cli) ? cli : executable, [...folders, '--install-extension', vsix, '--force']);
}

/** The engine of package.json, or the newest version. */
function desktopVersion(): string {
  return wantedEngine() === 'minimum' ? '1.101.0' : 'stable';
}

function whyNotDesktop(): string | undefined {
  if (process.env['MARKET_DESK_HOST'] === 'server') return 'MARKET_DESK_HOST asks for it';
  return hasDisplay() ? undefined : 'this machine has no display for a desktop window';
}

function givenOrInstalled(): string | undefined {
  const given = process.env['VSCODE_PATH'];
  if (given === undefined || given === '') return installedDesktop();
  if (existsSync(given)) return given;
  throw new Error(`VSCODE_PATH is set to ${given}, which does not exist.`);
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}

/** `code` on PATH is a script that exits at once; the program next to it stays until its window is closed. */
function installedDesktop(): string | undefined {
  const script = findOnPath(['code']);
  if (script === undefined) return undefined;
  const folder = path.dirname(realpathSync(script));
  const candidates = [
    path.join(folder, '..', 'code'),
    path.join(folder, '..', 'Code.exe'),
    path.join(folder, '..', '..', '..', 'MacOS', 'Electron'),
  ];
  return candidates.find((candidate) => existsSync(candidate));
}

async function canDownload(): Promise<boolean> {
  try {
    return (await fetch(updateServer, { method: 'HEAD', signal: AbortSignal.timeout(reachTimeout) })).ok;
  } catch {
    return false;
  }
}
