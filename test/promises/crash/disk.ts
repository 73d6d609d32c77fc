import { FaultServer } from '../net/faultServer';
import type { Breach } from '../proof';
import { Random } from '../random';
import { bundleChild } from './children';
import { tryCut, tryEdit, writeJournal } from './editedJournal';
import { canLimitFiles, tryLimit, tryObstacles } from './fullDisk';
import type { DiskTally } from './fullDisk';

const counts = { quick: { limits: 6, cuts: 25, edits: 40 }, full: { limits: 200, cuts: 1_000, edits: 2_000 } };
const mostBreaches = 5;

export interface DiskResult {
  readonly tried: string;
  readonly found: string;
  readonly breaches: readonly Breach[];
}

/** A journal on a disk that is full, blocked, cut off by a crash, or edited by hand. */
export async function proveDisk(seed: number, quick: boolean): Promise<DiskResult> {
  const count = quick ? counts.quick : counts.full;
  const limits = canLimitFiles ? count.limits : 0;
  const tally: DiskTally = { refused: 0, unrecorded: 0, recorded: 0 };
  const breaches: Breach[] = [];
  const program = await bundleChild('crash/diskChild.ts');
  const server = await FaultServer.start();
  const written = await writeJournal();
  const repeat = async (times: number, salt: number, one: (random: Random) => Promise<readonly Breach[]>): Promise<void> => {
    for (let index = 0; index < times && breaches.length < mostBreaches; index += 1)
      breaches.push(...(await one(Random.forCase(seed + salt, index))));
  };
  try {
    breaches.push(...(await tryObstacles(server, tally)));
    await repeat(limits, 1, async (random) => tryLimit(random, program, server, tally));
    await repeat(count.cuts, 2, async (random) => tryCut(written, server, random));
    await repeat(count.edits, 3, async (random) => tryEdit(written, random));
  } finally {
    await server.close();
    program.dispose();
    written.dispose();
  }
  return {
    tried: `${limits} disks full at a byte, 4 places that cannot be written, ${count.cuts} journals cut off at a byte, ${count.edits} edited by hand`,
    found: `${tally.refused} refused and nothing sent, ${tally.unrecorded} sent whose outcome found no room and were shown as unknown, ${tally.recorded} recorded; ${breaches.length} edits unnoticed, chains broken or requests without an intent`,
    breaches,
  };
}
