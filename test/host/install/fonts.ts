import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureInstalled } from './cache';
import { unpackFromDebian } from './debian';
import { findOnPath } from './executables';
import { run } from '../run';

const configuration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">root/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Environment variables that give a browser a font with Chinese characters, for pictures. Empty if the machine has one; also empty without
 * one on systems other than Debian, where Chinese text then appears as boxes.
 */
export async function fontEnvironment(log: (line: string) => void): Promise<Readonly<Record<string, string>>> {
  if (findOnPath(['apt-get']) === undefined) return {};
  if (findOnPath(['fc-list']) !== undefined && (await run('fc-list', [':lang=zh'])).trim() !== '') return {};
  try {
    const folder = await ensureInstalled({
      name: 'fonts-debian',
      files: ['fonts.conf', 'root/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc'],
      install: async (draft) => {
        log('Unpacking fonts from Debian (once) …');
        await unpackFromDebian(path.join(draft, 'root'), ['fonts-dejavu-core', 'fonts-wqy-zenhei']);
        await writeFile(path.join(draft, 'fonts.conf'), configuration);
      },
    });
    return { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') };
  } catch (error) {
    log(`Chinese text will show as boxes: ${error instanceof Error ? error.message : String(error)}`);
    return {};
  }
}
