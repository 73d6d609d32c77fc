// Removes a folder when a process group has ended: what was killed may write for another moment, and would make the folder anew.
// Arguments: the id of the group, the folder.
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [group, folder] = process.argv.slice(2);
// Where nobody takes notice of ended processes, they stay in their group.
for (const deadline = Date.now() + 5_000; isThere() && Date.now() < deadline; await delay(20));
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

function isThere() {
  // Windows has no groups.
  if (process.platform === 'win32') return false;
  try {
    return process.kill(-Number(group), 0);
  } catch {
    return false;
  }
}
