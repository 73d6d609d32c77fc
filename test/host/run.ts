import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds until the command is killed. */
  readonly timeout?: number;
}

/**
 * Runs a command to its end and returns its standard output.
 *
 * @throws an error with the command and the tail of its output if it fails, cannot start, or takes too long.
 */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  // Windows scripts run in its shell, which splits a path at a space.
  const shell = process.platform === 'win32' && (command === 'npm' || command.endsWith('.cmd'));
  const quoted = (text: string): string => (shell && text.includes(' ') ? `"${text}"` : text);
  const child = spawn(quoted(command), args.map(quoted), {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell,
    timeout: options.timeout ?? 300_000,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    const fail = (what: string): void =>
      reject(new Error(`${command} ${args.join(' ')}: ${what}\n${`${stdout}\n${stderr}`.trim().slice(-2000)}`));
    child.once('error', (error) => fail(error.message));
    child.once('close', (code, signal) =>
      code === 0 ? resolve(stdout) : fail(signal === null ? `exit code ${String(code)}` : `ended by ${signal}`),
    );
  });
}
