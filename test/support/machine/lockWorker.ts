// A process that competes for a lock: `node lockWorker.cjs DIRECTORY NAME ROUNDS LEDGER`. In each round it takes the lock, writes its mark
// into the ledger, gives others a chance to break in, and writes the mark again.
import { appendFile } from 'node:fs/promises';
import { FileLock } from '../../../src/ui/platform/files/fileLock';

const [directory = '', name = '', rounds = '0', ledger = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  const locks = new FileLock(directory);
  process.stdout.write('ready\n');
  for (let round = 0; round < Number(rounds); round += 1) {
    const lock = await locks.acquire(name, { signal: new AbortController().signal });
    if (lock === undefined) throw new Error('the lock was not given');
    await appendFile(ledger, `+${process.pid}\n`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2));
    await appendFile(ledger, `-${process.pid}\n`);
    await lock.release();
  }
  if (rounds === '0') {
    await locks.acquire(name, { signal: new AbortController().signal });
    process.stdout.write('held\n');
    setInterval(() => undefined, 1000);
  }
}

void main();
