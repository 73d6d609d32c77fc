// Runs a command in the process group of this process and ends the group when the owner is gone, for whatever reason: the owner holds the
// other end of the standard input. Arguments: a folder to remove in that case, the command, its arguments.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [folder, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.once('exit', (code) => process.exit(code ?? 1));

// The rest of the group gets the signal too; this process waits for the command to end.
process.on('SIGTERM', () => undefined);

process.stdin.resume();
process.stdin.once('close', () => {
  // Processes that are still running would recreate the folder, so it is removed by a process outside the group, after the group has ended.
  const remover = fileURLToPath(new URL('remover.mjs', import.meta.url));
  spawn(process.execPath, [remover, String(process.pid), folder], { detached: true, stdio: 'ignore' }).unref();
  if (process.platform === 'win32') child.kill();
  else process.kill(-process.pid, 'SIGKILL');
});
