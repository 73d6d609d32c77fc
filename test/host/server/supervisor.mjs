// Runs a command in the process group of this process and ends the group when the owner is gone, however it ended: the
// owner holds the other end of the standard input. Arguments: a folder to remove in that case, the command, its arguments.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [folder, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.once('exit', (code) => process.exit(code ?? 1));

// The rest of the group gets the signal too; this process waits for the command, so that its end is the end of it.
process.on('SIGTERM', () => undefined);

process.stdin.resume();
process.stdin.once('close', () => {
  // What is still running would make the folder anew, so it is removed by a process outside the group, after the end of the group.
  const remover = fileURLToPath(new URL('remover.mjs', import.meta.url));
  spawn(process.execPath, [remover, String(process.pid), folder], { detached: true, stdio: 'ignore' }).unref();
  if (process.platform === 'win32') child.kill();
  else process.kill(-process.pid, 'SIGKILL');
});
