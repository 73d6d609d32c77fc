import * as fs from 'node:fs';
import * as promises from 'node:fs/promises';
import type { Plant } from '../desk/bundle';
import type { WorldOptions } from '../desk/world';

/** A fault that the proof must notice. */
export interface StopPlant {
  readonly name: string;
  readonly program?: readonly Plant[];
  readonly world?: () => Pick<WorldOptions, 'files' | 'modules'>;
}

const isSwitch = (path: string): boolean => path.endsWith('sending.json');
const released = `${JSON.stringify({ version: 1, sending: 'released', at: '2026-11-01T00:00:00.000Z' })}\n`;

/** Replaces how the program reads the file of the switch synchronously. */
function reads(read: (path: string) => string): Pick<WorldOptions, 'modules'> {
  const readFileSync = (path: string, options: BufferEncoding): string => (isSwitch(path) ? read(path) : fs.readFileSync(path, options));
  return { modules: new Map([['node:fs', { ...fs, readFileSync }]]) };
}

/** The second witness is blind: the journal's stop is not noticed. */
const blindWitness: Plant = { name: 'a journal that is not asked', find: /\.switchWord=(["'`])stopped\1/g, put: '.switchWord="none"' };

export const stopPlants: readonly StopPlant[] = [
  {
    name: 'a file that is gone, which counts as not stopped',
    program: [blindWitness],
  },
  {
    name: 'a gate that knows only how the switch was when the program first looked',
    program: [blindWitness],
    world: () => {
      let first: string | undefined;
      let isRead = false;
      return reads((path) => {
        if (!isRead) first = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : undefined;
        isRead = true;
        return first ?? released;
      });
    },
  },
  {
    name: 'a queue that goes on: no last look before the first byte, and signs that nobody sees',
    program: [{ name: 'no last look', find: /this\.options\.mayStart\?\.\(\)===(?:!1|false)/g, put: 'false' }],
    world: () => {
      const readdir = (async (path: string) => (/sending$/.test(path) ? [] : promises.readdir(path))) as typeof promises.readdir;
      return { files: { readdir } };
    },
  },
  {
    name: 'a damaged file that counts as not stopped',
    program: [blindWitness],
    world: () =>
      reads((path) => {
        try {
          const text = fs.readFileSync(path, 'utf8');
          JSON.parse(text);
          return text;
        } catch {
          return released;
        }
      }),
  },
];
