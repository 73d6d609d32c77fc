import path from 'node:path';
import { run } from '../run';
import { ensureInstalled } from './cache';
import { unpackFromDebian } from './debian';
import { findOnPath } from './executables';

/** Runs a Python program that can import beancount, and returns its standard output. */
export type Beancount = (program: string, ...args: readonly string[]) => Promise<string>;

/** Debian's beancount, for the Python of this machine; a reason if it can't be installed, or if no Python here loads it. */
export async function installBeancount(): Promise<Beancount | string> {
  if (findOnPath(['apt-get']) === undefined) return 'apt-get is missing';
  try {
    const folder = await ensureInstalled({
      name: 'beancount-debian',
      files: ['root/usr/lib/python3/dist-packages/beancount/loader.py'],
      // Its other dependencies belong to parts that are not used here.
      install: async (draft) =>
        unpackFromDebian(path.join(draft, 'root'), ['python3-beancount', 'python3-dateutil', 'python3-six'], { areAll: true }),
    });
    const env = { ...process.env, PYTHONPATH: path.join(folder, 'root/usr/lib/python3/dist-packages'), PYTHONDONTWRITEBYTECODE: '1' };
    for (const python of ['/usr/bin/python3', 'python3']) {
      const beancount: Beancount = async (program, ...args) => run(python, ['-c', program, ...args], { env });
      if (await beancount('import beancount.loader').then(isDone, isFailed)) return beancount;
    }
    return 'no Python here loads it';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const isDone = (): boolean => true;
const isFailed = (): boolean => false;
