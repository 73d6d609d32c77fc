import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { keepFiles, tapArguments } from '../../support/secrets/canaries';
import { outputFolder } from '../../support/secrets/keptOutputs';
import { startFront } from './front';
import type { Front } from './front';
import { ownFolders } from '../install/browser';
import { installServer } from '../install/install';

const supervisor = path.join(import.meta.dirname, 'supervisor.mjs');
const remover = path.join(import.meta.dirname, 'remover.mjs');
/** Shifts the clock, in Node.js and in a page. */
export const clockShift = path.join(import.meta.dirname, 'clockShift.mjs');
const startTimeout = 60_000;
const exitTimeout = 5_000;

/** The initial settings of every host: nothing that phones home, moves, or covers the workbench. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'security.workspace.trust.enabled': false,
  'chat.disableAIFeatures': true,
  'window.autoDetectColorScheme': false,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'npm.autoDetect': 'off',
  'remote.autoForwardPorts': false,
};

export interface ServerOptions {
  /** Keeps settings, secrets, and installed extensions between starts; by default a temporary folder. */
  readonly dataDir?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The user's own keybindings, as in keybindings.json. */
  readonly keybindings?: readonly { readonly key: string; readonly command: string; readonly args?: unknown }[];
  /** VSIX files to install before the start. */
  readonly vsix?: readonly string[];
  /** Folder of additional unpacked extensions; none if it does not exist. */
  readonly extensionsFrom?: string;
  readonly port?: number;
  /** Needed by an extension in development and by suites. The editor then shows no notifications; they are only listed behind the bell. */
  readonly testDriver?: boolean;
  /** Restricted Mode is possible only with this. */
  readonly workspaceTrust?: boolean;
  /** Display language, for example `zh-cn`: extensions use it; the workbench's own texts stay English. */
  readonly locale?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** By how many milliseconds the clocks of server, extension hosts, and pages are ahead of this machine's. */
  readonly clockShiftMs?: number;
  readonly log?: (line: string) => void;
}

export interface RunningServer {
  readonly port: number;
  readonly origin: string;
  /** New at each start; without it the server answers nothing. It belongs into the first address that a browser opens. */
  readonly token: string;
  readonly dataDir: string;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the server and all its children, and removes its temporary folders. */
  close(): Promise<void>;
}

/** Starts a VS Code server on the loopback interface and resolves when its workbench can be opened. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const log = options.log ?? ((line: string): void => console.error(line));
  const { node, main } = await installServer(log);
  const scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-host-'));
  const dataDir = options.dataDir ?? path.join(scratch, 'data');
  const extensionsDir = path.join(dataDir, 'extensions');
  await mkdir(path.join(dataDir, 'data', 'User'), { recursive: true });
  await mkdir(extensionsDir, { recursive: true });
  if (options.extensionsFrom !== undefined && existsSync(options.extensionsFrom))
    await cp(options.extensionsFrom, extensionsDir, { recursive: true });
  await writeFile(
    path.join(dataDir, 'data', 'User', 'settings.json'),
    JSON.stringify(
      { ...quietSettings, ...(options.workspaceTrust === true ? { 'security.workspace.trust.enabled': true } : {}), ...options.settings },
      undefined,
      2,
    ),
  );
  if (options.keybindings !== undefined)
    await writeFile(path.join(dataDir, 'data', 'User', 'keybindings.json'), JSON.stringify(options.keybindings));
  if (options.locale !== undefined) await writeLanguagePack(path.join(dataDir, 'data'), options.locale);
  const env = {
    ...cleanEnvironment({ ...process.env, ...options.env }),
    ...(options.clockShiftMs === undefined ? {} : { MARKET_DESK_CLOCK_SHIFT: String(options.clockShiftMs) }),
    ...ownFolders(scratch),
    // The browser runs on this machine and reaches local servers itself. An empty value disables the translation of local addresses, which
    // would need a proxy that does not exist here.
    VSCODE_PROXY_URI: '',
  };
  const token = randomBytes(32).toString('hex');
  const tokenFile = path.join(scratch, 'token');
  await writeFile(tokenFile, token, { mode: 0o600 });
  const common = ['--server-data-dir', dataDir, '--extensions-dir', extensionsDir, '--accept-server-license-terms'];
  let child: ChildProcess | undefined;
  let front: Front | undefined;
  const close = async (): Promise<void> => {
    // Started before anything ends, in its own process group: a program that starts this one may kill it in the middle of this.
    const removing =
      child?.pid === undefined ? undefined : spawn(process.execPath, [remover, String(child.pid), scratch], { detached: true });
    await front?.close();
    if (child !== undefined) await endGroup(child);
    const kept = outputFolder('server');
    if (kept !== undefined) await keepFiles(kept, 'data', path.join(dataDir, 'data'));
    if (removing === undefined) return rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    removing.stdin.end();
    await endOf(removing, 'removing its files');
  };
  try {
    const { vsix = [] } = options;
    if (vsix.length > 0) {
      const packages = vsix.flatMap((file) => ['--install-extension', file]);
      await endOf(spawnGroup(node, [main, ...common, ...packages, '--force'], env), `installing ${vsix.join(', ')}`);
    }
    const flags = [
      ...['--host', '127.0.0.1', '--port', '0', '--connection-token-file', tokenFile, '--disable-telemetry'],
      ...(options.testDriver === true ? ['--enable-smoke-test-driver'] : []),
      ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
      ...(options.locale === undefined ? [] : ['--locale', options.locale]),
    ];
    // Extension hosts inherit the Node.js arguments of the server.
    child = spawnGroup(
      process.execPath,
      [
        supervisor,
        scratch,
        node,
        ...tapArguments(),
        ...logArguments(),
        ...(options.clockShiftMs === undefined ? [] : [`--import=${pathToFileURL(clockShift).href}`]),
        main,
        ...common,
        ...flags,
      ],
      env,
    );
    const ended = new Promise<void>((resolve) => child?.once('exit', () => resolve()));
    front = await startFront(await listening(child), options.port ?? 0, token, path.join(dataDir, 'secret.key'));
    const { port } = front;
    return { port, origin: `http://127.0.0.1:${String(port)}`, token, dataDir, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Log files are written if the outputs of a run are kept. */
