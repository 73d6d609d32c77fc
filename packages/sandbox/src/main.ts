import { parseCommandLine, usage } from './commandLine';
import { startSandbox } from './sandbox';
import { explainStartFailure } from './startFailure';
import { randomToken } from './state/credentials';

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

void main();
