// Removes a folder when its owner has let go of it and a process group has ended: killed processes may write for another moment and would
// recreate the folder. The owner holds the other end of the standard input, so the folder goes even if the owner is killed. Arguments: the
// ID of the group, the folder.
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [group, folder] = process.argv.slice(2);
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('end', resolve));
// If ended processes are not reaped, they stay in their group.
for (const deadline = Date.now() + 5_000; isThere() && Date.now() < deadline; await delay(20));
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

function isThere() {
  // Windows has no process groups.
  if (process.platform === 'win32') return false;
  try {
    return process.kill(-Number(group), 0);
  } catch {
    return false;
  }
}
