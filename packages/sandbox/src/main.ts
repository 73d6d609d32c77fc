import { parseCommandLine, usage } from './commandLine';
import { startSandbox } from './sandbox';
import { randomToken } from './state/credentials';
import type { SandboxOptions } from './types';

const usageError = 2;
/** In a clone, npm runs this file; whoever starts the program by its name is told that name. */
const command = process.argv[1]?.endsWith('main.ts') === true ? 'npm run sandbox --' : 'market-desk-sandbox';
const startError = 1;

async function main(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2));
  if (commandLine.kind === 'help') {
    process.stdout.write(usage(command));
    return;
  }
  if (commandLine.kind === 'wrong') {
    process.stderr.write(`${commandLine.message}\n\n${usage(command)}`);
    process.exitCode = usageError;
    return;
  }
  const { options } = commandLine;
  const controlSecret = commandLine.controls === 'own' && !options.strict ? randomToken() : undefined;
  const sandbox = await startSandbox({ ...options, controlSecret, warn: (message) => process.stderr.write(`${message}\n`) }).catch(
    (error: unknown) => {
      process.stderr.write(`the sandbox could not start: ${explainStartFailure(error, options)}\n`);
      process.exitCode = startError;
    },
  );
  if (sandbox === undefined) return;
  const end = (): void => void sandbox.close().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  if (process.env['npm_lifecycle_event'] !== undefined) endWithParent(end);
  // Not to the output, which is often kept in logs, and of which programs read one line.
  if (controlSecret !== undefined) process.stderr.write(`the controls need the header X-Sandbox-Secret: ${controlSecret}\n`);
  process.stdout.write(`sandbox listening on ${sandbox.url}\n`);
}

/** npm runs a script through a shell that ends on a signal without passing it on; its child process must not keep running. */
function endWithParent(end: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 200);
  watch.unref();
}

/** Why the sandbox did not start, in one sentence for the user; the system's own name of the error is in brackets. */
function explainStartFailure(error: unknown, { port, stateFile }: Pick<SandboxOptions, 'port' | 'stateFile'>): string {
  const { code, syscall, message } = detailsOf(error);
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program; choose another with --port, or 0 for a free one (${code})`;
  if (syscall === 'listen') return `port ${port} cannot be used: ${message}`;
  if (stateFile !== undefined && code !== '') return `the state file ${stateFile} cannot be read and written: ${message}`;
  return message;
}

function detailsOf(error: unknown): { readonly code: string; readonly syscall: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', syscall: '', message: String(error) };
  return {
    code: 'code' in error ? String(error.code) : '',
    syscall: 'syscall' in error ? String(error.syscall) : '',
    message: error.message,
  };
}

void main();