function logArguments(): readonly string[] {
  return process.env['MARKET_DESK_CANARY_OUTPUTS'] === undefined
    ? []
    : [`--import=${pathToFileURL(path.join(import.meta.dirname, 'logFiles.mjs')).href}`];
}

/** A language counts as installed if a pack for it is listed; an empty one is enough for the texts of extensions. */
async function writeLanguagePack(userDataDir: string, locale: string): Promise<void> {
  const texts = path.join(userDataDir, `${locale}.i18n.json`);
  await writeFile(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extension = { extensionIdentifier: { id: `market-desk-development.${locale}` }, version: '1.0.0' };
  const pack = { hash: `market-desk-${locale}`, label: locale, extensions: [extension], translations: { vscode: texts } };
  await writeFile(path.join(userDataDir, 'languagepacks.json'), JSON.stringify({ [locale]: pack }));
}

/** The test runner's and VS Code's own variables would change the server's behavior. */
function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|VITEST|NODE_V8_COVERAGE$|TSX_)/.test(name)),
  );
}

/** A separate process group, so that the extension hosts and watchers it forks end with it. */
function spawnGroup(command: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32' });
}

async function listening(child: ChildProcess): Promise<number> {
  const seen: string[] = [];
  let port: number | undefined;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The VS Code server did not start in ${String(startTimeout)} ms:\n${seen.join('\n')}`)),
      startTimeout,
    );
    const read = (line: string): void => {
      if (seen.length < 200) seen.push(line);
      const found = /listening on (\d+)/.exec(line)?.[1];
      if (found !== undefined) port = Number(found);
      if (line.startsWith('Web UI available') && port !== undefined) {
        clearTimeout(timer);
        resolve(port);
      }
    };
    // Both streams are read to the end: a full pipe would block the server.
    if (child.stdout !== null) createInterface(child.stdout).on('line', read);
    if (child.stderr !== null) createInterface(child.stderr).on('line', read);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The VS Code server ended with code ${String(code)}:\n${seen.join('\n')}`));
    });
  });
}

async function endOf(child: ChildProcess, what: string): Promise<void> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The VS Code server, ${what}: exit code ${String(code)}\n${output.slice(-2000)}`)),
    );
  });
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const exited =
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  signalGroup(child.pid, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child.pid ?? 0, 'SIGKILL'), exitTimeout);
  await exited;
  clearTimeout(timer);
  // Processes that the server forked may outlive it by a moment; the whole group is ended.
  signalGroup(child.pid, 'SIGKILL');
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 0) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // Already gone.
  }
}
